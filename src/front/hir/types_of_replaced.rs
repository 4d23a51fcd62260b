//! Result types of operations that replace others.
//!
//! The users of a replaced operation expect its types, and MLIR looks there for types
//! that are missing. An operation that infers its types says what they are. The type of
//! the first attribute is only what the builders of an operation in C++ take by default.

use super::{Module, NodeId, NodeKind, Pattern, RESULT_TYPE_OF};
use crate::ods::Ods;
use rustc_hash::FxHashSet;

impl Module {
    /// Drops the functions for result types that no pattern calls.
    pub fn drop_unused_type_code(&mut self) {
        let nodes = self.patterns.iter().flat_map(|pattern| &pattern.nodes);
        let called: FxHashSet<_> = nodes
            .filter_map(|node| match &node.kind {
                NodeKind::Call(call) => Some(&call.function),
                _ => None,
            })
            .collect();
        self.natives.retain(|native| {
            !native.name.starts_with(RESULT_TYPE_OF) || called.contains(&native.name)
        });
    }
}

impl Pattern {
    /// Leaves the types of a created operation to the one that it replaces, if they would
    /// only be that of its first attribute.
    pub fn take_types_of_replaced(&mut self, ods: &Ods) {
        let replacing = self.replacing_earlier();
        let mut dead = vec![false; self.nodes.len()];
        for index in (self.rewrite_start..self.nodes.len()).filter(|index| replacing[*index]) {
            let Some(calls) = self.calls_for_types(index, ods) else {
                continue;
            };
            if let NodeKind::Operation(operation) = &mut self.nodes[index].kind {
                operation.result_types = None;
            }
            for (call, result) in calls {
                if !self.has_users(result) {
                    dead[call.index()] = true;
                    dead[result.index()] = true;
                }
            }
        }
        if dead.contains(&true) {
            self.remove(&dead);
        }
    }

    /// The calls that compute the result types of an operation, with their results, if its
    /// definition implies the types and the operation does not infer them.
    fn calls_for_types(&self, index: usize, ods: &Ods) -> Option<Vec<(NodeId, NodeId)>> {
        let NodeKind::Operation(operation) = &self.nodes[index].kind else {
            return None;
        };
        let known = ods.operation(operation.name.as_ref()?)?;
        let types = operation.result_types.as_ref()?;
        if known.infers_result_types || types.is_empty() {
            return None;
        }
        types.iter().map(|ty| self.call_for_type(*ty)).collect()
    }

    /// The call that computes a type by a definition, with its result.
    fn call_for_type(&self, ty: NodeId) -> Option<(NodeId, NodeId)> {
        let NodeKind::CallResult { call, .. } = self.nodes[ty.index()].kind else {
            return None;
        };
        let is_implied = matches!(&self.nodes[call.index()].kind,
            NodeKind::Call(call) if call.function.starts_with(RESULT_TYPE_OF));
        is_implied.then_some((call, ty))
    }

    fn has_users(&self, node: NodeId) -> bool {
        let mut is_used = false;
        for user in &self.nodes {
            user.kind.for_each_input(|input| is_used |= input == node);
        }
        is_used
    }

    /// Removes nodes of the rewrite section that nothing uses.
    fn remove(&mut self, dead: &[bool]) {
        let mut moved = Vec::with_capacity(dead.len());
        let mut next = 0;
        for is_dead in dead {
            moved.push(NodeId(next));
            next += u32::from(!is_dead);
        }
        let mut is_dead = dead.iter();
        self.nodes
            .retain(|_| !is_dead.next().expect("there is an entry for each node"));
        for node in &mut self.nodes {
            node.kind.map_inputs(|input| moved[input.index()]);
        }
    }
}
