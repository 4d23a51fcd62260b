//! What integers of all dialects have in common.

use super::{Operation, Outcome};
use crate::{
    term::{Operator, Term, Terms},
    value::{Type, Value},
};

/// Flags of additions and the like that make what does not fit poison.
#[derive(Clone, Copy)]
pub(super) enum Wrap {
    Add,
    Subtract,
    Multiply,
    ShiftLeft,
}

/// The operation on the first two operands, which have the type of the result.
pub(super) fn simple(operation: &mut Operation<'_>, operator: Operator) -> Option<Outcome> {
    are_integers(operation)?;
    let operands = [operation.content(0), operation.content(1)];
    let content = operation.terms.apply(operator, &operands);
    Some(operation.results(&[content], &[]))
}

/// An operation whose first attribute has the flags `nsw` and `nuw`, in this order.
pub(super) fn wrapping(operation: &mut Operation<'_>, wrap: Wrap) -> Option<Outcome> {
    are_integers(operation)?;
    let (x, y) = (operation.content(0), operation.content(1));
    let operator = match wrap {
        Wrap::Add => Operator::Add,
        Wrap::Subtract => Operator::Subtract,
        Wrap::Multiply => Operator::Multiply,
        Wrap::ShiftLeft => Operator::ShiftLeft,
    };
    let content = operation.terms.apply(operator, &[x, y]);
    let mut poison = Vec::new();
    if !operation.attributes.is_empty() {
        for (bit, is_signed) in [(0, true), (1, false)] {
            let is_set = operation.flag(0, bit);
            let terms = &mut *operation.terms;
            let overflows = match wrap {
                Wrap::Add => terms.add_overflows(x, y, is_signed),
                Wrap::Subtract => terms.subtract_overflows(x, y, is_signed),
                Wrap::Multiply => terms.multiply_overflows(x, y, is_signed),
                Wrap::ShiftLeft => shift_overflows(terms, x, y, content, is_signed),
            };
            poison.push(terms.and(is_set, overflows));
        }
    }
    if matches!(wrap, Wrap::ShiftLeft) {
        poison.push(is_too_far(operation.terms, y));
    }
    Some(operation.results(&[content], &poison))
}

/// A shift back does not return what was shifted.
fn shift_overflows(terms: &mut Terms, x: Term, by: Term, shifted: Term, is_signed: bool) -> Term {
    let back = match is_signed {
        true => Operator::ShiftRightSigned,
        false => Operator::ShiftRight,
    };
    let back = terms.apply(back, &[shifted, by]);
    terms.differ(back, x)
}

/// Whether a shift is by the width or more.
pub(super) fn is_too_far(terms: &mut Terms, by: Term) -> Term {
    let width = terms.width(by);
    // A number with so few bits may not be able to be as large as its width.
    let limit = u128::from(width);
    if limit > crate::term::mask(width) {
        return terms.bool(false);
    }
    let limit = terms.bits(width, limit);
    terms.apply(Operator::LessOrEqual, &[limit, by])
}

/// A shift to the right. The attribute says that no 1 is shifted out.
pub(super) fn shift_right(operation: &mut Operation<'_>, operator: Operator) -> Option<Outcome> {
    are_integers(operation)?;
    let (x, by) = (operation.content(0), operation.content(1));
    let content = operation.terms.apply(operator, &[x, by]);
    let mut poison = vec![is_too_far(operation.terms, by)];
    if let [is_exact] = *operation.attributes {
        let terms = &mut *operation.terms;
        let back = terms.apply(Operator::ShiftLeft, &[content, by]);
        let loses = terms.differ(back, x);
        poison.push(terms.and(is_exact, loses));
    }
    Some(operation.results(&[content], &poison))
}

/// What a division returns.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// The quotient, rounded to 0.
    Quotient,
    Up,
    Down,
    Remainder,
}

