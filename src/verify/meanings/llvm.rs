//! The dialect `llvm`, as LLVM's language reference says, for values that are not `undef`.

use super::{
    AttributeKind, Meaning, Operation, Outcome, bits, floats,
    integers::{self, Part, Wrap},
    ub,
};
use crate::{
    term::{Operator, Rounding, Term, Terms},
    value::Type,
};

const OVERFLOW: &[(&str, AttributeKind)] = &[(
    "overflowFlags",
    AttributeKind::Flags {
        bits: 2,
        values: &["nsw", "nuw"],
        name: "llvm.overflow",
    },
)];
const EXACT: &[(&str, AttributeKind)] = &[("isExact", AttributeKind::Unit)];
const DISJOINT: &[(&str, AttributeKind)] = &[("isDisjoint", AttributeKind::Unit)];
const NON_NEGATIVE: &[(&str, AttributeKind)] = &[("nonNeg", AttributeKind::Unit)];
const VALUE: &[(&str, AttributeKind)] = &[("value", AttributeKind::Value)];
const PREDICATE: &[(&str, AttributeKind)] = &[("predicate", AttributeKind::Choice { cases: 10 })];
const OF_ZERO: &[(&str, AttributeKind)] = &[("is_zero_poison", AttributeKind::Number { width: 1 })];
const OF_MIN: &[(&str, AttributeKind)] =
    &[("is_int_min_poison", AttributeKind::Number { width: 1 })];
const FASTMATH: AttributeKind = AttributeKind::Flags {
    bits: 7,
    values: &["nnan", "ninf", "nsz", "arcp", "contract", "afn", "reassoc"],
    name: "llvm.fastmath",
};
const FAST: &[(&str, AttributeKind)] = &[("fastmathFlags", FASTMATH)];
const FLOAT_PREDICATE: &[(&str, AttributeKind)] = &[
    ("predicate", AttributeKind::Choice { cases: 16 }),
    ("fastmathFlags", FASTMATH),
];

