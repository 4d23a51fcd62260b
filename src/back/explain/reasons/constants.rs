//! Constants.

use super::{Call, Said, number, shown, value};
use crate::mlir::ffi::entity::{self, Entity};
use melior::ir::Type;

pub(super) fn why(name: &str, call: &Call<'_, '_>) -> Option<Said> {
    Some(match name {
        "IsConstant" | "GetConstant" => Err(no_constant(call)),
        "GetConstantScalar" => constant(call)
            .map(|constant| format!("the constant is {constant}, which is not one number")),
        "ConstantEquals" => constant(call).map(|constant| format!("the constant is {constant}")),
        "IsSplat" | "GetSplatValue" => Err(format!("{} is not a splat", shown(call.attribute(0)))),
        "MakeSplat" => splat(call),
        "MakeZero" => no_number(call, "zero"),
        "MakeOne" => no_number(call, "one"),
        "MakeNumber" => no_number(call, &number(call.attribute(1))),
        "MakeInfinity" => no_number(call, "infinity"),
        "MakeNegativeInfinity" => no_number(call, "negative infinity"),
        _ => return None,
    })
}

fn no_constant(call: &Call<'_, '_>) -> String {
    format!("{} is not a constant", value(call.value(0)))
}

fn constant(call: &Call<'_, '_>) -> Said {
    match call.ask("GetConstant", &[call.entity(0).clone()]) {
        Some(Entity::Attribute(constant)) => Ok(shown(constant)),
        _ => Err(no_constant(call)),
    }
}

/// The element type of a type that has splats.
fn element_of_splat<'a>(call: &Call<'_, 'a>, ty: Type<'a>) -> Result<Type<'a>, String> {
    let entity = [Entity::Type(ty)];
    let has_splats = call.holds("IsTensorType", &entity) || call.holds("IsVectorType", &entity);
    match entity::element_type(ty) {
        Some(element) if has_splats && call.holds("HasStaticShape", &entity) => Ok(element),
        _ => Err(format!(
            "{} is not a tensor or vector with a static shape",
            shown(ty)
        )),
    }
}

fn splat(call: &Call<'_, '_>) -> Said {
    let element = element_of_splat(call, call.r#type(0))?;
    let value = shown(call.attribute(1));
    Ok(format!(
        "{value} is not a number of type {}",
        shown(element)
    ))
}

fn no_number(call: &Call<'_, '_>, number: &str) -> Said {
    let ty = call.r#type(0);
    let element = match entity::element_type(ty) {
        Some(_) => element_of_splat(call, ty)?,
        None => ty,
    };
    Ok(format!("{} has no {number}", shown(element)))
}
