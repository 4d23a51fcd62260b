//! The dialect `arith`.

use super::{
    AttributeKind, Meaning, Operation, Outcome,
    floats::{self, FASTMATH},
    integers::{self, Part, Wrap},
};
use crate::term::Operator;

const OVERFLOW: &[(&str, AttributeKind)] = &[("overflowFlags", OVERFLOW_FLAGS)];
const OVERFLOW_FLAGS: AttributeKind = AttributeKind::Flags {
    bits: 2,
    values: &["nsw", "nuw"],
    name: "arith.overflow",
};
const EXACT: &[(&str, AttributeKind)] = &[("isExact", AttributeKind::Unit)];
const VALUE: &[(&str, AttributeKind)] = &[("value", AttributeKind::Value)];
const PREDICATE: &[(&str, AttributeKind)] = &[("predicate", AttributeKind::Choice { cases: 10 })];
const FLOAT_PREDICATE: &[(&str, AttributeKind)] = &[
    ("predicate", AttributeKind::Choice { cases: 16 }),
    ("fastmath", FASTMATH),
];
const FAST: &[(&str, AttributeKind)] = &[("fastmath", FASTMATH)];
const FAST_AND_ROUNDING: &[(&str, AttributeKind)] = &[
    ("fastmath", FASTMATH),
    ("roundingmode", AttributeKind::Absent),
];

pub(super) const ALL: &[Meaning] = meanings! {
    "arith.constant" VALUE => integers::constant;
    "arith.addi" OVERFLOW => |it| integers::wrapping(it, Wrap::Add);
    "arith.subi" OVERFLOW => |it| integers::wrapping(it, Wrap::Subtract);
    "arith.muli" OVERFLOW => |it| integers::wrapping(it, Wrap::Multiply);
    "arith.shli" OVERFLOW => |it| integers::wrapping(it, Wrap::ShiftLeft);
    "arith.shrui" EXACT => |it| integers::shift_right(it, Operator::ShiftRight);
    "arith.shrsi" EXACT => |it| integers::shift_right(it, Operator::ShiftRightSigned);
    "arith.divui" EXACT => |it| integers::divide(it, Part::Quotient, false);
    "arith.divsi" EXACT => |it| integers::divide(it, Part::Quotient, true);
    "arith.ceildivui" &[] => |it| integers::divide(it, Part::Up, false);
    "arith.ceildivsi" &[] => |it| integers::divide(it, Part::Up, true);
    "arith.floordivsi" &[] => |it| integers::divide(it, Part::Down, true);
    "arith.remui" &[] => |it| integers::divide(it, Part::Remainder, false);
    "arith.remsi" &[] => |it| integers::divide(it, Part::Remainder, true);
    "arith.andi" &[] => |it| integers::simple(it, Operator::BitAnd);
    "arith.ori" &[] => |it| integers::simple(it, Operator::BitOr);
    "arith.xori" &[] => |it| integers::simple(it, Operator::BitXor);
    "arith.maxsi" &[] => |it| integers::select_by(it, Operator::LessSigned, true);
    "arith.maxui" &[] => |it| integers::select_by(it, Operator::Less, true);
    "arith.minsi" &[] => |it| integers::select_by(it, Operator::LessSigned, false);
    "arith.minui" &[] => |it| integers::select_by(it, Operator::Less, false);
    "arith.cmpi" PREDICATE => integers::compare;
    "arith.select" &[] => integers::select;
    "arith.extui" &[] => |it| integers::resize(it, false);
    "arith.extsi" &[] => |it| integers::resize(it, true);
    "arith.trunci" OVERFLOW => integers::truncate;
    "arith.index_cast" &[] => |it| integers::resize(it, true);
    "arith.index_castui" &[] => |it| integers::resize(it, false);
    "arith.addui_extended" &[] => add_extended;
    "arith.mulsi_extended" &[] => |it| multiply_extended(it, true);
    "arith.mului_extended" &[] => |it| multiply_extended(it, false);
    "arith.bitcast" &[] => integers::bitcast;
    "arith.negf" FAST => |it| floats::simple(it, Operator::FloatNegate);
    "arith.addf" FAST => |it| floats::simple(it, Operator::FloatAdd);
    "arith.subf" FAST => |it| floats::simple(it, Operator::FloatSubtract);
    "arith.mulf" FAST => |it| floats::simple(it, Operator::FloatMultiply);
    "arith.divf" FAST => |it| floats::simple(it, Operator::FloatDivide);
    "arith.maximumf" FAST => |it| floats::extreme(it, true);
    "arith.minimumf" FAST => |it| floats::extreme(it, false);
    "arith.maxnumf" FAST => |it| floats::extreme_number(it, true);
    "arith.minnumf" FAST => |it| floats::extreme_number(it, false);
    "arith.remf" FAST => floats::remainder;
    "arith.cmpf" FLOAT_PREDICATE => floats::compare;
    "arith.extf" FAST => floats::convert;
    "arith.truncf" FAST_AND_ROUNDING => floats::convert;
    "arith.sitofp" &[] => |it| floats::of_integer(it, true);
    "arith.uitofp" &[] => |it| floats::of_integer(it, false);
    "arith.fptosi" &[] => |it| floats::to_integer(it, true);
    "arith.fptoui" &[] => |it| floats::to_integer(it, false);
};

fn add_extended(operation: &mut Operation<'_>) -> Option<Outcome> {
    let sum = integers::wrapping(operation, Wrap::Add)?.results[0].content;
    let (x, y) = (operation.content(0), operation.content(1));
    let carries = operation.terms.add_overflows(x, y, false);
    let carry = operation.terms.bit_of(carries);
    Some(operation.results(&[sum, carry], &[]))
}

/// Products of up to 64 bits.
fn multiply_extended(operation: &mut Operation<'_>, is_signed: bool) -> Option<Outcome> {
    let (x, y) = (operation.content(0), operation.content(1));
    let width = Operation::integer_width(operation.operand_types[0])?;
    if 2 * width > crate::term::MAX_WIDTH {
        return None;
    }
    let terms = &mut *operation.terms;
    let [wide_x, wide_y] = [x, y].map(|term| terms.resize(term, 2 * width, is_signed));
    let product = terms.apply(Operator::Multiply, &[wide_x, wide_y]);
    let low = terms.apply(Operator::Multiply, &[x, y]);
    let high = terms.extract(product, width, width);
    Some(operation.results(&[low, high], &[]))
}
