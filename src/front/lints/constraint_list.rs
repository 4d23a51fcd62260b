//! `redundant-constraint`, for constraint lists: what another constraint of the
//! same list says, too. Analysis makes one of them, so that only the syntax tree
//! still knows.

use crate::{
    base::diagnostic::{Diagnostic, Diagnostics, Suggestion},
    base::source::Span,
    program::Program,
    syntax::ast::{Constraint, ConstraintKind, Expr, ExprKind, Item, Stmt},
    syntax::parts::{Node, walk},
};

/// Adds the warnings about a program.
pub(super) fn check(program: &Program, diagnostics: &mut Diagnostics) {
    let items = program
        .analyzed_items()
        .map(|(_, item)| item)
        .filter(|item| matches!(item, Item::Pattern(_) | Item::Callable(_)));
    walk(items.map(Node::Item), &mut |node| match node {
        Node::Stmt(Stmt::Let(stmt)) => check_list(&stmt.constraints, diagnostics),
        Node::Expr(Expr {
            kind: ExprKind::Variable(variable),
            ..
        }) => check_list(&variable.constraints, diagnostics),
        _ => {}
    });
}

fn check_list(list: &[Constraint], diagnostics: &mut Diagnostics) {
    for (index, constraint) in list.iter().enumerate() {
        let mut others = list.iter().enumerate().filter(|(other, _)| *other != index);
        let implying =
            others.find(
                |(other, stronger)| match implies(&stronger.kind, &constraint.kind) {
                    Implication::Same => *other < index,
                    Implication::More => true,
                    Implication::None => false,
                },
            );
        if let Some((_, implying)) = implying {
            diagnostics.push(
                Diagnostic::warning(
                    "redundant-constraint",
                    constraint.span,
                    "another constraint of this list already implies this one",
                )
                .note(implying.span, "this one implies it")
                .suggest(Suggestion::new(with_comma(list, index), "", "remove it")),
            );
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
