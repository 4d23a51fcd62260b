//! The dialect `math`, as far as its results are exact.

use super::{
    AttributeKind, Meaning, bits,
    floats::{self, Class, FASTMATH},
};
use crate::term::{Operator, Rounding};

const FAST: &[(&str, AttributeKind)] = &[("fastmath", FASTMATH)];

pub(super) const ALL: &[Meaning] = meanings! {
    "math.absf" FAST => |it| floats::simple(it, Operator::FloatAbsolute);
    "math.copysign" FAST => floats::copy_sign;
    "math.sqrt" FAST => |it| floats::simple(it, Operator::FloatSqrt);
    "math.fma" FAST => |it| floats::simple(it, Operator::FloatFma);
    "math.floor" FAST => |it| floats::simple(it, Operator::FloatRound(Rounding::Down));
    "math.ceil" FAST => |it| floats::simple(it, Operator::FloatRound(Rounding::Up));
    "math.trunc" FAST => |it| floats::simple(it, Operator::FloatRound(Rounding::ToZero));
    "math.round" FAST => |it| floats::simple(it, Operator::FloatRound(Rounding::NearestAway));
    "math.roundeven" FAST => |it| floats::simple(it, Operator::FloatRound(Rounding::NearestEven));
    "math.isnan" FAST => |it| floats::is_of(it, Class::Nan);
    "math.isinf" FAST => |it| floats::is_of(it, Class::Infinite);
    "math.isfinite" FAST => |it| floats::is_of(it, Class::Finite);
    "math.isnormal" FAST => |it| floats::is_of(it, Class::Normal);
    "math.absi" &[] => bits::absolute;
    "math.ctlz" &[] => |it| bits::unary(it, bits::leading_zeros);
    "math.cttz" &[] => |it| bits::unary(it, bits::trailing_zeros);
    "math.ctpop" &[] => |it| bits::unary(it, bits::ones);
};
