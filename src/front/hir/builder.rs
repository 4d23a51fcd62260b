//! Patterns under construction. All frontends make [`Pattern`]s with a
//! [`Builder`].
//!
//! Nodes are pushed in the order in which they are evaluated, so that each
//! refers to earlier ones only. [`Builder::start_rewrite`] ends the match
//! section, and [`Builder::finish`] makes the pattern. What holds for a finished
//! pattern is written at [`Pattern::verify`].
//!
//! A node under construction may stand for one that is found later: the
//! parameter of a [`Fragment`], or operands that are known by the operation
//! which has them. Neither is part of a finished pattern.

mod early;
mod fragment;
mod operands;
mod outermost;
mod places;
mod reorder;
mod substitution;

pub use fragment::{Fragment, FragmentStart, Inserted, Moved, Origin, Taken};

use super::{
    Call, CallId, CallKind, CallSite, MAX_BENEFIT, Node, NodeId, NodeKind, Operation, Pattern,
    RangeLengths, Type,
};
use crate::{
    base::diagnostic::{Diagnostic, Diagnostics},
    base::source::Span,
    ods::{self, Arity, Group, Ods},
};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

/// A pattern under construction.
#[derive(Debug, Default)]
pub struct Builder {
    nodes: Vec<Draft>,
    calls: Vec<CallSite>,
    rewrite: Option<RewriteStart>,
    /// The nodes that stand for others.
    aliases: FxHashMap<NodeId, NodeId>,
}

/// A node under construction.
#[derive(Debug, Clone)]
struct Draft {
    kind: DraftKind,
    span: Span,
    name: Option<SmolStr>,
    call: Option<CallId>,
}

/// What a node under construction does.
#[derive(Debug, Clone)]
pub enum DraftKind {
    /// What it will do in the finished pattern.
    Node(NodeKind),
    /// It stands for an argument of a [`Fragment`].
    Parameter(Type),
    /// It stands for the operands that an operation was given.
    OperandGroup {
        /// The operation.
        operation: NodeId,
        /// The index of the group in the operation's definition, or `None` for
        /// all operands.
        index: Option<u32>,
        /// Whether the group holds any number of values, and not just one.
        is_range: bool,
    },
}

/// Where the rewrite section starts.
#[derive(Debug, Clone, Copy)]
struct RewriteStart {
    /// The number of nodes before it.
    node: usize,
    root: NodeId,
    span: Span,
}

impl Builder {
    /// Adds a node that stands for the source at `span`.
    pub fn push(&mut self, kind: impl Into<DraftKind>, span: Span) -> NodeId {
        self.nodes.push(Draft {
            kind: kind.into(),
            span,
            name: None,
            call: None,
        });
        NodeId(self.nodes.len() as u32 - 1)
    }

    /// Names a node after the variable that holds it. The first name stays.
    pub fn name(&mut self, node: NodeId, name: &SmolStr) {
        let known = &mut self.nodes[node.index()].name;
        known.get_or_insert_with(|| name.clone());
    }

    /// Says that `node` stands for `value`, which may come later. What refers to
    /// `node` comes after `value` in the finished pattern. A value cannot be made
    /// of one that stands for it: then finishing reports an error.
    pub fn substitute(&mut self, node: NodeId, value: NodeId) {
        if let DraftKind::Node(_) = self.nodes[node.index()].kind
            && let Some(name) = self.nodes[node.index()].name.clone()
        {
            self.name(value, &name);
        }
        self.aliases.insert(node, value);
    }

    /// Starts the rewrite section, which rewrites the operation `root`. `span`
    /// is the statement that says so.
    pub fn start_rewrite(&mut self, root: NodeId, span: Span) {
        let node = self.nodes.len();
        self.rewrite = Some(RewriteStart { node, root, span });
    }

    /// The name of the variable that holds a node.
    pub fn node_name(&self, node: NodeId) -> Option<&SmolStr> {
        self.nodes[node.index()].name.as_ref()
    }

    /// The number of nodes before the rewrite section, if that has started.
    pub fn rewrite_start(&self) -> Option<usize> {
        self.rewrite.map(|rewrite| rewrite.node)
    }

    /// Whether the rewrite section has started.
    pub fn has_rewrite(&self) -> bool {
        self.rewrite.is_some()
    }

    /// The number of nodes so far.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The number of calls so far that were replaced by a body.
    pub fn call_count(&self) -> usize {
        self.calls.len()
    }

    /// Whether there is no node yet.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The nodes from number `first` on.
    pub fn nodes_from(&self, first: usize) -> impl DoubleEndedIterator<Item = NodeId> + use<> {
        (first..self.nodes.len()).map(|index| NodeId(index as u32))
    }

    /// What a node does, unless it stands for one that is found later.
    pub fn kind(&self, node: NodeId) -> Option<&NodeKind> {
        self.nodes[node.index()].kind.node()
    }

