//! Predicates over types and numbers. Each has one function for each way to call it.

use super::{Call, Said, describe, number, numbers, shapes, shown};
use crate::{
    front::contract::{LIBRARY_PREFIX, SAME, predicate_of},
    mlir::ffi::entity::Entity,
};

pub(super) fn why(name: &str, call: &Call<'_, '_>) -> Option<Said> {
    if Some(name) == SAME.strip_prefix(LIBRARY_PREFIX) {
        let [a, b] = [0, 1].map(|index| describe(call.entity(index)));
        return Some(Ok(format!("{a} and {b} differ")));
    }
    let predicate = predicate_of(name);
    match name.strip_prefix(predicate)? {
        "_check" => check(predicate, call),
        "_capture" => Some(capture(predicate, call)),
        "_evaluate" => Some(evaluate(predicate, call)),
        _ => None,
    }
}

fn check(predicate: &str, call: &Call<'_, '_>) -> Option<Said> {
    Some(match predicate {
        "ne" => call
            .integer(0)
            .map(|number| format!("both numbers are {number}")),
        "lt" => numbers::comparison(call, "is not less than"),
        "le" => numbers::comparison(call, "is greater than"),
        "gt" => numbers::comparison(call, "is not greater than"),
        "ge" => numbers::comparison(call, "is less than"),
        "IntOrIndex" => Ok(format!(
            "{} is neither an integer type nor `index`",
            shown(call.r#type(0))
        )),
        "SameSizes" => call
            .shaped(0)
            .and_then(|_| call.shaped(1))
            .map(|_| shapes::shapes_differ(call)),
        "StaticShape" => shapes::is_static(call, 0).map(|()| String::new()),
        _ => arithmetic(predicate, call)?,
    })
}

/// Why a number is not the result of two others.
fn arithmetic(predicate: &str, call: &Call<'_, '_>) -> Option<Said> {
    let sign = match predicate {
        "add" => "+",
        "sub" => "-",
        "mul" => "*",
        "div" => "/",
        "rem" => "%",
        _ => return None,
    };
    let said = call.integer(0).and_then(|result| {
        let operands = [call.entity(1).clone(), call.entity(2).clone()];
        match call.ask(&format!("{predicate}_evaluate"), &operands) {
            Some(_) => {
                let [a, b] = [1, 2].map(|index| number(call.attribute(index)));
                Ok(format!("{a} {sign} {b} is not {result}"))
            }
            None => no_result(predicate, call, 1),
        }
    });
    Some(said)
}

fn no_result(predicate: &str, call: &Call<'_, '_>, first: usize) -> Said {
    match predicate {
        "div" | "rem" => numbers::quotient(call, first),
        _ => numbers::no_result(call, first),
    }
}

fn capture(predicate: &str, call: &Call<'_, '_>) -> Said {
    match (predicate, call.entity(0)) {
        ("Rank" | "Shape" | "StaticShape" | "NumElements", Entity::Type(_)) => {
            shapes::is_static(call, 0).map(|()| "the shape has too many elements".to_owned())
        }
        ("DimSize", Entity::Type(_)) => shapes::size(call),
        (_, entity) => Err(format!("{} is no `{}`", describe(entity), short(predicate))),
    }
}

fn evaluate(predicate: &str, call: &Call<'_, '_>) -> Said {
    match predicate {
        "add" | "sub" | "mul" | "div" | "rem" => no_result(predicate, call, 0),
        _ => {
            let parts = call.arguments.iter().flatten().map(describe);
            let parts: Vec<_> = parts.collect();
            let name = short(predicate);
            Ok(format!("there is no `{name}` of {}", parts.join(" and ")))
        }
    }
}

/// The name of a predicate for a C++ class, as patterns write it.
fn short(predicate: &str) -> &str {
    predicate.strip_prefix("mlir::").unwrap_or(predicate)
}
