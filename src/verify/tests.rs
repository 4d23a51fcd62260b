//! What operators return, against a solver.

use crate::{
    evaluate::evaluate,
    refine::{self, Choices, Limits, Obligation, Verdict},
    search::Random,
    solver::{Answer, ask},
    term::{Constant, Format, Operator, Rounding, Sort, Term, Terms},
    value::{Type, Value},
    z3::Z3,
};

/// A solver's work for one question of these tests.
const LIMIT: u32 = 20_000_000;

/// Asks for some values whether an operator can return something else than what is
/// computed, and whether it can return that.
#[track_caller]
fn check(operator: Operator, sorts: &[Sort]) {
    let path = std::env::var_os("PDLL_Z3");
    let z3 = Z3::load(path.as_deref()).expect("LLVM brings z3");
    let mut solver = z3.solver();
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    for _ in 0..12 {
        let mut terms = Terms::default();
        let variables: Vec<_> = sorts
            .iter()
            .map(|sort| terms.variable("x", *sort))
            .collect();
        let operands = variables
            .iter()
            .map(|variable| as_operand(&mut terms, operator, *variable));
        let operands: Vec<_> = operands.collect();
        let result = terms.apply(operator, &operands);
        let assignment = crate::evaluate::Assignment {
            variables: sorts.iter().map(|sort| random.value(*sort)).collect(),
            ..Default::default()
        };
        let value = evaluate(&terms, &assignment, &[result])[0];
        let value_term = terms.constant_term(value);
        let mut conditions: Vec<_> = variables
            .iter()
            .zip(&assignment.variables)
            .map(|(variable, value)| {
                let value = terms.constant_term(*value);
                terms.equal(*variable, value)
            })
            .collect();
        conditions.push(terms.differ(result, value_term));
        let answer = ask(&mut *solver, &mut terms, &conditions, LIMIT);
        assert!(
            matches!(answer, Ok(Answer::Never)),
            "{operator:?} of {:?} is {value:?}: {answer:?}",
            assignment.variables
        );
    }
}

/// A float of the bits, if the operator takes floats.
fn as_operand(terms: &mut Terms, operator: Operator, variable: Term) -> Term {
    let format = match terms.sort(variable) {
        Sort::Bits(16) => Format::F16,
        Sort::Bits(32) => Format::F32,
        _ => return variable,
    };
    let name = format!("{operator:?}");
    let takes_float = name.starts_with("Float") && !name.contains("Of");
    match takes_float || operator == Operator::BitsOfFloat {
        true => terms.float_of_bits(format, variable),
        false => variable,
    }
}

#[test]
fn operators_on_bits_are_those_of_solvers() {
    for width in [1, 2, 5, 8, 33] {
        let bits = Sort::Bits(width);
        for operator in [
            Operator::Equal,
            Operator::Add,
            Operator::Subtract,
            Operator::Multiply,
            Operator::DivideUnsigned,
            Operator::DivideSigned,
            Operator::RemainderUnsigned,
            Operator::RemainderSigned,
            Operator::ShiftLeft,
            Operator::ShiftRight,
            Operator::ShiftRightSigned,
            Operator::BitAnd,
            Operator::BitOr,
            Operator::BitXor,
            Operator::Less,
            Operator::LessOrEqual,
            Operator::LessSigned,
            Operator::LessOrEqualSigned,
            Operator::MultiplyOverflows,
            Operator::MultiplyOverflowsSigned,
            Operator::Concat,
        ] {
            check(operator, &[bits, bits]);
        }
        check(Operator::BitNot, &[bits]);
        check(Operator::Negate, &[bits]);
        check(
            Operator::Extract {
                low: width / 2,
                width: 1,
            },
            &[bits],
        );
        check(Operator::ZeroExtend(width + 3), &[bits]);
        check(Operator::SignExtend(width + 3), &[bits]);
        check(Operator::If, &[Sort::Bool, bits, bits]);
    }
}

