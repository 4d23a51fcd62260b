//! What the analysis of patterns, constraints and rewrites shares.

use super::{Sema, value::Value};
use crate::{
    diagnostic::Diagnostic,
    hir::{CallSite, Node, NodeId, NodeKind},
    source::Span,
    syntax::ast::{Ident, OpName},
};

/// The section of a pattern that is being analyzed. Constraints belong to the
/// one, rewrites to the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Section {
    /// Describes the input.
    Match,
    /// Says what becomes of it.
    Rewrite,
}

/// What is being analyzed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    Pattern,
    Constraint,
    Rewrite,
}

/// A declaration under construction.
pub(super) struct Body<'s, 'a> {
    pub(super) sema: &'s mut Sema<'a>,
    pub(super) section: Section,
    pub(super) owner: Owner,
    pub(super) nodes: Vec<Node>,
    pub(super) calls: Vec<CallSite>,
    /// What to tell if the declaration has no errors.
    pub(super) warnings: Vec<Diagnostic>,
    /// Where the innermost function starts in `nodes`. What is before it
    /// belongs to those around it, and is only referred to.
    pub(super) start: usize,
    /// Operations from before `start`, and parameters, that the innermost
    /// function wants to be of a name.
    pub(super) refinements: Vec<Refinement>,
    /// The node at which the rewrite section of a pattern starts, its root, and
    /// the place of the statement, once that is reached.
    pub(super) rewrite: Option<(usize, NodeId, Span)>,
    /// What the innermost function returned, if that has no error, and where.
    pub(super) returned: Option<(Option<Value>, Span)>,
    /// How many `rewrite … with { … }` of the innermost function are open.
    pub(super) open_rewrites: usize,
    /// Whether the innermost function, or the pattern, uses something that has
    /// errors: what is missing in it then follows from those.
    pub(super) uses_errors: bool,
}

/// That an operation has a name.
#[derive(Debug, Clone)]
pub(super) struct Refinement {
    pub(super) node: NodeId,
    pub(super) name: OpName,
    pub(super) span: Span,
}

impl<'s, 'a> Body<'s, 'a> {
    pub(super) fn new(sema: &'s mut Sema<'a>, owner: Owner) -> Self {
        Body {
            sema,
            section: match owner {
                Owner::Pattern | Owner::Constraint => Section::Match,
                Owner::Rewrite => Section::Rewrite,
            },
            owner,
            nodes: Vec::new(),
            calls: Vec::new(),
            warnings: Vec::new(),
            start: 0,
            refinements: Vec::new(),
            rewrite: None,
            returned: None,
            open_rewrites: 0,
            uses_errors: false,
        }
    }

    pub(super) fn push(&mut self, kind: NodeKind, span: Span) -> NodeId {
        self.nodes.push(Node {
            kind,
            span,
            name: None,
            call: None,
        });
        NodeId(self.nodes.len() as u32 - 1)
    }

    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    pub(super) fn warn(&mut self, name: &'static str, span: Span, message: impl Into<String>) {
        self.warnings.push(Diagnostic::warning(name, span, message));
    }

    /// Forgets the names of the innermost block, and warns about variables that
    /// nothing uses, unless their name says so.
    pub(super) fn close_scope(&mut self) {
        for (name, span) in self.sema.scope.close() {
            if !name.starts_with('_') {
                let message = format!("`{name}` is never used");
                self.warnings.push(
                    Diagnostic::warning("unused-variable", span, message)
                        .help(format!("start its name with `_` to keep it: `_{name}`")),
                );
            }
        }
    }

    /// Names the nodes of a value, unless they have a name already.
    pub(super) fn name(&mut self, value: &Value, name: &Ident) {
        if let Value::Single(single) = value {
            self.nodes[single.node.index()]
                .name
                .get_or_insert_with(|| name.text.clone());
        }
    }
}
