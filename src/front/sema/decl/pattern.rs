//! A pattern, from its metadata to its last check.

use super::{Body, metadata};
use crate::{
    base::diagnostic::Diagnostic,
    hir::{self, check},
    portable::Extension,
    sema::Sema,
    syntax::ast::{self, PatternDecl, Stmt},
};
use rustc_hash::FxHashSet;

/// Analyzes a pattern. Returns none if it has errors.
pub(in crate::sema) fn analyze(sema: &mut Sema<'_>, decl: &PatternDecl) -> Option<hir::Pattern> {
    let errors_before = sema.report.error_count();
    let metadata = metadata::analyze(sema, &decl.metadata);
    let mut body = Body::new(sema);
    body.sema.scope.open();
    body.pattern_stmts(decl);
    body.close_scope();
    let Body {
        builder,
        warnings,
        frame,
        ..
    } = body;
    // A part with a syntax error might have bound a variable.
    let is_understood = !frame.uses_errors && !sema.report.has_syntax_error(decl.span);
    let has_errors = sema.report.error_count() > errors_before;
    if !builder.has_rewrite() || !is_understood || has_errors {
        return None;
    }
    let mut pattern = builder.finish(decl.keyword, sema.ods, sema.report.diagnostics());
    pattern.take_types_of_replaced(sema.ods);
    check::check(&pattern, sema.ods, sema.host, sema.report.diagnostics());
    if sema.report.error_count() > errors_before {
        return None;
    }
    let with_regions = operations_with_regions(&pattern);
    for unused in hir::unused_operations(&pattern) {
        let node = &pattern.nodes[unused.index()];
        // The form of its region is no less an extension.
        let is_in_region = matches!(&node.kind,
            hir::NodeKind::Operation(operation) if operation.inside.is_some());
        if is_in_region || with_regions.contains(&unused) {
            continue;
        }
        let at = node.span;
        sema.extended(Extension::UnusedOperation, at);
    }
    sema.report.extend(warnings);
    pattern.name = decl.name.as_ref().map(|name| name.text.clone());
    pattern.declaration = decl.span;
    pattern.labels = metadata.labels;
    pattern.bounded_recursion = metadata.bounded_recursion;
    pattern.benefit = metadata.benefit.unwrap_or(pattern.benefit);
    Some(pattern)
}

fn operations_with_regions(pattern: &hir::Pattern) -> FxHashSet<hir::NodeId> {
    let nodes = pattern.nodes.iter();
    let operations = nodes.filter_map(|node| match node.kind {
        hir::NodeKind::Region { operation, .. } => Some(operation),
        _ => None,
    });
    operations.collect()
}

impl Body<'_, '_> {
    fn pattern_stmts(&mut self, decl: &PatternDecl) {
        let stmts = match &decl.body {
            ast::Body::Block(block) => block.stmts.as_slice(),
            ast::Body::Lambda(stmt) => std::slice::from_ref(&**stmt),
            ast::Body::Error(_) => return,
        };
        self.announce(stmts);
        let mut errors_before_last = self.sema.report.error_count();
        for (index, stmt) in stmts.iter().enumerate() {
            errors_before_last = self.sema.report.error_count();
            self.stmt(stmt);
            let next = stmts.get(index + 1).filter(|next| !next.is_error());
            let Some(next) = next.filter(|_| stmt.is_operation_rewrite()) else {
                continue;
            };
            self.sema.report(
                Diagnostic::error(
                    next.span(),
                    "expected `}`: the rewrite section is one statement",
                )
                .note(stmt.span(), "it is this statement")
                .help("write several statements in `rewrite … with { … }`"),
            );
            return;
        }
        // A `return` has a message of its own, and so has a last statement that is
        // not understood.
        let is_incomplete = self.sema.report.has_syntax_error(decl.span)
            || self.sema.report.error_count() > errors_before_last
            || stmts.iter().any(|stmt| matches!(stmt, Stmt::Return(_)));
        if !is_incomplete && !stmts.last().is_some_and(Stmt::is_operation_rewrite) {
            let message = "expected the pattern to end with `erase`, `replace` or `rewrite`";
            let end = decl.span.at_last_byte();
            let help = "say what becomes of the operation that is matched, as in `erase root;`";
            self.sema.report(Diagnostic::error(end, message).help(help));
        }
    }
}
