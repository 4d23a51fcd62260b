//! Nodes that are built once and inserted many times: what a constraint or
//! rewrite does, with parameters in the place of its arguments.

use super::{Builder, Draft, DraftKind, substitution};
use crate::{
    base::source::Span,
    hir::{CallId, CallSite, NodeId},
};
use rustc_hash::FxHashMap;

/// The nodes of a function. The first ones are its parameters.
#[derive(Debug)]
pub struct Fragment {
    /// Where it was built. Ids from here on are those of `nodes` and `calls`;
    /// those before are of the declarations around an inline function, and stay
    /// as they are.
    start: FragmentStart,
    nodes: Vec<Draft>,
    calls: Vec<CallSite>,
}

/// Where the nodes and calls of a fragment start in the builder.
#[derive(Debug, Clone, Copy, Default)]
pub struct FragmentStart {
    node: usize,
    call: usize,
}

impl FragmentStart {
    /// Whether a node belongs to the fragment that is built here, and not to the
    /// declarations around it.
    pub fn owns(self, node: NodeId) -> bool {
        node.index() >= self.node
    }

    /// The parameter with that index. Parameters are the first nodes.
    pub fn parameter(self, index: usize) -> NodeId {
        NodeId((self.node + index) as u32)
    }
}

/// Which source the inserted nodes come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// From the call: they are a native function, which has no source of its own.
    Call,
    /// From the body of the function, which was inserted for the call.
    Body,
}

/// The nodes that [`Builder::insert`] has made of a fragment.
#[derive(Debug, Clone, Copy)]
pub struct Inserted<'a> {
    start: usize,
    arguments: &'a [NodeId],
    first: usize,
}

impl Inserted<'_> {
    /// What has become of a node of the fragment.
    pub fn node(&self, node: NodeId) -> NodeId {
        match node.index().checked_sub(self.start) {
            None => node,
            Some(index) => match index.checked_sub(self.arguments.len()) {
                None => self.arguments[index],
                Some(local) => NodeId((self.first + local) as u32),
            },
        }
    }
}

/// What has become of the nodes of a fragment.
#[derive(Debug, Default)]
pub struct Moved {
    base: usize,
    /// The new ids; none if nothing has changed.
    nodes: Vec<NodeId>,
}

impl Moved {
    /// The new id of a node.
    pub fn node(&self, node: NodeId) -> NodeId {
        let index = node.index().checked_sub(self.base);
        let moved = index.and_then(|index| self.nodes.get(index));
        moved.copied().unwrap_or(node)
    }
}

/// A node that was removed.
#[derive(Debug)]
pub struct Taken {
    /// The id that it had, by which other removed nodes refer to it.
    pub id: NodeId,
    /// What it does.
    pub kind: DraftKind,
    /// Where it comes from.
    pub span: Span,
}

impl Fragment {
    /// How many nodes an insertion with that many arguments adds.
    pub fn len(&self, arguments: usize) -> usize {
        self.nodes.len() - arguments
    }

    /// How many calls were replaced by a body in it.
    pub fn call_count(&self) -> usize {
        self.calls.len()
    }
}

impl Builder {
    /// Starts a fragment. What is pushed until [`Builder::end_fragment`] belongs
    /// to it.
    pub fn start_fragment(&self) -> FragmentStart {
        FragmentStart {
            node: self.nodes.len(),
            call: self.calls.len(),
        }
    }

    /// Takes the nodes of a fragment out again.
    pub fn end_fragment(&mut self, start: FragmentStart) -> Fragment {
        Fragment {
            start,
            nodes: self.nodes.split_off(start.node),
            calls: self.calls.split_off(start.call),
        }
    }

    /// Puts those nodes of an open fragment in place that others stand for. Returns
    /// what has become of each, or a node that would be derived from itself.
    pub fn substitute_fragment(&mut self, start: FragmentStart) -> Result<Moved, NodeId> {
        let base = start.node;
        let own = |node: &NodeId| start.owns(*node);
        let aliases = self.aliases.iter().filter(|(node, _)| own(node));
        let aliases: FxHashMap<_, _> = aliases.map(|(node, value)| (*node, *value)).collect();
        let mut nodes = Vec::new();
        if !aliases.is_empty() {
            self.aliases.retain(|node, _| !own(node));
            let drafts = self.nodes[base..].to_vec();
            let (sorted, moved) = substitution::substitute(drafts, base, &aliases)?;
            self.nodes.truncate(base);
            self.nodes.extend(sorted);
            nodes = moved;
        }
        Ok(Moved { base, nodes })
    }

    /// Adds the nodes of a fragment, called at `span`, with `arguments` in place
    /// of the parameters.
    pub fn insert<'a>(
        &mut self,
        fragment: &Fragment,
        arguments: &'a [NodeId],
        span: Span,
        origin: Origin,
    ) -> Inserted<'a> {
        let site = match origin {
            Origin::Call => None,
            Origin::Body => Some(self.push_call(span, None)),
        };
        let first_call = self.calls.len();
        let call = |call: Option<CallId>| match call {
            Some(CallId(number)) => {
                let local = number as usize - fragment.start.call;
                Some(CallId((first_call + local) as u32))
            }
            None => site,
        };
        for inner in &fragment.calls {
            self.push_call(inner.span, call(inner.caller));
        }
        let inserted = Inserted {
            start: fragment.start.node,
            arguments,
            first: self.nodes.len(),
        };
        for node in &fragment.nodes[arguments.len()..] {
            let mut node = node.clone();
            node.kind.map_inputs(|input| inserted.node(input));
            if node.call.is_none() && origin == Origin::Call {
                node.span = span;
            }
            node.call = call(node.call);
            self.nodes.push(node);
        }
        inserted
    }

    /// Removes the nodes from number `first` on. Nothing may refer to them.
    pub fn take_from(&mut self, first: usize) -> Vec<Taken> {
        let taken = self.nodes.split_off(first).into_iter().enumerate();
        let taken = taken.map(|(index, node)| Taken {
            id: NodeId((first + index) as u32),
            kind: node.kind,
            span: node.span,
        });
        taken.collect()
    }

    fn push_call(&mut self, span: Span, caller: Option<CallId>) -> CallId {
        self.calls.push(CallSite { span, caller });
        CallId(self.calls.len() as u32 - 1)
    }
}
