//! Computations that choose freely.

use super::{Limits, Obligation, Verdict, decide};
use crate::{
    evaluate::{Assignment, Evaluator},
    search::Random,
    term::{Constant, Operator, Sort, Term, Terms},
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
    let mut terms = Terms::default();
    let given = Given::new(&mut terms, width);
    let results = [before(&mut terms, &given), after(&mut terms, &given)];
    let is = decided(&mut terms, &given, is_kept, results);
    assert_eq!(is, expected, "in {width} bits");
}

/// What is decided about one number that takes the place of another one.
fn decided(terms: &mut Terms, given: &Given, is_kept: bool, results: [Term; 2]) -> Is {
    let mut solver = Z3::load(None).expect("LLVM brings z3").solver();
    let width = terms.width(given.x);
    let [before, after] = results.map(|content| Value::known(terms, content));
    let mut obligation = Obligation {
        conditions: Vec::new(),
        is_source_undefined: terms.bool(false),
        is_target_undefined: terms.bool(false),
        results: vec![(Type::Integer(width), before, after)],
        choices: super::Choices::default(),
    };
    match is_kept {
        true => obligation.choices.kept.push(given.chosen),
        false => obligation.choices.replaced.push(given.chosen),
    }
    let limits = Limits {
        num_tries: 256,
        solver: 20_000_000,
    };
    let mut unseen = obligation.clone();
    unseen.choices.unseen = std::mem::take(&mut unseen.choices.kept);
    let verdict_if_unseen = decide(terms, &mut unseen, Some(&mut *solver), limits);
    let verdict = decide(terms, &mut obligation, Some(&mut *solver), limits);
    let is_right_if_unseen = matches!(verdict_if_unseen, Ok(Verdict::Right));
    let is = match verdict.expect("the solver works") {
        Verdict::Right => Is::Right,
        Verdict::Wrong(_) => Is::Wrong,
        Verdict::DependsOnUses => Is::RightAlone,
        other => panic!("{other:?} decides nothing"),
    };
    assert_eq!(is_right_if_unseen, is != Is::Wrong);
    is
}

impl Given {
    fn new(terms: &mut Terms, width: u32) -> Self {
        let [x, y, chosen] =
            ["x", "y", "chosen"].map(|name| terms.variable(name, Sort::Bits(width)));
        Given { x, y, chosen }
    }
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

#[test]
fn what_is_decided_is_so_for_all_values() {
    let mut random = Random(0x1234_5678_9ABC_DEF1);
    let mut counts = [0; 2];
    for index in 0..200 {
        let width = 1 + index % 4;
        let mut terms = Terms::default();
        let given = Given::new(&mut terms, width);
        let Given { x, y, chosen } = given;
        let before = expression(&mut terms, &mut random, &[x, y, chosen, chosen]);
        let after = expression(&mut terms, &mut random, &[x, y]);
        let decided = decided(&mut terms, &given, false, [before, after]);
        let is_right = tried(&terms, width, [before, after]);
        let expected = if is_right { Is::Right } else { Is::Wrong };
        assert_eq!(decided, expected, "number {index} in {width} bits");
        counts[usize::from(is_right)] += 1;
    }
    assert!(counts[0] > 20 && counts[1] > 20, "both occur: {counts:?}");
}

/// Some small expression of variables.
fn expression(terms: &mut Terms, random: &mut Random, variables: &[Term]) -> Term {
    const OPERATORS: [Operator; 8] = [
        Operator::Add,
        Operator::Subtract,
        Operator::Multiply,
        Operator::BitAnd,
        Operator::BitOr,
        Operator::BitXor,
        Operator::ShiftLeft,
        Operator::ShiftRight,
    ];
    let mut any = |count: usize| (random.number() >> 20) as usize % count;
    let mut term = variables[any(variables.len())];
    for _ in 0..any(3) {
        let (operator, other) = (OPERATORS[any(8)], variables[any(variables.len())]);
        term = terms.apply(operator, &[term, other]);
    }
    term
}

/// Whether for all values, some choice makes results equal.
fn tried(terms: &Terms, width: u32, results: [Term; 2]) -> bool {
    let numbers = || (0..1 << width).map(|bits| Constant::of_bits(width, bits));
    let mut evaluator = Evaluator::new(terms, &results);
    let mut is_same = |variables: [Constant; 3]| {
        evaluator.run(&Assignment {
            variables: variables.to_vec(),
            ..Assignment::default()
        });
        evaluator.value(results[0]) == evaluator.value(results[1])
    };
    numbers().all(|x| numbers().all(|y| numbers().any(|chosen| is_same([x, y, chosen]))))
}