/// A division. The attribute says that nothing remains.
pub(super) fn divide(
    operation: &mut Operation<'_>,
    part: Part,
    is_signed: bool,
) -> Option<Outcome> {
    are_integers(operation)?;
    let (x, y) = (operation.content(0), operation.content(1));
    let terms = &mut *operation.terms;
    let [quotient, remainder] = match is_signed {
        true => [Operator::DivideSigned, Operator::RemainderSigned],
        false => [Operator::DivideUnsigned, Operator::RemainderUnsigned],
    }
    .map(|operator| terms.apply(operator, &[x, y]));
    let width = terms.width(x);
    let is_even = terms.is_number(remainder, 0);
    let leaves = terms.not(is_even);
    let content = match part {
        Part::Quotient => quotient,
        Part::Remainder => remainder,
        Part::Up | Part::Down => {
            // The quotient is rounded to 0: down if the exact one is positive.
            let was_rounded_down = match is_signed {
                true => {
                    let (x, y) = (terms.is_negative(x), terms.is_negative(y));
                    terms.equal(x, y)
                }
                false => terms.bool(true),
            };
            let (is_wrong, step) = match part {
                Part::Up => (was_rounded_down, 1),
                _ => (terms.not(was_rounded_down), u128::MAX),
            };
            let corrects = terms.and(leaves, is_wrong);
            let step = terms.bits(width, step);
            let corrected = terms.apply(Operator::Add, &[quotient, step]);
            terms.if_else(corrects, corrected, quotient)
        }
    };
    let poison = match *operation.attributes {
        [is_exact] => vec![operation.terms.and(is_exact, leaves)],
        _ => Vec::new(),
    };
    let is_undefined = division_is_undefined(operation, part, is_signed);
    let mut outcome = operation.results(&[content], &poison);
    outcome.is_undefined = is_undefined;
    Some(outcome)
}

/// A division by 0 or poison is undefined behaviour, and so is one whose result does not
/// fit. A dividend that is poison may be the number for which it does not.
fn division_is_undefined(operation: &mut Operation<'_>, part: Part, is_signed: bool) -> Term {
    let [x, y] = [operation.operands[0], operation.operands[1]];
    let terms = &mut *operation.terms;
    let by_zero = terms.is_number(y.content, 0);
    let by_nothing = terms.or(y.is_poison, by_zero);
    let has_limit = part != Part::Remainder || operation.reading.remainder_of_min_is_undefined;
    if !is_signed || !has_limit {
        return by_nothing;
    }
    let width = terms.width(x.content);
    let min = terms.signed_min(width);
    let is_min = terms.equal(x.content, min);
    let may_be_min = terms.or(x.is_poison, is_min);
    let by_ones = terms.is_number(y.content, u128::MAX >> (128 - width));
    let overflows = terms.and(may_be_min, by_ones);
    terms.or(by_nothing, overflows)
}

/// The larger or smaller number.
pub(super) fn select_by(
    operation: &mut Operation<'_>,
    less: Operator,
    is_maximum: bool,
) -> Option<Outcome> {
    are_integers(operation)?;
    let (x, y) = (operation.content(0), operation.content(1));
    let is_less = operation.terms.apply(less, &[x, y]);
    let (then, otherwise) = if is_maximum { (y, x) } else { (x, y) };
    let content = operation.terms.if_else(is_less, then, otherwise);
    Some(operation.results(&[content], &[]))
}

/// A comparison by one of ten predicates, which the first attribute numbers.
pub(super) fn compare(operation: &mut Operation<'_>) -> Option<Outcome> {
    let all = comparisons(operation)?;
    let holds = choose(operation.terms, operation.attributes[0], &all);
    let content = operation.terms.bit_of(holds);
    Some(operation.results(&[content], &[]))
}

