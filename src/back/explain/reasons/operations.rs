//! Questions about operations.

use super::{Call, Said, shown, uses};
use crate::{
    back::explain::name_of,
    mlir::ffi::entity::{self, Entity},
};
use melior::ir::OperationRef;

pub(super) fn why(name: &str, call: &Call<'_, '_>) -> Option<Said> {
    Some(match name {
        "IsFromDialect" => call.string(1).map(|_| {
            let name = name_of(call.operation(0));
            let dialect = name.split('.').next().unwrap_or_default();
            format!("{} is from the dialect `{dialect}`", shown(&name))
        }),
        "TypeIsFromDialect" => call
            .string(1)
            .map(|_| from_dialect(&call.r#type(0).to_string(), '!')),
        "AttrIsFromDialect" => call
            .string(1)
            .map(|_| from_dialect(&call.attribute(0).to_string(), '#')),
        "HasTrait" => call.string(1).map(|name| without(call, "trait", &name)),
        "HasInterface" => call.string(1).map(|name| without(call, "interface", &name)),
        "IsTerminator" => Ok(known(call, |name| format!("{name} does not end a block"))),
        "IsTriviallyDead" => Ok(not_dead(call)),
        "IsPure" => Ok(known(call, |name| {
            format!("{name} has effects, or cannot be executed speculatively")
        })),
        "IsMemoryEffectFree" => Ok(known(call, |name| {
            format!("{name} has effects on memory, or does not say which it has")
        })),
        "IsEquivalent" => Ok(difference(call.operation(0), call.operation(1))),
        _ => return None,
    })
}

/// The dialect of a type or attribute, which its text begins with unless it is MLIR's own.
fn from_dialect(text: &str, sign: char) -> String {
    let dialect = text.strip_prefix(sign).map_or("builtin", |name| {
        name.split(['.', '<']).next().unwrap_or_default()
    });
    format!("{} is from the dialect `{dialect}`", shown(text))
}

/// What is true of an operation that a dialect defines. Of others, nothing is known.
fn known(call: &Call<'_, '_>, say: impl FnOnce(&str) -> String) -> String {
    let operation = call.operation(0);
    let name = shown(name_of(operation));
    match entity::is_registered(operation) {
        true => say(&name),
        false => format!("no dialect of the program defines {name}, so nothing is known of it"),
    }
}

fn without(call: &Call<'_, '_>, what: &str, name: &str) -> String {
    known(call, |operation| {
        format!("{operation} does not have the {what} `{name}`")
    })
}

fn not_dead(call: &Call<'_, '_>) -> String {
    let results = entity::results(call.operation(0));
    let used = uses::uses(call, &results);
    if used != "no uses" {
        return format!("its results have {used}");
    }
    known(call, |name| {
        format!("{name} ends a block, or has effects that something may depend on")
    })
}

/// What tells two operations apart.
fn difference<'a>(a: OperationRef<'a, 'a>, b: OperationRef<'a, 'a>) -> String {
    let names = [a, b].map(name_of);
    if names[0] != names[1] {
        return format!(
            "one is {}, the other one {}",
            shown(&names[0]),
            shown(&names[1])
        );
    }
    let attributes = [a, b].map(entity::attribute_names);
    let both = attributes.iter().flatten();
    let differs = |name: &&String| entity::attribute(a, name) != entity::attribute(b, name);
    if let Some(name) = both.into_iter().find(differs) {
        return format!("their attributes `{name}` differ");
    }
    let operands = [a, b].map(entity::operands);
    if operands[0] != operands[1] {
        return "their operands differ".to_owned();
    }
    let types = [a, b].map(|one| {
        entity::results(one)
            .into_iter()
            .map(entity::type_of)
            .collect::<Vec<_>>()
    });
    if types[0] != types[1] {
        let [first, second] = types.map(|types| super::describe(&Entity::Types(types)));
        return format!("their results have the types {first} and {second}");
    }
    "their regions differ".to_owned()
}
