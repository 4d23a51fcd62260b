//! The nodes of a pattern, with those that always stand for the same entity
//! made one.
//!
//! Two mentions of `root.0` are two nodes and one value. Two calls of a native
//! constraint with the same arguments return the same results, because a
//! constraint may not depend on anything else.

use crate::{
    contract::SEGMENT_SIZES,
    hir::{
        CallKind, Disjunction, LiteralId, Node, NodeId, NodeKind, Operation, Pattern, Replacement,
        Type,
    },
};
use rustc_hash::FxHashMap;

/// A pattern, or its match section, and which of its nodes are equal.
pub(super) struct Graph<'p> {
    pub(super) pattern: &'p Pattern,
    nodes: &'p [Node],
    /// For each node the first one that is equal to it.
    first: Vec<NodeId>,
    known: FxHashMap<Key<'p>, NodeId>,
    /// For each node how often the match section refers to it.
    uses: Vec<u32>,
    /// The operations that are erased or replaced.
    removed: Vec<NodeId>,
}

/// What makes two nodes equal.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) enum Key<'p> {
    AttributeLiteral(LiteralId),
    TypeLiteral(LiteralId),
    UnitAttribute,
    Disjunction(&'p Disjunction),
    Result(NodeId, u32),
    Results(NodeId),
    ResultGroup(NodeId, u32),
    /// A constraint, whether it is negated, and its arguments.
    Constraint(&'p str, bool, Vec<NodeId>),
    CallResult(NodeId, u32),
}

impl<'p> Key<'p> {
    /// The key of a node whose inputs are those that `map` returns, or `None` if
    /// the node is equal to itself only, or `map` returns none for an input.
    pub(super) fn of(kind: &'p NodeKind, map: impl Fn(NodeId) -> Option<NodeId>) -> Option<Self> {
        Some(match kind {
            NodeKind::AttributeLiteral(literal) => Key::AttributeLiteral(*literal),
            NodeKind::TypeLiteral(literal) => Key::TypeLiteral(*literal),
            NodeKind::UnitAttribute => Key::UnitAttribute,
            NodeKind::Disjunction(disjunction) => Key::Disjunction(disjunction),
            NodeKind::Result { operation, index } => Key::Result(map(*operation)?, *index),
            NodeKind::Results { operation } => Key::Results(map(*operation)?),
            NodeKind::ResultGroup {
                operation, index, ..
            } => Key::ResultGroup(map(*operation)?, *index),
            NodeKind::Call(call) if call.kind != CallKind::Rewrite => {
                let is_negated = call.kind == CallKind::NegatedConstraint;
                let arguments = call.arguments.iter().map(|argument| map(*argument));
                Key::Constraint(
                    &call.function,
                    is_negated,
                    arguments.collect::<Option<_>>()?,
                )
            }
            NodeKind::CallResult { call, index, .. } => Key::CallResult(map(*call)?, *index),
            _ => return None,
        })
    }
}

impl<'p> Graph<'p> {
    /// The match section of a pattern.
    pub(super) fn of_match(pattern: &'p Pattern) -> Self {
        Self::new(pattern, &pattern.nodes[..pattern.rewrite_start])
    }

    /// Both sections of a pattern.
    pub(super) fn of_all(pattern: &'p Pattern) -> Self {
        Self::new(pattern, &pattern.nodes)
    }

    fn new(pattern: &'p Pattern, nodes: &'p [Node]) -> Self {
        let mut graph = Graph {
            pattern,
            nodes,
            first: Vec::with_capacity(nodes.len()),
            known: FxHashMap::default(),
            uses: vec![0; nodes.len()],
            removed: nodes.iter().filter_map(removed).collect(),
        };
        for (index, node) in nodes.iter().enumerate() {
            let own = NodeId(index as u32);
            let key = Key::of(&node.kind, |input| Some(graph.first(input)));
            let first = key.map_or(own, |key| *graph.known.entry(key).or_insert(own));
            graph.first.push(first);
        }
        for node in &nodes[..pattern.rewrite_start] {
            node.kind
                .for_each_input(|input| graph.uses[input.index()] += 1);
        }
        graph
    }

    pub(super) fn kind(&self, id: NodeId) -> &'p NodeKind {
        &self.nodes[id.index()].kind
    }

    pub(super) fn operation(&self, id: NodeId) -> Option<&'p Operation> {
        operation(self.nodes, id)
    }

    /// The first node that is equal to this one.
    pub(super) fn first(&self, id: NodeId) -> NodeId {
        self.first[id.index()]
    }

    /// The node with that key.
    pub(super) fn find(&self, key: &Key<'_>) -> Option<NodeId> {
        self.known.get(key).copied()
    }

    /// Whether it is an operation that the rewrite section creates.
    pub(super) fn is_created(&self, id: NodeId) -> bool {
        id.index() >= self.pattern.rewrite_start
    }

    /// Whether it is an operation that is erased or replaced.
    pub(super) fn is_removed(&self, id: NodeId) -> bool {
        self.removed.contains(&id)
    }

    /// Whether the match section demands nothing of a type, a range of types,
    /// or a range of operands, but that it is there.
    pub(super) fn is_open(&self, id: NodeId) -> bool {
        self.uses[id.index()] == 1
            && match self.kind(id) {
                NodeKind::Type | NodeKind::Types | NodeKind::Operands { ty: None } => true,
                NodeKind::Operands { ty: Some(ty) } => self.is_open(*ty),
                _ => false,
            }
    }

    /// A list with the elements of its ranges in their place, or `None` if there
    /// are more of them than anyone writes. Ranges may share elements, and double
    /// them many times.
    pub(super) fn flatten(&self, list: &[NodeId]) -> Option<Vec<NodeId>> {
        const MAX_STEPS: usize = 1 << 12;
        let mut flat = Vec::with_capacity(list.len());
        let mut rest: Vec<_> = list.iter().rev().copied().collect();
        for _ in 0..MAX_STEPS {
            let Some(id) = rest.pop() else {
                return Some(flat);
            };
            match self.kind(id) {
                NodeKind::Range { elements, .. } => rest.extend(elements.iter().rev()),
                _ => flat.push(id),
            }
        }
        None
    }

    /// The result types of an operation, if they are written, and single ones
    /// all of them.
    pub(super) fn single_result_types(&self, id: NodeId) -> Option<Vec<NodeId>> {
        let types = self.operation(id)?.result_types.as_deref()?;
        // An operation to create computes them if there are none.
        if self.is_created(id) && types.is_empty() {
            return None;
        }
        let types = self.flatten(types)?;
        let is_single = |ty: &NodeId| self.kind(*ty).ty() == Some(Type::Type);
        types.iter().all(is_single).then_some(types)
    }
}

