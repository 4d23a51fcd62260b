//! Constraints that return a variable which stands for an operation.
//!
//! `mlir-pdll` reads the value of the variable once where it is defined, and again for the
//! caller. If only the caller uses it, the first operation has no use, which the dialect
//! `pdl` refuses.

use super::{
    Files,
    parts::{self, Part},
};
use crate::{
    base::source::Span,
    syntax::ast::{
        Block, Body, CallableBody, CallableDecl, CallableKind, Expr, ExprKind, Item, Stmt,
    },
};
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

pub(super) fn variable_of_operation(part: &Part<'_>, files: Files<'_>) -> Option<Span> {
    let decl = match part {
        Part::Item(Item::Callable(decl)) => decl,
        Part::Inline(decl) => *decl,
        _ => return None,
    };
    let CallableBody::Pdll(Body::Block(Block { stmts, .. })) = &decl.body else {
        return None;
    };
    let (Stmt::Return(returned), others) = stmts.split_last()? else {
        return None;
    };
    if decl.kind != CallableKind::Constraint {
        return None;
    }
    let used: FxHashSet<_> = others.iter().flat_map(names_in).collect();
    let makes_operation = |name: &SmolStr| {
        others.iter().any(|stmt| match stmt {
            Stmt::Let(stmt) if stmt.name.text == *name => {
                let init = stmt.init.as_ref();
                init.is_some_and(|init| has_operation(init, files, &mut FxHashSet::default()))
            }
            _ => false,
        })
    };
    parts::of_expr(&returned.value)
        .into_iter()
        .find_map(|part| match part {
            Part::Expr(Expr {
                kind: ExprKind::Name(name),
                span,
            }) if !used.contains(&name.text) && makes_operation(&name.text) => Some(*span),
            _ => None,
        })
}

/// The names that a statement uses.
fn names_in(stmt: &Stmt) -> Vec<SmolStr> {
    let name = |part: Part<'_>| match part {
        Part::Expr(Expr {
            kind: ExprKind::Name(name),
            ..
        }) => Some(name.text.clone()),
        _ => None,
    };
    parts::of_stmt(stmt).into_iter().filter_map(name).collect()
}

/// Whether an expression, or a constraint that it calls, has an operation. `seen` are the
/// functions that were looked at.
fn has_operation(expr: &Expr, files: Files<'_>, seen: &mut FxHashSet<SmolStr>) -> bool {
    is_any_operation(parts::of_expr(expr), files, seen)
}

fn is_any_operation(parts: Vec<Part<'_>>, files: Files<'_>, seen: &mut FxHashSet<SmolStr>) -> bool {
    parts.into_iter().any(|part| match part {
        Part::Expr(Expr {
            kind: ExprKind::Operation(_),
            ..
        }) => true,
        Part::Expr(Expr {
            kind: ExprKind::Call(callee, _),
            ..
        }) => match &callee.kind {
            ExprKind::Name(name) => {
                let is_new = seen.insert(name.text.clone());
                let called = function(&name.text, files).filter(|_| is_new);
                called.is_some_and(|called| is_any_operation(parts::of_body(called), files, seen))
            }
            _ => false,
        },
        _ => false,
    })
}

/// The function of that name that a pattern file declares.
fn function<'a>(name: &str, files: Files<'a>) -> Option<&'a CallableDecl> {
    let mut items = files.program.items();
    items.find_map(|item| match item {
        Item::Callable(decl) if decl.name.as_ref().is_some_and(|of| of.text == name) => Some(decl),
        _ => None,
    })
}