    /// The kind of entity that a node stands for, if it stands for one.
    pub fn ty(&self, node: NodeId) -> Option<Type> {
        self.nodes[node.index()].kind.ty()
    }

    /// Where a node comes from.
    pub fn span(&self, node: NodeId) -> Span {
        self.nodes[node.index()].span
    }

    /// Whether a node stands for an argument of a [`Fragment`].
    pub fn is_parameter(&self, node: NodeId) -> bool {
        matches!(self.nodes[node.index()].kind, DraftKind::Parameter(_))
    }

    /// The operation that a node matches or creates.
    pub fn operation(&self, node: NodeId) -> Option<&Operation> {
        match self.kind(node)? {
            NodeKind::Operation(operation) => Some(operation),
            _ => None,
        }
    }

    /// The node for the type of a value, if there is one.
    pub fn known_type(&self, value: NodeId) -> Option<NodeId> {
        match self.kind(value)? {
            NodeKind::Operand { ty } | NodeKind::Argument { ty, .. } => *ty,
            NodeKind::Result { operation, index } => {
                let types = self.operation(*operation)?.result_types.as_ref()?;
                let types = types.get(..=*index as usize)?;
                let is_single = |ty: &NodeId| self.ty(*ty) == Some(Type::Type);
                types
                    .last()
                    .filter(|_| types.iter().all(is_single))
                    .copied()
            }
            _ => None,
        }
    }

    /// The call of a native function that a node is.
    pub fn call(&self, node: NodeId) -> Option<&Call> {
        match self.kind(node)? {
            NodeKind::Call(call) => Some(call),
            _ => None,
        }
    }

    /// Gives an operation a name, or another one.
    ///
    /// # Panics
    ///
    /// When the node is no operation.
    pub fn set_operation_name(&mut self, node: NodeId, name: SmolStr) {
        match &mut self.nodes[node.index()].kind {
            DraftKind::Node(NodeKind::Operation(operation)) => operation.name = Some(name),
            other => panic!("expected an operation, found {other:?}"),
        }
    }

    /// Says how many arguments a block has.
    ///
    /// # Panics
    ///
    /// When the node is no block.
    pub fn set_number_of_arguments(&mut self, node: NodeId, number: u32) {
        match &mut self.nodes[node.index()].kind {
            DraftKind::Node(NodeKind::Block { num_arguments, .. }) => *num_arguments = Some(number),
            other => panic!("expected a block, found {other:?}"),
        }
    }

    /// Demands of a constraint that it does not hold.
    ///
    /// # Panics
    ///
    /// When the node is no call of a constraint.
    pub fn negate(&mut self, node: NodeId) {
        match &mut self.nodes[node.index()].kind {
            DraftKind::Node(NodeKind::Call(call)) if call.kind != CallKind::Rewrite => {
                call.kind = CallKind::NegatedConstraint;
            }
            other => panic!("expected the call of a constraint, found {other:?}"),
        }
    }

    /// The number of results of an operation whose result types are written one by one.
    pub fn result_count(&self, operation: NodeId) -> Option<usize> {
        self.operation(operation)?
            .written_results(|node| self.kind(node)?.elements(), |node| self.ty(node))
    }

    /// Makes the pattern. It has no name and no labels yet, and the benefit of a
    /// pattern that declares none: the number of operations that it matches.
    ///
    /// `span` is where the pattern is declared, and `ods` holds the definitions
    /// of its operations. When `diagnostics` has more errors afterwards, there
    /// were operands that could not be found, and the pattern must not be
    /// lowered.
    ///
    /// # Panics
    ///
    /// When there is no rewrite section.
    pub fn finish(self, span: Span, ods: &Ods, diagnostics: &mut Diagnostics) -> Pattern {
        let Builder {
            mut nodes,
            calls,
            rewrite,
            aliases,
        } = self;
        let mut rewrite = rewrite.expect("a pattern has a rewrite section");
        if !aliases.is_empty() {
            (nodes, rewrite) = substituted(nodes, &aliases, rewrite, diagnostics);
        }
        let (mut nodes, mut rewrite) = operands::resolve(nodes, rewrite, &calls, ods, diagnostics);
        places::remove_needless(&mut nodes);
        rewrite.node = early::move_up(&mut nodes, rewrite.node);
        outermost::move_up(&mut nodes, &mut rewrite);
        set_lengths(&mut nodes, ods);
        let matcher = &nodes[..rewrite.node];
        let operations = matcher
            .iter()
            .filter(|node| matches!(node.kind, NodeKind::Operation(_)));
        let benefit = operations.count().min(MAX_BENEFIT as usize) as u16;
        // Many patterns are kept, and none gets more nodes.
        nodes.shrink_to_fit();
        Pattern {
            name: None,
            span,
            declaration: span,
            benefit,
            bounded_recursion: false,
            labels: Vec::new(),
            nodes,
            calls,
            rewrite_start: rewrite.node,
            root: rewrite.root,
            rewrite_span: rewrite.span,
        }
    }
}

