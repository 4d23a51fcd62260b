//! What the analysis of patterns, constraints and rewrites shares.

use crate::{
    base::diagnostic::{Diagnostic, Suggestion},
    base::source::Span,
    hir::{Builder, NodeId, NodeKind, builder::FragmentStart},
    sema::{
        Sema,
        expr::{self, Value},
        names::Unused,
    },
    syntax::ast::{Ident, OpName, Stmt},
};
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

/// The section of a pattern that is being analyzed. Constraints are called in the
/// match section, rewrites in the rewrite section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::sema) enum Section {
    /// Describes the input.
    Match,
    /// Describes what replaces it.
    Rewrite,
}

/// What is being analyzed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::sema) enum Owner {
    Pattern,
    Constraint,
    Rewrite,
}

/// A declaration under construction, with the inline functions in it.
pub(in crate::sema) struct Body<'s, 'a> {
    pub(in crate::sema) sema: &'s mut Sema<'a>,
    /// The nodes so far: those of the declaration, then those of each open
    /// inline function.
    pub(in crate::sema) builder: Builder,
    /// The warnings to report if the declaration has no errors.
    pub(in crate::sema) warnings: Vec<Diagnostic>,
    /// What belongs to the innermost declaration alone.
    pub(in crate::sema) frame: Frame,
}

/// What belongs to one pattern, constraint or rewrite, and not to those around
/// it. While an inline function is analyzed, the frame of the declaration around
/// it is set aside as a whole.
pub(in crate::sema) struct Frame {
    pub(in crate::sema) owner: Owner,
    pub(in crate::sema) section: Section,
    /// Where its nodes start. Earlier ones belong to the declarations around,
    /// and are only referred to.
    pub(in crate::sema) start: FragmentStart,
    /// The names that it demands of parameters, and of operations from before
    /// `start`.
    pub(in crate::sema) refinements: Vec<Refinement>,
    /// The nodes and names in `refinements`.
    pub(in crate::sema) refined: FxHashSet<(NodeId, SmolStr)>,
    /// What it returned, unless that has an error, and where.
    pub(in crate::sema) returned: Option<(Option<Value>, Span)>,
    /// The names that its `let` statements define, also those that come later.
    pub(in crate::sema) lets: Vec<Ident>,
    /// How many `rewrite … with { … }` are open.
    pub(in crate::sema) open_rewrites: usize,
    /// Whether it uses something that has errors. Further errors then follow from
    /// those.
    pub(in crate::sema) uses_errors: bool,
    /// The ranges that `.0` stands for where it is the only group of results.
    pub(in crate::sema) first_groups: FxHashSet<NodeId>,
    /// The predicates of the section.
    pub(in crate::sema) system: expr::Draft,
    /// The attributes of the rewrite section that only a predicate can give a value.
    pub(in crate::sema) open_attributes: Vec<(NodeId, SmolStr)>,
    /// The block of a region whose statements are analyzed.
    pub(in crate::sema) block: Option<OpenBlock>,
    /// The labels of blocks that are known, and the blocks.
    pub(in crate::sema) labels: Vec<(Ident, NodeId)>,
}

/// A block of a region of the match section.
#[derive(Debug, Clone, Copy)]
pub(in crate::sema) struct OpenBlock {
    pub(in crate::sema) node: NodeId,
    /// The word `op` of the operation that is the last one of the block, if one is known to
    /// be.
    pub(in crate::sema) last: Option<Span>,
}

impl Frame {
    pub(in crate::sema) fn new(owner: Owner, start: FragmentStart) -> Self {
        Frame {
            owner,
            section: match owner {
                Owner::Pattern | Owner::Constraint => Section::Match,
                Owner::Rewrite => Section::Rewrite,
            },
            start,
            refinements: Vec::new(),
            refined: FxHashSet::default(),
            first_groups: FxHashSet::default(),
            returned: None,
            lets: Vec::new(),
            open_rewrites: 0,
            uses_errors: false,
            system: expr::Draft::default(),
            open_attributes: Vec::new(),
            block: None,
            labels: Vec::new(),
        }
    }
}

/// A demand that an operation has a certain name.
#[derive(Debug, Clone)]
pub(in crate::sema) struct Refinement {
    pub(in crate::sema) node: NodeId,
    pub(in crate::sema) name: OpName,
    pub(in crate::sema) span: Span,
}

impl<'s, 'a> Body<'s, 'a> {
    /// For a pattern, or for a function at the top level.
    pub(in crate::sema) fn new(sema: &'s mut Sema<'a>) -> Self {
        Body {
            sema,
            builder: Builder::default(),
            warnings: Vec::new(),
            frame: Frame::new(Owner::Pattern, FragmentStart::default()),
        }
    }

    pub(in crate::sema) fn push(&mut self, kind: NodeKind, span: Span) -> NodeId {
        self.builder.push(kind, span)
    }

    pub(in crate::sema) fn warn(
        &mut self,
        name: &'static str,
        span: Span,
        message: impl Into<String>,
    ) {
        self.warnings.push(Diagnostic::warning(name, span, message));
    }

    /// Forgets the names of the innermost block, and warns about variables that
    /// nothing uses, unless their name says so.
    pub(in crate::sema) fn close_scope(&mut self) {
        let unused = self.sema.scope.close();
        if unused.is_empty() {
            return;
        }
        let lets: FxHashSet<_> = self.frame.lets.iter().map(|name| &name.text).collect();
        for Unused {
            name,
            span,
            has_marked,
        } in unused
        {
            if name.starts_with('_') {
                continue;
            }
            let message = format!("`{name}` is never used");
            let warning = Diagnostic::warning("unused-variable", span, message);
            let marked = format!("_{name}");
            self.warnings
                .push(if has_marked || lets.contains(&SmolStr::new(&marked)) {
                    warning.help("remove it, or start its name with `_` to keep it")
                } else {
                    let help = format!("start its name with `_` to keep it: `{marked}`");
                    warning.suggest(Suggestion::new(span, marked, help))
                });
        }
    }

    /// Keeps the names that the statements of a body define.
    pub(in crate::sema) fn announce(&mut self, stmts: &[Stmt]) {
        for stmt in stmts {
            if let Stmt::Let(stmt) = stmt {
                self.frame.lets.push(stmt.name.clone());
            }
        }
    }

    /// Names the nodes of a value, unless they have a name already.
    pub(in crate::sema) fn name(&mut self, value: &Value, name: &Ident) {
        if let Value::Single(single) = value {
            self.builder.name(single.node, &name.text);
        }
    }
}
