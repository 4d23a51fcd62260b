//! `redundant-constraint`, for constraint lists: what another constraint of the
//! same list says, too. Analysis makes one of them, so that only the syntax tree
//! still knows.

use crate::{
    base::diagnostic::{Diagnostic, Diagnostics, Suggestion},
    base::source::Span,
    front::program::Program,
    front::syntax::ast::{
        Block, Body, CallableBody, CallableDecl, Constraint, ConstraintKind, Expr, ExprKind, Item,
        Replacement, Stmt,
    },
};

/// Adds the warnings about a program.
pub(super) fn check(program: &Program, diagnostics: &mut Diagnostics) {
    let mut walk = Walk { diagnostics };
    for item in program.items() {
        match item {
            Item::Pattern(decl) => walk.body(&decl.body),
            Item::Callable(decl) => walk.callable(decl),
            Item::Predicate(_) | Item::TypeRule(_) | Item::Include(_) | Item::Error(_) => {}
        }
    }
}

struct Walk<'d> {
    diagnostics: &'d mut Diagnostics,
}

impl Walk<'_> {
    fn list(&mut self, list: &[Constraint]) {
        for (index, constraint) in list.iter().enumerate() {
            match &constraint.kind {
                ConstraintKind::Inline(decl) => self.callable(decl),
                ConstraintKind::Attr(Some(ty))
                | ConstraintKind::Value(Some(ty))
                | ConstraintKind::ValueRange(Some(ty)) => self.expr(ty),
                _ => {}
            }
            let others = list.iter().enumerate();
            let implying =
                others.filter(|(other, _)| *other != index).find(
                    |(other, stronger)| match implies(&stronger.kind, &constraint.kind) {
                        Implication::Same => *other < index,
                        Implication::More => true,
                        Implication::None => false,
                    },
                );
            if let Some((_, implying)) = implying {
                self.diagnostics.push(
                    Diagnostic::warning(
                        "redundant-constraint",
                        constraint.span,
                        "another constraint of this list already implies this one",
                    )
                    .note(implying.span, "this one implies it")
                    .suggest(Suggestion::new(
                        with_comma(list, index),
                        "",
                        "remove it",
                    )),
                );
            }
        }
    }

    fn callable(&mut self, decl: &CallableDecl) {
        let params = decl.params.iter().map(|param| &param.constraint);
        let results = decl.results.iter().map(|result| &result.constraint);
        for constraint in params.chain(results) {
            self.list(std::slice::from_ref(constraint));
        }
        if let CallableBody::Pdll(body) = &decl.body {
            self.body(body);
        }
    }

    fn body(&mut self, body: &Body) {
        match body {
            Body::Block(block) => self.block(block),
            Body::Lambda(stmt) => self.stmt(stmt),
            Body::Error(_) => {}
        }
    }

    fn block(&mut self, block: &Block) {
        for stmt in &block.stmts {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Let(stmt) => {
                self.list(&stmt.constraints);
                self.exprs(stmt.init.as_slice());
            }
            Stmt::Erase(stmt) => self.expr(&stmt.root),
            Stmt::Replace(stmt) => {
                self.expr(&stmt.root);
                match &stmt.with {
                    Replacement::Single(value) => self.expr(value),
                    Replacement::List { values, .. } => self.exprs(values),
                }
            }
            Stmt::Rewrite(stmt) => {
                self.expr(&stmt.root);
                if let Some(body) = &stmt.body {
                    self.block(body);
                }
            }
            Stmt::Return(stmt) => self.expr(&stmt.value),
            Stmt::Expr(expr) => self.expr(expr),
            Stmt::Error(_) => {}
        }
    }

    fn exprs(&mut self, exprs: &[Expr]) {
        for expr in exprs {
            self.expr(expr);
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Operation(operation) => {
                self.exprs(operation.operands.as_deref().unwrap_or_default());
                for attribute in &operation.attributes {
                    self.exprs(attribute.value.as_slice());
                }
                self.exprs(operation.result_types.as_deref().unwrap_or_default());
            }
            ExprKind::Variable(variable) => self.list(&variable.constraints),
            ExprKind::Member(base, _) => self.expr(base),
            ExprKind::Call(callee, arguments) => {
                self.expr(callee);
                self.exprs(arguments);
            }
            ExprKind::Not(call) => self.expr(call),
            ExprKind::Tuple(elements) => {
                for element in elements {
                    self.expr(&element.value);
                }
            }
            ExprKind::Inline(decl) => self.callable(decl),
            ExprKind::Valued(_, parts) | ExprKind::Joined(_, parts) => self.exprs(parts),
            ExprKind::Attribute(_)
            | ExprKind::Type(_)
            | ExprKind::Name(_)
            | ExprKind::Any
            | ExprKind::Integer(_)
            | ExprKind::Error => {}
        }
    }
}

/// A constraint of a list of several, and what separates it from the next one, or
/// from the one before if it is the last.
fn with_comma(list: &[Constraint], index: usize) -> Span {
    let own = list[index].span;
    match list.get(index + 1) {
        Some(next) => own.to(next.span.at_start()),
        None => list[index - 1].span.at_end().to(own),
    }
}

/// What a constraint says of another.
enum Implication {
    None,
    Same,
    /// The same, and more.
    More,
}

fn implies(stronger: &ConstraintKind, weaker: &ConstraintKind) -> Implication {
    use ConstraintKind::{Attr, Named, Op, Type, TypeRange, Value, ValueRange};
    match (stronger, weaker) {
        (Attr(Some(_)), Attr(None))
        | (Value(Some(_)), Value(None))
        | (ValueRange(Some(_)), ValueRange(None))
        | (Op(Some(_)), Op(None)) => Implication::More,
        (Attr(None), Attr(None))
        | (Value(None), Value(None))
        | (ValueRange(None), ValueRange(None))
        | (Op(None), Op(None))
        | (Type, Type)
        | (TypeRange, TypeRange) => Implication::Same,
        (Op(Some(a)), Op(Some(b))) if a.text == b.text => Implication::Same,
        (Named(a), Named(b)) if a.text == b.text => Implication::Same,
        _ => Implication::None,
    }
}
