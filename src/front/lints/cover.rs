//! Whether what one pattern matches is certain to satisfy another.
//!
//! Nodes of the match section of the general pattern are bound to nodes of a
//! target, starting from the roots. Each binding brings demands: whatever the
//! general node requires must be known of the target. There is never a choice,
//! so nothing is ever taken back; what is not certain is no.

use super::graph::{Graph, Key};
use crate::hir::{NodeId, NodeKind, Operation, Replacement, Type};

/// Whether the match section of `general` matches the operation `at` whenever
/// the match section of `target` has matched.
///
/// When `target` has the rewrite section too, it speaks of the time after the
/// rewrite, and `at` may be an operation that was created.
///
/// An operation of `general` that is not reached from its root through operands
/// is never certain to match.
pub(super) fn covers(general: &Graph<'_>, target: &Graph<'_>, at: NodeId) -> bool {
    let mut cover = Cover {
        general,
        target,
        bound: vec![None; general.pattern.rewrite_start],
        pending: Vec::new(),
    };
    let root = general.pattern.root;
    if !cover.bind(root, at) {
        return false;
    }
    while let Some((node, to)) = cover.pending.pop() {
        if !cover.node(node, to) {
            return false;
        }
    }
    cover.rest()
}

struct Cover<'g, 'p> {
    general: &'g Graph<'p>,
    target: &'g Graph<'p>,
    /// For each node of `general` that of `target`.
    bound: Vec<Option<NodeId>>,
    /// What was bound and not checked yet.
    pending: Vec<(NodeId, NodeId)>,
}

impl Cover<'_, '_> {
    /// A node that the general pattern mentions twice must be one in the target.
    fn bind(&mut self, node: NodeId, to: NodeId) -> bool {
        let to = self.target.first(to);
        let bound = &mut self.bound[node.index()];
        if bound.is_none() {
            *bound = Some(to);
            self.pending.push((node, to));
        }
        *bound == Some(to)
    }

    fn bind_all(&mut self, nodes: &[NodeId], to: &[NodeId]) -> bool {
        nodes.len() == to.len() && std::iter::zip(nodes, to).all(|(node, to)| self.bind(*node, *to))
    }

    /// Whether the target has what a node requires.
    fn node(&mut self, node: NodeId, to: NodeId) -> bool {
        let (kind, found) = (self.general.kind(node), self.target.kind(to));
        if self.is_of_gone(found) {
            return false;
        }
        match (kind, found) {
            (NodeKind::Operand { ty }, found) => {
                found.ty() == Some(Type::Value) && ty.is_none_or(|ty| self.type_of(ty, found))
            }
            (NodeKind::Operands { ty }, found) => {
                found.ty() == Some(Type::ValueRange) && ty.is_none_or(|ty| self.type_of(ty, found))
            }
            (NodeKind::Type | NodeKind::Types | NodeKind::Attribute { ty: None }, found) => {
                kind.ty() == found.ty()
            }
            (
                NodeKind::Attribute { ty: Some(ty) },
                NodeKind::Attribute {
                    ty: Some(target_ty),
                },
            ) => self.bind(*ty, *target_ty),
            (NodeKind::AttributeLiteral(literal), NodeKind::AttributeLiteral(found))
            | (NodeKind::TypeLiteral(literal), NodeKind::TypeLiteral(found)) => literal == found,
            (NodeKind::UnitAttribute, NodeKind::UnitAttribute) => true,
            (NodeKind::Disjunction(one), NodeKind::Disjunction(found)) => one == found,
            (NodeKind::Operation(operation), NodeKind::Operation(found)) => {
                self.operation(operation, found, to)
            }
            // These differ in what they refer to, at most.
            (NodeKind::Result { index, .. }, NodeKind::Result { index: found, .. })
            | (NodeKind::ResultGroup { index, .. }, NodeKind::ResultGroup { index: found, .. })
            | (NodeKind::CallResult { index, .. }, NodeKind::CallResult { index: found, .. })
                if index != found =>
            {
                false
            }
            (NodeKind::Result { .. }, NodeKind::Result { .. })
            | (NodeKind::Results { .. }, NodeKind::Results { .. })
            | (NodeKind::ResultGroup { .. }, NodeKind::ResultGroup { .. })
            | (NodeKind::CallResult { .. }, NodeKind::CallResult { .. }) => {
                self.bind_all(&kind.inputs(), &found.inputs())
            }
            (NodeKind::Call(call), NodeKind::Call(found)) => {
                call.kind == found.kind
                    && call.function == found.function
                    && self.bind_all(&call.arguments, &found.arguments)
            }
            _ => false,
        }
    }

    /// Whether it is a value of an operation that the rewrite section removed.
    fn is_of_gone(&self, kind: &NodeKind) -> bool {
        match kind {
            NodeKind::Result { operation, .. }
            | NodeKind::Results { operation }
            | NodeKind::ResultGroup { operation, .. } => self.target.is_removed(*operation),
            _ => false,
        }
    }

