//! Constraints and constraint lists.

use super::{
    super::{
        ast::{CallableKind, Constraint, ConstraintKind, Expr, Ident, OpName},
        parser::{Advice, Parser},
        token::TokenKind as K,
    },
    decl::{Place, callable_decl},
    expr::expr,
    predicate::valued_arguments,
};
use crate::base::{
    diagnostic::{Diagnostic, Suggestion},
    source::Span,
};
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

/// `constraint := core | name | name '<' arguments '>' | inline declaration`
pub(super) fn constraint(p: &mut Parser<'_>) -> Constraint {
    let start = p.span();
    let kind = match p.kind() {
        _ if p.is_lost() => ConstraintKind::Error,
        K::Attr => ConstraintKind::Attr(keyword_with_type(p)),
        K::Value => ConstraintKind::Value(keyword_with_type(p)),
        K::ValueRange => ConstraintKind::ValueRange(keyword_with_type(p)),
        K::Type => {
            p.bump();
            if p.at(K::Less) {
                let words =
                    "the constraint `Type` has no argument; one type is written `type<\"…\">`";
                p.expected_with("the end of the constraint", Some(Advice::Words(words)));
            }
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
        K::Identifier => {
            let name = p.take_ident();
            if p.at(K::Less) && !is_mlir_type(&name.text) {
                p.bump();
                ConstraintKind::Valued(name, valued_arguments(p))
            } else if p.at(K::Less) {
                let words = "MLIR types are written `type<\"…\">`; a value of one is a `Value<type<\"…\">>`";
                p.expected_with("the end of the constraint", Some(Advice::Words(words)));
                ConstraintKind::Named(name)
            } else {
                ConstraintKind::Named(name)
            }
        }
        _ => {
            let advice = instead_of_constraint(p);
            p.expected_with(
                "a constraint, such as `Value` or `Op<dialect.name>`",
                advice,
            );
            ConstraintKind::Error
        }
    };
    Constraint {
        kind,
        span: p.span_from(start),
    }
}

/// Whether MLIR writes a type that begins with this word and `<`.
fn is_mlir_type(name: &str) -> bool {
    ["complex", "memref", "tensor", "tuple", "vector"].contains(&name)
}

/// What to write instead of a token that starts no constraint.
fn instead_of_constraint(p: &Parser<'_>) -> Option<Advice> {
    let (keyword, words) = match p.kind() {
        K::LowerOp => ("Op", "a constraint on operations is written `Op<…>`"),
        K::LowerAttr => (
            "Attr",
            "a constraint on attributes is written `Attr` or `Attr<…>`",
        ),
        K::LowerType => ("Type", "a constraint on types is written `Type`"),
        _ => return None,
    };
    // Only for operations is the text between the angles the same.
    Some(if keyword == "Op" || p.next_kind() != K::Less {
        Advice::edit(p.span(), keyword, words)
    } else {
        Advice::Words(words)
    })
}

/// The keyword, and `< type >` if it follows.
fn keyword_with_type(p: &mut Parser<'_>) -> Option<Box<Expr>> {
    p.bump();
    if !p.eat(K::Less) {
        return None;
    }
    if p.at(K::String) {
        let literal = format!("type<{}>", p.source(p.span()));
        let words = format!("a type is written `{literal}`");
        let advice = Advice::edit(p.span(), literal, words);
        p.expected_with("a type", Some(advice));
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
/// with blanks in it names no operation. One word, or words with `::` between them, is a
/// name that is misspelt; what it was meant to be is said where operations are known.
fn op_name(p: &mut Parser<'_>) -> Option<OpName> {
    if p.at_string() {
        let advice = without_quotes(p);
        p.expected_with("a dialect name", Some(advice));
    }
    let first = name_part(p, "a dialect name")?;
    let (mut text, mut span) = (first.text.clone(), first.span);
    if p.at(K::Greater) {
        return Some(OpName { text, span });
    }
    if at_scope(p) {
        return scoped_name(p, first.span);
    }
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
            Diagnostic::error(span, "the name of an operation cannot contain blanks").suggest(
                Suggestion::new(span, text.as_str(), format!("write `{text}`")),
            ),
        );
    }
    Some(OpName { text, span })
}

/// Whether a `::` is here.
fn at_scope(p: &Parser<'_>) -> bool {
    p.at(K::Colon) && p.next_kind() == K::Colon && p.span().end == p.span_ahead(1).start
}

/// What follows the first word of a name as C++ has them, such as `arith::AddIOp`.
fn scoped_name(p: &mut Parser<'_>, first: Span) -> Option<OpName> {
    while at_scope(p) {
        p.bump();
        p.bump();
        name_part(p, "a name after `::`")?;
    }
    let span = p.span_from(first);
    Some(OpName {
        text: p.source(span).into(),
        span,
    })
}

/// Advice for the name of an operation in quotes.
fn without_quotes(p: &Parser<'_>) -> Advice {
    let words = "the name of an operation is written without quotes";
    let quoted = p.source(p.span());
    let name = quoted.trim_matches('"');
    let is_name = |part: &str| part.chars().all(|c| c.is_alphanumeric() || c == '_');
    if name.contains('.') && name.split('.').all(is_name) {
        Advice::edit(p.span(), name, words)
    } else {
        Advice::Words(words)
    }
}

fn name_part(p: &mut Parser<'_>, what: &str) -> Option<Ident> {
    if !p.is_lost() && p.kind().is_word() {
        return Some(p.take_ident());
    }
    p.expected(what);
    None
}
