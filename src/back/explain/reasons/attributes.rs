//! Attributes of operations, and attributes that contain others.

use super::{Call, Said, number, shown};
use crate::{
    back::explain::{name_of, words::quoted},
    base::diagnostic::count,
    mlir::ffi::entity::{self, Entity},
};
use melior::ir::AttributeLike;

pub(super) fn why(name: &str, call: &Call<'_, '_>) -> Option<Said> {
    Some(match name {
        "HasAttr" | "GetAttr" => call.string(1).map(|_| missing(call, 0)),
        "HasInherentAttr" => call
            .string(1)
            .map(|name| other_kind(call, &name, "discardable")),
        "HasDiscardableAttr" => call
            .string(1)
            .map(|name| other_kind(call, &name, "inherent")),
        "AttrEquals" => {
            call.string(1)
                .map(|name| match entity::attribute(call.operation(0), &name) {
                    Some(found) => format!("`{name}` is {}", shown(found)),
                    None => missing(call, 0),
                })
        }
        "SameAttr" => call.string(2).map(|name| {
            let values = [0, 1].map(|index| entity::attribute(call.operation(index), &name));
            match values {
                [None, _] => missing(call, 0),
                [_, None] => missing(call, 1),
                [Some(a), Some(b)] => format!("`{name}` is {} and {}", shown(a), shown(b)),
            }
        }),
        "GetAttrOrDefault" => call.string(1),
        "IsStringAttr" => call.string(0),
        "GetSize" => Err(no_list(call)),
        "GetElement" => element(call),
        "AppendElement" => array(call).map(|()| wrong_element(call, 1)),
        "SetElement" => array(call).and_then(|()| replaced(call)),
        "GetEntry" => entry(call),
        "SetEntry" => dictionary(call)
            .and_then(|()| call.string(1))
            .map(|_| "an entry needs a name".to_owned()),
        "ConcatStrings" => call.string(0).and_then(|_| call.string(1)),
        "GetTypeOfTypeAttr" => Err(format!("{} is not a type", shown(call.attribute(0)))),
        _ => return None,
    })
}

/// The attributes that an operation has instead of one.
fn missing(call: &Call<'_, '_>, index: usize) -> String {
    let operation = call.operation(index);
    let name = shown(name_of(operation));
    match &entity::attribute_names(operation)[..] {
        [] => format!("{name} has no attributes"),
        names => format!("{name} has only {}", quoted(names)),
    }
}

fn other_kind(call: &Call<'_, '_>, name: &str, kind: &str) -> String {
    let operation = call.operation(0);
    match entity::attribute(operation, name) {
        Some(_) => format!(
            "`{name}` is a {kind} attribute of {}",
            shown(name_of(operation))
        )
        .replace("a inherent", "an inherent"),
        None => missing(call, 0),
    }
}

fn no_list(call: &Call<'_, '_>) -> String {
    let list = shown(call.attribute(0));
    format!("{list} is not an array, a dense array or dense elements")
}

fn element(call: &Call<'_, '_>) -> Said {
    let size = call.ask("GetSize", &[call.entity(0).clone()]);
    let Some(Entity::Attribute(size)) = size else {
        return Err(no_list(call));
    };
    let index = call.integer(1)?;
    let size = number(size).parse().unwrap_or_default();
    Ok(format!(
        "the list has {}, and none with index {index}",
        count(size, "element")
    ))
}

fn array(call: &Call<'_, '_>) -> Result<(), String> {
    let list = call.attribute(0);
    // An array of numbers, whatever their type.
    let is_dense_array = list.to_string().starts_with("array<");
    match list.is_array() || is_dense_array {
        true => Ok(()),
        false => Err(format!("{} is not an array or a dense array", shown(list))),
    }
}

fn replaced(call: &Call<'_, '_>) -> Said {
    let found = call.ask(
        "GetElement",
        &[call.entity(0).clone(), call.entity(1).clone()],
    );
    match found {
        Some(_) => Ok(wrong_element(call, 2)),
        None => element(call),
    }
}

fn wrong_element(call: &Call<'_, '_>, index: usize) -> String {
    format!(
        "{} is no element of the type of {}",
        shown(call.attribute(index)),
        shown(call.attribute(0))
    )
}

fn dictionary(call: &Call<'_, '_>) -> Result<(), String> {
    match call.attribute(0).is_dictionary() {
        true => Ok(()),
        false => Err(format!("{} is not a dictionary", shown(call.attribute(0)))),
    }
}

fn entry(call: &Call<'_, '_>) -> Said {
    dictionary(call)?;
    let name = call.string(1)?;
    Ok(format!(
        "{} has no entry `{name}`",
        shown(call.attribute(0))
    ))
}
