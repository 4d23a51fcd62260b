//! The dialects `comb` and `hw` of CIRCT, with two states: a bit is 0 or 1. Their texts
//! know no poison, so what gets some returns some.

use super::{AttributeKind, Meaning, Operation, Outcome, bits, integers};
use crate::{
    term::{Operator, Term},
    value::Type,
};

const PREDICATE: &[(&str, AttributeKind)] = &[("predicate", AttributeKind::Choice { cases: 14 })];
const LOW_BIT: &[(&str, AttributeKind)] = &[("lowBit", AttributeKind::Number { width: 32 })];

pub(super) const ALL: &[Meaning] = meanings! {
    "comb.add" &[] => |it| variadic(it, Operator::Add), same;
    "comb.sub" &[] => |it| binary(it, Operator::Subtract), same_two;
    "comb.mul" &[] => |it| variadic(it, Operator::Multiply), same;
    "comb.divu" &[] => |it| divide(it, Operator::DivideUnsigned), same_two;
    "comb.divs" &[] => |it| divide(it, Operator::DivideSigned), same_two;
    "comb.modu" &[] => |it| divide(it, Operator::RemainderUnsigned), same_two;
    "comb.mods" &[] => |it| divide(it, Operator::RemainderSigned), same_two;
    "comb.and" &[] => |it| variadic(it, Operator::BitAnd), same;
    "comb.or" &[] => |it| variadic(it, Operator::BitOr), same;
    "comb.xor" &[] => |it| variadic(it, Operator::BitXor), same;
    // All bits may be shifted out: the operators of solvers then return what is wanted.
    "comb.shl" &[] => |it| binary(it, Operator::ShiftLeft), same_two;
    "comb.shru" &[] => |it| binary(it, Operator::ShiftRight), same_two;
    "comb.shrs" &[] => |it| binary(it, Operator::ShiftRightSigned), same_two;
    "comb.icmp" PREDICATE => compare, compares;
    "comb.extract" LOW_BIT => extract, extracts;
    "comb.concat" &[] => concat, concatenates;
    "comb.replicate" &[] => replicate, replicates;
    "comb.parity" &[] => parity, asks;
    "comb.mux" &[] => select, selects;
    "comb.reverse" &[] => |it| bits::unary(it, |terms, x| bits::reverse(terms, x, 1)), same_one;
    "hw.constant" &[("value", AttributeKind::Value)] => integers::constant, is_constant;
};

fn variadic(operation: &mut Operation<'_>, operator: Operator) -> Option<Outcome> {
    let contents = contents(operation);
    let (first, rest) = contents.split_first()?;
    let terms = &mut *operation.terms;
    let content = rest
        .iter()
        .fold(*first, |all, next| terms.apply(operator, &[all, *next]));
    Some(operation.results(&[content], &[]))
}

fn binary(operation: &mut Operation<'_>, operator: Operator) -> Option<Outcome> {
    let contents = contents(operation);
    let content = operation.terms.apply(operator, &contents);
    Some(operation.results(&[content], &[]))
}

/// A division by 0 returns anything.
fn divide(operation: &mut Operation<'_>, operator: Operator) -> Option<Outcome> {
    let contents = contents(operation);
    let terms = &mut *operation.terms;
    let part = terms.apply(operator, &contents);
    let anything = terms.variable("by zero", operation.result_types[0].sort());
    let by_zero = terms.is_number(contents[1], 0);
    let content = terms.if_else(by_zero, anything, part);
    let mut outcome = operation.results(&[content], &[]);
    outcome.choices.push(anything);
    Some(outcome)
}

/// With two states, the predicates that look at four are those that do not.
fn compare(operation: &mut Operation<'_>) -> Option<Outcome> {
    let mut conditions = integers::comparisons(operation)?;
    let (equal, differ) = (conditions[0], conditions[1]);
    conditions.extend([equal, differ, equal, differ]);
    let holds = integers::choose(operation.terms, operation.attributes[0], &conditions);
    let content = operation.terms.bit_of(holds);
    Some(operation.results(&[content], &[]))
}

