//! What a module of patterns contains.

use crate::back::lower::disjunction;
use melior::ir::{
    BlockLike, Module, OperationRef,
    attribute::StringAttribute,
    operation::{OperationLike, WalkOrder, WalkResult},
};
use std::collections::BTreeSet;

/// A native function: whether it is a constraint, and its name.
pub(super) type Key = (bool, String);

/// The patterns of a module, in order.
pub(super) fn patterns<'c, 'a>(module: &'a Module<'c>) -> Vec<OperationRef<'c, 'a>> {
    let mut patterns = Vec::new();
    let mut next = module.body().first_operation();
    while let Some(pattern) = next {
        patterns.push(pattern);
        next = pattern.next_in_block();
    }
    patterns
}

/// `FILE:LINE` of a pattern.
pub(super) fn place_of(pattern: OperationRef<'_, '_>) -> Option<String> {
    let location = pattern.location();
    if !location.is_file_line_col_range() {
        return None;
    }
    let file = location.file_line_col_range_filename();
    let file = file.as_string_ref().as_str().ok()?.to_owned();
    Some(format!(
        "{file}:{}",
        location.file_line_col_range_start_line()
    ))
}

/// The name of a pattern, if it has one.
pub(super) fn symbol(pattern: OperationRef<'_, '_>) -> Option<String> {
    text_of(pattern, "sym_name")
}

fn text_of(operation: OperationRef<'_, '_>, name: &str) -> Option<String> {
    let attribute = operation.attribute(name).ok()?;
    let text = StringAttribute::try_from(attribute).ok()?;
    Some(text.value().to_owned())
}

/// The native functions that are called inside of an operation.
pub(super) fn called_in(operation: OperationRef<'_, '_>) -> BTreeSet<Key> {
    let mut called = BTreeSet::new();
    operation.walk(WalkOrder::PreOrder, |operation| {
        let is_constraint = match operation.name().as_string_ref().as_str() {
            Ok("pdl.apply_native_constraint") => true,
            Ok("pdl.apply_native_rewrite" | "pdl.rewrite") => false,
            _ => return WalkResult::Advance,
        };
        called.extend(text_of(operation, "name").map(|name| (is_constraint, name)));
        WalkResult::Advance
    });
    called
}

/// The names of the constraints that disjunctions call inside of an operation.
pub(super) fn joined_in(operation: OperationRef<'_, '_>) -> BTreeSet<String> {
    let mut joined = BTreeSet::new();
    operation.walk(WalkOrder::PreOrder, |operation| {
        let program = disjunction::of_call(operation);
        if let Some(value) = program.and_then(|program| program.attribute("value").ok()) {
            disjunction::add_functions(value, &mut joined);
        }
        WalkResult::Advance
    });
    joined
}
