//! Computations that choose freely.

use super::{Limits, Obligation, Verdict, decide};
use crate::{
    term::{Operator, Sort, Term, Terms},
    value::{Type, Value},
    z3::Z3,
};

/// Numbers that both computations get, and one that is chosen.
struct Given {
    x: Term,
    y: Term,
    chosen: Term,
}

#[derive(Debug, PartialEq, Eq)]
enum Is {
    Right,
    Wrong,
    RightAlone,
}

/// Checks one number that takes the place of another one, of which the first may choose.
#[track_caller]
fn check(
    width: u32,
    is_kept: bool,
    before: impl Fn(&mut Terms, &Given) -> Term,
    after: impl Fn(&mut Terms, &Given) -> Term,
    expected: Is,
) {
    let mut solver = Z3::load(None).expect("LLVM brings z3").solver();
    let mut terms = Terms::default();
    let [x, y, chosen] = ["x", "y", "chosen"].map(|name| terms.variable(name, Sort::Bits(width)));
    let given = Given { x, y, chosen };
    let [before, after] = [before(&mut terms, &given), after(&mut terms, &given)];
    let [before, after] = [before, after].map(|content| Value::known(&mut terms, content));
    let mut obligation = Obligation {
        conditions: Vec::new(),
        is_source_undefined: terms.bool(false),
        is_target_undefined: terms.bool(false),
        results: vec![(Type::Integer(width), before, after)],
        choices: super::Choices::default(),
    };
    match is_kept {
        true => obligation.choices.kept.push(chosen),
        false => obligation.choices.replaced.push(chosen),
    }
    let limits = Limits {
        num_tries: 256,
        solver: 20_000_000,
    };
    let verdict = decide(&mut terms, &mut obligation, Some(&mut *solver), limits);
    let is = match verdict.expect("the solver works") {
        Verdict::Right => Is::Right,
        Verdict::Wrong(_) => Is::Wrong,
        Verdict::DependsOnUses => Is::RightAlone,
        other => panic!("{other:?} decides nothing"),
    };
    assert_eq!(is, expected, "in {width} bits");
}

#[test]
fn one_choice_that_is_right_is_enough() {
    for width in [1, 3, 8, 32, 64] {
        let binary = |operator, first: fn(&Given) -> Term, second: fn(&Given) -> Term| {
            move |terms: &mut Terms, given: &Given| {
                terms.apply(operator, &[first(given), second(given)])
            }
        };
        let and = binary(Operator::BitAnd, |it| it.x, |it| it.chosen);
        let x = |_: &mut Terms, it: &Given| it.x;
        check(width, false, and, x, Is::Right);
        let not = |terms: &mut Terms, it: &Given| terms.apply(Operator::BitNot, &[it.x]);
        check(width, false, and, not, Is::Wrong);
        // That all bits of both are chosen is not seen in what is returned.
        let xor = binary(Operator::BitXor, |it| it.x, |it| it.chosen);
        let and = binary(Operator::BitAnd, |it| it.x, |it| it.y);
        check(width, false, xor, and, Is::Right);
        check(width, true, xor, and, Is::RightAlone);
        check(width, true, xor, xor, Is::Right);
        let sum = binary(Operator::Add, |it| it.chosen, |it| it.chosen);
        let expected = Is::Wrong;
        check(width, false, sum, x, expected);
    }
}

#[test]
fn what_stays_may_be_seen_by_others() {
    // What is returned depends on what stays.
    let chosen = |_: &mut Terms, it: &Given| it.chosen;
    let opposite = |terms: &mut Terms, it: &Given| terms.apply(Operator::BitNot, &[it.chosen]);
    check(4, true, chosen, chosen, Is::Right);
    check(4, true, chosen, opposite, Is::RightAlone);
    check(4, true, |_, it| it.x, opposite, Is::Wrong);
}
