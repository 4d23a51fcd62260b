//! What floats of all dialects have in common. They round to the nearest, ties to even.
//! There is one NaN: its payload and sign are not compared.

use super::{AttributeKind, Operation, Outcome, integers};
use crate::{
    term::{Format, Operator, Sort, Term},
    value::Type,
};

/// The flags of `arith.fastmath`.
pub(super) const FASTMATH: AttributeKind = AttributeKind::Flags {
    bits: 7,
    values: &["reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn"],
    name: "arith.fastmath",
};
const NO_NAN: u32 = 1;
const NO_INFINITY: u32 = 2;
/// Those with which several results are right.
const LOOSE: [u32; 5] = [0, 3, 4, 5, 6];

/// An operator on floats of one format. The first attribute has the flags.
pub(super) fn simple(operation: &mut Operation<'_>, operator: Operator) -> Option<Outcome> {
    let operands = floats(operation)?;
    let result = operation.terms.apply(operator, &operands);
    Some(fast(operation, &operands, result, 0))
}

/// A NaN if one operand is, and else the larger or smaller one, where -0 is less than 0.
pub(super) fn extreme(operation: &mut Operation<'_>, is_maximum: bool) -> Option<Outcome> {
    let operands = floats(operation)?;
    let [x, y] = *operands else { return None };
    let terms = &mut *operation.terms;
    let [x_is_nan, y_is_nan] = [x, y].map(|term| terms.apply(Operator::FloatIsNan, &[term]));
    let is_less = terms.apply(Operator::FloatLess, &[x, y]);
    let is_same = terms.apply(Operator::FloatEqual, &[x, y]);
    let is_negative = terms.apply(Operator::FloatIsNegative, &[x]);
    let is_below = terms.and(is_same, is_negative);
    let is_first_smaller = terms.or(is_less, is_below);
    let (then, otherwise) = if is_maximum { (y, x) } else { (x, y) };
    let number = terms.if_else(is_first_smaller, then, otherwise);
    let number = terms.if_else(y_is_nan, y, number);
    let result = terms.if_else(x_is_nan, x, number);
    Some(fast(operation, &operands, result, 0))
}

/// The larger or smaller number. A NaN is ignored if the other one is a number. Of two
/// zeros that differ, it is either.
pub(super) fn extreme_number(operation: &mut Operation<'_>, is_maximum: bool) -> Option<Outcome> {
    let operands = floats(operation)?;
    let [x, y] = *operands else { return None };
    let terms = &mut *operation.terms;
    let [x_is_nan, y_is_nan] = [x, y].map(|term| terms.apply(Operator::FloatIsNan, &[term]));
    let is_less = terms.apply(Operator::FloatLess, &[x, y]);
    let (then, otherwise) = if is_maximum { (y, x) } else { (x, y) };
    let number = terms.if_else(is_less, then, otherwise);
    // Other numbers that are equal are the same.
    let is_equal = terms.apply(Operator::FloatEqual, &[x, y]);
    let is_first = terms.variable("the first zero", Sort::Bool);
    let either = terms.if_else(is_first, x, y);
    let number = terms.if_else(is_equal, either, number);
    let number = terms.if_else(y_is_nan, x, number);
    let result = terms.if_else(x_is_nan, y, number);
    let mut outcome = fast(operation, &operands, result, 0);
    outcome.choices.push(is_first);
    Some(outcome)
}

/// What remains of a division whose quotient is rounded to 0, with the sign of the dividend.
pub(super) fn remainder(operation: &mut Operation<'_>) -> Option<Outcome> {
    let operands = floats(operation)?;
    let [x, y] = *operands else { return None };
    let format = format(operation.operand_types[0])?;
    let terms = &mut *operation.terms;
    let sizes = [x, y].map(|term| terms.apply(Operator::FloatAbsolute, &[term]));
    // It is negative if that quotient was rounded up. To add the divisor is exact, because
    // the sum is a remainder, too, and those are floats.
    let nearest = terms.apply(Operator::FloatRemainder, &sizes);
    let zero = terms.bits(format.width(), 0);
    let zero = terms.float_of_bits(format, zero);
    let is_below = terms.apply(Operator::FloatLess, &[nearest, zero]);
    let sum = terms.apply(Operator::FloatAdd, &[nearest, sizes[1]]);
    let size = terms.if_else(is_below, sum, nearest);
    let opposite = terms.apply(Operator::FloatNegate, &[size]);
    let is_negative = terms.apply(Operator::FloatIsNegative, &[x]);
    let result = terms.if_else(is_negative, opposite, size);
    Some(fast(operation, &operands, result, 0))
}

