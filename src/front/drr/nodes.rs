//! Nodes of a pattern under construction. Those for the results of an operation are
//! made when they are first needed, and once.

use super::symbols::Operation;
use crate::{
    base::source::Span,
    hir::{Builder, NodeId, NodeKind},
    ods::{self, Arity},
};
use rustc_hash::FxHashMap;

/// The nodes so far.
#[derive(Debug, Default)]
pub(super) struct Nodes {
    pub(super) builder: Builder,
    /// The nodes for result groups of operations.
    results: FxHashMap<(NodeId, usize), NodeId>,
}

impl Nodes {
    /// The values of a result group.
    pub(super) fn result(&mut self, operation: &Operation<'_>, index: usize, span: Span) -> NodeId {
        let key = (operation.node, index);
        if let Some(known) = self.results.get(&key) {
            return *known;
        }
        let kind = self.kind_of_result(operation, index);
        let node = self.builder.push(kind, span);
        self.results.insert(key, node);
        node
    }

    /// The values of all result groups.
    pub(super) fn results(&mut self, operation: &Operation<'_>, span: Span) -> Vec<NodeId> {
        let indices = 0..operation.definition.results.len();
        indices
            .map(|index| self.result(operation, index, span))
            .collect()
    }

    fn kind_of_result(&self, operation: &Operation<'_>, index: usize) -> NodeKind {
        let groups = &operation.definition.results;
        let is_single = |group: &ods::Group| group.arity == Arity::Single;
        let node = operation.node;
        if groups.iter().all(is_single) {
            return NodeKind::Result {
                operation: node,
                index: index as u32,
            };
        }
        if groups.len() == 1 {
            return NodeKind::Results { operation: node };
        }
        let types = self.builder.operation(node);
        let types = types.and_then(|operation| operation.result_types.as_ref());
        let is_divided = types.is_some_and(|types| types.len() == groups.len());
        NodeKind::ResultGroup {
            operation: node,
            index: index as u32,
            is_range: !is_single(&groups[index]),
            layout: (!is_divided).then(|| operation.definition.result_layout()),
        }
    }
}
