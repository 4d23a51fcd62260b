//! The comparison of a text with its formatted form.

use crate::{
    base::diagnostic::Diagnostics,
    base::source::FileId,
    syntax::{
        lexer,
        token::{Token, TokenKind, TokenKind as K},
    },
};

/// Compares the tokens and comments.
///
/// # Errors
///
/// The first difference.
pub(super) fn compare(text: &str, tokens: &[Token], formatted: &str) -> Result<(), String> {
    let made = lexer::lex(FileId::default(), formatted, &mut Diagnostics::default());
    let mut expected = parts(text, tokens);
    let mut found = parts(formatted, &made);
    loop {
        match (expected.next(), found.next()) {
            (None, None) => return Ok(()),
            (one, other) if one == other => {}
            (Some((_, part)), _) => return Err(format!("`{part}` is lost")),
            (None, Some((_, part))) => return Err(format!("`{part}` is new")),
        }
    }
}

/// All that is not white space. Blanks at the end of comments, and of texts whose end is
/// missing, are.
fn parts<'t>(text: &'t str, tokens: &'t [Token]) -> impl Iterator<Item = (TokenKind, &'t str)> {
    let part = |token: &Token| {
        let part = &text[token.span.start as usize..token.span.end as usize];
        match token.kind {
            K::Comment | K::Error | K::BadText => {
                (token.kind, part.trim_end_matches(lexer::is_blank))
            }
            _ => (token.kind, part),
        }
    };
    let tokens = tokens.iter().filter(|token| token.kind != K::Whitespace);
    tokens.map(part)
}
