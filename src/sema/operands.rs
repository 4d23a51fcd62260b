//! Operands of operations that are known by the operation, as in `root.lhs`.
//!
//! A [`NodeKind::OperandGroup`] is another name for a node that the operation
//! was given. Operands that were left open are told apart when one of their
//! groups is asked for.

use super::Sema;
use crate::{
    diagnostic::Diagnostic,
    hir::{Node, NodeId, NodeKind, Operation, Pattern, Type},
    ods::{Arity, Group, Ods},
};
use std::collections::HashMap;

/// Puts what they stand for in the place of all [`NodeKind::OperandGroup`]s of
/// a pattern. They are gone afterwards unless there was an error.
pub(super) fn resolve(sema: &mut Sema<'_>, pattern: &mut Pattern) {
    let has_groups = pattern
        .nodes
        .iter()
        .any(|node| matches!(node.kind, NodeKind::OperandGroup { .. }));
    if !has_groups {
        return;
    }
    let ods = sema.ods;
    let mut resolution = Resolution {
        sema,
        split: operands_to_split(ods, pattern),
        old: pattern,
        nodes: Vec::with_capacity(pattern.nodes.len()),
        stands_for: Vec::with_capacity(pattern.nodes.len()),
        parts: HashMap::new(),
    };
    let Some(rewrite_start) = resolution.run() else {
        return;
    };
    let Resolution {
        nodes, stands_for, ..
    } = resolution;
    pattern.root = stands_for[pattern.root.index()];
    pattern.rewrite_start = rewrite_start;
    pattern.nodes = nodes;
}

/// The open operands of operations of which a group is wanted: the node and the
/// groups that it stands for.
fn operands_to_split<'o>(ods: &'o Ods, pattern: &Pattern) -> HashMap<usize, &'o [Group]> {
    let mut split = HashMap::new();
    for node in &pattern.nodes {
        let NodeKind::OperandGroup {
            operation,
            index: Some(_),
            ..
        } = node.kind
        else {
            continue;
        };
        let NodeKind::Operation(data) = &pattern.nodes[operation.index()].kind else {
            continue;
        };
        if let ([operands], Some(groups)) = (&data.operands[..], groups_of(ods, data))
            && is_open(pattern, *operands)
            && groups.len() > 1
        {
            split.insert(operands.index(), groups);
        }
    }
    split
}

fn groups_of<'o>(ods: &'o Ods, operation: &Operation) -> Option<&'o [Group]> {
    let known = ods.operation(operation.name.as_ref()?)?;
    Some(&known.operands)
}

/// Whether a node is operands that nobody has named.
fn is_open(pattern: &Pattern, operands: NodeId) -> bool {
    let node = &pattern.nodes[operands.index()];
    let users = pattern
        .nodes
        .iter()
        .filter(|user| user.kind.inputs().contains(&operands));
    node.name.is_none()
        && matches!(node.kind, NodeKind::Operands { ty: None })
        && users.count() == 1
}

struct Resolution<'r, 'a, 'o> {
    sema: &'r mut Sema<'a>,
    old: &'r Pattern,
    split: HashMap<usize, &'o [Group]>,
    /// The new nodes.
    nodes: Vec<Node>,
    /// The new node of each old one.
    stands_for: Vec<NodeId>,
    /// The new nodes of each old one that was split.
    parts: HashMap<usize, Vec<NodeId>>,
}