pub(super) const ALL: &[Meaning] = meanings! {
    "llvm.mlir.constant" VALUE => integers::constant;
    "llvm.mlir.zero" &[] => zero;
    "llvm.mlir.poison" &[] => ub::poison;
    "llvm.freeze" &[] => freeze;
    "llvm.add" OVERFLOW => |it| integers::wrapping(it, Wrap::Add);
    "llvm.sub" OVERFLOW => |it| integers::wrapping(it, Wrap::Subtract);
    "llvm.mul" OVERFLOW => |it| integers::wrapping(it, Wrap::Multiply);
    "llvm.shl" OVERFLOW => |it| integers::wrapping(it, Wrap::ShiftLeft);
    "llvm.lshr" EXACT => |it| integers::shift_right(it, Operator::ShiftRight);
    "llvm.ashr" EXACT => |it| integers::shift_right(it, Operator::ShiftRightSigned);
    "llvm.udiv" EXACT => |it| integers::divide(it, Part::Quotient, false);
    "llvm.sdiv" EXACT => |it| integers::divide(it, Part::Quotient, true);
    "llvm.urem" &[] => |it| integers::divide(it, Part::Remainder, false);
    "llvm.srem" &[] => signed_remainder;
    "llvm.and" &[] => |it| integers::simple(it, Operator::BitAnd);
    "llvm.or" DISJOINT => or;
    "llvm.xor" &[] => |it| integers::simple(it, Operator::BitXor);
    "llvm.icmp" PREDICATE => integers::compare;
    "llvm.select" FAST => select;
    "llvm.zext" NON_NEGATIVE => |it| non_negative(it, |it| integers::resize(it, false));
    "llvm.sext" &[] => |it| integers::resize(it, true);
    "llvm.trunc" OVERFLOW => integers::truncate, is_narrower;
    "llvm.bitcast" &[] => integers::bitcast;
    "llvm.intr.smax" &[] => |it| integers::select_by(it, Operator::LessSigned, true);
    "llvm.intr.umax" &[] => |it| integers::select_by(it, Operator::Less, true);
    "llvm.intr.smin" &[] => |it| integers::select_by(it, Operator::LessSigned, false);
    "llvm.intr.umin" &[] => |it| integers::select_by(it, Operator::Less, false);
    "llvm.intr.sadd.sat" &[] => |it| saturating(it, Wrap::Add, true);
    "llvm.intr.uadd.sat" &[] => |it| saturating(it, Wrap::Add, false);
    "llvm.intr.ssub.sat" &[] => |it| saturating(it, Wrap::Subtract, true);
    "llvm.intr.usub.sat" &[] => |it| saturating(it, Wrap::Subtract, false);
    "llvm.intr.fshl" &[] => |it| funnel(it, true);
    "llvm.intr.fshr" &[] => |it| funnel(it, false);
    "llvm.intr.abs" OF_MIN => bits::absolute, |from, to| from == to;
    "llvm.intr.ctlz" OF_ZERO => |it| bits::unary(it, bits::leading_zeros), |from, to| from == to;
    "llvm.intr.cttz" OF_ZERO => |it| bits::unary(it, bits::trailing_zeros), |from, to| from == to;
    "llvm.intr.ctpop" &[] => |it| bits::unary(it, bits::ones);
    "llvm.intr.bitreverse" &[] => |it| bits::unary(it, |terms, x| bits::reverse(terms, x, 1));
    "llvm.intr.bswap" &[] => |it| bits::unary(it, |terms, x| bits::reverse(terms, x, 8)), has_bytes;
    "llvm.fneg" FAST => |it| fast(it, |it| floats::simple(it, Operator::FloatNegate));
    "llvm.fadd" FAST => |it| fast(it, |it| floats::simple(it, Operator::FloatAdd));
    "llvm.fsub" FAST => |it| fast(it, |it| floats::simple(it, Operator::FloatSubtract));
    "llvm.fmul" FAST => |it| fast(it, |it| floats::simple(it, Operator::FloatMultiply));
    "llvm.fdiv" FAST => |it| fast(it, |it| floats::simple(it, Operator::FloatDivide));
    "llvm.frem" FAST => |it| fast(it, floats::remainder);
    "llvm.fcmp" FLOAT_PREDICATE => |it| fast(it, floats::compare);
    "llvm.fpext" &[] => floats::convert, |from, to| is_narrower(to, from);
    "llvm.fptrunc" &[] => floats::convert, is_narrower;
    "llvm.sitofp" &[] => |it| floats::of_integer(it, true);
    "llvm.uitofp" NON_NEGATIVE => |it| non_negative(it, |it| floats::of_integer(it, false));
    "llvm.fptosi" &[] => |it| floats::to_integer(it, true);
    "llvm.fptoui" &[] => |it| floats::to_integer(it, false);
    "llvm.intr.fabs" FAST => |it| fast(it, |it| floats::simple(it, Operator::FloatAbsolute));
    "llvm.intr.copysign" FAST => |it| fast(it, floats::copy_sign);
    "llvm.intr.sqrt" FAST => |it| fast(it, |it| floats::simple(it, Operator::FloatSqrt));
    "llvm.intr.fma" FAST => |it| fast(it, |it| floats::simple(it, Operator::FloatFma));
    "llvm.intr.floor" FAST => |it| round(it, Rounding::Down);
    "llvm.intr.ceil" FAST => |it| round(it, Rounding::Up);
    "llvm.intr.trunc" FAST => |it| round(it, Rounding::ToZero);
    "llvm.intr.round" FAST => |it| round(it, Rounding::NearestAway);
    "llvm.intr.roundeven" FAST => |it| round(it, Rounding::NearestEven);
    "llvm.intr.maximum" FAST => |it| fast(it, |it| floats::extreme(it, true));
    "llvm.intr.minimum" FAST => |it| fast(it, |it| floats::extreme(it, false));
};

fn zero(operation: &mut Operation<'_>) -> Option<Outcome> {
    let ty = operation.result_types.first()?;
    if *ty == Type::Opaque {
        return None;
    }
    let zero = crate::evaluate::of_number(ty.sort(), 0);
    let zero = operation.terms.constant_term(zero);
    Some(operation.defined(zero))
}

/// The operand, or anything if that is poison.
fn freeze(operation: &mut Operation<'_>) -> Option<Outcome> {
    let [value] = *operation.operands else {
        return None;
    };
    let terms = &mut *operation.terms;
    let sort = terms.sort(value.content);
    let anything = terms.variable("frozen", sort);
    let content = terms.if_else(value.is_poison, anything, value.content);
    let mut outcome = operation.defined(content);
    outcome.choices.push(anything);
    Some(outcome)
}

/// The remainder of the smallest number by -1 is undefined, as the quotient is.
fn signed_remainder(operation: &mut Operation<'_>) -> Option<Outcome> {
    operation.reading.remainder_of_min_is_undefined = true;
    integers::divide(operation, Part::Remainder, true)
}

/// The attribute says that no bit is set in both operands.
fn or(operation: &mut Operation<'_>) -> Option<Outcome> {
    let content = integers::simple(operation, Operator::BitOr)?.results[0].content;
    let operands = [operation.content(0), operation.content(1)];
    let terms = &mut *operation.terms;
    let common = terms.apply(Operator::BitAnd, &operands);
    let is_none = terms.is_number(common, 0);
    let are_some = terms.not(is_none);
    let is_poison = terms.and(operation.attributes[0], are_some);
    Some(operation.results(&[content], &[is_poison]))
}