#[test]
fn operators_on_floats_are_those_of_solvers() {
    let half = Sort::Bits(16);
    for operator in [
        Operator::FloatAdd,
        Operator::FloatSubtract,
        Operator::FloatMultiply,
        Operator::FloatDivide,
        Operator::FloatRemainder,
        Operator::FloatEqual,
        Operator::FloatLess,
        Operator::FloatLessOrEqual,
    ] {
        check(operator, &[half, half]);
    }
    for operator in [
        Operator::FloatSqrt,
        Operator::FloatNegate,
        Operator::FloatAbsolute,
        Operator::FloatIsNan,
        Operator::FloatIsInfinite,
        Operator::FloatIsNegative,
        Operator::FloatRound(Rounding::NearestEven),
        Operator::FloatRound(Rounding::NearestAway),
        Operator::FloatRound(Rounding::Up),
        Operator::FloatRound(Rounding::Down),
        Operator::FloatRound(Rounding::ToZero),
        Operator::FloatConvert(Format::F32),
        Operator::FloatConvert(Format::BF16),
        Operator::BitsOfFloat,
    ] {
        check(operator, &[half]);
    }
    check(Operator::FloatFma, &[half, half, half]);
    check(Operator::FloatConvert(Format::F16), &[Sort::Bits(32)]);
    check(Operator::FloatOfBits(Format::F16), &[half]);
    for width in [1, 8, 16, 24] {
        check(Operator::FloatOfSigned(Format::F16), &[Sort::Bits(width)]);
        check(Operator::FloatOfUnsigned(Format::F32), &[Sort::Bits(width)]);
    }
}

/// A term made of some others by random operators.
fn random_sum(terms: &mut Terms, random: &mut Random, variables: &[Term], size: u32) -> Term {
    let width = terms.width(variables[0]);
    let choice = random.number() >> 32;
    if size == 0 {
        return match choice % 5 {
            0 => terms.bits(width, u128::from(choice)),
            _ => variables[choice as usize % variables.len()],
        };
    }
    let x = random_sum(terms, random, variables, size - 1);
    let y = random_sum(terms, random, variables, size - 1);
    match choice % 8 {
        0 | 1 => terms.apply(Operator::Add, &[x, y]),
        2 | 3 => terms.apply(Operator::Subtract, &[x, y]),
        4 => terms.apply(Operator::Multiply, &[x, y]),
        5 => terms.apply(Operator::Negate, &[x]),
        6 => terms.apply(Operator::BitNot, &[x]),
        _ => {
            let wide = terms.sign_extend(x, width + 3);
            let amount = terms.bits(width + 3, (choice >> 3 & 3).into());
            let shifted = terms.apply(Operator::ShiftLeft, &[wide, amount]);
            terms.extract(shifted, 0, width)
        }
    }
}

#[test]
fn sums_are_the_same_where_their_values_are() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut num_known = 0;
    for round in 0..4000 {
        let width = 1 + round % 3;
        let mut terms = Terms::default();
        let variables = ["x", "y"].map(|name| terms.variable(name, Sort::Bits(width)));
        let [first, second] =
            [2, 2].map(|size| random_sum(&mut terms, &mut random, &variables, size));
        let equal = terms.equal(first, second);
        let Some(known) = terms.constant(equal) else {
            continue;
        };
        num_known += 1;
        for (x, y) in (0..1 << width).flat_map(|x| (0..1 << width).map(move |y| (x, y))) {
            let assignment = crate::evaluate::Assignment {
                variables: vec![Constant::of_bits(width, x), Constant::of_bits(width, y)],
                ..Default::default()
            };
            let values = evaluate(&terms, &assignment, &[first, second]);
            assert_eq!(values[0] == values[1], known.is_true(), "{terms:?}");
        }
    }
    assert!(num_known > 200, "{num_known}");
}

#[test]
fn a_product_of_a_sum_is_a_sum_of_products() {
    let mut terms = Terms::default();
    let [x, y, z] = ["x", "y", "z"].map(|name| terms.variable(name, Sort::Bits(64)));
    let sum = terms.apply(Operator::Add, &[y, z]);
    let product = terms.apply(Operator::Multiply, &[x, sum]);
    let [xy, xz] = [y, z].map(|other| terms.apply(Operator::Multiply, &[x, other]));
    let sum = terms.apply(Operator::Add, &[xy, xz]);
    let equal = terms.equal(product, sum);
    assert_eq!(terms.constant(equal), Some(Constant::Bool(true)));
}

