//! A pattern, from its metadata to its last check.

use super::{
    Sema, binding,
    body::{Body, Owner},
    counts, metadata, operands, result_types,
};
use crate::{
    diagnostic::Diagnostic,
    hir::{self, NodeKind},
    syntax::ast::{self, PatternDecl, Stmt},
};

/// Analyzes a pattern; gives none when it has errors.
pub(super) fn analyze(sema: &mut Sema<'_>, decl: &PatternDecl) -> Option<hir::Pattern> {
    let errors_before = sema.diagnostics.error_count();
    let metadata = metadata::analyze(sema, &decl.metadata);
    let mut body = Body::new(sema, Owner::Pattern);
    body.sema.scope.open();
    body.pattern_stmts(decl);
    body.close_scope();
    let Body {
        nodes,
        calls,
        warnings,
        rewrite,
        uses_errors,
        ..
    } = body;

    let (rewrite_start, root, rewrite_span) = rewrite?;
    let mut pattern = hir::Pattern {
        name: decl.name.as_ref().map(|name| name.text.clone()),
        span: decl.keyword,
        benefit: 0,
        bounded_recursion: metadata.bounded_recursion,
        labels: metadata.labels,
        nodes,
        calls,
        rewrite_start,
        root,
        rewrite_span,
    };
    // What was not understood may be what binds a variable.
    if uses_errors || sema.has_syntax_error(decl.span) {
        return None;
    }
    if sema.diagnostics.error_count() == errors_before {
        check(sema, &mut pattern);
    }
    if sema.diagnostics.error_count() > errors_before {
        return None;
    }
    sema.diagnostics.extend(warnings);
    let operations = pattern.nodes[..pattern.rewrite_start]
        .iter()
        .filter(|node| matches!(node.kind, NodeKind::Operation(_)))
        .count();
    let default_benefit = operations.min(metadata::MAX_BENEFIT as usize) as u16;
    pattern.benefit = metadata.benefit.unwrap_or(default_benefit);
    Some(pattern)
}

/// The checks that need the whole pattern.
fn check(sema: &mut Sema<'_>, pattern: &mut hir::Pattern) {
    let errors_before = sema.diagnostics.error_count();
    if pattern.nodes.len() == pattern.rewrite_start {
        // It would match again and again, and MLIR cannot read it back.
        sema.error(pattern.rewrite_span, "this rewrite does nothing");
    }
    operands::resolve(sema, pattern);
    binding::check(sema, pattern);
    binding::check_rewrite(sema, pattern);
    counts::check(sema, pattern);
    if sema.diagnostics.error_count() == errors_before {
        result_types::check(sema, pattern);
        binding::keep_unused(pattern);
    }
}

impl Body<'_, '_> {
    fn pattern_stmts(&mut self, decl: &PatternDecl) {
        let stmts = match &decl.body {
            ast::Body::Block(block) => block.stmts.as_slice(),
            ast::Body::Lambda(stmt) => std::slice::from_ref(&**stmt),
            ast::Body::Error(_) => return,
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
