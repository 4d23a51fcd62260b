//! Ranges of values and types.

use super::{Call, Said, shown, value};
use crate::{base::diagnostic::count, mlir::ffi::entity::Entity};

pub(super) fn why(name: &str, call: &Call<'_, '_>) -> Option<Said> {
    Some(match name {
        "HasLength" | "HasTypeLength" => call.integer(1).map(|_| length(call)),
        "First" | "Last" | "FirstType" | "LastType" => Ok("the range is empty".to_owned()),
        "GetValue" | "GetType" | "WithValue" => call
            .integer(1)
            .map(|index| format!("{}, and none with index {index}", length(call))),
        "GetValues" | "GetTypes" => slice(call),
        "Contains" => Ok(format!("{} is not in the range", value(call.value(1)))),
        "AllSameType" => Ok(different_types(call)),
        _ => return None,
    })
}

fn length(call: &Call<'_, '_>) -> String {
    let what = match call.entity(0) {
        Entity::Values(_) => "value",
        _ => "type",
    };
    format!("the range has {}", count(call.length(0), what))
}

fn slice(call: &Call<'_, '_>) -> Said {
    let (start, count) = (call.integer(1)?, call.integer(2)?);
    Ok(format!(
        "{}, and not {count} from index {start} on",
        length(call)
    ))
}

fn different_types(call: &Call<'_, '_>) -> String {
    let Entity::Types(types) = call.entity(0) else {
        panic!("expected types");
    };
    let other = types.iter().find(|ty| **ty != types[0]);
    let other = other.expect("they differ");
    format!("the types {} and {} differ", shown(types[0]), shown(other))
}
