//! Whether a pattern that says what a type becomes says it, and does nothing else.
//!
//! Such a pattern begins with an operation [`CONVERT_TYPE`], which no program has: a
//! conversion asks the pattern about each type.

use crate::{
    base::diagnostic::{Diagnostic, Diagnostics},
    contract::{CONVERT_TO, CONVERT_TYPE, LIBRARY_PREFIX},
    hir::{Node, NodeKind, Operation, Pattern},
};

pub(super) fn check(pattern: &Pattern, diagnostics: &mut Diagnostics) {
    let (matched, rewrite) = pattern.nodes.split_at(pattern.rewrite_start);
    let root = &matched[pattern.root.index()];
    let converts = match &root.kind {
        NodeKind::Operation(operation) => is_conversion(operation),
        _ => false,
    };
    let mut push = |problem, node| diagnostics.push(pattern.with_callers(problem, node));
    for node in matched {
        if let NodeKind::Operation(operation) = &node.kind
            && is_conversion(operation)
        {
            if !std::ptr::eq(node, root) {
                push(not_the_root(node), node);
            } else if !has_one_result(operation) {
                push(shape(node), node);
            }
        }
    }
    let mut changes_program = false;
    for node in rewrite {
        match &node.kind {
            NodeKind::Operation(operation) if is_conversion(operation) => {
                push(not_the_root(node), node);
            }
            NodeKind::Operation(_) | NodeKind::Replace { .. } | NodeKind::Erase { .. }
                if converts =>
            {
                changes_program = true;
                push(changes(node), node);
            }
            _ if says_type(node) && !converts => push(elsewhere(node), node),
            _ => {}
        }
    }
    if converts && !changes_program && !rewrite.iter().any(says_type) {
        diagnostics.push(
            Diagnostic::error(
                pattern.rewrite_span,
                "this rewrite does not say what the type becomes",
            )
            .help(format!(
                "call `{}`, which `pdll/std.pdll` declares",
                convert_to()
            )),
        );
    }
}

fn is_conversion(operation: &Operation) -> bool {
    operation.name.as_deref() == Some(CONVERT_TYPE)
}

fn has_one_result(operation: &Operation) -> bool {
    operation.attributes.is_empty()
        && operation
            .result_types
            .as_ref()
            .is_some_and(|types| types.len() == 1)
}

fn says_type(node: &Node) -> bool {
    matches!(&node.kind, NodeKind::Call(call)
        if call.function == CONVERT_TO)
}

/// What pattern files call the function that says it.
fn convert_to() -> &'static str {
    &CONVERT_TO[LIBRARY_PREFIX.len()..]
}

fn shape(node: &Node) -> Diagnostic {
    Diagnostic::error(
        node.span,
        format!("`{CONVERT_TYPE}` has one result and nothing else"),
    )
    .help(format!("write `op<{CONVERT_TYPE}> -> (type: Type)`"))
}

fn not_the_root(node: &Node) -> Diagnostic {
    Diagnostic::error(
        node.span,
        format!("`{CONVERT_TYPE}` can only be the root of a pattern"),
    )
}

fn changes(node: &Node) -> Diagnostic {
    Diagnostic::error(
        node.span,
        format!("a pattern for `{CONVERT_TYPE}` cannot change the program"),
    )
    .help(format!(
        "say what the type becomes by `{}`, and nothing else",
        convert_to()
    ))
}

fn elsewhere(node: &Node) -> Diagnostic {
    Diagnostic::error(
        node.span,
        format!(
            "only a pattern for `{CONVERT_TYPE}` can call `{}`",
            convert_to()
        ),
    )
    .help(format!("the root is `op<{CONVERT_TYPE}> -> (type: Type)`"))
}
