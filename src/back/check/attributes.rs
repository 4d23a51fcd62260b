//! The attributes of `pdl` operations that belong to pdll.

use crate::{
    base::diagnostic::{Severity, all_closest},
    front::contract::{
        BOUNDED_RECURSION, CONSTRAINTS, EQUAL_OPERAND_RANGES, EQUAL_RESULT_RANGES, EXACT, INDEX,
        LABELS, LAST, LIBRARY_PREFIX, NO_RESULTS, NUM_ARGUMENTS, NUM_BLOCKS, NUM_REGIONS,
        OPERAND_SEGMENTS, PROGRAM, RESULT_GROUPS, RESULT_SEGMENTS, SINGLE_OPERAND_RANGES,
        SINGLE_RESULT_RANGES,
    },
    mlir::ffi::diagnostics::{Remark, emit_at},
};
use melior::ir::{
    Attribute, AttributeLike, Module, OperationRef,
    attribute::{ArrayAttribute, IntegerAttribute},
    operation::{OperationLike, WalkOrder, WalkResult},
};

/// What the value of an attribute must be.
#[derive(Clone, Copy)]
enum Value {
    /// A unit.
    None,
    /// An array of strings.
    Strings,
    /// A number that is not negative.
    Number,
    /// Who reads it checks it.
    Any,
}

/// What a part of an operation is written as. An argument of a new block stands in a
/// rewrite.
const PART: &str = "pdl.apply_native_constraint";

/// The attributes, and the operations that they say something about.
const KNOWN: [(&str, &str, Value); 18] = [
    (LABELS, "pdl.pattern", Value::Strings),
    (BOUNDED_RECURSION, "pdl.pattern", Value::None),
    (OPERAND_SEGMENTS, "pdl.operation", Value::None),
    (RESULT_SEGMENTS, "pdl.operation", Value::None),
    (EQUAL_OPERAND_RANGES, "pdl.operation", Value::None),
    (EQUAL_RESULT_RANGES, "pdl.operation", Value::None),
    (SINGLE_OPERAND_RANGES, "pdl.operation", Value::None),
    (SINGLE_RESULT_RANGES, "pdl.operation", Value::None),
    (NO_RESULTS, "pdl.operation", Value::None),
    (NUM_REGIONS, "pdl.operation", Value::Number),
    (LAST, "pdl.operation", Value::None),
    (INDEX, PART, Value::Number),
    (NUM_BLOCKS, "pdl.apply_native_constraint", Value::Number),
    (NUM_ARGUMENTS, "pdl.apply_native_constraint", Value::Number),
    (EXACT, "pdl.apply_native_constraint", Value::None),
    (RESULT_GROUPS, "pdl.results", Value::Any),
    (CONSTRAINTS, "builtin.module", Value::Any),
    (PROGRAM, "builtin.module", Value::Any),
];

/// Reports the attributes that are wrong. Returns whether none is.
pub(super) fn check(module: &Module<'_>) -> bool {
    let mut are_right = true;
    module
        .as_operation()
        .walk(WalkOrder::PreOrder, |operation| {
            // Most operations have no attribute but those of the dialect.
            for index in 0..operation.discardable_attribute_count() {
                are_right &= check_attribute(operation, index);
            }
            WalkResult::Advance
        });
    are_right
}

fn check_attribute(operation: OperationRef<'_, '_>, index: usize) -> bool {
    let Ok((name, value)) = operation.discardable_attribute_at(index) else {
        return true;
    };
    let name = name.as_string_ref();
    let Some(problem) = name
        .as_str()
        .ok()
        .and_then(|name| problem(operation, name, value))
    else {
        return true;
    };
    let error = Remark {
        location: operation.location(),
        text: problem,
    };
    emit_at(Severity::Error, "", &error, &[]);
    false
}

fn problem(operation: OperationRef<'_, '_>, name: &str, value: Attribute<'_>) -> Option<String> {
    let rest = name.strip_prefix(LIBRARY_PREFIX)?;
    let Some((_, owner, expected)) = KNOWN.iter().find(|(known, ..)| *known == name) else {
        return Some(unknown(name, rest));
    };
    let found = operation.name();
    let found = found.as_string_ref();
    let found = found.as_str().unwrap_or_default();
    let is_part = *owner == PART && found == "pdl.apply_native_rewrite";
    if found != *owner && !is_part {
        return Some(format!(
            "`{name}` belongs on a `{owner}`, but is on a `{found}`"
        ));
    }
    match expected {
        Value::None if !value.is_unit() => {
            Some(format!("`{name}` must have no value, but is {value}"))
        }
        Value::Strings if !are_strings(value) => Some(format!(
            "`{name}` must be an array of strings, but is {value}"
        )),
        Value::Number if !is_number(value) => Some(format!(
            "`{name}` must be an integer that is not negative, but is {value}"
        )),
        _ => None,
    }
}

fn unknown(name: &str, rest: &str) -> String {
    // A prefix that is right must not make up for the rest.
    let known = KNOWN
        .iter()
        .filter_map(|(known, ..)| known.strip_prefix(LIBRARY_PREFIX));
    let meant = match all_closest(rest, known).into_iter().min() {
        Some(meant) => format!("; did you mean `{LIBRARY_PREFIX}{meant}`?"),
        None => String::new(),
    };
    format!("pdll has no attribute `{name}`{meant}")
}

fn is_number(value: Attribute<'_>) -> bool {
    let number = IntegerAttribute::try_from(value);
    number.is_ok_and(|number| u32::try_from(number.value()).is_ok())
}

fn are_strings(value: Attribute<'_>) -> bool {
    ArrayAttribute::try_from(value).is_ok_and(|array| {
        (0..array.len()).all(|index| array.element(index).is_ok_and(|one| one.is_string()))
    })
}
