//! What may be folded away.

use super::{
    super::{
        Analysis,
        folding::{Fold, Role, of_tokens},
    },
    Document,
    lexer::{Token, TokenKind},
    span_in,
};
use crate::base::source::Span;

/// The ranges of more than one line that may be folded.
pub(crate) fn folds(analysis: &Analysis, document: &Document) -> Vec<Fold> {
    let text = analysis.text();
    let includes = &document.outline().includes;
    let tokens = document.tokens.iter().filter_map(|&token| {
        let place = token.start..token.end;
        let role = match includes.contains(&place) {
            true => Role::Include,
            false => role(text, token)?,
        };
        Some((span_in(analysis.file, &place), role))
    });
    let tokens: Vec<(Span, Role)> = tokens.collect();
    of_tokens(analysis, tokens.into_iter())
}

fn role(text: &str, token: Token) -> Option<Role> {
    Some(match token.kind {
        TokenKind::Symbol(b'{') => Role::Open('}'),
        TokenKind::Symbol(b'(') => Role::Open(')'),
        TokenKind::Symbol(b'[') => Role::Open(']'),
        TokenKind::Symbol(b'<') => Role::Open('>'),
        TokenKind::Symbol(close @ (b'}' | b')' | b']' | b'>')) => Role::Close(close.into()),
        TokenKind::Code => Role::Block,
        TokenKind::Comment if starts_line(text, token.start) => Role::Comment,
        _ => return None,
    })
}

/// Whether only blanks stand before an offset in its line.
fn starts_line(text: &str, offset: u32) -> bool {
    let before = &text[..offset as usize];
    let line = before.rfind('\n').map_or(0, |end| end + 1);
    before[line..].trim().is_empty()
}
