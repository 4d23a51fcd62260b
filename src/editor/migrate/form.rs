//! Patterns in the form in which a person writes them: without what follows from the
//! definitions of operations.
//!
//! Rules and PDLL say some things in different ways. The form is the same for both, so
//! that patterns can be compared by it.

use super::{constants::Constants, literals::Texts};
use crate::{
    front::hir::{self, Node, NodeId, NodeKind, Pattern},
    front::ods::{self, Arity, Ods},
};
use rustc_hash::{FxHashMap, FxHashSet};

/// A pattern without what is understood.
pub(super) struct Form<'a> {
    pub(super) ods: &'a Ods,
    pub(super) texts: &'a Texts,
    pub(super) nodes: Vec<Node>,
    pub(super) rewrite_start: usize,
    pub(super) root: NodeId,
    /// Calls that compute what is understood.
    pub(super) dropped: Vec<bool>,
    /// How often an expression mentions each node.
    mentions: Vec<usize>,
    /// The first result of each call.
    first_results: FxHashMap<NodeId, NodeId>,
    /// The operations and calls of which a value is an element of a tuple.
    in_tuples: FxHashSet<NodeId>,
    /// The operations of which groups of results are used.
    divided: FxHashSet<NodeId>,
}

impl<'a> Form<'a> {
    /// The form of a pattern that calls these functions for constants.
    pub(super) fn new(
        pattern: &Pattern,
        constants: &Constants,
        ods: &'a Ods,
        texts: &'a Texts,
    ) -> Self {
        let mut form = Form {
            ods,
            texts,
            nodes: pattern.nodes.clone(),
            rewrite_start: pattern.rewrite_start,
            root: pattern.root,
            dropped: vec![false; pattern.nodes.len()],
            mentions: Vec::new(),
            first_results: FxHashMap::default(),
            in_tuples: FxHashSet::default(),
            divided: FxHashSet::default(),
        };
        form.leave_out_what_follows(constants);
        form.dropped.resize(form.nodes.len(), false);
        form.count_mentions();
        form.drop_calls();
        form.find_uses_of_results();
        form
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    pub(super) fn kind(&self, node: NodeId) -> &NodeKind {
        &self.nodes[node.index()].kind
    }

    pub(super) fn operation(&self, node: NodeId) -> Option<&hir::Operation> {
        match self.kind(node) {
            NodeKind::Operation(operation) => Some(operation),
            _ => None,
        }
    }

    pub(super) fn definition(&self, node: NodeId) -> Option<&'a ods::Operation> {
        self.ods.operation(self.operation(node)?.name.as_deref()?)
    }

    /// How often expressions mention a node.
    pub(super) fn mentions(&self, node: NodeId) -> usize {
        self.mentions[node.index()]
    }

    /// Whether the rewrite section creates this operation.
    pub(super) fn is_created(&self, node: NodeId) -> bool {
        node.index() >= self.rewrite_start && self.operation(node).is_some()
    }

    pub(super) fn is_dropped(&self, node: NodeId) -> bool {
        self.dropped[node.index()]
    }

    /// The operation or call of which a node is a result, also through the result of a
    /// call that is an operation.
    pub(super) fn part_of(&self, node: NodeId) -> Option<NodeId> {
        match self.kind(node) {
            NodeKind::Result { operation, .. }
            | NodeKind::Results { operation }
            | NodeKind::ResultGroup { operation, .. } => {
                Some(self.part_of(*operation).unwrap_or(*operation))
            }
            NodeKind::CallResult { call, .. } => Some(*call),
            _ => None,
        }
    }

    /// The first result of a call.
    pub(super) fn result_of(&self, call: NodeId) -> Option<NodeId> {
        self.first_results.get(&call).copied()
    }

    /// Whether a value of an operation or call is an element of a tuple, which cannot be
    /// an operation.
    pub(super) fn is_in_tuple(&self, whole: NodeId) -> bool {
        self.in_tuples.contains(&whole)
    }