/// The first operand with the sign of the second one.
pub(super) fn copy_sign(operation: &mut Operation<'_>) -> Option<Outcome> {
    let operands = floats(operation)?;
    let [x, y] = *operands else { return None };
    let format = format(operation.operand_types[0])?;
    let [size, sign] = [operation.content(0), operation.content(1)];
    let terms = &mut *operation.terms;
    let size = terms.extract(size, 0, format.width() - 1);
    let sign = terms.extract(sign, format.width() - 1, 1);
    let bits = terms.apply(Operator::Concat, &[sign, size]);
    let result = terms.float_of_bits(format, bits);
    let [x_is_nan, y_is_nan] = [x, y].map(|term| terms.apply(Operator::FloatIsNan, &[term]));
    let has_sign = terms.implies(y_is_nan, x_is_nan);
    let mut outcome = fast(operation, &operands, result, 0);
    outcome
        .assumptions
        .push(("if no sign is taken from a NaN", has_sign));
    Some(outcome)
}

/// What is asked of a float.
#[derive(Clone, Copy)]
pub(super) enum Class {
    Nan,
    Infinite,
    Finite,
    /// Neither of these, nor 0, nor so small that it has fewer digits.
    Normal,
}

/// Whether a float is of a class.
pub(super) fn is_of(operation: &mut Operation<'_>, class: Class) -> Option<Outcome> {
    let operands = floats(operation)?;
    let [x] = *operands else { return None };
    let format = format(operation.operand_types[0])?;
    let terms = &mut *operation.terms;
    let is_nan = terms.apply(Operator::FloatIsNan, &[x]);
    let is_infinite = terms.apply(Operator::FloatIsInfinite, &[x]);
    let is_neither = terms.or(is_nan, is_infinite);
    let is_finite = terms.not(is_neither);
    let holds = match class {
        Class::Nan => is_nan,
        Class::Infinite => is_infinite,
        Class::Finite => is_finite,
        Class::Normal => {
            let (_, significand) = format.sizes();
            let least = terms.bits(format.width(), 1 << (significand - 1));
            let least = terms.float_of_bits(format, least);
            let size = terms.apply(Operator::FloatAbsolute, &[x]);
            let is_large = terms.apply(Operator::FloatLessOrEqual, &[least, size]);
            terms.and(is_finite, is_large)
        }
    };
    let content = terms.bit_of(holds);
    let poison = forbidden(operation, &operands, 0);
    let assumptions = loose(operation, 0);
    let mut outcome = operation.results(&[content], &poison);
    outcome.assumptions = assumptions;
    Some(outcome)
}

/// A comparison by one of 16 predicates, which the first attribute numbers.
pub(super) fn compare(operation: &mut Operation<'_>) -> Option<Outcome> {
    let operands = floats(operation)?;
    let [x, y] = *operands else { return None };
    let terms = &mut *operation.terms;
    let [x_is_nan, y_is_nan] = [x, y].map(|term| terms.apply(Operator::FloatIsNan, &[term]));
    let is_unordered = terms.or(x_is_nan, y_is_nan);
    let is_ordered = terms.not(is_unordered);
    let is_equal = terms.apply(Operator::FloatEqual, &[x, y]);
    let is_less = terms.apply(Operator::FloatLess, &[x, y]);
    let is_greater = terms.apply(Operator::FloatLess, &[y, x]);
    let never = terms.bool(false);
    let always = terms.bool(true);
    let at_least = terms.or(is_equal, is_greater);
    let at_most = terms.or(is_equal, is_less);
    let differs = terms.or(is_less, is_greater);
    let relations = [is_equal, is_greater, at_least, is_less, at_most, differs];
    let mut all = vec![never];
    all.extend(relations);
    all.push(is_ordered);
    all.extend(relations.map(|relation| terms.or(is_unordered, relation)));
    all.extend([is_unordered, always]);
    let holds = integers::choose(terms, operation.attributes[0], &all);
    let content = operation.terms.bit_of(holds);
    let poison = forbidden(operation, &operands, 1);
    let assumptions = loose(operation, 1);
    let mut outcome = operation.results(&[content], &poison);
    outcome.assumptions = assumptions;
    Some(outcome)
}

