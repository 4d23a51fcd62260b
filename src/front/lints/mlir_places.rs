//! Where MLIR's conversion of `pdl` to `pdl_interp` finds the parts of a match. Two calls of
//! a constraint are one question to it if their arguments are in the same places.

use crate::hir::{LiteralId, NodeId, NodeKind, Operation, Pattern, Type};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

/// A place, in all patterns that [`Places`] has seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct PlaceId(u32);

#[derive(Debug, PartialEq, Eq, Hash)]
enum Place {
    Root,
    Attribute(PlaceId, SmolStr),
    /// A value in a list of an operation, before the first range.
    Element(PlaceId, List, usize),
    /// A group after that, or all groups, and whether it is a range.
    Group(PlaceId, List, Option<usize>, bool),
    /// The operation that defines a value.
    Definition(PlaceId),
    Type(PlaceId),
    AttributeLiteral(LiteralId),
    TypeLiteral(LiteralId),
    UnitAttribute,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum List {
    Operands,
    Results,
}

/// Places, each stored once.
#[derive(Default)]
pub(super) struct Places {
    ids: FxHashMap<Place, PlaceId>,
}

impl Places {
    /// The places of the nodes of a match section. A node that cannot be reached from the
    /// root through operands has none, and neither has a result of a native function.
    pub(super) fn of(&mut self, pattern: &Pattern) -> Vec<Option<PlaceId>> {
        let mut found = vec![None; pattern.nodes.len()];
        let mut pending = vec![(pattern.root, self.id(Place::Root))];
        // MLIR goes to the depth first, and keeps the first place of a node.
        while let Some((node, place)) = pending.pop() {
            if found[node.index()].is_none() {
                found[node.index()] = Some(place);
                let mut parts = self.parts(pattern, node, place);
                parts.reverse();
                pending.append(&mut parts);
            }
        }
        for (index, node) in pattern.nodes[..pattern.rewrite_start].iter().enumerate() {
            if found[index].is_none() {
                found[index] = self.outside_the_tree(&node.kind, &found);
            }
        }
        found
    }

    fn id(&mut self, place: Place) -> PlaceId {
        let next = u32::try_from(self.ids.len()).expect("they are fewer than nodes");
        *self.ids.entry(place).or_insert(PlaceId(next))
    }

    /// What MLIR visits after a node, in that order.
    fn parts(&mut self, pattern: &Pattern, node: NodeId, at: PlaceId) -> Vec<(NodeId, PlaceId)> {
        match &pattern.nodes[node.index()].kind {
            NodeKind::Operand { ty } | NodeKind::Operands { ty } | NodeKind::Attribute { ty } => {
                let place = self.id(Place::Type(at));
                ty.iter().map(|ty| (*ty, place)).collect()
            }
            NodeKind::Result { operation, .. }
            | NodeKind::Results { operation }
            | NodeKind::ResultGroup { operation, .. } => {
                vec![(*operation, self.id(Place::Definition(at)))]
            }
            NodeKind::Operation(operation) => self.parts_of_operation(pattern, operation, at),
            _ => Vec::new(),
        }
    }

    fn parts_of_operation(
        &mut self,
        pattern: &Pattern,
        operation: &Operation,
        at: PlaceId,
    ) -> Vec<(NodeId, PlaceId)> {
        let mut parts = Vec::new();
        for (name, value) in &operation.attributes {
            parts.push((*value, self.id(Place::Attribute(at, name.clone()))));
        }
        parts.extend(self.list(pattern, List::Operands, &operation.operands, at));
        let types = operation.result_types.as_deref().unwrap_or_default();
        for (ty, value) in self.list(pattern, List::Results, types, at) {
            parts.push((ty, self.id(Place::Type(value))));
        }
        parts
    }

    /// The places of operands, or of the results that have the types.
    fn list(
        &mut self,
        pattern: &Pattern,
        list: List,
        nodes: &[NodeId],
        at: PlaceId,
    ) -> Vec<(NodeId, PlaceId)> {
        let is_range = |node: &NodeId| {
            let ty = pattern.nodes[node.index()].kind.ty();
            ty.and_then(Type::element).is_some()
        };
        if let [node] = nodes
            && is_range(node)
        {
            return vec![(*node, self.id(Place::Group(at, list, None, true)))];
        }
        let first_range = nodes.iter().position(is_range).unwrap_or(nodes.len());
        let places = nodes.iter().enumerate().map(|(index, node)| {
            let place = match index < first_range {
                true => Place::Element(at, list, index),
                false => Place::Group(at, list, Some(index), is_range(node)),
            };
            (*node, self.id(place))
        });
        places.collect()
    }

    /// The place of a constant, or of a result that is no operand.
    fn outside_the_tree(&mut self, kind: &NodeKind, found: &[Option<PlaceId>]) -> Option<PlaceId> {
        let place = match kind {
            NodeKind::AttributeLiteral(literal) => Place::AttributeLiteral(*literal),
            NodeKind::TypeLiteral(literal) => Place::TypeLiteral(*literal),
            NodeKind::UnitAttribute => Place::UnitAttribute,
            NodeKind::Result { operation, index } => {
                Place::Element(found[operation.index()]?, List::Results, *index as usize)
            }
            NodeKind::Results { operation } => {
                Place::Group(found[operation.index()]?, List::Results, None, true)
            }
            NodeKind::ResultGroup {
                operation,
                index,
                is_range,
                ..
            } => {
                let index = Some(*index as usize);
                Place::Group(found[operation.index()]?, List::Results, index, *is_range)
            }
            _ => return None,
        };
        Some(self.id(place))
    }
}
