//! Which parts of a syntax tree are uses of a form, and where.

use super::{Files, parts::Part};
use crate::{
    base::diagnostic::Diagnostics,
    base::source::Span,
    syntax::{
        ast::{CallableBody, Connective, Expr, ExprKind, Item, Replacement, Stmt},
        lexer,
        token::TokenKind,
    },
};

const BYTE_ORDER_MARK: char = '\u{FEFF}';

/// The dialect whose types `mlir-pdll` knows besides those of the builtin one.
const KNOWN_DIALECT: &str = "pdl";

pub(super) fn predicate_declaration(part: &Part<'_>, _: Files<'_>) -> Option<Span> {
    match part {
        Part::Item(Item::Predicate(decl)) => Some(decl.keyword),
        _ => None,
    }
}

pub(super) fn type_rule(part: &Part<'_>, _: Files<'_>) -> Option<Span> {
    match part {
        Part::Item(Item::TypeRule(decl)) => Some(decl.keyword),
        _ => None,
    }
}

pub(super) fn labels(part: &Part<'_>, _: Files<'_>) -> Option<Span> {
    match part {
        Part::Metadata(metadata) if metadata.name.text == "labels" => Some(metadata.span),
        _ => None,
    }
}

pub(super) fn joined_conditions(part: &Part<'_>, _: Files<'_>) -> Option<Span> {
    match part {
        Part::Expr(Expr {
            kind: ExprKind::Joined(Connective::And | Connective::Or, _),
            span,
        }) => Some(*span),
        _ => None,
    }
}

pub(super) fn number(part: &Part<'_>, _: Files<'_>) -> Option<Span> {
    match part {
        Part::Expr(expr) if matches!(expr.kind, ExprKind::Integer(_)) => Some(expr.span),
        _ => None,
    }
}

pub(super) fn region(part: &Part<'_>, _: Files<'_>) -> Option<Span> {
    match part {
        Part::Expr(Expr {
            kind: ExprKind::Operation(operation),
            ..
        }) => Some(operation.regions.as_ref()?.first()?.span),
        _ => None,
    }
}

pub(super) fn string_attribute(part: &Part<'_>, _: Files<'_>) -> Option<Span> {
    match part {
        Part::Text(text) if text.is_plain_attribute() => Some(text.span),
        _ => None,
    }
}

/// `replace … with op<…>.0`, without parentheses.
pub(super) fn member_of_replacement(part: &Part<'_>, _: Files<'_>) -> Option<Span> {
    let Part::Stmt(Stmt::Replace(stmt)) = part else {
        return None;
    };
    let Replacement::Single(value) = &stmt.with else {
        return None;
    };
    let mut first = value;
    while let ExprKind::Member(base, _) | ExprKind::Call(base, _) = &first.kind {
        first = base;
    }
    let is_operation = matches!(first.kind, ExprKind::Operation(_));
    let is_longer = !matches!(value.kind, ExprKind::Operation(_));
    (is_operation && is_longer).then_some(value.span)
}

/// A function that is declared in a statement of its own.
pub(super) fn function_as_statement(part: &Part<'_>, _: Files<'_>) -> Option<Span> {
    match part {
        Part::Stmt(Stmt::Expr(expr)) => match &expr.kind {
            ExprKind::Inline(decl) => Some(decl.keyword),
            _ => None,
        },
        _ => None,
    }
}

pub(super) fn inline_code(part: &Part<'_>, _: Files<'_>) -> Option<Span> {
    match part {
        Part::Inline(decl) if !matches!(decl.body, CallableBody::Pdll(_)) => Some(decl.keyword),
        _ => None,
    }
}

/// `mlir-pdll` takes what follows the literal after blanks for trailing characters.
pub(super) fn blank_before_literal(part: &Part<'_>, _: Files<'_>) -> Option<Span> {
    match part {
        Part::Expr(Expr {
            kind: ExprKind::Attribute(text) | ExprKind::Type(text),
            ..
        }) if text.text.starts_with(char::is_whitespace) => Some(text.source_of(0)),
        _ => None,
    }
}

pub(super) fn backslash_in_block(part: &Part<'_>, files: Files<'_>) -> Option<Span> {
    let Part::Text(text) = part else { return None };
    let is_block = files.sources.text(text.span).starts_with("[{");
    let at = text.text.find('\\').filter(|_| is_block)?;
    Some(text.source_of(at))
}

pub(super) fn byte_order_mark(part: &Part<'_>, files: Files<'_>) -> Option<Span> {
    let Part::File(file) = part else { return None };
    let text = files.sources.file(*file).text();
    // Most files have none.
    if !text.contains(BYTE_ORDER_MARK) {
        return None;
    }
    let tokens = lexer::lex(*file, text, &mut Diagnostics::default());
    let mut blanks = tokens
        .iter()
        .filter(|token| token.kind == TokenKind::Whitespace);
    blanks.find_map(|token| {
        let at = files.sources.text(token.span).find(BYTE_ORDER_MARK)?;
        Some(files.sources.character(*file, token.span.start + at as u32))
    })
}

pub(super) fn dialect_in_literal(part: &Part<'_>, _: Files<'_>) -> Option<Span> {
    match part {
        Part::Expr(Expr {
            kind: ExprKind::Attribute(text) | ExprKind::Type(text),
            ..
        }) => Some(text.source_of(place_of_dialect(&text.text)?)),
        _ => None,
    }
}

/// Where a text of MLIR first names a dialect other than the builtin one, after a `#` or
/// `!` outside of strings.
fn place_of_dialect(text: &str) -> Option<usize> {
    let mut is_in_string = false;
    let mut is_escaped = false;
    for (at, letter) in text.char_indices() {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' if is_in_string => is_escaped = true,
            '"' => is_in_string = !is_in_string,
            '!' if !is_in_string && is_known_type(&text[at + 1..]) => {}
            '#' | '!' if !is_in_string => return Some(at),
            _ => {}
        }
    }
    None
}

fn is_known_type(text: &str) -> bool {
    let rest = text.strip_prefix(KNOWN_DIALECT);
    rest.is_some_and(|rest| rest.starts_with(['.', '<']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dialects_are_named_outside_of_strings() {
        for (text, expected) in [
            ("#arith.overflow<nsw>", Some(0)),
            ("tensor<2xi8, #sparse.a>", Some(13)),
            ("!llvm.ptr", Some(0)),
            ("!pdl.value", None),
            ("!pdl<value>", None),
            ("!pdlike.a", Some(0)),
            (r##""a # b \" ! c""##, None),
            ("affine_map<(d0) -> (d0)>", None),
        ] {
            assert_eq!(place_of_dialect(text), expected, "{text}");
        }
    }
}
