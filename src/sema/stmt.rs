//! Statements, and the section they belong to.

use super::{
    pattern::{PatternSema, Section},
    scope::Entity,
};
use crate::{
    diagnostic::Diagnostic,
    hir::{self, NodeId, NodeKind, Type},
    source::Span,
    syntax::ast::{
        EraseStmt, Expr, ExprKind, LetStmt, ReplaceStmt, Replacement, RewriteStmt, Stmt,
    },
};

impl PatternSema<'_, '_> {
    pub(super) fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Let(stmt) => self.let_stmt(stmt),
            Stmt::Erase(stmt) => self.erase(stmt),
            Stmt::Replace(stmt) => self.replace(stmt),
            Stmt::Rewrite(stmt) => self.rewrite(stmt),
            Stmt::Return(stmt) => {
                let message = "`return` belongs in a constraint or rewrite, not in a pattern";
                self.sema.error(stmt.span, message);
            }
            Stmt::Expr(expr) => self.expr_stmt(expr),
            Stmt::Error(_) => {}
        }
    }

    fn expr_stmt(&mut self, expr: &Expr) {
        let value = self.expr(expr);
        let has_no_effect = matches!(
            expr.kind,
            ExprKind::Attribute(_) | ExprKind::Type(_) | ExprKind::Name(_) | ExprKind::Member(..)
        );
        if value.is_some() && has_no_effect {
            let message = "this statement does nothing";
            self.warnings
                .push(Diagnostic::warning("unused-value", expr.span, message));
        }
    }

    fn let_stmt(&mut self, stmt: &LetStmt) {
        let value = self.variable(
            Some(&stmt.name),
            &stmt.constraints,
            stmt.init.as_ref(),
            stmt.name.span,
        );
        self.define_variable(&stmt.name, value);
    }

    /// Makes a variable known; one whose value has an error is poisoned.
    pub(super) fn define_variable(
        &mut self,
        name: &crate::syntax::ast::Ident,
        value: Option<NodeId>,
    ) {
        let entity = match value {
            Some(node) => {
                self.name(node, name);
                Entity::Variable(node)
            }
            None => Entity::Poisoned,
        };
        self.sema.define(name, entity);
    }

    fn erase(&mut self, stmt: &EraseStmt) {
        let root = self.root(&stmt.root, stmt.keyword);
        if let Some(operation) = root {
            self.push(NodeKind::Erase { operation }, stmt.keyword);
        }
    }

    fn rewrite(&mut self, stmt: &RewriteStmt) {
        self.root(&stmt.root, stmt.keyword);
        let Some(body) = &stmt.body else { return };
        self.sema.scope.open();
        for stmt in &body.stmts {
            self.stmt(stmt);
        }
        self.close_scope();
    }

    fn replace(&mut self, stmt: &ReplaceStmt) {
        let root = self.root(&stmt.root, stmt.keyword);
        let with = match &stmt.with {
            Replacement::Single(value) => self.replacement(std::slice::from_ref(value)),
            Replacement::List { values, .. } => self.replacement(values),
        };
        let (Some(operation), Some(with)) = (root, with) else {
            return;
        };
        self.check_result_count(operation, &with, stmt.span);
        self.push(NodeKind::Replace { operation, with }, stmt.keyword);
    }

    /// The operation that a statement rewrites. In the match section the
    /// statement ends that section.
    fn root(&mut self, expr: &Expr, keyword: Span) -> Option<NodeId> {
        let root = self
            .expr(expr)
            .and_then(|node| self.expect_type(node, Type::Operation, expr.span));
        if self.section == Section::Match {
            self.section = Section::Rewrite;
            self.rewrite = root.map(|root| (self.nodes.len(), root, keyword));
        }
        root
    }

    /// One operation stands for all its results; in a list, each element is a
    /// value, a range, or an operation that stands for its results.
    fn replacement(&mut self, values: &[Expr]) -> Option<hir::Replacement> {
        let nodes: Vec<_> = values
            .iter()
            .map(|value| {
                let node = self.expr(value)?;
                match self.node(node).kind.ty()? {
                    Type::Operation if values.len() == 1 => Some(node),
                    Type::Operation => self.convert(node, Type::ValueRange, value.span),
                    Type::Value | Type::ValueRange => Some(node),
                    other => {
                        let message = format!(
                            "expected a replacement of type `Op`, `Value` or `ValueRange`, found `{}`",
                            other.name()
                        );
                        self.sema.error(value.span, message);
                        None
                    }
                }
            })
            .collect();
        let nodes: Vec<_> = nodes.into_iter().collect::<Option<_>>()?;
        Some(match nodes[..] {
            [] => return None,
            [node] if self.node(node).kind.ty() == Some(Type::Operation) => {
                hir::Replacement::Operation(node)
            }
            _ => hir::Replacement::Values(nodes),
        })
    }

    /// Where both numbers are certain, there must be as many replacements as
    /// results: MLIR does not check it when the pattern is applied.
    fn check_result_count(&mut self, operation: NodeId, with: &hir::Replacement, span: Span) {
        let results = self.result_count(operation);
        let replacements = match with {
            hir::Replacement::Operation(new) => self.result_count(*new),
            hir::Replacement::Values(values) => {
                values.iter().map(|value| self.value_count(*value)).sum()
            }
        };
        let (Some(results), Some(replacements)) = (results, replacements) else {
            return;
        };
        if results != replacements {
            let message = format!(
                "the operation has {}, but there {}",
                count(results, "result"),
                match replacements {
                    1 => "is 1 replacement value".to_owned(),
                    many => format!("are {}", count(many, "replacement value")),
                }
            );
            let of = self.node(operation).span;
            self.sema.diagnostics.push(
                Diagnostic::error(span, message).note(of, "the operation to replace is here"),
            );
        }
    }

    /// The number of results of an operation whose result types are given, and
    /// all single ones.
    pub(super) fn result_count(&self, operation: NodeId) -> Option<usize> {
        let NodeKind::Operation(data) = &self.node(operation).kind else {
            return None;
        };
        let types = data.result_types.as_ref()?;
        let is_single = |ty: &NodeId| self.node(*ty).kind.ty() == Some(Type::Type);
        types.iter().all(is_single).then_some(types.len())
    }

    fn value_count(&self, value: NodeId) -> Option<usize> {
        match self.node(value).kind {
            NodeKind::Results { operation } => self.result_count(operation),
            _ => (self.node(value).kind.ty() == Some(Type::Value)).then_some(1),
        }
    }
}

pub(super) fn count(number: usize, what: &str) -> String {
    match number {
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    }
}
