//! Blanks between two tokens on one line.

use crate::syntax::token::{TokenKind, TokenKind as K};

/// Whether a blank stands between tokens of these kinds.
pub(super) fn has_blank(before: TokenKind, after: TokenKind) -> bool {
    match (before, after) {
        (_, K::Comma | K::Semicolon | K::Colon | K::Dot) | (K::Dot, _) => false,
        (_, K::RightParen | K::RightSquare | K::Greater) => false,
        (K::LeftParen | K::LeftSquare | K::Less, _) => false,
        (_, K::Less) => before == K::Directive,
        (_, K::LeftParen) => !is_called(before),
        _ => true,
    }
}

/// Whether parentheses after it are arguments or parameters.
fn is_called(before: TokenKind) -> bool {
    let is_bracket = matches!(
        before,
        K::RightParen | K::RightBrace | K::RightSquare | K::Greater | K::Block
    );
    let is_declared = matches!(before, K::Constraint | K::Rewrite);
    is_bracket || is_declared || before == K::Label || before.is_name()
}