/// For each node whether it is an operation that replaces another, or whose results
/// another operation uses. The driver erases what is created and not used.
pub(super) fn used_operations(pattern: &Pattern) -> Vec<bool> {
    let mut used = vec![false; pattern.nodes.len()];
    let mark =
        |used: &mut [bool], ids: &[NodeId]| ids.iter().for_each(|id| used[id.index()] = true);
    // A node refers to those before it.
    for (index, node) in pattern.nodes.iter().enumerate().rev() {
        match &node.kind {
            NodeKind::Operation(user) => mark(&mut used, &user.operands),
            NodeKind::Replace { with, .. } => match with {
                Replacement::Operation(with) => mark(&mut used, &[*with]),
                Replacement::Values(values) => mark(&mut used, values),
            },
            kind if used[index] => kind.for_each_input(|input| used[input.index()] = true),
            _ => {}
        }
    }
    used
}

/// The operation that a node erases or replaces.
pub(super) fn removed(node: &Node) -> Option<NodeId> {
    match node.kind {
        NodeKind::Erase { operation } | NodeKind::Replace { operation, .. } => Some(operation),
        _ => None,
    }
}

/// Whether a pattern calls a native rewrite that may change anything, or fail.
/// Counting values changes nothing.
pub(super) fn calls_native_rewrite(pattern: &Pattern) -> bool {
    pattern.nodes[pattern.rewrite_start..]
        .iter()
        .any(|node| matches!(&node.kind, NodeKind::Call(call) if call.function != SEGMENT_SIZES))
}

/// The node if it is an operation.
pub(super) fn operation(nodes: &[Node], id: NodeId) -> Option<&Operation> {
    match &nodes[id.index()].kind {
        NodeKind::Operation(operation) => Some(operation),
        _ => None,
    }
}
