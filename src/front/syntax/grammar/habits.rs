//! What people bring from other languages, and what PDLL has instead.
//!
//! The grammar asks here when it meets a token that it does not expect. An
//! edit is proposed where the meaning is certain.

use super::super::{
    parser::{Advice, Parser},
    token::{TokenKind, TokenKind as K},
};

/// Words that start a statement elsewhere, and the keyword that does so here.
const STATEMENTS: &[(&str, TokenKind)] = &[
    ("auto", K::Let),
    ("const", K::Let),
    ("def", K::Let),
    ("delete", K::Erase),
    ("drop", K::Erase),
    ("remove", K::Erase),
    ("substitute", K::Replace),
    ("val", K::Let),
    ("var", K::Let),
];

/// The keyword that a word of another language stands for.
pub(super) fn keyword_of_statement(word: &str) -> Option<&'static str> {
    let (_, kind) = STATEMENTS.iter().find(|(known, _)| *known == word)?;
    kind.keyword_text()
}

/// What to do instead of a statement that only other languages have.
pub(super) fn instead_of_statement(p: &Parser<'_>) -> Option<Advice> {
    if p.at(K::Block) {
        let words = "a native body takes the place of a body in braces: `[{ … }];`";
        return Some(Advice::Words(words));
    }
    if !matches!(p.next_kind(), K::LeftParen | K::Identifier | K::Not) {
        return None;
    }
    Some(match p.source(p.span()) {
        "if" | "while" | "switch" => Advice::Words(
            "a condition is a statement of its own: call the constraint, as in `IsFine(x);`",
        ),
        "for" | "foreach" => {
            Advice::Words("PDLL has no loops; iterate over a range in a native function")
        }
        "assert" | "require" | "where" if p.next_kind() != K::LeftParen => Advice::edit(
            p.span().to(p.span_ahead(1).at_start()),
            "",
            "call the constraint directly",
        ),
        _ => return None,
    })
}

/// What to write instead of a word that starts no declaration.
pub(super) fn instead_of_declaration(p: &Parser<'_>) -> Option<Advice> {
    let span = p.span();
    Some(match p.source(span) {
        "def" | "class" | "defm" => Advice::Words(
            "rules of TableGen are read from files whose names end in `.td`; \
             `pdll-opt migrate` writes them as PDLL",
        ),
        "import" | "using" if p.next_kind() == K::String => {
            Advice::edit(span, "#include", "a file is included with `#include`")
        }
        "func" | "module" => {
            Advice::Words("this file contains patterns; the MLIR file is the input of `apply`")
        }
        ";" => Advice::edit(span, "", "a declaration with a body in braces needs no `;`"),
        _ => return None,
    })
}

/// What to write before the body of a pattern. `has_metadata` is whether some is
/// written.
pub(super) fn instead_of_pattern_body(
    p: &Parser<'_>,
    has_metadata: MetadataSoFar,
) -> Option<Advice> {
    let is_metadata = |span| ["benefit", "labels", "recursion"].contains(&p.source(span));
    let here = p.span();
    Some(match p.kind() {
        _ if is_metadata(here) => match has_metadata {
            MetadataSoFar::None => {
                Advice::edit(here.at_start(), "with ", "metadata follows a `with`")
            }
            MetadataSoFar::Some => {
                Advice::edit(p.previous().at_end(), ",", "metadata follows a `,`")
            }
        },
        K::Colon if is_metadata(p.span_ahead(1)) => {
            Advice::edit(here, "with", "metadata follows a `with`")
        }
        K::Colon => Advice::Words(
            "a pattern has no base class: write what it matches and its rewrite in `{ … }`",
        ),
        K::Equal | K::Arrow => Advice::edit(here, "=>", "a body of one statement follows `=>`"),
        K::LeftParen if p.next_kind() == K::RightParen => {
            Advice::edit(here.to(p.span_ahead(1)), "", "a pattern has no parameters")
        }
        K::String => {
            let name = p.source(here).trim_matches('"');
            let words = "the name of a pattern is written without quotes";
            if is_identifier(name) {
                Advice::edit(here, name, words)
            } else {
                Advice::Words(words)
            }
        }
        _ => return None,
    })
}

/// Whether a pattern has metadata before an unexpected token.
#[derive(Clone, Copy)]
pub(super) enum MetadataSoFar {
    None,
    Some,
}

