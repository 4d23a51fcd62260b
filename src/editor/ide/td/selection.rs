//! Tokens and items as selections need them.

use super::{
    super::selection::Part,
    Document,
    lexer::{Token, TokenKind},
};
use crate::base::source::Span;

/// The tokens of the text, without blanks and comments.
pub(crate) fn parts(document: &Document) -> Vec<(Span, Part)> {
    let tokens = document.tokens.iter();
    let tokens = tokens.filter(|token| !token.is_trivia());
    tokens
        .map(|token| (span(document, token), part(token.kind)))
        .collect()
}

fn part(kind: TokenKind) -> Part {
    match kind {
        TokenKind::Symbol(b'{') => Part::Open('}'),
        TokenKind::Symbol(b'(') => Part::Open(')'),
        TokenKind::Symbol(b'[') => Part::Open(']'),
        TokenKind::Symbol(b'<') => Part::Open('>'),
        TokenKind::Symbol(close @ (b'}' | b')' | b']' | b'>')) => Part::Close(close.into()),
        TokenKind::Symbol(b';') => Part::Semicolon,
        _ => Part::Other,
    }
}

/// The token that contains an offset. Where two meet, a word comes before anything else,
/// and what follows before what precedes.
pub(crate) fn token_at(document: &Document, offset: u32) -> Option<Span> {
    let tokens = document.tokens.iter();
    let mut touching = tokens.filter(|token| token.start <= offset && offset <= token.end);
    let (first, second) = (touching.next()?, touching.next());
    let is_word =
        |token: &&Token| !token.is_trivia() && !matches!(token.kind, TokenKind::Symbol(_));
    let chosen = second.filter(is_word).or(Some(first).filter(is_word));
    Some(span(document, chosen.or(second).unwrap_or(first)))
}

/// The classes, defs and others.
pub(crate) fn items(document: &Document) -> Vec<Span> {
    let items = document.outline().items.iter();
    items.map(|item| document.span(&item.span)).collect()
}

fn span(document: &Document, token: &Token) -> Span {
    document.span(&(token.start..token.end))
}
