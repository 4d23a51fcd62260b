//! Whether everything in the match section hangs together with the root.
//!
//! The match starts from one operation, the root, and reaches others through
//! the values they share. An operation that shares none is never found, and a
//! variable that no operation mentions has no value. PDL's run time does not
//! survive either.

use super::Sema;
use crate::{
    diagnostic::Diagnostic,
    hir::{Node, NodeId, NodeKind},
};

/// Checks the nodes of a pattern whose rewrite section starts at
/// `rewrite_start`.
pub(super) fn check(sema: &mut Sema<'_>, nodes: &[Node], rewrite_start: usize, root: NodeId) {
    let matcher = &nodes[..rewrite_start];
    let reached = reach(matcher, root);
    let bound = bound(matcher);
    let used = used(nodes);
    for (index, node) in matcher.iter().enumerate() {
        let problem = match &node.kind {
            NodeKind::Operation(operation) if !reached[index] => {
                Some(unreached(node, operation.name.as_deref(), &matcher[root.index()]))
            }
            NodeKind::Operation(_) if index != root.index() && !used[index] => Some(
                Diagnostic::error(node.span, "expected a use of this operation")
                    .help("use its results as operands of a matched operation, or mention it in the rewrite section"),
            ),
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
            sema.diagnostics.push(problem);
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

/// Which nodes share values, over any number of steps, with the root.
fn reach(matcher: &[Node], root: NodeId) -> Vec<bool> {
    let mut sets = Sets::new(matcher.len());
    for (index, node) in matcher.iter().enumerate() {
        match &node.kind {
            NodeKind::Operation(operation) => {
                for operand in &operation.operands {
                    sets.join(index, operand.index());
                }
            }
            NodeKind::Result { operation, .. } | NodeKind::Results { operation } => {
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
                // If the variable is not bound either, that is what to tell.
                bound[ty.index()] = true;
            }
            _ => {}
        }
    }
    bound
}

/// Which operations have a use other than that a result is taken of them and
/// not used in turn.
fn used(nodes: &[Node]) -> Vec<bool> {
    let mut used = vec![false; nodes.len()];
    for (index, node) in nodes.iter().enumerate().rev() {
        match &node.kind {
            NodeKind::Operation(operation) => {
                for operand in &operation.operands {
                    used[operand.index()] = true;
                }
            }
            NodeKind::Result { operation, .. } | NodeKind::Results { operation } => {
                used[operation.index()] |= used[index];
            }
            NodeKind::Erase { operation } => used[operation.index()] = true,
            NodeKind::Replace { operation, with } => {
                used[operation.index()] = true;
                match with {
                    crate::hir::Replacement::Operation(with) => used[with.index()] = true,
                    crate::hir::Replacement::Values(values) => {
                        for value in values {
                            used[value.index()] = true;
                        }
                    }
                }
            }
            _ => {}
        }
    }
    used
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
