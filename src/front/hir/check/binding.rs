//! Whether everything in the match section is connected to the root.
//!
//! The match starts from one operation, the root, and reaches others through
//! the values they share, and through the blocks they are in. An operation that shares none is never found, and a
//! variable that no operation mentions has no value. Both crash PDL's run time.

use super::result_types::first_users;
use crate::{
    base::diagnostic::{Diagnostic, Diagnostics},
    hir::{Node, NodeId, NodeKind, Pattern, links::Links},
};

/// Checks the match section of a pattern.
pub(super) fn check_match(pattern: &Pattern, diagnostics: &mut Diagnostics) {
    let matcher = &pattern.nodes[..pattern.rewrite_start];
    let links = Links::new(matcher);
    let reached = links.connected_with(pattern.root);
    let bound = bound(matcher);
    for (index, node) in matcher.iter().enumerate() {
        let problem = match &node.kind {
            // What is in its regions is not connected, either.
            NodeKind::Operation(operation) if !reached[index] && operation.inside.is_none() => {
                let root = &matcher[pattern.root.index()];
                Some(unreached(node, operation.name.as_deref(), root))
            }
            NodeKind::Operand { .. }
            | NodeKind::Operands { .. }
            | NodeKind::Type
            | NodeKind::Types
            | NodeKind::Attribute { .. }
                if !bound[index] =>
            {
                Some(unbound(node))
            }
            _ => None,
        };
        if let Some(problem) = problem {
            diagnostics.push(pattern.with_callers(problem, node));
        }
    }
    let is_unreached =
        |(node, reached): (&Node, &bool)| !reached && matches!(node.kind, NodeKind::Operation(_));
    if !std::iter::zip(matcher, &reached).any(is_unreached) {
        check_regions(pattern, &links, diagnostics);
    }
}

/// Checks that one operation leads to all others through shared values, and from outside
/// into regions. The verifier of the dialect `pdl` finds no way out of them.
fn check_regions(pattern: &Pattern, links: &Links, diagnostics: &mut Diagnostics) {
    let matcher = &pattern.nodes[..pattern.rewrite_start];
    let Some(start) = links.outermost(matcher) else {
        return;
    };
    let reached = links.reached_from(start);
    for (node, _) in std::iter::zip(matcher, reached).filter(|(_, reached)| !reached) {
        if let NodeKind::Operation(operation) = &node.kind {
            let problem = only_through_regions(node, operation.name.as_deref());
            diagnostics.push(pattern.with_callers(problem, node));
            return;
        }
    }
}

fn only_through_regions(node: &Node, name: Option<&str>) -> Diagnostic {
    let name = name.map_or("this operation".to_owned(), |name| format!("`{name}`"));
    let message =
        format!("{name} is connected to the rest of the pattern only by what is in its regions");
    Diagnostic::error(node.span, message)
        .help("let it share an operand or result with an operation outside of its regions")
}

/// Checks that types without a value in the rewrite section are result types of
/// an operation, which computes them, before they are anything else.
pub(super) fn check_rewrite(pattern: &Pattern, diagnostics: &mut Diagnostics) {
    let Pattern {
        nodes,
        rewrite_start,
        ..
    } = pattern;
    let first_users = first_users(pattern);
    for (index, node) in nodes.iter().enumerate().skip(*rewrite_start) {
        if !matches!(node.kind, NodeKind::Type | NodeKind::Types) {
            continue;
        }
        let id = NodeId(index as u32);
        let first_user = first_users[index].map(|user| &nodes[user]);
        let is_computed = first_user.is_some_and(|user| {
            matches!(&user.kind, NodeKind::Operation(operation)
                if operation.result_types.iter().flatten().any(|ty| *ty == id))
        });
        if !is_computed {
            let name = node.name.as_deref().unwrap_or("_");
            let problem = Diagnostic::error(node.span, format!("`{name}` has no value"))
                .help("give it a value, or use it as a result type of an operation that computes its result types");
            diagnostics.push(pattern.with_callers(problem, node));
        }
    }
}

fn unreached(node: &Node, name: Option<&str>, root: &Node) -> Diagnostic {
    let name = name.map_or("this operation".to_owned(), |name| format!("`{name}`"));
    Diagnostic::error(
        node.span,
        format!("{name} is not connected to the root of the pattern"),
    )
    .note(root.span, "the root is here")
    .help("operations are connected through operands and results that they share")
}

fn unbound(node: &Node) -> Diagnostic {
    let name = node.name.as_deref().unwrap_or("_");
    let use_it = match node.kind {
        NodeKind::Attribute { .. } => "use it as an attribute of a matched operation",
        NodeKind::Type | NodeKind::Types => {
            "use it as a result type of a matched operation, or as the type of one of its operands or attributes"
        }
        _ => "use it as an operand of a matched operation",
    };
    Diagnostic::error(
        node.span,
        format!("`{name}` is not bound to anything in the input"),
    )
    .help(use_it)
}

/// Which nodes an operation mentions, itself or through a variable's type.
fn bound(matcher: &[Node]) -> Vec<bool> {
    let mut bound = vec![false; matcher.len()];
    for node in matcher {
        match &node.kind {
            NodeKind::Operation(operation) => {
                let attributes = operation.attributes.iter().map(|(_, node)| node);
                for part in operation
                    .operands
                    .iter()
                    .chain(attributes)
                    .chain(operation.result_types.iter().flatten())
                {
                    bound[part.index()] = true;
                }
            }
            NodeKind::Operand { ty: Some(ty) }
            | NodeKind::Operands { ty: Some(ty) }
            | NodeKind::Argument { ty: Some(ty), .. }
            | NodeKind::Arguments { ty: Some(ty), .. }
            | NodeKind::Attribute { ty: Some(ty) } => {
                // If the variable is not bound either, one error is enough.
                bound[ty.index()] = true;
            }
            _ => {}
        }
    }
    bound
}