impl Resolution<'_, '_, '_> {
    /// Where the rewrite section starts now, or `None` after errors.
    fn run(&mut self) -> Option<usize> {
        let mut failed = false;
        let mut rewrite_start = None;
        for (index, node) in self.old.nodes.iter().enumerate() {
            if index == self.old.rewrite_start {
                rewrite_start = Some(self.nodes.len());
            }
            let id = match self.split.get(&index) {
                Some(groups) => self.split(index, node, groups),
                None => {
                    let mut node = node.clone();
                    if let NodeKind::Operation(operation) = &mut node.kind {
                        self.insert_parts(operation);
                    } else {
                        node.kind.map_inputs(|input| self.stands_for[input.index()]);
                    }
                    self.place(node, index >= self.old.rewrite_start)
                }
            };
            failed |= id.is_none();
            self.stands_for.push(id.unwrap_or(NodeId(0)));
            if failed {
                return None;
            }
        }
        Some(rewrite_start.unwrap_or(self.nodes.len()))
    }

    fn push(&mut self, node: Node) -> NodeId {
        self.nodes.push(node);
        NodeId(self.nodes.len() as u32 - 1)
    }

    /// One node for each group.
    fn split(&mut self, index: usize, node: &Node, groups: &[Group]) -> Option<NodeId> {
        let parts: Vec<_> = groups
            .iter()
            .map(|group| {
                let kind = match group.arity {
                    Arity::Single => NodeKind::Operand { ty: None },
                    Arity::Optional | Arity::Variadic => NodeKind::Operands { ty: None },
                };
                let name = Some(group.name.clone()).filter(|name| !name.is_empty());
                self.push(Node {
                    kind,
                    name,
                    ..node.clone()
                })
            })
            .collect();
        let first = parts.first().copied();
        self.parts.insert(index, parts);
        first
    }

    /// The operation with its new inputs.
    fn insert_parts(&self, operation: &mut Operation) {
        let operands =
            operation
                .operands
                .iter()
                .flat_map(|operand| match self.parts.get(&operand.index()) {
                    Some(parts) => parts.clone(),
                    None => vec![self.stands_for[operand.index()]],
                });
        let operands: Vec<_> = operands.collect();
        let mut kind = NodeKind::Operation(Operation {
            operands: Vec::new(),
            ..operation.clone()
        });
        kind.map_inputs(|input| self.stands_for[input.index()]);
        if let NodeKind::Operation(mapped) = kind {
            *operation = Operation { operands, ..mapped };
        }
    }

    /// The node, or what it stands for.
    fn place(&mut self, node: Node, in_rewrite: bool) -> Option<NodeId> {
        let NodeKind::OperandGroup {
            operation,
            index,
            is_range,
        } = node.kind
        else {
            return Some(self.push(node));
        };
        let of = &self.nodes[operation.index()];
        let NodeKind::Operation(data) = &of.kind else {
            let message = "the operands of an operation that a native rewrite gives are not known";
            return self.fail(&node, message, "return them too");
        };
        let operands = data.operands.clone();
        match index {
            Some(index) => {
                let groups = groups_of(self.sema.ods, data).map_or(0, <[Group]>::len);
                if groups != operands.len() {
                    let message = "the operands of this operation are not told apart";
                    return self.fail(&node, message, "write them one by one where it is matched");
                }
                let operand = operands[index as usize];
                let is_single = self.nodes[operand.index()].kind.ty() == Some(Type::Value);
                match is_range && is_single && in_rewrite {
                    true => Some(self.range(&node, vec![operand])),
                    false => Some(operand),
                }
            }
            None => match operands[..] {
                [all] if self.nodes[all.index()].kind.ty() == Some(Type::ValueRange) => Some(all),
                _ if in_rewrite => Some(self.range(&node, operands)),
                _ => {
                    let message = "the operands of this operation are no single range";
                    self.fail(&node, message, "name them where it is matched")
                }
            },
        }
    }

    fn range(&mut self, node: &Node, elements: Vec<NodeId>) -> NodeId {
        let ty = Type::ValueRange;
        self.push(Node {
            kind: NodeKind::Range { ty, elements },
            ..node.clone()
        })
    }

    fn fail(&mut self, node: &Node, message: &str, help: &str) -> Option<NodeId> {
        let diagnostic = Diagnostic::error(node.span, message).help(help);
        let diagnostic = self.old.with_callers(diagnostic, node);
        self.sema.diagnostics.push(diagnostic);
        None
    }
}