/// The bits from one on. There must be as many.
fn extract(operation: &mut Operation<'_>) -> Option<Outcome> {
    let (x, low) = (operation.content(0), *operation.attributes.first()?);
    let width = Operation::integer_width(*operation.result_types.first()?)?;
    let terms = &mut *operation.terms;
    let last = terms.width(x) - width;
    let at_last = terms.bits(32, u128::from(last));
    let exists = terms.apply(Operator::LessOrEqual, &[low, at_last]);
    let lowest = terms.extract(x, 0, width);
    let content = (1..=last).fold(lowest, |others, at| {
        let is_this = terms.is_number(low, u128::from(at));
        let part = terms.extract(x, at, width);
        terms.if_else(is_this, part, others)
    });
    let mut outcome = operation.results(&[content], &[]);
    outcome.exists = Some(exists);
    Some(outcome)
}

fn concat(operation: &mut Operation<'_>) -> Option<Outcome> {
    let contents = contents(operation);
    let content = bits::concat(operation.terms, &contents);
    Some(operation.results(&[content], &[]))
}

fn replicate(operation: &mut Operation<'_>) -> Option<Outcome> {
    let x = operation.content(0);
    let width = Operation::integer_width(*operation.result_types.first()?)?;
    let count = width / operation.terms.width(x);
    let content = bits::concat(operation.terms, &vec![x; count as usize]);
    Some(operation.results(&[content], &[]))
}

/// Whether the number of ones is odd.
fn parity(operation: &mut Operation<'_>) -> Option<Outcome> {
    let x = operation.content(0);
    let terms = &mut *operation.terms;
    let width = terms.width(x);
    let zero = terms.bits(1, 0);
    let content = (0..width).fold(zero, |odd, bit| {
        let bit = terms.extract(x, bit, 1);
        terms.apply(Operator::BitXor, &[odd, bit])
    });
    Some(operation.results(&[content], &[]))
}

fn select(operation: &mut Operation<'_>) -> Option<Outcome> {
    let [condition, then, otherwise] = *contents(operation) else {
        return None;
    };
    let holds = operation.terms.is_set(condition);
    let content = operation.terms.if_else(holds, then, otherwise);
    Some(operation.results(&[content], &[]))
}

fn contents(operation: &Operation<'_>) -> Vec<Term> {
    let operands = operation.operands.iter();
    operands.map(|value| value.content).collect()
}

fn same(operands: &[Type], results: &[Type]) -> bool {
    let [Type::Integer(_)] = *results else {
        return false;
    };
    !operands.is_empty() && operands.iter().all(|operand| *operand == results[0])
}

fn same_one(operands: &[Type], results: &[Type]) -> bool {
    operands.len() == 1 && same(operands, results)
}

fn same_two(operands: &[Type], results: &[Type]) -> bool {
    operands.len() == 2 && same(operands, results)
}

fn compares(operands: &[Type], results: &[Type]) -> bool {
    results == [Type::Integer(1)]
        && matches!(operands, [Type::Integer(first), Type::Integer(second)] if first == second)
}

fn extracts(operands: &[Type], results: &[Type]) -> bool {
    matches!((operands, results), ([Type::Integer(all)], [Type::Integer(part)]) if part <= all)
}

fn concatenates(operands: &[Type], results: &[Type]) -> bool {
    let widths = operands.iter().map(|ty| Operation::integer_width(*ty));
    let sum = widths.sum::<Option<u32>>();
    matches!((sum, results), (Some(sum @ 1..), [Type::Integer(all)]) if sum == *all)
}

fn replicates(operands: &[Type], results: &[Type]) -> bool {
    matches!(
        (operands, results),
        ([Type::Integer(part)], [Type::Integer(all)]) if all.is_multiple_of(*part)
    )
}

fn asks(operands: &[Type], results: &[Type]) -> bool {
    matches!(operands, [Type::Integer(_)]) && results == [Type::Integer(1)]
}

fn selects(operands: &[Type], results: &[Type]) -> bool {
    operands.first() == Some(&Type::Integer(1)) && same_two(&operands[1..], results)
}

fn is_constant(operands: &[Type], results: &[Type]) -> bool {
    operands.is_empty() && matches!(results, [Type::Integer(_)])
}
