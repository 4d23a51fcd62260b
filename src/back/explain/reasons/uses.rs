//! Uses of values, and positions of operations.

use super::{Call, Said, shown, value};
use crate::{
    back::explain::name_of,
    base::diagnostic::count,
    mlir::ffi::entity::{self, Entity},
};
use melior::ir::{OperationRef, Value};

pub(super) fn why(name: &str, call: &Call<'_, '_>) -> Option<Said> {
    Some(match name {
        "HasOneUse" | "HasNoUses" => Ok(format!("the value has {}", uses(call, &[call.value(0)]))),
        "UsedOnlyBy" => Ok(other_user(call, &[call.value(0)], |user| {
            user == call.operation(1)
        })),
        "UsedOnlyByOpsNamed" => call
            .string(1)
            .map(|name| other_user(call, &[call.value(0)], |user| name_of(user) == name)),
        "OpHasOneUse" | "OpHasNoUses" => Ok(results_used(call)),
        "OpUsedOnlyBy" => {
            let results = entity::results(call.operation(0));
            Ok(other_user(call, &results, |user| user == call.operation(1)))
        }
        "OpUsedOnlyAfter" => Ok(format!(
            "the results have {}, not all of which come after {}",
            uses(call, &entity::results(call.operation(0))),
            call.with_line(call.operation(1))
        )),
        "IsBlockArgument" => Ok(format!("the value is {}", value(call.value(0)))),
        "SameBlock" => Ok(in_different_blocks(call)),
        "IsBefore" => Ok(not_before(call)),
        "Dominates" => Ok(format!(
            "{} is not defined before {}",
            value(call.value(0)),
            call.with_line(call.operation(1))
        )),
        "IsDefinedOutside" => Ok(format!(
            "{} is defined in a region of {}",
            value(call.value(0)),
            call.with_line(call.operation(1))
        )),
        "HasParent" => call.string(1).map(|_| parent(call)),
        "HasAncestor" => call.string(1).map(|_| ancestors(call)),
        _ => return None,
    })
}

/// More users are not listed.
const MAX_USERS: usize = 1000;
/// More lines are only counted.
const MAX_LINES: usize = 4;

/// How often values are used, and where.
pub(super) fn uses<'a>(call: &Call<'_, 'a>, values: &[Value<'a, 'a>]) -> String {
    let users = users(values);
    if users.is_empty() {
        return "no uses".to_owned();
    }
    let number = match users.len() {
        MAX_USERS => format!("at least {MAX_USERS} uses"),
        number => count(number, "use"),
    };
    let mut lines: Vec<_> = users
        .iter()
        .filter_map(|user| (call.line_of)(*user))
        .collect();
    lines.sort_unstable();
    lines.dedup();
    match &lines[..] {
        [] => number,
        [line] => format!("{number}, in line {line}"),
        lines => format!("{number}, in lines {}", listed(lines)),
    }
}

fn listed(lines: &[u32]) -> String {
    let shown = lines.iter().take(MAX_LINES);
    let mut shown: Vec<_> = shown.map(u32::to_string).collect();
    let last = match lines.len().saturating_sub(MAX_LINES) {
        0 => shown.pop().unwrap_or_default(),
        more => format!("{more} more"),
    };
    format!("{} and {last}", shown.join(", "))
}

fn users<'a>(values: &[Value<'a, 'a>]) -> Vec<OperationRef<'a, 'a>> {
    let users = values.iter().flat_map(|one| entity::users(*one, MAX_USERS));
    users.take(MAX_USERS).collect()
}

fn results_used(call: &Call<'_, '_>) -> String {
    let results = entity::results(call.operation(0));
    match &results[..] {
        [] => "the operation has no results".to_owned(),
        results => format!("the results of the operation have {}", uses(call, results)),
    }
}

/// The first user that is not allowed.
fn other_user<'a>(
    call: &Call<'_, 'a>,
    values: &[Value<'a, 'a>],
    is_allowed: impl Fn(OperationRef<'a, 'a>) -> bool,
) -> String {
    let mut others: Vec<_> = users(values);
    others.retain(|user| !is_allowed(*user));
    others.sort_by_key(|user| (call.line_of)(*user));
    let first = others.first().map(|user| call.with_line(*user));
    let what = match call.entity(0) {
        Entity::Value(_) => "the value",
        _ => "a result",
    };
    match first {
        Some(first) => format!("{first} uses {what}"),
        None => format!("more than {MAX_USERS} operations use {what}"),
    }
}

fn in_different_blocks(call: &Call<'_, '_>) -> String {
    let [first, second] = [0, 1].map(|index| call.with_line(call.operation(index)));
    format!("{first} and {second} are not in the same block")
}

fn not_before(call: &Call<'_, '_>) -> String {
    let both = [0, 1].map(|index| Entity::Operation(call.operation(index)));
    if both[0] == both[1] {
        return "both are the same operation".to_owned();
    }
    if !call.holds("SameBlock", &both) {
        return in_different_blocks(call);
    }
    let [first, second] = [0, 1].map(|index| call.with_line(call.operation(index)));
    format!("{first} comes after {second}")
}

/// The operations around the first argument, the nearest one first.
fn around<'a>(call: &Call<'_, 'a>) -> impl Iterator<Item = OperationRef<'a, 'a>> {
    entity::with_ancestors(call.operation(0)).skip(1)
}

fn parent(call: &Call<'_, '_>) -> String {
    let operation = shown(name_of(call.operation(0)));
    match around(call).next() {
        Some(parent) => format!("{operation} is in {}", call.with_line(parent)),
        None => format!("{operation} is in no operation"),
    }
}

fn ancestors(call: &Call<'_, '_>) -> String {
    let names: Vec<_> = around(call).map(|one| shown(name_of(one))).collect();
    let operation = shown(name_of(call.operation(0)));
    match &names[..] {
        [] => format!("{operation} is in no operation"),
        names => format!("{operation} is only in {}", names.join(", ")),
    }
}
