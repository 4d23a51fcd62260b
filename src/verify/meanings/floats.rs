//! What floats of all dialects have in common. They round to the nearest, ties to even.
//! There is one NaN: its payload and sign are not compared.

use super::{AttributeKind, Operation, Outcome, integers};
use crate::{
    term::{Format, Operator, Term},
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

/// A float of another format. The first attribute has the flags.
pub(super) fn convert(operation: &mut Operation<'_>) -> Option<Outcome> {
    let to = format(*operation.result_types.first()?)?;
    let operands = floats(operation)?;
    let result = operation.terms.apply(Operator::FloatConvert(to), &operands);
    let mut outcome = fast(operation, &operands, result, 0);
    if let Some(has_mode) = operation.attributes.get(1) {
        let rounds = operation.terms.not(*has_mode);
        outcome
            .assumptions
            .push(("without a rounding mode", rounds));
    }
    Some(outcome)
}

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
    let [x] = *floats(operation)? else { return None };
    let terms = &mut *operation.terms;
    let (to, back) = match is_signed {
        true => (Operator::FloatToSigned(width), Operator::FloatOfSigned(from)),
        false => (Operator::FloatToUnsigned(width), Operator::FloatOfUnsigned(from)),
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

fn fast(
    operation: &mut Operation<'_>,
    operands: &[Term],
    result: Term,
    flags: usize,
) -> Outcome {
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
    vec![("without the flags reassoc, nsz, arcp, contract and afn", none)]
}
