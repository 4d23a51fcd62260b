//! Integers and floats.

use super::{Call, Said, number, shown};
use crate::mlir::ffi::entity::Entity;
use melior::ir::{Attribute, AttributeLike, Type};

pub(super) fn why(name: &str, call: &Call<'_, '_>) -> Option<Said> {
    if TAKE_SPLATS.contains(&name)
        && let Some(said) = of_splats(name, call)
    {
        return Some(said);
    }
    Some(match name {
        "IsZero" => Err(format!("{} is not zero", shown(call.attribute(0)))),
        "IsOne" => Err(format!("{} is not one", shown(call.attribute(0)))),
        "IsIntegerAttr" => call.integer(0),
        "AddIntegers" | "SubIntegers" | "MulIntegers" | "MinIntegers" | "MaxIntegers" => {
            no_result(call, 0)
        }
        "DivIntegers" | "CeilDivIntegers" | "RemIntegers" => quotient(call, 0),
        "IntegerEquals" => comparison(call, "is not"),
        "IntegerLess" => comparison(call, "is not less than"),
        "IntegerLessOrEqual" => comparison(call, "is greater than"),
        "IntegerInRange" => call.integer(0).and_then(|number| outside(call, &number, 1)),
        "IsMultipleOf" => call
            .integer(0)
            .and_then(|number| no_multiple(call, &number, 1)),
        "IsPowerOfTwo" | "Log2" => call
            .integer(0)
            .map(|a| format!("{a} is not a power of two")),
        "CastInteger" => cast_to_integer(call),
        "IsFloatAttr" => call.float(0),
        "AddFloats" | "SubFloats" | "MulFloats" | "DivFloats" => {
            floats(call).map(|ty| lacks(&ty, "a NaN, a sign or a zero"))
        }
        "MinFloats" | "MaxFloats" => floats(call),
        "NegateFloat" | "AbsFloat" => call.float(0).map(|_| lacks(&type_of(call, 0), "a sign")),
        "SqrtFloat" => call.float(0).map(|a| no_root(call, &a)),
        "FloatEquals" => float_comparison(call, "is not"),
        "FloatLess" => float_comparison(call, "is not less than"),
        "FloatLessOrEqual" => float_comparison(call, "is greater than"),
        "IsFinite" => call.float(0).map(|a| match is_nan(call, 0) {
            true => format!("{a} is NaN"),
            false => format!("{a} is infinite"),
        }),
        "IsNaN" => call.float(0).map(|a| format!("{a} is not NaN")),
        "CastFloat" | "IntegerToFloat" => cast_to_float(call, " exactly"),
        "RoundFloat" => cast_to_float(call, ""),
        "FloatToInteger" => cast_to_integer(call),
        _ => return None,
    })
}

/// The functions that compute with the elements of splats, too.
const TAKE_SPLATS: [&str; 17] = [
    "AddIntegers",
    "SubIntegers",
    "MulIntegers",
    "DivIntegers",
    "CeilDivIntegers",
    "RemIntegers",
    "MinIntegers",
    "MaxIntegers",
    "AddFloats",
    "SubFloats",
    "MulFloats",
    "DivFloats",
    "MinFloats",
    "MaxFloats",
    "NegateFloat",
    "AbsFloat",
    "SqrtFloat",
];

/// Why a function has no result if an argument has elements: mostly, because it has none of
/// the elements.
fn of_splats(name: &str, call: &Call<'_, '_>) -> Option<Said> {
    let count = call.arguments.len();
    let have_elements = |index: &usize| call.attribute(*index).is_elements();
    let splats: Vec<_> = (0..count).filter(have_elements).collect();
    let first = *splats.first()?;
    let mut scalars = call.arguments.to_vec();
    for index in &splats {
        let value = call.ask("GetSplatValue", &[call.entity(*index).clone()]);
        if value.is_none() {
            let text = shown(call.attribute(*index));
            return Some(Err(format!("{text} is not a splat")));
        }
        scalars[*index] = value;
    }
    let types: Vec<_> = splats.iter().map(|index| type_of(call, *index)).collect();
    if let [a, b] = &types[..]
        && a != b
    {
        return Some(Err(format!("the types {a} and {b} differ")));
    }
    let elements = Call {
        context: call.context,
        arguments: &scalars,
        line_of: call.line_of,
    };
    let known: Option<Vec<_>> = scalars.iter().cloned().collect();
    match known.and_then(|known| call.ask(name, &known)) {
        Some(_) => Some(Err(format!(
            "the result is no element of {}",
            type_of(call, first)
        ))),
        None => why(name, &elements),
    }
}

