//! Types and their parts.

use super::{Call, Said, number, shown};
use crate::mlir::ffi::entity::{self, Entity};
use melior::ir::{AttributeLike, Type};

pub(super) fn why(name: &str, call: &Call<'_, '_>) -> Option<Said> {
    Some(match name {
        "IsIntegerType" => is_no(call, "an integer type"),
        "IsFloatType" => is_no(call, "a float type"),
        "IsIndexType" => is_no(call, "`index`"),
        "IsTensorType" => is_no(call, "a tensor type"),
        "IsVectorType" => is_no(call, "a vector type"),
        "IsMemRefType" => is_no(call, "a memref type"),
        "IsSigned" => integer_type(call).and_then(|()| is_no(call, "signed")),
        "IsUnsigned" => integer_type(call).and_then(|()| is_no(call, "unsigned")),
        "IsSignless" => integer_type(call).and_then(|()| is_no(call, "signless")),
        "GetBitWidth" => Err(no_width(call)),
        "HasBitWidth" => match call.ask("GetBitWidth", &[call.entity(0).clone()]) {
            Some(Entity::Attribute(width)) => call
                .integer(1)
                .map(|_| format!("{} has {} bits", shown(call.r#type(0)), number(width))),
            _ => Err(no_width(call)),
        },
        "SameElementType" => {
            let elements = [0, 1].map(|index| {
                let ty = call.r#type(index);
                shown(entity::element_type(ty).unwrap_or(ty))
            });
            Ok(format!(
                "the element types {} and {} differ",
                elements[0], elements[1]
            ))
        }
        "GetElementType" => call.shaped(0).map(|_| String::new()),
        "GetFunctionInputs" | "GetFunctionResults" => is_no(call, "a function type"),
        "MakeIntegerType" => call.integer(0).and_then(|bits| {
            let signedness = call.string(1)?;
            match &*signedness {
                "signless" | "signed" | "unsigned" => Ok(no_integer_type(&bits)),
                _ => Err(format!(
                    "`{signedness}` is none of `signless`, `signed` and `unsigned`"
                )),
            }
        }),
        "MakeTensorType" => sizes(call, 0).map(|_| cannot_have(call, "a tensor")),
        "MakeMemRefType" => sizes(call, 0).map(|_| cannot_have(call, "a memref")),
        "MakeVectorType" => sizes(call, 0)
            .map(|sizes| format!("{}, or the sizes {sizes}", cannot_have(call, "a vector"))),
        "WithElementType" => call.shaped(0).map(|ty| cannot_have(call, &shown(ty))),
        "WithShape" => call.shaped(0).and_then(|ty| {
            let sizes = sizes(call, 1)?;
            Ok(format!("{} cannot have the sizes {sizes}", shown(ty)))
        }),
        "WithBitWidth" => {
            integer_type(call).and_then(|()| call.integer(1).map(|bits| no_integer_type(&bits)))
        }
        _ => return None,
    })
}

fn is_no(call: &Call<'_, '_>, what: &str) -> Said {
    Err(format!("{} is not {what}", shown(call.r#type(0))))
}

fn integer_type(call: &Call<'_, '_>) -> Result<(), String> {
    match call.holds("IsIntegerType", &[call.entity(0).clone()]) {
        true => Ok(()),
        false => is_no(call, "an integer type").map(drop),
    }
}

fn no_width(call: &Call<'_, '_>) -> String {
    format!(
        "{} is neither an integer type nor a float type",
        shown(call.r#type(0))
    )
}

fn no_integer_type(bits: &str) -> String {
    format!("there is no integer type with {bits} bits")
}

/// Sizes, as an argument of a function that makes types.
fn sizes(call: &Call<'_, '_>, index: usize) -> Said {
    let sizes = call.attribute(index);
    match sizes.is_dense_i64_array() {
        true => Ok(shown(sizes)),
        false => Err(format!("{} is not `array<i64: …>`", shown(sizes))),
    }
}

fn cannot_have(call: &Call<'_, '_>, what: &str) -> String {
    let element: Type<'_> = call.r#type(1);
    format!("{what} cannot have the element type {}", shown(element))
}
