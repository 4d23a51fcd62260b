//! Constraints and constraint lists.

use super::{
    super::{
        ast::{CallableKind, Constraint, ConstraintKind, Expr, Ident, OpName},
        parser::Parser,
        token::TokenKind as K,
    },
    decl::{Place, callable_decl},
    expr::expr,
};
use crate::diagnostic::Diagnostic;
use smol_str::format_smolstr;

/// `constraints := constraint | '[' constraint {',' constraint} ']'`
pub(super) fn constraints(p: &mut Parser<'_>) -> Vec<Constraint> {
    if !p.eat(K::LeftSquare) {
        return vec![constraint(p)];
    }
    if p.at(K::RightSquare) {
        p.expected("at least one constraint");
        let kind = ConstraintKind::Error;
        let span = p.span();
        return vec![Constraint { kind, span }];
    }
    p.list(K::RightSquare, "after the constraints", constraint)
}

/// `constraint := core | name | inline declaration`
pub(super) fn constraint(p: &mut Parser<'_>) -> Constraint {
    let start = p.span();
    let kind = match p.kind() {
        _ if p.is_lost() => ConstraintKind::Error,
        K::Attr => ConstraintKind::Attr(keyword_with_type(p)),
        K::Value => ConstraintKind::Value(keyword_with_type(p)),
        K::ValueRange => ConstraintKind::ValueRange(keyword_with_type(p)),
        K::Type => {
            p.bump();
            ConstraintKind::Type
        }
        K::TypeRange => {
            p.bump();
            ConstraintKind::TypeRange
        }
        K::Op => {
            p.bump();
            let name = if p.at(K::Less) {
                op_name_in_angles(p)
            } else {
                None
            };
            ConstraintKind::Op(name)
        }
        K::Constraint => p
            .nested(|p| callable_decl(p, CallableKind::Constraint, Place::Inline))
            .map_or(ConstraintKind::Error, |decl| {
                ConstraintKind::Inline(Box::new(decl))
            }),
        K::Identifier => ConstraintKind::Named(p.take_ident()),
        kind => {
            let help = match kind {
                K::LowerOp => Some("a constraint on operations is written `Op<…>`"),
                K::LowerAttr => Some("a constraint on attributes is written `Attr` or `Attr<…>`"),
                K::LowerType => Some("a constraint on types is written `Type`"),
                _ => None,
            };
            p.expected_with(
                "a constraint, such as `Value` or `Op<dialect.name>`",
                help.map(str::to_owned),
            );
            ConstraintKind::Error
        }
    };
    Constraint {
        kind,
        span: p.span_from(start),
    }
}

/// The keyword, and `< type >` if it follows.
fn keyword_with_type(p: &mut Parser<'_>) -> Option<Box<Expr>> {
    p.bump();
    if !p.eat(K::Less) {
        return None;
    }
    let ty = expr(p);
    p.expect(K::Greater, "after the type of the constraint");
    Some(Box::new(ty))
}

/// `'<' [opName] '>'`. The empty name, any operation, is `None`.
pub(super) fn op_name_in_angles(p: &mut Parser<'_>) -> Option<OpName> {
    p.expect(K::Less, "before the operation's name");
    if p.eat(K::Greater) {
        return None;
    }
    let name = op_name(p);
    p.expect(K::Greater, "after the operation's name");
    name
}

/// `opName := word '.' word {'.' word}`, whose tokens must be adjacent: a name
/// with blanks in it names no operation.
fn op_name(p: &mut Parser<'_>) -> Option<OpName> {
    if p.at_string() {
        p.expected_with(
            "a dialect name",
            Some("names of operations have no quotes".into()),
        );
    }
    let first = name_part(p, "a dialect name")?;
    let (mut text, mut span) = (first.text, first.span);
    let mut has_blanks = false;
    p.expect(K::Dot, "between the dialect and the operation")?;
    loop {
        let dot = p.previous();
        let part = name_part(p, "an operation name after `.`")?;
        has_blanks |= span.end != dot.start || dot.end != part.span.start;
        text = format_smolstr!("{text}.{}", part.text);
        span = span.to(part.span);
        if !p.eat(K::Dot) {
            break;
        }
    }
    if has_blanks {
        p.complain(
            Diagnostic::error(span, "the name of an operation has no blanks")
                .help(format!("write `{text}`")),
        );
    }
    Some(OpName { text, span })
}

fn name_part(p: &mut Parser<'_>, what: &str) -> Option<Ident> {
    if !p.is_lost() && p.kind().is_word() {
        return Some(p.take_ident());
    }
    p.expected(what);
    None
}
