//! Whether everything in the match section is connected to the root.
//!
//! The match starts from one operation, the root, and reaches others through
//! the values they share. An operation that shares none is never found, and a
//! variable that no operation mentions has no value. Both crash PDL's run time.

use super::result_types::first_users;
use crate::{
    base::diagnostic::{Diagnostic, Diagnostics},
    hir::{Node, NodeId, NodeKind, Pattern},
};

/// Checks the match section of a pattern.
pub(super) fn check_match(pattern: &Pattern, diagnostics: &mut Diagnostics) {
    let matcher = &pattern.nodes[..pattern.rewrite_start];
    let reached = reach(matcher, pattern.root);
    let bound = bound(matcher);
    for (index, node) in matcher.iter().enumerate() {
        let problem = match &node.kind {
            NodeKind::Operation(operation) if !reached[index] => {
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

/// Which nodes share values, over any number of steps, with the root. The results
/// of a native constraint are known only after the match.
fn reach(matcher: &[Node], root: NodeId) -> Vec<bool> {
    let mut sets = Sets::new(matcher.len());
    for (index, node) in matcher.iter().enumerate() {
        match &node.kind {
            NodeKind::Operation(operation) => {
                for operand in &operation.operands {
                    let of = &matcher[operand.index()].kind;
                    if !matches!(of, NodeKind::CallResult { .. }) {
                        sets.join(index, operand.index());
                    }
                }
            }
            NodeKind::Result { operation, .. }
            | NodeKind::Results { operation }
            | NodeKind::ResultGroup { operation, .. } => {
                sets.join(index, operation.index());
            }
            _ => {}
        }
    }
    let root = sets.find(root.index());
    (0..matcher.len())
        .map(|index| sets.find(index) == root)
        .collect()
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
            | NodeKind::Attribute { ty: Some(ty) } => {
                // If the variable is not bound either, one error is enough.
                bound[ty.index()] = true;
            }
            _ => {}
        }
    }
    bound
}

/// Disjoint sets of numbers.
struct Sets {
    parent: Vec<usize>,
}

impl Sets {
    fn new(count: usize) -> Self {
        Sets {
            parent: (0..count).collect(),
        }
    }

    fn find(&mut self, mut index: usize) -> usize {
        while self.parent[index] != index {
            self.parent[index] = self.parent[self.parent[index]];
            index = self.parent[index];
        }
        index
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        self.parent[a] = b;
    }
}
