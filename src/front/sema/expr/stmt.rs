//! Statements, and the section they belong to.

use super::{Callee, Ty, Value};
use crate::{
    base::diagnostic::{Diagnostic, Suggestion},
    base::source::Span,
    hir::{self, Insertion, NodeId, NodeKind, Type},
    sema::{
        decl::{Body, Owner, Section},
        index::EntityKind,
        names::Entity,
    },
    syntax::ast::{
        Constraint, ConstraintKind, EraseStmt, Expr, ExprKind, Ident, LetStmt, ReplaceStmt,
        Replacement, ReturnStmt, RewriteStmt, Stmt,
    },
};

impl Body<'_, '_> {
    pub(in crate::sema) fn stmt(&mut self, stmt: &Stmt) {
        self.sema.nesting.enter();
        let outside = self.sema.report.enter(stmt);
        self.stmt_kind(stmt);
        self.sema.report.leave(&outside);
        self.sema.nesting.leave();
    }

    fn stmt_kind(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Let(stmt) => self.let_stmt(stmt),
            Stmt::Erase(stmt) => self.erase(stmt),
            Stmt::Replace(stmt) => self.replace(stmt),
            Stmt::Rewrite(stmt) => self.rewrite(stmt),
            Stmt::Return(stmt) => self.return_stmt(stmt),
            Stmt::Expr(expr) => self.expr_stmt(expr),
            Stmt::Others(span) => {
                let message = "expected a statement, found `...`";
                let help = "`...` belongs in a block of a region: it may have any number of other operations";
                self.sema
                    .report(Diagnostic::error(*span, message).help(help));
            }
            Stmt::Error(stmt) => {
                for name in &stmt.names {
                    self.define_variable(name, None);
                }
            }
        }
    }

    fn expr_stmt(&mut self, expr: &Expr) {
        if let ExprKind::Joined(..) = &expr.kind {
            self.condition_stmt(expr);
            return;
        }
        if let ExprKind::Inline(decl) = &expr.kind {
            let function = self.inline_function(decl);
            if function.is_some() && decl.name.is_none() {
                let message = "nothing can call this: it has no name";
                self.warn("unused-value", decl.keyword, message);
            }
            return;
        }
        let value = self.expr(expr);
        let has_no_effect = matches!(
            expr.kind,
            ExprKind::Attribute(_)
                | ExprKind::Type(_)
                | ExprKind::Name(_)
                | ExprKind::Member(..)
                | ExprKind::Tuple(_)
        );
        if value.is_some() && has_no_effect {
            let message = "this statement does nothing";
            self.warn("unused-value", expr.span, message);
        }
    }

    fn let_stmt(&mut self, stmt: &LetStmt) {
        let value = self.variable(
            Some(&stmt.name),
            &stmt.constraints,
            stmt.init.as_ref(),
            stmt.name.span,
        );
        if let (Some(Value::Nothing(callee)), Some(init)) = (&value, &stmt.init) {
            self.warn_nothing(stmt, callee, init.span);
            self.define_variable(&stmt.name, value);
            self.sema.scope.mark_used(&stmt.name.text);
            return;
        }
        self.define_variable(&stmt.name, value);
        let checks = |constraint: &Constraint| {
            matches!(
                constraint.kind,
                ConstraintKind::Named(_)
                    | ConstraintKind::Valued(..)
                    | ConstraintKind::Inline(_)
                    | ConstraintKind::Op(Some(_))
            )
        };
        if stmt.constraints.iter().any(checks) {
            // The variable is there for its constraints.
            self.sema.scope.mark_used(&stmt.name.text);
        }
    }

    /// Warns that a variable stands for nothing. Its uses are errors.
    fn warn_nothing(&mut self, stmt: &LetStmt, callee: &Callee, init: Span) {
        let name = &stmt.name;
        let message = format!(
            "{} returns nothing, so `{}` has no value",
            callee.shown, name.text
        );
        let definition = Span {
            end: init.start,
            ..stmt.span
        };
        self.warnings.push(
            Diagnostic::warning("unused-value", name.span, message)
                .note(callee.span, "it is declared here")
                .suggest(Suggestion::new(definition, "", "remove the `let`")),
        );
    }

    /// Makes a variable known; one whose value has an error is poisoned.
    pub(in crate::sema) fn define_variable(&mut self, name: &Ident, value: Option<Value>) {
        let entity = match value {
            Some(value) => {
                self.name(&value, name);
                Entity::Variable(value)
            }
            None => Entity::Poisoned,
        };
        self.sema.define(name, EntityKind::Variable, entity);
    }

    fn return_stmt(&mut self, stmt: &ReturnStmt) {
        let message = match self.frame.owner {
            Owner::Pattern => "`return` belongs in a constraint or rewrite, not in a pattern",
            _ if self.frame.open_rewrites > 0 => {
                "`return` belongs at the end of the constraint or rewrite, not in `rewrite`"
            }
            _ => {
                let value = self.expr(&stmt.value);
                self.frame.returned = Some((value, stmt.value.span));
                return;
            }
        };
        self.sema.error(stmt.span, message);
        self.expr(&stmt.value);
    }

    fn erase(&mut self, stmt: &EraseStmt) {
        let root = self.root(&stmt.root, stmt.keyword);
        if let Some(operation) = root {
            self.push(NodeKind::Erase { operation }, stmt.keyword);
        }
    }

    fn rewrite(&mut self, stmt: &RewriteStmt) {
        let place = match self.is_first() {
            true => {
                self.root(&stmt.root, stmt.keyword);
                None
            }
            false => self.enter_part(&stmt.root, stmt.keyword),
        };
        let Some(body) = &stmt.body else { return };
        self.sema.scope.open();
        self.frame.open_rewrites += 1;
        self.announce(&body.stmts);
        for stmt in &body.stmts {
            self.stmt(stmt);
        }
        self.frame.open_rewrites -= 1;
        if self.frame.open_rewrites == 0 {
            self.solve();
        }
        self.close_scope();
        self.leave_place(place, stmt.keyword);
    }

    /// Whether the next statement starts the rewrite section.
    fn is_first(&self) -> bool {
        self.frame.section == Section::Match
    }

    /// What follows is created at the start of a block, or before an operation. Returns the
    /// place before, if that changes.
    fn enter_part(&mut self, anchor: &Expr, keyword: Span) -> Option<NodeId> {
        let value = self.expr(anchor)?;
        match value {
            Value::Single(single) if single.ty == Ty::Block => {
                let place = self.push(NodeKind::Place, keyword);
                let (at, anchor) = (Insertion::Start, single.node);
                self.push(NodeKind::Insert { at, anchor }, keyword);
                Some(place)
            }
            value => {
                let operation = self.expect_kind(value, Type::Operation, anchor.span)?;
                self.enter_place(operation, keyword)
            }
        }
    }

    /// If an operation is in a body that the pattern matches, what follows is created
    /// before it. Returns the place before.
    fn enter_place(&mut self, anchor: NodeId, span: Span) -> Option<NodeId> {
        let is_inside = match self.builder.operation(anchor) {
            Some(operation) => operation.inside.is_some(),
            None => self.builder.is_parameter(anchor),
        };
        if !is_inside || self.frame.owner == Owner::Constraint {
            return None;
        }
        let place = self.push(NodeKind::Place, span);
        let at = Insertion::Before;
        self.push(NodeKind::Insert { at, anchor }, span);
        Some(place)
    }

    /// What follows is created at that place again.
    fn leave_place(&mut self, place: Option<NodeId>, span: Span) {
        if let Some(anchor) = place {
            let at = Insertion::Place;
            self.push(NodeKind::Insert { at, anchor }, span);
        }
    }

    fn replace(&mut self, stmt: &ReplaceStmt) {
        let is_first = self.is_first();
        let root = self.root(&stmt.root, stmt.keyword);
        let creates = creates(&stmt.with);
        let place = root
            .filter(|_| creates && !is_first)
            .and_then(|root| self.enter_place(root, stmt.keyword));
        let with = match &stmt.with {
            Replacement::Single(value) => self.replacement(std::slice::from_ref(value)),
            Replacement::List { values, .. } => self.replacement(values),
        };
        self.leave_place(place, stmt.keyword);
        if self.frame.owner == Owner::Pattern && self.frame.open_rewrites == 0 {
            // The statement is the whole rewrite section.
            self.solve();
        }
        let (Some(operation), Some(with)) = (root, with) else {
            return;
        };
        self.push(NodeKind::Replace { operation, with }, stmt.keyword);
    }

    /// The operation that a statement rewrites. In the match section of a
    /// pattern the statement ends that section.
    fn root(&mut self, expr: &Expr, keyword: Span) -> Option<NodeId> {
        if self.frame.owner == Owner::Constraint {
            self.sema.report(
                Diagnostic::error(keyword, "a constraint cannot change the input")
                    .help("do it in the rewrite section of the pattern"),
            );
        }
        let root = self
            .expr(expr)
            .and_then(|value| self.expect_kind(value, Type::Operation, expr.span));
        if self.frame.section == Section::Match && self.frame.owner == Owner::Pattern {
            self.solve();
            self.frame.section = Section::Rewrite;
            if let Some(root) = root {
                self.builder.start_rewrite(root, keyword);
            }
        }
        root
    }

    /// One operation stands for all its results; in a list, each element is a
    /// value, a range, or an operation that stands for its results.
    fn replacement(&mut self, values: &[Expr]) -> Option<hir::Replacement> {
        let nodes: Vec<_> = values
            .iter()
            .map(|value| self.replacement_value(value, values.len() == 1))
            .collect();
        let nodes: Vec<_> = nodes.into_iter().collect::<Option<_>>()?;
        Some(match nodes[..] {
            [] => return None,
            [node] if self.builder.ty(node) == Some(Type::Operation) => {
                hir::Replacement::Operation(node)
            }
            _ => hir::Replacement::Values(nodes),
        })
    }

    fn replacement_value(&mut self, value: &Expr, is_alone: bool) -> Option<NodeId> {
        let found = self.expr_for(value, Some(&Ty::Value))?;
        let single = match found {
            Value::Tuple(elements) if elements.is_empty() => {
                let message = "expected at least one replacement value, found an empty tuple";
                self.sema.report(
                    Diagnostic::error(value.span, message)
                        .help("use `erase` to remove an operation without a replacement"),
                );
                return None;
            }
            Value::Nothing(callee) => {
                self.nothing(&callee, "a replacement", value.span);
                return None;
            }
            Value::Tuple(_) => self.convert_value(found, &Ty::ValueRange, value.span)?,
            Value::Single(single) => single,
        };
        match &single.ty {
            Ty::Operation(_) if is_alone => Some(single.node),
            Ty::Operation(_) => Some(self.convert(single, &Ty::ValueRange, value.span)?.node),
            Ty::Value | Ty::ValueRange => Some(single.node),
            other => {
                let message = format!(
                    "expected a replacement of type `Op`, `Value` or `ValueRange`, found `{other}`"
                );
                self.sema.error(value.span, message);
                None
            }
        }
    }
}

/// Whether expressions may create operations.
fn creates(with: &Replacement) -> bool {
    let values = match with {
        Replacement::Single(value) => std::slice::from_ref(value),
        Replacement::List { values, .. } => values,
    };
    let is_name = |value: &Expr| matches!(value.kind, ExprKind::Name(_));
    !values.iter().all(is_name)
}
