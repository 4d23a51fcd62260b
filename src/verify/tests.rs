//! What operators return, against a solver.

use crate::{
    evaluate::evaluate,
    search::Random,
    solver::{Answer, ask},
    term::{Format, Operator, Rounding, Sort, Term, Terms},
    z3::Z3,
};

/// A solver's work for one question of these tests.
const LIMIT: u32 = 20_000_000;

/// Asks for some values whether an operator can return something else than what is
/// computed, and whether it can return that.
#[track_caller]
fn check(operator: Operator, sorts: &[Sort]) {
    let mut solver = Z3::load(None).expect("LLVM brings z3").solver();
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
