//! Shapes, and permutations of dimensions.

use super::{Call, Said, number, numbers, shown, value};
use crate::mlir::ffi::entity::{self, Entity};
use melior::ir::Type;

pub(super) fn why(name: &str, call: &Call<'_, '_>) -> Option<Said> {
    Some(match name {
        "IsRanked" | "GetRank" | "GetShape" => rank(call, 0).map(|_| String::new()),
        "HasRank" => rank(call, 0).and_then(|rank| {
            call.integer(1)?;
            Ok(format!("the rank of {} is {rank}", shown(call.r#type(0))))
        }),
        "HasStaticShape" => is_static(call, 0).map(|()| String::new()),
        "GetNumElements" => is_static(call, 0).map(|()| {
            format!(
                "{} has more elements than an `i64` can count",
                shown(call.r#type(0))
            )
        }),
        "SameShape" => is_static(call, 0)
            .and_then(|()| is_static(call, 1))
            .map(|()| shapes_differ(call)),
        "CompatibleShapes" => call
            .shaped(0)
            .and_then(|_| call.shaped(1))
            .map(|_| shapes_differ(call)),
        "IsDynamicDim" => dimension(call).and_then(|_| is_of_size(call)),
        "GetDim" => size(call),
        "DimEquals" => size(call).and_then(|_| {
            call.integer(2)?;
            is_of_size(call)
        }),
        "DimIsMultipleOf" => size(call).and_then(|size| positive(call, 2, &size)),
        "DimInRange" => size(call).and_then(|size| numbers::outside(call, &size, 2)),
        "ValueDimIsMultipleOf" => positive(call, 2, "").and_then(|_| {
            let divisor = call.integer(2)?;
            unknown(
                call,
                0,
                &format!("is not known to be a multiple of {divisor}"),
            )
        }),
        "ValueDimInRange" => {
            let bounds = call.integer(2).and_then(|min| Ok((min, call.integer(3)?)));
            bounds.and_then(|(min, max)| {
                let said = format!("is not known to be at least {min} and at most {max}");
                unknown(call, 0, &said)
            })
        }
        "ValueDimsEqual" => unknown(call, 0, "").and_then(|_| {
            let dim = call.integer(3)?;
            let other = value(call.value(2));
            let said = format!("is not known to equal that of dimension {dim} of {other}");
            unknown(call, 2, "").and_then(|_| unknown(call, 0, &said))
        }),
        "IsPermutation" | "InvertPermutation" => permutation(call, 0)
            .map(|()| "an element cannot have the number in its place".to_owned()),
        "IsIdentityPermutation" => {
            permutation(call, 0).map(|()| format!("{} moves dimensions", shown(call.attribute(0))))
        }
        "ComposePermutations" => permutation(call, 0)
            .and_then(|()| permutation(call, 1))
            .map(|()| "the permutations are not of the same length".to_owned()),
        _ => return None,
    })
}

/// The rank of a type, or why it has none.
fn rank(call: &Call<'_, '_>, index: usize) -> Said {
    let ty = call.shaped(index)?;
    match call.ask("GetRank", &[Entity::Type(ty)]) {
        Some(Entity::Attribute(rank)) => Ok(number(rank)),
        _ => Err(format!("{} has no rank", shown(ty))),
    }
}

pub(super) fn is_static(call: &Call<'_, '_>, index: usize) -> Result<(), String> {
    rank(call, index)?;
    let ty = call.r#type(index);
    match call.holds("HasStaticShape", &[Entity::Type(ty)]) {
        true => Ok(()),
        false => Err(format!("{} has a dynamic dimension", shown(ty))),
    }
}

pub(super) fn shapes_differ(call: &Call<'_, '_>) -> String {
    let [a, b] = [0, 1].map(|index| shown(call.r#type(index)));
    format!("the shapes of {a} and {b} differ")
}

/// The index of a dimension that the type has.
fn dimension(call: &Call<'_, '_>) -> Said {
    has_dimension(call, call.shaped(0)?, 0)
}

fn has_dimension<'a>(call: &Call<'_, 'a>, ty: Type<'a>, of: usize) -> Said {
    let dim = call.integer(of + 1)?;
    let rank = call.ask("GetRank", &[Entity::Type(ty)]);
    let Some(Entity::Attribute(rank)) = rank else {
        return Err(format!("{} has no rank", shown(ty)));
    };
    let rank: i64 = number(rank).parse().unwrap_or_default();
    match dim.parse::<i64>() {
        Ok(index) if (0..rank).contains(&index) => Ok(dim),
        _ => Err(format!("{} has no dimension {dim}", shown(ty))),
    }
}

/// The size of a dimension that is static.
pub(super) fn size(call: &Call<'_, '_>) -> Said {
    let dim = dimension(call)?;
    let arguments = [call.entity(0).clone(), call.entity(1).clone()];
    match call.ask("GetDim", &arguments) {
        Some(Entity::Attribute(size)) => Ok(number(size)),
        _ => Err(format!(
            "dimension {dim} of {} is dynamic",
            shown(call.r#type(0))
        )),
    }
}

fn is_of_size(call: &Call<'_, '_>) -> Said {
    let (dim, size) = (dimension(call)?, size(call)?);
    Ok(format!(
        "dimension {dim} of {} is {size}",
        shown(call.r#type(0))
    ))
}

/// Why a size is no multiple of a divisor, which must be greater than zero.
fn positive(call: &Call<'_, '_>, divisor: usize, size: &str) -> Said {
    let text = call.integer(divisor)?;
    match text.starts_with('-') || matches!(&*text, "0" | "false") {
        true => Err(format!("the divisor {text} is not greater than zero")),
        false => numbers::no_multiple(call, size, divisor),
    }
}

/// What is not known of a dimension of a value.
fn unknown(call: &Call<'_, '_>, of: usize, what: &str) -> Said {
    let one = call.value(of);
    let ty = entity::type_of(one);
    let entity = [Entity::Type(ty)];
    if !call.holds("IsTensorType", &entity) && !call.holds("IsMemRefType", &entity) {
        return Err(format!("{} is neither a tensor nor a memref", shown(ty)));
    }
    let dim = has_dimension(call, ty, of)?;
    Ok(format!(
        "the size of dimension {dim} of {}, of type {}, {what}",
        value(one),
        shown(ty)
    ))
}

fn permutation(call: &Call<'_, '_>, index: usize) -> Result<(), String> {
    match call.holds("IsPermutation", &[call.entity(index).clone()]) {
        true => Ok(()),
        false => Err(format!(
            "{} is not a permutation",
            shown(call.attribute(index))
        )),
    }
}
