//! What operators return for floats.

use crate::{
    compute::signed,
    term::{Constant, Format, Operator, Rounding},
};
use rustc_apfloat::{
    Float, FloatConvert, Round,
    ieee::{BFloat, Double, Half, Single},
};

/// The float with those bits.
pub(crate) fn of_bits(format: Format, bits: u128) -> Constant {
    match format {
        Format::F16 => constant(format, Half::from_bits(bits)),
        Format::BF16 => constant(format, BFloat::from_bits(bits)),
        Format::F32 => constant(format, Single::from_bits(bits)),
        Format::F64 => constant(format, Double::from_bits(bits)),
    }
}

fn constant<F: Float>(format: Format, float: F) -> Constant {
    let float = if float.is_nan() { F::NAN } else { float };
    let bits = u64::try_from(float.to_bits()).expect("a float has at most 64 bits");
    Constant::Float { format, bits }
}

/// The float that an integer is converted to, if the operator does that.
pub(crate) fn of_integer(operator: Operator, width: u32, bits: u128) -> Option<Constant> {
    let number = match operator {
        Operator::FloatOfSigned(_) => signed(width, bits),
        Operator::FloatOfUnsigned(_) => 0,
        _ => return None,
    };
    let (format, is_signed) = match operator {
        Operator::FloatOfSigned(format) => (format, true),
        Operator::FloatOfUnsigned(format) => (format, false),
        _ => return None,
    };
    fn convert<F: Float>(format: Format, number: Result<i128, u128>) -> Constant {
        let float = match number {
            Ok(number) => F::from_i128(number).value,
            Err(number) => F::from_u128(number).value,
        };
        constant(format, float)
    }
    let number = if is_signed { Ok(number) } else { Err(bits) };
    Some(match format {
        Format::F16 => convert::<Half>(format, number),
        Format::BF16 => convert::<BFloat>(format, number),
        Format::F32 => convert::<Single>(format, number),
        Format::F64 => convert::<Double>(format, number),
    })
}

/// What an operator returns for floats of one format.
///
/// # Panics
///
/// If the operands are something else.
pub(crate) fn compute(operator: Operator, operands: &[Constant]) -> Constant {
    let mut floats = Vec::new();
    let mut format = None;
    for operand in operands {
        let Constant::Float { format: its, bits } = operand else {
            panic!("{operator:?} has no operand {operand:?}");
        };
        format = Some(*its);
        floats.push(u128::from(*bits));
    }
    match format {
        Some(format @ Format::F16) => apply::<Half>(operator, format, &floats),
        Some(format @ Format::BF16) => apply::<BFloat>(operator, format, &floats),
        Some(format @ Format::F32) => apply::<Single>(operator, format, &floats),
        Some(format @ Format::F64) => apply::<Double>(operator, format, &floats),
        None => panic!("{operator:?} has operands"),
    }
}

fn apply<F>(operator: Operator, format: Format, operands: &[u128]) -> Constant
where
    F: Float
        + FloatConvert<Half>
        + FloatConvert<BFloat>
        + FloatConvert<Single>
        + FloatConvert<Double>,
{
    let operand = |index: usize| F::from_bits(operands[index]);
    let x = operand(0);
    let float = |float: F| constant(format, float);
    match operator {
        Operator::FloatAdd => float((x + operand(1)).value),
        Operator::FloatSubtract => float((x - operand(1)).value),
        Operator::FloatMultiply => float((x * operand(1)).value),
        Operator::FloatDivide => float((x / operand(1)).value),
        Operator::FloatRemainder => float(x.ieee_rem(operand(1)).value),
        Operator::FloatFma => float(x.mul_add(operand(1), operand(2)).value),
        Operator::FloatSqrt => sqrt(format, convert::<F, Double>(x)),
        Operator::FloatNegate => float(-x),
        Operator::FloatAbsolute => float(x.abs()),
        Operator::FloatRound(rounding) => float(x.round_to_integral(round(rounding)).value),
        Operator::FloatEqual => Constant::Bool(x == operand(1)),
        Operator::FloatLess => Constant::Bool(x < operand(1)),
        Operator::FloatLessOrEqual => Constant::Bool(x <= operand(1)),
        Operator::FloatIsNan => Constant::Bool(x.is_nan()),
        Operator::FloatIsInfinite => Constant::Bool(x.is_infinite()),
        Operator::FloatIsNegative => Constant::Bool(x.is_negative() && !x.is_nan()),
        Operator::FloatConvert(to) => match to {
            Format::F16 => constant(to, convert::<F, Half>(x)),
            Format::BF16 => constant(to, convert::<F, BFloat>(x)),
            Format::F32 => constant(to, convert::<F, Single>(x)),
            Format::F64 => constant(to, convert::<F, Double>(x)),
        },
        Operator::BitsOfFloat => match constant(format, x) {
            Constant::Float { bits, .. } => Constant::of_bits(format.width(), u128::from(bits)),
            _ => unreachable!("it is a float"),
        },
        Operator::FloatToSigned(width) => {
            let mut is_exact = false;
            let number = x.to_i128_r(width as usize, Round::TowardZero, &mut is_exact);
            Constant::of_bits(width, number.value as u128)
        }
        Operator::FloatToUnsigned(width) => {
            let mut is_exact = false;
            let number = x.to_u128_r(width as usize, Round::TowardZero, &mut is_exact);
            Constant::of_bits(width, number.value)
        }
        _ => panic!("{operator:?} has no floats as operands"),
    }
}

fn convert<F: FloatConvert<T>, T: Float>(float: F) -> T {
    let mut loses = false;
    float.convert(&mut loses).value
}

/// The root of a float of a format, which 64 bits hold without loss. For the smaller
/// formats, rounding it twice is rounding it once, as the first result has more than twice
/// as many bits (S. A. Figueroa, "When is double rounding innocuous?", 1995).
fn sqrt(format: Format, float: Double) -> Constant {
    let bits = u64::try_from(float.to_bits()).expect("it has 64 bits");
    let root = Double::from_bits(u128::from(f64::from_bits(bits).sqrt().to_bits()));
    match format {
        Format::F16 => constant(format, convert::<Double, Half>(root)),
        Format::BF16 => constant(format, convert::<Double, BFloat>(root)),
        Format::F32 => constant(format, convert::<Double, Single>(root)),
        Format::F64 => constant(format, root),
    }
}

fn round(rounding: Rounding) -> Round {
    match rounding {
        Rounding::NearestEven => Round::NearestTiesToEven,
        Rounding::NearestAway => Round::NearestTiesToAway,
        Rounding::Up => Round::TowardPositive,
        Rounding::Down => Round::TowardNegative,
        Rounding::ToZero => Round::TowardZero,
    }
}