/// A number made of extensions, cuts and bitwise operators, of 4 bits or so.
fn random_bits(terms: &mut Terms, random: &mut Random, variables: &[Term], size: u32) -> Term {
    let choice = random.number() >> 32;
    if size == 0 {
        return match choice % 4 {
            0 => terms.bits(4, u128::from(choice >> 3)),
            _ => variables[choice as usize % variables.len()],
        };
    }
    let x = random_bits(terms, random, variables, size - 1);
    let y = random_bits(terms, random, variables, size - 1);
    let is_signed = choice >> 8 & 1 == 1;
    let [wide_x, wide_y] = [x, y].map(|term| terms.resize(term, 6, is_signed));
    let compare = [
        Operator::Equal,
        Operator::Less,
        Operator::LessOrEqual,
        Operator::LessSigned,
        Operator::LessOrEqualSigned,
    ][(choice >> 9) as usize % 5];
    let combine =
        [Operator::BitAnd, Operator::BitOr, Operator::BitXor][(choice >> 12) as usize % 3];
    match choice % 6 {
        0 | 1 => {
            let condition = terms.apply(compare, &[wide_x, wide_y]);
            let inner = terms.if_else(condition, y, x);
            terms.if_else(condition, inner, y)
        }
        2 | 3 => {
            let wide = terms.apply(combine, &[wide_x, wide_y]);
            terms.extract(wide, (choice >> 16) as u32 % 3, 4)
        }
        4 => {
            let amount = terms.bits(4, u128::from(choice >> 20));
            terms.apply(Operator::ShiftRightSigned, &[x, amount])
        }
        _ => {
            let bits = [x, y].map(|term| terms.extract(term, 1, 1));
            let bit = terms.apply(combine, &bits);
            let is_set = terms.is_number(bit, u128::from(choice >> 20 & 1));
            let bit = terms.bit_of(is_set);
            terms.resize(bit, 4, is_signed)
        }
    }
}

#[test]
fn simplified_bits_keep_their_values() {
    let mut random = Random(0x0123_4567_89AB_CDEF);
    for _ in 0..3000 {
        // With variables, terms are simplified, and with numbers, they are computed.
        let seed = random.number();
        let mut terms = Terms::default();
        let variables = ["x", "y"].map(|name| terms.variable(name, Sort::Bits(4)));
        let term = random_bits(&mut terms, &mut Random(seed), &variables, 3);
        for (x, y) in (0..16).map(|step| (step, step * 7 + 3)) {
            let values = [x, y].map(|number| Constant::of_bits(4, number));
            let assignment = crate::evaluate::Assignment {
                variables: values.to_vec(),
                ..Default::default()
            };
            let value = evaluate(&terms, &assignment, &[term])[0];
            let mut numbers = Terms::default();
            let operands = values.map(|value| numbers.constant_term(value));
            let computed = random_bits(&mut numbers, &mut Random(seed), &operands, 3);
            assert_eq!(numbers.constant(computed), Some(value), "{terms:?}");
        }
    }
}

#[test]
fn divisions_that_are_simplified_are_what_is_computed() {
    for width in 1..=4 {
        for operator in [
            Operator::DivideUnsigned,
            Operator::DivideSigned,
            Operator::RemainderUnsigned,
            Operator::RemainderSigned,
        ] {
            let mut terms = Terms::default();
            let x = terms.variable("x", Sort::Bits(width));
            let one = terms.bits(width, 1);
            let roots = [[x, x], [x, one]].map(|operands| terms.apply(operator, &operands));
            for number in 0..1 << width {
                let bits = crate::term::Constant::of_bits(width, number);
                let assignment = crate::evaluate::Assignment {
                    variables: vec![bits],
                    ..Default::default()
                };
                let x = terms.constant_term(bits);
                let expected = [[x, x], [x, one]].map(|operands| {
                    let result = terms.apply(operator, &operands);
                    terms.constant(result).expect("numbers are computed")
                });
                let values = evaluate(&terms, &assignment, &roots);
                assert_eq!(values, expected, "{operator:?} of {number} in {width} bits");
            }
        }
    }
}

#[test]
fn what_is_the_same_needs_no_solver() {
    let mut terms = Terms::default();
    let ty = Type::Integer(32);
    let [x, y] = ["x", "y"].map(|name| Value::any(&mut terms, name, ty.sort()));
    let sum = terms.apply(Operator::Add, &[x.content, y.content]);
    let content = terms.apply(Operator::Subtract, &[sum, y.content]);
    let is_poison = terms.or(x.is_poison, y.is_poison);
    let never = terms.bool(false);
    let mut obligation = Obligation {
        conditions: Vec::new(),
        choices: Choices::default(),
        is_source_undefined: never,
        is_target_undefined: never,
        results: vec![(ty, Value { content, is_poison }, x)],
    };
    let limits = Limits {
        num_tries: 256,
        solver: 0,
    };
    let verdict = refine::decide(&mut terms, &mut obligation, None, limits);
    assert!(matches!(verdict, Ok(Verdict::Right)), "{verdict:?}");
}