    /// Whether groups of results of an operation are used.
    pub(super) fn is_divided(&self, operation: NodeId) -> bool {
        self.divided.contains(&operation)
    }

    /// Whether the operation has exactly one result.
    pub(super) fn has_one_result(&self, operation: NodeId) -> bool {
        let definition = self.definition(operation);
        definition.is_some_and(
            |definition| matches!(&definition.results[..], [group] if group.arity == Arity::Single),
        )
    }

    /// The operand, attribute or type of a node of the match section that says nothing
    /// about it.
    pub(super) fn says_nothing(&self, node: NodeId) -> bool {
        let ty = match self.kind(node) {
            NodeKind::Operand { ty } | NodeKind::Operands { ty } => *ty,
            NodeKind::Type | NodeKind::Types => None,
            _ => return false,
        };
        self.mentions(node) <= 1 && ty.is_none_or(|ty| self.says_nothing(ty))
    }

    /// Whether an operation of the match section may have any operands that its
    /// definition allows.
    pub(super) fn has_any_operands(&self, node: NodeId) -> bool {
        let operation = self.operation(node).expect("the caller knows it");
        let operands = &operation.operands[..];
        let is_open = |node: &NodeId| matches!(self.kind(*node), NodeKind::Operands { .. });
        if !operands.iter().all(|operand| self.says_nothing(*operand)) {
            return false;
        }
        if operands.len() == 1 && operands.iter().all(is_open) {
            return true;
        }
        let definition = self.definition(node);
        definition.is_some_and(|definition| {
            definition.operands.len() == operands.len()
                && std::iter::zip(operands, &definition.operands)
                    .all(|(operand, group)| group.arity == Arity::Single || is_open(operand))
        })
    }

    /// Whether an operation of the match section may have any results.
    pub(super) fn has_any_results(&self, node: NodeId) -> bool {
        let operation = self.operation(node).expect("the caller knows it");
        let types = operation.result_types.iter().flatten();
        let mut types = types.copied();
        types.all(|ty| self.says_nothing(ty))
    }

    /// Finds out how often expressions mention each node.
    pub(super) fn count_mentions(&mut self) {
        self.mentions = vec![0; self.nodes.len()];
        for node in self.ids() {
            let is_own = matches!(
                self.kind(node),
                NodeKind::Operation(_)
                    | NodeKind::Call(_)
                    | NodeKind::Erase { .. }
                    | NodeKind::Replace { .. }
            );
            if is_own && !self.dropped[node.index()] {
                for input in self.kind(node).inputs() {
                    self.mention(input);
                }
            }
        }
    }

    fn mention(&mut self, node: NodeId) {
        let count = &mut self.mentions[node.index()];
        *count += 1;
        let is_first = *count == 1;
        if let Some(whole) = self.part_of(node) {
            return self.mention(whole);
        }
        match self.kind(node) {
            NodeKind::Range { elements, .. } => {
                for element in elements.clone() {
                    self.mention(element);
                }
            }
            NodeKind::Operand { ty: Some(ty) }
            | NodeKind::Operands { ty: Some(ty) }
            | NodeKind::Attribute { ty: Some(ty) }
                if is_first =>
            {
                self.mention(*ty);
            }
            _ => {}
        }
    }

    fn find_uses_of_results(&mut self) {
        for node in self.ids() {
            match self.kind(node) {
                NodeKind::CallResult { call, index: 0, .. } => {
                    let call = *call;
                    self.first_results.entry(call).or_insert(node);
                }
                NodeKind::ResultGroup { operation, .. } if self.mentions(node) > 0 => {
                    let operation = *operation;
                    self.divided.insert(operation);
                }
                NodeKind::Range { elements, .. } if self.mentions(node) > 0 => {
                    let wholes = elements.iter().filter_map(|element| self.part_of(*element));
                    let wholes: Vec<_> = wholes.collect();
                    self.in_tuples.extend(wholes);
                }
                _ => {}
            }
        }
    }
}