fn is_identifier(text: &str) -> bool {
    let starts = |c: char| c.is_ascii_alphabetic() || c == '_';
    text.starts_with(starts) && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// What to write instead of the body of a constraint or rewrite.
pub(super) fn instead_of_body(p: &Parser<'_>) -> Option<Advice> {
    let here = p.span();
    Some(match p.kind() {
        K::Colon => Advice::edit(here, " ->", "results are declared after `->`"),
        K::LeftSquare => Advice::Words("a native body is written `[{ … }]`"),
        K::Equal => Advice::edit(here, "=>", "a body of one statement follows `=>`"),
        _ => return None,
    })
}

/// What to write instead of a `with` that is missing.
pub(super) fn instead_of_with(p: &Parser<'_>) -> Option<Advice> {
    let here = p.span();
    let words = "write the replacement after `with`";
    Some(match p.kind() {
        K::Identifier if ["by", "to", "into", "as"].contains(&p.source(here)) => {
            Advice::edit(here, "with", words)
        }
        K::Comma | K::Arrow | K::EqualArrow => Advice::edit(here, " with", words),
        K::LowerOp | K::Identifier | K::LeftParen | K::LeftBrace => {
            Advice::edit(here.at_start(), "with ", words)
        }
        _ => return None,
    })
}

/// Whether the shape of a type begins here, as in `4xi32`.
fn is_shape(p: &Parser<'_>) -> bool {
    let is_adjacent = p.span().end == p.span_ahead(1).start;
    is_adjacent && p.source_ahead(1).starts_with('x')
}

/// What to write instead of something that cannot be negated.
pub(super) fn instead_of_negated(p: &Parser<'_>) -> Option<Advice> {
    Some(match p.kind() {
        K::LowerOp => Advice::Words(
            "match any value, as in `x: Value`, and negate a native constraint about it: `not IsB(x);`",
        ),
        K::LeftParen if p.kind_ahead(1) == K::Identifier && p.kind_ahead(2) == K::LeftParen => {
            Advice::Words("negate each constraint: `not IsB(x);`")
        }
        _ => return None,
    })
}

/// What to write instead of a token that starts no expression.
pub(super) fn instead_of_expr(p: &Parser<'_>) -> Option<Advice> {
    let (here, text) = (p.span(), p.source(p.span()));
    Some(match p.kind() {
        K::Op if p.next_kind() == K::Less => {
            Advice::edit(here, "op", "an operation is written `op<…>`")
        }
        K::Attr | K::Op | K::Type | K::TypeRange | K::Value | K::ValueRange
            if p.next_kind() == K::Identifier =>
        {
            let name = p.source(p.span_ahead(1));
            let turned = format!("{name}: {text}");
            let words = format!("the constraint follows the name: `{turned}`");
            Advice::edit(here.to(p.span_ahead(1)), turned, words)
        }
        K::Attr | K::Op | K::Type | K::TypeRange | K::Value | K::ValueRange => Advice::edit(
            here.at_start(),
            "_: ",
            format!("a variable has a name, or `_`: `_: {text}`"),
        ),
        K::Integer if is_shape(p) => {
            Advice::Words("a type is written in MLIR's words, as in `type<\"vector<4xi32>\">`")
        }
        K::Integer => {
            let is_real = p.kind_ahead(1) == K::Dot
                && p.kind_ahead(2) == K::Integer
                && here.end == p.span_ahead(1).start;
            let (whole, ty) = if is_real {
                (here.to(p.span_ahead(2)), "f32")
            } else {
                (here, "i32")
            };
            let literal = format!("attr<\"{} : {ty}\">", p.source(whole));
            let words = format!("an attribute is written `{literal}`");
            Advice::edit(whole, literal, words)
        }
        K::Ellipsis => Advice::Words(
            "any number of operands is written `xs: ValueRange`, of result types `ts: TypeRange`, \
             and of operations in a block `...;`",
        ),
        K::LeftSquare => Advice::Words("an array attribute is written `attr<\"[…]\">`"),
        K::LeftBrace => Advice::Words("several statements are written `rewrite … with { … }`"),
        _ => return None,
    })
}

/// Whether MLIR's text has a type of that name.
pub(crate) fn is_builtin_type(name: &str) -> bool {
    let width = ["i", "si", "ui", "f"]
        .iter()
        .find_map(|letters| name.strip_prefix(letters));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    matches!(name, "index" | "none" | "bf16") || width.is_some_and(is_number)
}
