//! A pattern, from its metadata to its last check.

use super::{Body, metadata};
use crate::{
    diagnostic::Diagnostic,
    hir::{self, check},
    sema::Sema,
    syntax::ast::{self, PatternDecl, Stmt},
};

/// Analyzes a pattern. Returns none if it has errors.
pub(in crate::sema) fn analyze(sema: &mut Sema<'_>, decl: &PatternDecl) -> Option<hir::Pattern> {
    let errors_before = sema.diagnostics.error_count();
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
    // What was not understood may be what binds a variable.
    let is_understood = !frame.uses_errors && !sema.has_syntax_error(decl.span);
    let has_errors = sema.diagnostics.error_count() > errors_before;
    if !builder.has_rewrite() || !is_understood || has_errors {
        return None;
    }
    let mut pattern = builder.finish(decl.keyword, sema.ods, sema.diagnostics);
    check::check(&pattern, sema.ods, sema.host, sema.diagnostics);
    if sema.diagnostics.error_count() > errors_before {
        return None;
    }
    sema.diagnostics.extend(warnings);
    pattern.name = decl.name.as_ref().map(|name| name.text.clone());
    pattern.labels = metadata.labels;
    pattern.bounded_recursion = metadata.bounded_recursion;
    pattern.benefit = metadata.benefit.unwrap_or(pattern.benefit);
    Some(pattern)
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
