//! Integers seen as rows of bits, in several dialects.

use super::{Operation, Outcome};
use crate::term::{Operator, Term, Terms};

/// What is made of one number, with as many bits.
pub(super) type Unary = fn(&mut Terms, Term) -> Term;

/// An operation on one number. An attribute says that 0 makes it poison.
pub(super) fn unary(operation: &mut Operation<'_>, compute: Unary) -> Option<Outcome> {
    let x = number(operation)?;
    let content = compute(operation.terms, x);
    let poison = match *operation.attributes {
        [is_poison] => {
            let is_zero = operation.terms.is_number(x, 0);
            let is_set = operation.terms.is_set(is_poison);
            vec![operation.terms.and(is_set, is_zero)]
        }
        _ => Vec::new(),
    };
    Some(operation.results(&[content], &poison))
}

/// A number without its sign. That of the smallest number is itself, or poison if an
/// attribute says so.
pub(super) fn absolute(operation: &mut Operation<'_>) -> Option<Outcome> {
    let x = number(operation)?;
    let terms = &mut *operation.terms;
    let is_negative = terms.is_negative(x);
    let opposite = terms.apply(Operator::Negate, &[x]);
    let content = terms.if_else(is_negative, opposite, x);
    let poison = match *operation.attributes {
        [is_poison] => {
            let width = terms.width(x);
            let min = terms.signed_min(width);
            let is_min = terms.equal(x, min);
            let is_set = terms.is_set(is_poison);
            vec![terms.and(is_set, is_min)]
        }
        _ => Vec::new(),
    };
    Some(operation.results(&[content], &poison))
}

/// How many bits above the highest 1 are 0.
pub(super) fn leading_zeros(terms: &mut Terms, x: Term) -> Term {
    let width = terms.width(x);
    position(terms, x, (0..width).map(|bit| (bit, width - 1 - bit)))
}

/// How many bits below the lowest 1 are 0.
pub(super) fn trailing_zeros(terms: &mut Terms, x: Term) -> Term {
    let width = terms.width(x);
    position(terms, x, (0..width).rev().map(|bit| (bit, bit)))
}

/// The number of the last bit that is 1, or the width if all are 0.
fn position(terms: &mut Terms, x: Term, bits: impl Iterator<Item = (u32, u32)>) -> Term {
    let width = terms.width(x);
    let none = terms.bits(width, u128::from(width));
    bits.fold(none, |found, (bit, number)| {
        let bit = terms.extract(x, bit, 1);
        let is_set = terms.is_set(bit);
        let number = terms.bits(width, u128::from(number));
        terms.if_else(is_set, number, found)
    })
}

/// How many bits are 1.
pub(super) fn ones(terms: &mut Terms, x: Term) -> Term {
    let width = terms.width(x);
    let zero = terms.bits(width, 0);
    (0..width).fold(zero, |sum, bit| {
        let bit = terms.extract(x, bit, 1);
        let bit = terms.zero_extend(bit, width);
        terms.apply(Operator::Add, &[sum, bit])
    })
}

/// The same parts, of so many bits, in the other order.
pub(super) fn reverse(terms: &mut Terms, x: Term, size: u32) -> Term {
    let width = terms.width(x);
    let parts = (0..width / size).map(|part| (part * size, size));
    let parts: Vec<_> = parts
        .map(|(low, size)| terms.extract(x, low, size))
        .collect();
    concat(terms, &parts)
}

/// All bits after each other. The first part has the high ones.
///
/// # Panics
///
/// If there are none.
pub(super) fn concat(terms: &mut Terms, parts: &[Term]) -> Term {
    let (first, rest) = parts.split_first().expect("there are parts");
    rest.iter().fold(*first, |all, part| {
        terms.apply(Operator::Concat, &[all, *part])
    })
}

fn number(operation: &Operation<'_>) -> Option<Term> {
    let [ty] = *operation.operand_types else {
        return None;
    };
    Operation::integer_width(ty)?;
    Some(operation.content(0))
}
