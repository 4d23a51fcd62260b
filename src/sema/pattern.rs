//! A pattern, from its metadata to its last check.

use super::{
    Sema, binding, result_types,
    scope::{Entity, closest},
};
use crate::{
    diagnostic::Diagnostic,
    hir::{self, Node, NodeId, NodeKind},
    source::Span,
    syntax::ast::{Body, Ident, Metadata, MetadataArgument, PatternDecl, Stmt},
};

/// The section of a pattern that is being analyzed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Section {
    /// Describes the input.
    Match,
    /// Says what becomes of it.
    Rewrite,
}

/// A pattern under construction.
pub(super) struct PatternSema<'s, 'a> {
    pub(super) sema: &'s mut Sema<'a>,
    pub(super) section: Section,
    pub(super) nodes: Vec<Node>,
    /// What to tell if the pattern has no errors.
    pub(super) warnings: Vec<Diagnostic>,
    /// The node at which the rewrite section starts, its root, and the place
    /// of the statement, once that is reached.
    pub(super) rewrite: Option<(usize, NodeId, Span)>,
}

impl PatternSema<'_, '_> {
    pub(super) fn push(&mut self, kind: NodeKind, span: Span) -> NodeId {
        self.nodes.push(Node {
            kind,
            span,
            name: None,
        });
        NodeId(self.nodes.len() as u32 - 1)
    }

    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
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

    /// Names the value of a node, unless it has a name already.
    pub(super) fn name(&mut self, id: NodeId, name: &Ident) {
        self.nodes[id.index()]
            .name
            .get_or_insert_with(|| name.text.clone());
    }
}

/// Analyzes a pattern; gives none when it has errors.
pub(super) fn analyze(sema: &mut Sema<'_>, decl: &PatternDecl) -> Option<hir::Pattern> {
    let errors_before = sema.diagnostics.error_count();
    let metadata = metadata(sema, &decl.metadata);
    let mut pattern = PatternSema {
        sema,
        section: Section::Match,
        nodes: Vec::new(),
        warnings: Vec::new(),
        rewrite: None,
    };
    pattern.sema.scope.open();
    pattern.body(decl);
    pattern.close_scope();
    let PatternSema {
        nodes,
        warnings,
        rewrite,
        ..
    } = pattern;

    // A name is known only behind its pattern.
    if let Some(name) = &decl.name {
        sema.define(name, Entity::Pattern);
    }
    let (rewrite_start, root, rewrite_span) = rewrite?;
    // What was not understood may be what binds a variable.
    if sema.diagnostics.error_count() == errors_before && !sema.has_syntax_error(decl.span) {
        if nodes.len() == rewrite_start {
            // It would match again and again, and MLIR cannot read it back.
            sema.error(rewrite_span, "this rewrite does nothing");
        }
        binding::check(sema, &nodes, rewrite_start, root);
        if sema.diagnostics.error_count() == errors_before {
            result_types::check(sema, &nodes, rewrite_start);
        }
    }
    if sema.diagnostics.error_count() > errors_before {
        return None;
    }
    sema.diagnostics.extend(warnings);
    let operations = nodes[..rewrite_start]
        .iter()
        .filter(|node| matches!(node.kind, NodeKind::Operation(_)))
        .count();
    Some(hir::Pattern {
        name: decl.name.as_ref().map(|name| name.text.clone()),
        span: decl.keyword,
        benefit: metadata
            .benefit
            .unwrap_or(operations.min(MAX_BENEFIT as usize) as u16),
        bounded_recursion: metadata.bounded_recursion,
        nodes,
        rewrite_start,
        root,
        rewrite_span,
    })
}

impl PatternSema<'_, '_> {
    fn body(&mut self, decl: &PatternDecl) {
        let stmts = match &decl.body {
            Body::Block(block) => block.stmts.as_slice(),
            Body::Lambda(stmt) => std::slice::from_ref(&**stmt),
            Body::Error(_) => return,
        };
        for (index, stmt) in stmts.iter().enumerate() {
            self.stmt(stmt);
            let next = stmts.get(index + 1).filter(|next| !next.is_error());
            let Some(next) = next.filter(|_| stmt.is_operation_rewrite()) else {
                continue;
            };
            self.sema.diagnostics.push(
                Diagnostic::error(
                    next.span(),
                    "expected `}`: the rewrite section is one statement",
                )
                .note(stmt.span(), "it is this statement")
                .help("several statements go into `rewrite … with { … }`"),
            );
            return;
        }
        // A `return` has its own message.
        let is_incomplete = self.sema.has_syntax_error(decl.span)
            || stmts.iter().any(|stmt| matches!(stmt, Stmt::Return(_)));
        if !is_incomplete && !stmts.last().is_some_and(Stmt::is_operation_rewrite) {
            let message = "expected the pattern to end with `erase`, `replace` or `rewrite`";
            self.sema.error(decl.keyword, message);
        }
    }
}

/// The greatest benefit that PDL can express.
const MAX_BENEFIT: u16 = i16::MAX as u16;

#[derive(Default)]
struct PatternMetadata {
    benefit: Option<u16>,
    bounded_recursion: bool,
}

fn metadata(sema: &mut Sema<'_>, list: &[Metadata]) -> PatternMetadata {
    let mut result = PatternMetadata::default();
    for (index, item) in list.iter().enumerate() {
        if let Some(previous) = list[..index]
            .iter()
            .find(|other| other.name.text == item.name.text)
        {
            sema.diagnostics.push(
                Diagnostic::error(item.span, format!("`{}` is already given", item.name.text))
                    .note(previous.span, "it is first given here"),
            );
            continue;
        }
        match item.name.text.as_str() {
            "benefit" => result.benefit = benefit(sema, item),
            "recursion" => {
                if item.arguments.is_some() {
                    sema.error(item.span, "`recursion` takes no arguments");
                }
                result.bounded_recursion = true;
            }
            unknown => unknown_metadata(sema, unknown, item.name.span),
        }
    }
    result
}

fn unknown_metadata(sema: &mut Sema<'_>, name: &str, span: Span) {
    let message = format!("unknown pattern metadata `{name}`, expected `benefit` or `recursion`");
    let mut diagnostic = Diagnostic::error(span, message);
    if let Some(known) = closest(name, ["benefit", "recursion"]) {
        diagnostic = diagnostic.help(format!("did you mean `{known}`?"));
    }
    sema.diagnostics.push(diagnostic);
}

fn benefit(sema: &mut Sema<'_>, item: &Metadata) -> Option<u16> {
    let digits = match item.arguments.as_deref() {
        Some([MetadataArgument::Integer(digits)]) => digits,
        Some(arguments)
            if arguments
                .iter()
                .any(|one| matches!(one, MetadataArgument::Error)) =>
        {
            return None;
        }
        _ => {
            sema.error(item.span, "expected one integer, as in `benefit(2)`");
            return None;
        }
    };
    let value = digits
        .text
        .parse()
        .ok()
        .filter(|benefit| *benefit <= MAX_BENEFIT);
    if value.is_none() {
        let message = format!("the benefit is out of range, expected at most {MAX_BENEFIT}");
        sema.error(digits.span, message);
    }
    value
}