    fn operation(&mut self, operation: &Operation, found: &Operation, to: NodeId) -> bool {
        let name_fits = operation.name.is_none() || operation.name == found.name;
        // Two operations of a pattern are two in the input.
        let times = self.bound.iter().filter(|bound| **bound == Some(to));
        // What regions have is not compared.
        let is_plain = operation.inside.is_none() && operation.num_regions.is_none();
        is_plain
            && name_fits
            && !self.target.is_removed(to)
            && times.count() == 1
            && self.list(&operation.operands, &found.operands, to)
            && self.attributes(operation, found)
            && self.result_types(operation, found, to)
    }

    /// Operands or result types. The elements of the target's list must be told
    /// apart in the same way as those of the general one.
    fn list(&mut self, list: &[NodeId], found: &[NodeId], owner: NodeId) -> bool {
        if let [all] = list
            && self.general.is_open(*all)
            && is_range(self.general.kind(*all))
        {
            return true;
        }
        let Some(found) = self.target.flatten(found) else {
            return false;
        };
        let same_kinds = list.len() == found.len()
            && std::iter::zip(list, &found)
                .all(|(node, to)| self.general.kind(*node).ty() == self.target.kind(*to).ty());
        // Which of the values that an operation was created with belong to a
        // range is found anew when it is matched.
        let has_range = list.iter().any(|node| is_range(self.general.kind(*node)));
        let is_certain = !has_range || list.len() == 1 || !self.target.is_created(owner);
        same_kinds && is_certain && self.bind_all(list, &found)
    }

    fn attributes(&mut self, operation: &Operation, found: &Operation) -> bool {
        operation.attributes.iter().all(|(name, value)| {
            let found = found.attributes.iter().find(|(other, _)| name == other);
            found.is_some_and(|(_, found)| self.bind(*value, *found))
        })
    }

    fn result_types(&mut self, operation: &Operation, found: &Operation, to: NodeId) -> bool {
        let list = operation.result_types.as_deref().unwrap_or_default();
        match found.result_types.as_deref() {
            None | Some([]) if self.target.is_created(to) => {
                let is_any = |ty: &NodeId| self.general.is_open(*ty);
                match list {
                    [all] if is_range(self.general.kind(*all)) => is_any(all),
                    // What replaces the root has as many results.
                    list => self.replaces_root(to) && list.iter().all(is_any),
                }
            }
            found => self.list(list, found.unwrap_or_default(), to),
        }
    }

    fn replaces_root(&self, id: NodeId) -> bool {
        let pattern = self.target.pattern;
        pattern.nodes[pattern.rewrite_start..].iter().any(|node| {
            matches!(&node.kind, NodeKind::Replace { operation, with: Replacement::Operation(with) }
                if *operation == pattern.root && *with == id)
        })
    }

    /// Whether the types of values satisfy what a node requires of them.
    fn type_of(&mut self, ty: NodeId, found: &NodeKind) -> bool {
        if self.general.is_open(ty) {
            return true;
        }
        match found {
            NodeKind::Operand { ty: Some(found) } | NodeKind::Operands { ty: Some(found) } => {
                self.bind(ty, *found)
            }
            NodeKind::Result { operation, index } => {
                let types = self.target.single_result_types(*operation);
                let found = types.and_then(|types| types.get(*index as usize).copied());
                found.is_some_and(|found| self.bind(ty, found))
            }
            _ => false,
        }
    }

    /// Whether the target has what is not part of an operation: results that
    /// must be there, and calls of constraints.
    fn rest(&mut self) -> bool {
        for index in 0..self.bound.len() {
            if self.bound[index].is_some() {
                continue;
            }
            let kind = self.general.kind(NodeId(index as u32));
            let key = Key::of(kind, |input| self.bound[input.index()]);
            self.bound[index] = key.and_then(|key| self.target.find(&key));
            let is_there = match kind {
                NodeKind::Operation(_)
                | NodeKind::Region { .. }
                | NodeKind::Call(_)
                | NodeKind::ResultGroup { .. } => self.bound[index].is_some(),
                NodeKind::Result {
                    operation,
                    index: result,
                } => self.bound[index].is_some() || self.has_result(*operation, *result),
                _ => true,
            };
            if !is_there {
                return false;
            }
        }
        true
    }

    fn has_result(&self, operation: NodeId, index: u32) -> bool {
        self.bound[operation.index()].is_some_and(|to| {
            let types = self.target.single_result_types(to);
            types.is_some_and(|types| (index as usize) < types.len()) || self.replaces_root(to)
        })
    }
}

fn is_range(kind: &NodeKind) -> bool {
    matches!(kind.ty(), Some(Type::ValueRange | Type::TypeRange))
}