/// What the ten predicates say of the operands.
pub(super) fn comparisons(operation: &mut Operation<'_>) -> Option<Vec<Term>> {
    are_integers(operation)?;
    let (x, y) = (operation.content(0), operation.content(1));
    let terms = &mut *operation.terms;
    let is_equal = terms.equal(x, y);
    let mut of = |operator, swaps: bool| {
        let operands = if swaps { [y, x] } else { [x, y] };
        terms.apply(operator, &operands)
    };
    let ordered = [
        of(Operator::LessSigned, false),
        of(Operator::LessOrEqualSigned, false),
        of(Operator::LessSigned, true),
        of(Operator::LessOrEqualSigned, true),
        of(Operator::Less, false),
        of(Operator::LessOrEqual, false),
        of(Operator::Less, true),
        of(Operator::LessOrEqual, true),
    ];
    let differs = terms.not(is_equal);
    let mut all = vec![is_equal, differs];
    all.extend(ordered);
    Some(all)
}

/// The condition with a number.
pub(super) fn choose(terms: &mut Terms, number: Term, conditions: &[Term]) -> Term {
    let (last, rest) = conditions.split_last().expect("there are conditions");
    let mut chosen = *last;
    for (index, condition) in rest.iter().enumerate().rev() {
        let is_this = terms.is_number(number, index as u128);
        chosen = terms.if_else(is_this, *condition, chosen);
    }
    chosen
}

/// A number of another width: cut, or extended with its sign or with zeros.
pub(super) fn resize(operation: &mut Operation<'_>, is_signed: bool) -> Option<Outcome> {
    let width = Operation::integer_width(*operation.result_types.first()?)?;
    Operation::integer_width(operation.operand_types[0])?;
    let content = operation.content(0);
    let content = operation.terms.resize(content, width, is_signed);
    Some(operation.results(&[content], &[]))
}

/// The numbers that a value of the first attribute is.
pub(super) fn constant(operation: &mut Operation<'_>) -> Option<Outcome> {
    let content = *operation.attributes.first()?;
    Some(operation.results(&[content], &[]))
}

/// Only the value that is selected may be poison.
pub(super) fn select(operation: &mut Operation<'_>) -> Option<Outcome> {
    let [condition, then, otherwise] = *operation.operands else {
        return None;
    };
    if operation.operand_types[0] != Type::Integer(1) {
        return None;
    }
    let terms = &mut *operation.terms;
    let holds = terms.is_set(condition.content);
    let content = terms.if_else(holds, then.content, otherwise.content);
    let selected = terms.if_else(holds, then.is_poison, otherwise.is_poison);
    let is_poison = terms.or(condition.is_poison, selected);
    let result = Value { content, is_poison };
    Some(Outcome::new(operation.terms, vec![result]))
}

/// A number with fewer bits. The first attribute has flags against losing some.
pub(super) fn truncate(operation: &mut Operation<'_>) -> Option<Outcome> {
    let mut outcome = resize(operation, false)?;
    let (x, cut) = (operation.content(0), outcome.results[0].content);
    let width = operation.terms.width(x);
    let mut poison = Vec::new();
    for (bit, is_signed) in [(0, true), (1, false)] {
        let is_set = operation.flag(0, bit);
        let back = operation.terms.resize(cut, width, is_signed);
        let loses = operation.terms.differ(back, x);
        poison.push(operation.terms.and(is_set, loses));
    }
    outcome.results = operation.results(&[cut], &poison).results;
    Some(outcome)
}

/// Values of all types are given by their bits.
pub(super) fn bitcast(operation: &mut Operation<'_>) -> Option<Outcome> {
    let (from, to) = (operation.operand_types[0], *operation.result_types.first()?);
    let is_opaque = [from, to].contains(&Type::Opaque);
    if is_opaque || from.sort() != to.sort() {
        return None;
    }
    let content = operation.content(0);
    Some(operation.results(&[content], &[]))
}

fn are_integers(operation: &Operation<'_>) -> Option<()> {
    let mut types = operation.operand_types.iter();
    let are_integers = types.all(|ty| Operation::integer_width(*ty).is_some());
    (are_integers && operation.operands.len() == 2).then_some(())
}