/// The attribute says that the number is not negative.
fn non_negative(
    operation: &mut Operation<'_>,
    compute: fn(&mut Operation<'_>) -> Option<Outcome>,
) -> Option<Outcome> {
    let mut outcome = compute(operation)?;
    let x = operation.content(0);
    let terms = &mut *operation.terms;
    let is_negative = terms.is_negative(x);
    let is_poison = terms.and(operation.attributes[0], is_negative);
    let result = &mut outcome.results[0];
    result.is_poison = terms.or(result.is_poison, is_poison);
    Some(outcome)
}

fn select(operation: &mut Operation<'_>) -> Option<Outcome> {
    let selected = integers::select(operation)?;
    match operation.result_types {
        [Type::Float(_)] => fast(operation, |it| floats::checked(it, selected)),
        _ => Some(selected),
    }
}

/// Numbers that do not fit become the nearest one that does.
fn saturating(operation: &mut Operation<'_>, wrap: Wrap, is_signed: bool) -> Option<Outcome> {
    let content = integers::wrapping(operation, wrap)?.results[0].content;
    let (x, y) = (operation.content(0), operation.content(1));
    let terms = &mut *operation.terms;
    let overflows = match wrap {
        Wrap::Add => terms.add_overflows(x, y, is_signed),
        _ => terms.subtract_overflows(x, y, is_signed),
    };
    let width = terms.width(x);
    let nearest = match (is_signed, wrap) {
        (true, _) => {
            let [min, max] = [1 << (width - 1), crate::term::mask(width) >> 1];
            let [min, max] = [min, max].map(|bits| terms.bits(width, bits));
            let is_negative = terms.is_negative(x);
            terms.if_else(is_negative, min, max)
        }
        (false, Wrap::Add) => terms.bits(width, u128::MAX),
        (false, _) => terms.bits(width, 0),
    };
    let content = terms.if_else(overflows, nearest, content);
    Some(operation.results(&[content], &[]))
}

/// Two numbers after each other, shifted by a third one modulo the width: the high bits, or
/// the low ones.
fn funnel(operation: &mut Operation<'_>, is_left: bool) -> Option<Outcome> {
    let [first, second, by] = *operation.operands else {
        return None;
    };
    let width = Operation::integer_width(operation.operand_types[0])?;
    let terms = &mut *operation.terms;
    let both = terms.apply(Operator::Concat, &[first.content, second.content]);
    let by = amount(terms, by.content);
    let by = terms.zero_extend(by, 2 * width);
    let content = match is_left {
        true => {
            let shifted = terms.apply(Operator::ShiftLeft, &[both, by]);
            terms.extract(shifted, width, width)
        }
        false => {
            let shifted = terms.apply(Operator::ShiftRight, &[both, by]);
            terms.extract(shifted, 0, width)
        }
    };
    Some(operation.results(&[content], &[]))
}

fn amount(terms: &mut Terms, by: Term) -> Term {
    let width = terms.width(by);
    let (operator, number) = match width.is_power_of_two() {
        true => (Operator::BitAnd, width - 1),
        false => (Operator::RemainderUnsigned, width),
    };
    let number = terms.bits(width, u128::from(number));
    terms.apply(operator, &[by, number])
}

fn round(operation: &mut Operation<'_>, rounding: Rounding) -> Option<Outcome> {
    fast(operation, |it| {
        floats::simple(it, Operator::FloatRound(rounding))
    })
}

/// Computes with the last attribute as the flags of `arith` are: one place further up, and
/// the last one first.
fn fast(
    operation: &mut Operation<'_>,
    compute: impl FnOnce(&mut Operation<'_>) -> Option<Outcome>,
) -> Option<Outcome> {
    let (flags, others) = operation.attributes.split_last()?;
    let terms = &mut *operation.terms;
    let [low, last] = [(0, 6), (6, 1)].map(|(bit, count)| terms.extract(*flags, bit, count));
    let flags = terms.apply(Operator::Concat, &[low, last]);
    let attributes = [others, &[flags]].concat();
    compute(&mut Operation {
        terms,
        attributes: &attributes,
        ..*operation
    })
}

fn is_narrower(from: &[Type], to: &[Type]) -> bool {
    let width = |types: &[Type]| match types {
        [Type::Integer(width)] => Some(*width),
        [Type::Float(format)] => Some(format.width()),
        _ => None,
    };
    matches!((width(from), width(to)), (Some(from), Some(to)) if to < from)
}

fn has_bytes(from: &[Type], to: &[Type]) -> bool {
    from == to && matches!(from, [Type::Integer(width)] if width.is_multiple_of(16))
}