pub(super) fn type_of(call: &Call<'_, '_>, index: usize) -> String {
    shown(call.attribute(index).r#type())
}

/// Why there is no result of two integers, the first of which is at an index.
pub(super) fn no_result(call: &Call<'_, '_>, first: usize) -> Said {
    let indices = [first, first + 1];
    for index in indices {
        call.integer(index)?;
    }
    let mut types = indices.map(|index| type_of(call, index)).to_vec();
    types.dedup();
    types.retain(|ty| types_differ(call, first) || ty != "`i64`");
    match &types[..] {
        [a, b] => Ok(format!("the types {a} and {b} differ")),
        [one] => Ok(format!("{one} cannot represent the result")),
        _ => Ok("`i64` cannot represent the result".to_owned()),
    }
}

/// Whether neither type gives way to the other one.
fn types_differ(call: &Call<'_, '_>, first: usize) -> bool {
    let [a, b] = [first, first + 1].map(|index| type_of(call, index));
    a != b && a != "`i64`" && b != "`i64`"
}

/// The same for a quotient or a remainder.
pub(super) fn quotient(call: &Call<'_, '_>, first: usize) -> Said {
    call.integer(first)?;
    match call.integer(first + 1)?.as_str() {
        "0" | "false" if !types_differ(call, first) => Ok("the divisor is zero".to_owned()),
        _ => no_result(call, first),
    }
}

pub(super) fn comparison(call: &Call<'_, '_>, relation: &str) -> Said {
    Ok(format!(
        "{} {relation} {}",
        call.integer(0)?,
        call.integer(1)?
    ))
}

/// A number and the bounds, the first of which is at an index.
pub(super) fn outside(call: &Call<'_, '_>, number: &str, min: usize) -> Said {
    let (min, max) = (call.integer(min)?, call.integer(min + 1)?);
    Ok(format!("{number} is not at least {min} and at most {max}"))
}

pub(super) fn no_multiple(call: &Call<'_, '_>, number: &str, divisor: usize) -> Said {
    Ok(match call.integer(divisor)?.as_str() {
        "0" | "false" => "the divisor is zero".to_owned(),
        divisor => format!("{number} is not a multiple of {divisor}"),
    })
}

fn cast_to_integer(call: &Call<'_, '_>) -> Said {
    let source = call.attribute(0);
    if !source.is_integer() {
        call.float(0)?;
    }
    let ty = call.r#type(1);
    match is_integer_or_index(call, ty) {
        true => Ok(format!("{} cannot represent {}", shown(ty), number(source))),
        false => Err(format!(
            "{} is neither an integer type nor `index`",
            shown(ty)
        )),
    }
}

pub(super) fn is_integer_or_index<'a>(call: &Call<'_, 'a>, ty: Type<'a>) -> bool {
    let entity = [Entity::Type(ty)];
    call.holds("IsIntegerType", &entity) || call.holds("IsIndexType", &entity)
}

fn cast_to_float(call: &Call<'_, '_>, how: &str) -> Said {
    let source = call.attribute(0);
    if !source.is_integer() {
        call.float(0)?;
    }
    let ty = call.r#type(1);
    match call.holds("IsFloatType", &[Entity::Type(ty)]) {
        true => Ok(format!(
            "{} cannot represent {}{how}",
            shown(ty),
            number(source)
        )),
        false => Err(format!("{} is not a float type", shown(ty))),
    }
}

fn lacks(ty: &str, what: &str) -> String {
    format!("{ty} lacks {what}")
}

/// Which of two floats is a plain number. At most one may be.
fn one_is_plain(call: &Call<'_, '_>) -> Result<[bool; 2], String> {
    let is_plain = |attribute: Attribute<'_>| {
        attribute.is_integer() && attribute.r#type().to_string() == "i64"
    };
    let plain = [0, 1].map(|index| is_plain(call.attribute(index)));
    for index in [0, 1] {
        if !plain[index] || plain[1 - index] {
            call.float(index)?;
        }
    }
    Ok(plain)
}

/// The type of two floats, of which one may be a plain number.
fn floats(call: &Call<'_, '_>) -> Said {
    let plain = one_is_plain(call)?;
    let types = [0, 1].map(|index| type_of(call, index));
    match plain {
        [true, _] => Err(format!("{} has no {}", types[1], number(call.attribute(0)))),
        [_, true] => Err(format!("{} has no {}", types[0], number(call.attribute(1)))),
        _ if types[0] != types[1] => Err(format!("the types {} and {} differ", types[0], types[1])),
        _ => Ok(types[0].clone()),
    }
}

fn is_nan(call: &Call<'_, '_>, index: usize) -> bool {
    call.holds("IsNaN", &[call.entity(index).clone()])
}

fn no_root(call: &Call<'_, '_>, text: &str) -> String {
    let ty = type_of(call, 0);
    if matches!(&*ty, "`f80`" | "`f128`") {
        format!("there is no square root for {ty}")
    } else if is_nan(call, 0) || text.starts_with('-') {
        format!("{text} has no square root")
    } else {
        lacks(&ty, "a NaN, a sign or a zero")
    }
}

fn float_comparison(call: &Call<'_, '_>, relation: &str) -> Said {
    let plain = one_is_plain(call)?;
    for index in [0, 1] {
        if !plain[index] && is_nan(call, index) {
            return Ok(format!("{} is NaN", number(call.attribute(index))));
        }
    }
    let [a, b] = [0, 1].map(|index| number(call.attribute(index)));
    Ok(format!("{a} {relation} {b}"))
}
