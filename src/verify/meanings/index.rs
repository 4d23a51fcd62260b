//! The dialect `index`.

use super::{
    AttributeKind, Meaning, Operation, Outcome,
    integers::{self, Part, Wrap},
};
use crate::{term::Operator, value::Type};

const PREDICATE: &[(&str, AttributeKind)] = &[("pred", AttributeKind::Choice { cases: 10 })];

pub(super) const ALL: &[Meaning] = meanings! {
    "index.add" &[] => |it| integers::wrapping(it, Wrap::Add);
    "index.sub" &[] => |it| integers::wrapping(it, Wrap::Subtract);
    "index.mul" &[] => |it| integers::wrapping(it, Wrap::Multiply);
    "index.divs" &[] => |it| integers::divide(it, Part::Quotient, true);
    "index.divu" &[] => |it| integers::divide(it, Part::Quotient, false);
    "index.ceildivs" &[] => |it| integers::divide(it, Part::Up, true);
    "index.ceildivu" &[] => |it| integers::divide(it, Part::Up, false);
    "index.floordivs" &[] => |it| integers::divide(it, Part::Down, true);
    "index.rems" &[] => |it| integers::divide(it, Part::Remainder, true);
    "index.remu" &[] => |it| integers::divide(it, Part::Remainder, false);
    "index.maxs" &[] => |it| integers::select_by(it, Operator::LessSigned, true);
    "index.maxu" &[] => |it| integers::select_by(it, Operator::Less, true);
    "index.mins" &[] => |it| integers::select_by(it, Operator::LessSigned, false);
    "index.minu" &[] => |it| integers::select_by(it, Operator::Less, false);
    "index.shl" &[] => |it| integers::wrapping(it, Wrap::ShiftLeft);
    "index.shrs" &[] => |it| integers::shift_right(it, Operator::ShiftRightSigned);
    "index.shru" &[] => |it| integers::shift_right(it, Operator::ShiftRight);
    "index.and" &[] => |it| integers::simple(it, Operator::BitAnd);
    "index.or" &[] => |it| integers::simple(it, Operator::BitOr);
    "index.xor" &[] => |it| integers::simple(it, Operator::BitXor);
    "index.casts" &[] => |it| integers::resize(it, true);
    "index.castu" &[] => |it| integers::resize(it, false);
    "index.cmp" PREDICATE => integers::compare;
    "index.sizeof" &[] => size;
    "index.constant" &[("value", AttributeKind::Value)] => integers::constant;
    "index.bool.constant" &[("value", AttributeKind::Value)] => integers::constant;
};

fn size(operation: &mut Operation<'_>) -> Option<Outcome> {
    let Type::Index(width) = *operation.result_types.first()? else {
        return None;
    };
    let content = operation.terms.bits(width, u128::from(width));
    Some(operation.results(&[content], &[]))
}