/// A float of another format. The first attribute has the flags, if there are some.
pub(super) fn convert(operation: &mut Operation<'_>) -> Option<Outcome> {
    let to = format(*operation.result_types.first()?)?;
    let operands = floats(operation)?;
    let result = operation.terms.apply(Operator::FloatConvert(to), &operands);
    if operation.attributes.is_empty() {
        let content = operation.terms.bits_of_float(result);
        return Some(operation.results(&[content], &[]));
    }
    let mut outcome = fast(operation, &operands, result, 0);
    if let Some(has_mode) = operation.attributes.get(1) {
        let rounds = operation.terms.not(*has_mode);
        outcome
            .assumptions
            .push(("without a rounding mode", rounds));
    }
    Some(outcome)
}

/// The float nearest to a number.
pub(super) fn of_integer(operation: &mut Operation<'_>, is_signed: bool) -> Option<Outcome> {
    let to = format(*operation.result_types.first()?)?;
    Operation::integer_width(operation.operand_types[0])?;
    let operator = match is_signed {
        true => Operator::FloatOfSigned(to),
        false => Operator::FloatOfUnsigned(to),
    };
    let content = operation.content(0);
    let result = operation.terms.apply(operator, &[content]);
    let content = operation.terms.bits_of_float(result);
    Some(operation.results(&[content], &[]))
}

/// What does not fit, NaN among it, is poison.
pub(super) fn to_integer(operation: &mut Operation<'_>, is_signed: bool) -> Option<Outcome> {
    let width = Operation::integer_width(*operation.result_types.first()?)?;
    let from = format(operation.operand_types[0])?;
    let [x] = *floats(operation)? else {
        return None;
    };
    let terms = &mut *operation.terms;
    let (to, back) = match is_signed {
        true => (
            Operator::FloatToSigned(width),
            Operator::FloatOfSigned(from),
        ),
        false => (
            Operator::FloatToUnsigned(width),
            Operator::FloatOfUnsigned(from),
        ),
    };
    let content = terms.apply(to, &[x]);
    let whole = terms.apply(Operator::FloatRound(crate::term::Rounding::ToZero), &[x]);
    let back = terms.apply(back, &[content]);
    let fits = terms.apply(Operator::FloatEqual, &[back, whole]);
    let does_not = terms.not(fits);
    Some(operation.results(&[content], &[does_not]))
}

fn format(ty: Type) -> Option<Format> {
    match ty {
        Type::Float(format) => Some(format),
        _ => None,
    }
}

/// The operands, which are given by their bits, as floats.
fn floats(operation: &mut Operation<'_>) -> Option<Vec<Term>> {
    let mut floats = Vec::new();
    for (value, ty) in operation.operands.iter().zip(operation.operand_types) {
        floats.push(operation.terms.float_of_bits(format(*ty)?, value.content));
    }
    Some(floats)
}

/// What was computed, unless the flags of the first attribute forbid it.
pub(super) fn checked(operation: &mut Operation<'_>, mut outcome: Outcome) -> Option<Outcome> {
    let format = format(*operation.result_types.first()?)?;
    let result = &mut outcome.results[0];
    let float = operation.terms.float_of_bits(format, result.content);
    let mut poison = forbidden(operation, &[float], 0);
    poison.push(result.is_poison);
    result.is_poison = operation.terms.any(&poison);
    outcome.assumptions = loose(operation, 0);
    Some(outcome)
}

/// A result, and what the flags of an attribute make of it.
fn fast(operation: &mut Operation<'_>, operands: &[Term], result: Term, flags: usize) -> Outcome {
    let mut all = operands.to_vec();
    all.push(result);
    let poison = forbidden(operation, &all, flags);
    let assumptions = loose(operation, flags);
    let content = operation.terms.bits_of_float(result);
    let mut outcome = operation.results(&[content], &poison);
    outcome.assumptions = assumptions;
    outcome
}

/// When floats are what the flags say that they are not.
fn forbidden(operation: &mut Operation<'_>, floats: &[Term], flags: usize) -> Vec<Term> {
    let tests = [
        (NO_NAN, Operator::FloatIsNan),
        (NO_INFINITY, Operator::FloatIsInfinite),
    ];
    let mut poison = Vec::new();
    for (bit, test) in tests {
        let is_set = operation.flag(flags, bit);
        for float in floats {
            let is_so = operation.terms.apply(test, &[*float]);
            poison.push(operation.terms.and(is_set, is_so));
        }
    }
    poison
}

fn loose(operation: &mut Operation<'_>, flags: usize) -> Vec<(&'static str, Term)> {
    let set = LOOSE.map(|bit| operation.flag(flags, bit));
    let any = operation.terms.any(&set);
    let none = operation.terms.not(any);
    vec![(
        "without the flags reassoc, nsz, arcp, contract and afn",
        none,
    )]
}
