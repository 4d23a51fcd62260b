//! What operators return for numbers.

use crate::{
    float,
    term::{Constant, Operator, mask},
};

/// What an operator returns for constants. `None` for functions of which nothing is
/// known.
///
/// # Panics
///
/// If the sorts of the operands do not suit the operator.
pub(crate) fn compute(operator: Operator, operands: &[Constant]) -> Option<Constant> {
    let result = match (operator, operands) {
        (Operator::Call(_), _) => return None,
        (Operator::If, [condition, then, otherwise]) => {
            if condition.is_true() {
                *then
            } else {
                *otherwise
            }
        }
        (Operator::Equal, [first, second]) => Constant::Bool(first == second),
        (Operator::FloatOfBits(format), [Constant::Bits { bits, .. }]) => {
            float::of_bits(format, *bits)
        }
        (_, [Constant::Bool(operand)]) => boolean(operator, *operand, false),
        (_, [Constant::Bool(first), Constant::Bool(second)]) => {
            boolean(operator, *first, *second)
        }
        (_, [Constant::Bits { width, bits }]) => match float::of_integer(operator, *width, *bits) {
            Some(float) => float,
            None => unary(operator, *width, *bits),
        },
        (_, [Constant::Bits { width, bits }, Constant::Bits { width: other_width, bits: other }]) => {
            binary(operator, (*width, *bits), (*other_width, *other))
        }
        (_, floats) => float::compute(operator, floats),
    };
    Some(result)
}

/// The number that bits stand for with a sign.
pub(crate) fn signed(width: u32, bits: u128) -> i128 {
    let unused = 128 - width;
    ((bits << unused) as i128) >> unused
}

fn boolean(operator: Operator, first: bool, second: bool) -> Constant {
    Constant::Bool(match operator {
        Operator::Not => !first,
        Operator::And => first && second,
        Operator::Or => first || second,
        _ => panic!("{operator:?} has no boolean operands"),
    })
}

fn unary(operator: Operator, width: u32, bits: u128) -> Constant {
    match operator {
        Operator::BitNot => Constant::of_bits(width, !bits),
        Operator::Negate => Constant::of_bits(width, bits.wrapping_neg()),
        Operator::Extract { low, width } => Constant::of_bits(width, bits >> low),
        Operator::ZeroExtend(to) => Constant::of_bits(to, bits),
        Operator::SignExtend(to) => Constant::of_bits(to, signed(width, bits) as u128),
        _ => panic!("{operator:?} has not one operand with bits"),
    }
}

fn binary(operator: Operator, first: (u32, u128), second: (u32, u128)) -> Constant {
    let ((width, x), (_, y)) = (first, second);
    let (signed_x, signed_y) = (signed(width, x), signed(second.0, y));
    let bits = |bits| Constant::of_bits(width, bits);
    match operator {
        Operator::Add => bits(x.wrapping_add(y)),
        Operator::Subtract => bits(x.wrapping_sub(y)),
        Operator::Multiply => bits(x.wrapping_mul(y)),
        Operator::DivideUnsigned => bits(x.checked_div(y).unwrap_or(mask(width))),
        Operator::RemainderUnsigned => bits(x.checked_rem(y).unwrap_or(x)),
        Operator::DivideSigned => bits(match y {
            0 if signed_x < 0 => 1,
            0 => mask(width),
            _ => signed_x.wrapping_div(signed_y) as u128,
        }),
        Operator::RemainderSigned => bits(match y {
            0 => x,
            _ => signed_x.wrapping_rem(signed_y) as u128,
        }),
        Operator::ShiftLeft => bits(shift(width, y).map_or(0, |amount| x << amount)),
        Operator::ShiftRight => bits(shift(width, y).map_or(0, |amount| x >> amount)),
        Operator::ShiftRightSigned => {
            bits((signed_x >> shift(width, y).unwrap_or(width - 1)) as u128)
        }
        Operator::BitAnd => bits(x & y),
        Operator::BitOr => bits(x | y),
        Operator::BitXor => bits(x ^ y),
        Operator::Less => Constant::Bool(x < y),
        Operator::LessOrEqual => Constant::Bool(x <= y),
        Operator::LessSigned => Constant::Bool(signed_x < signed_y),
        Operator::LessOrEqualSigned => Constant::Bool(signed_x <= signed_y),
        Operator::MultiplyOverflows => {
            Constant::Bool(x.checked_mul(y).is_none_or(|product| product > mask(width)))
        }
        Operator::MultiplyOverflowsSigned => {
            let product = signed_x.checked_mul(signed_y);
            let fits = |product: i128| signed(width, product as u128 & mask(width)) == product;
            Constant::Bool(!product.is_some_and(fits))
        }
        Operator::Concat => Constant::of_bits(width + second.0, (x << second.0) | y),
        _ => panic!("{operator:?} has not two operands with bits"),
    }
}

/// By how many bits a number is shifted, unless by all.
fn shift(width: u32, amount: u128) -> Option<u32> {
    u32::try_from(amount).ok().filter(|amount| *amount < width)
}