/// The nodes with those in place that others stand for, and where the rewrite
/// section starts in them.
fn substituted(
    mut nodes: Vec<Draft>,
    aliases: &FxHashMap<NodeId, NodeId>,
    old: RewriteStart,
    diagnostics: &mut Diagnostics,
) -> (Vec<Draft>, RewriteStart) {
    let is_match = |node: &usize| !aliases.contains_key(&NodeId(*node as u32));
    let node = (0..old.node).filter(is_match).count();
    let drafts = nodes.clone();
    match substitution::substitute(drafts, 0, aliases) {
        Ok((sorted, moved)) => {
            nodes = sorted;
            let root = moved[old.root.index()];
            (nodes, RewriteStart { node, root, ..old })
        }
        Err(node) => {
            let draft = &nodes[node.index()];
            let name = draft.name.as_deref().unwrap_or("_");
            let message = format!("`{name}` would be derived from itself");
            diagnostics.push(Diagnostic::error(draft.span, message));
            (nodes, old)
        }
    }
}

/// The attribute that holds the lengths of the groups of operands.
pub const OPERAND_SIZES: &str = "operandSegmentSizes";
/// The attribute that holds the lengths of the groups of results.
pub const RESULT_SIZES: &str = "resultSegmentSizes";

/// Takes what the definitions say about the lengths of groups.
fn set_lengths(nodes: &mut [Node], ods: &Ods) {
    for index in 0..nodes.len() {
        let NodeKind::Operation(operation) = &nodes[index].kind else {
            continue;
        };
        let name = operation.name.as_ref();
        let Some(known) = name.and_then(|name| ods.operation(name)) else {
            continue;
        };
        let types = operation.result_types.as_deref().unwrap_or_default();
        let operands = (known.operand_lengths, &known.operands[..]);
        let results = (known.result_lengths, &known.results[..]);
        let has = |sizes| operation.attributes.iter().any(|(name, _)| name == sizes);
        let mut lengths = [
            range_lengths(operands, &operation.operands, nodes),
            range_lengths(results, types, nodes),
        ];
        // Single ones need not be groups if the pattern itself demands the lengths.
        let written = [
            (OPERAND_SIZES, &operation.operands[..]),
            (RESULT_SIZES, types),
        ];
        for (lengths, (sizes, entries)) in std::iter::zip(&mut lengths, written) {
            if has(sizes) && entries.iter().all(|entry| is_single(entry, nodes)) {
                *lengths = RangeLengths::Counted;
            }
        }
        if let NodeKind::Operation(operation) = &mut nodes[index].kind {
            [operation.operand_lengths, operation.result_lengths] = lengths;
        }
    }
}

/// The lengths of those of the `entries` of a list that are ranges.
fn range_lengths(
    (lengths, groups): (ods::Lengths, &[Group]),
    entries: &[NodeId],
    nodes: &[Node],
) -> RangeLengths {
    let is_single_of_range =
        |(entry, group): (&NodeId, &Group)| group.arity != Arity::Single && is_single(entry, nodes);
    let is_one = lengths == ods::Lengths::Equal
        && entries.len() == groups.len()
        && std::iter::zip(entries, groups).any(is_single_of_range)
        && !entries.iter().all(|entry| is_single(entry, nodes));
    match is_one {
        true => RangeLengths::One,
        false => lengths.into(),
    }
}

fn is_single(entry: &NodeId, nodes: &[Node]) -> bool {
    let ty = nodes[entry.index()].kind.ty();
    matches!(ty, Some(Type::Value | Type::Type))
}

impl From<NodeKind> for DraftKind {
    fn from(kind: NodeKind) -> Self {
        DraftKind::Node(kind)
    }
}

impl DraftKind {
    fn node(&self) -> Option<&NodeKind> {
        match self {
            DraftKind::Node(kind) => Some(kind),
            DraftKind::Parameter(_) | DraftKind::OperandGroup { .. } => None,
        }
    }

    /// The kind of entity it stands for, if it stands for one.
    pub fn ty(&self) -> Option<Type> {
        match self {
            DraftKind::Node(kind) => kind.ty(),
            DraftKind::Parameter(ty) => Some(*ty),
            DraftKind::OperandGroup { is_range: true, .. } => Some(Type::ValueRange),
            DraftKind::OperandGroup {
                is_range: false, ..
            } => Some(Type::Value),
        }
    }

    fn map_inputs(&mut self, mut map: impl FnMut(NodeId) -> NodeId) {
        match self {
            DraftKind::Node(kind) => kind.map_inputs(map),
            DraftKind::Parameter(_) => {}
            DraftKind::OperandGroup { operation, .. } => *operation = map(*operation),
        }
    }
}
