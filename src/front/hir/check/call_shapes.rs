//! Whether PDL can express the calls of native functions.

use crate::{
    base::diagnostic::{Diagnostic, Diagnostics},
    hir::{Call, CallKind, NodeKind, Pattern, Type},
};

/// Reports the calls that PDL cannot express.
pub(super) fn check(pattern: &Pattern, diagnostics: &mut Diagnostics) {
    for node in &pattern.nodes {
        let NodeKind::Call(call) = &node.kind else {
            continue;
        };
        if let Some((message, help)) = problem(call, Some(&call.function)) {
            let error = Diagnostic::error(node.span, message).help(help);
            diagnostics.push(pattern.with_callers(error, node));
        }
    }
}

/// What is wrong with a call, and how to mend it. `name` is the name of the
/// function in the source, if it has one.
pub(crate) fn problem(call: &Call, name: Option<&str>) -> Option<(String, &'static str)> {
    let is_constraint = call.kind != CallKind::Rewrite;
    let describe = |kind: &str| match name {
        Some(name) => format!("the native {kind} `{name}`"),
        None => format!("this native {kind}"),
    };
    if call.arguments.is_empty() && (is_constraint || call.results.is_empty()) {
        let message = format!("{} has no arguments", describe("function"));
        let help =
            "PDL cannot call a function without arguments: give it one, such as the root operation";
        return Some((message, help));
    }
    if is_constraint && call.results.contains(&Type::Operation) {
        let message = format!("{} returns an operation", describe("constraint"));
        let help = "in PDL, a constraint can return values, types and attributes only";
        return Some((message, help));
    }
    None
}
