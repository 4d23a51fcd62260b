//! What stands before an offset, as far as tokens tell. A text is mostly damaged
//! where it is being written, so that nothing here needs a tree.

use super::Analysis;
use crate::{
    base::source::Span,
    front::syntax::token::{Token, TokenKind as K},
};

/// The tokens before an offset.
pub(super) struct Cursor<'a> {
    analysis: &'a Analysis,
    /// All tokens but white space and comments, up to the word at the offset.
    tokens: Vec<Token>,
    /// The word that ends at the offset or contains it, or the empty place there.
    pub(super) word: Span,
}

/// What a place in the text is enclosed by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Opened {
    /// The index of the bracket.
    pub(super) bracket: usize,
    /// The number of commas between it and the place.
    pub(super) commas: usize,
}

impl<'a> Cursor<'a> {
    /// `None` if the offset is in a comment, or in a text.
    pub(super) fn new(analysis: &'a Analysis, offset: u32) -> Option<Self> {
        let is_inside = |token: &Token| token.span.start < offset && offset < token.span.end;
        let is_text = |kind| matches!(kind, K::Comment | K::String | K::Block | K::BadText);
        let end = analysis
            .tokens
            .partition_point(|token| token.span.start < offset);
        let last = end.checked_sub(1).map(|index| analysis.tokens[index]);
        if let Some(last) = last {
            // These two go on where they end.
            let is_open = matches!(last.kind, K::Comment | K::BadText);
            if is_open || is_text(last.kind) && is_inside(&last) {
                return None;
            }
        }
        let is_word = |last: &Token| is_part(last.kind) || is_caret(analysis, *last);
        let word = last.filter(|last| is_word(last) && offset <= last.span.end);
        let word = word.filter(|word| !is_over(analysis, *word, offset));
        let before = end - usize::from(word.is_some());
        let tokens = analysis.tokens[..before].iter();
        let tokens = tokens.filter(|token| !token.kind.is_trivia() && token.kind != K::End);
        Some(Cursor {
            analysis,
            tokens: tokens.copied().collect(),
            word: word.map_or(analysis.at(offset), |word| word.span),
        })
    }

    /// Whether the word begins as a label does.
    pub(super) fn is_label(&self) -> bool {
        let start = self.word.start as usize;
        let is_empty = self.word.start == self.word.end;
        let rest = self.analysis.text().get(start..).unwrap_or_default();
        !is_empty && rest.starts_with('^')
    }

    /// The number of tokens before the word.
    pub(super) fn end(&self) -> usize {
        self.tokens.len()
    }

    /// The kind of the token with that index.
    pub(super) fn kind(&self, index: usize) -> Option<K> {
        self.tokens.get(index).map(|token| token.kind)
    }

    /// The kind of the token that is `distance` tokens before the one with an index.
    pub(super) fn before(&self, index: usize, distance: usize) -> Option<K> {
        self.kind(index.checked_sub(distance)?)
    }

    pub(super) fn text(&self, index: usize) -> &'a str {
        let token = self.tokens.get(index);
        token.map_or("", |token| self.analysis.sources.text(token.span))
    }

    pub(super) fn span(&self, index: usize) -> Option<Span> {
        self.tokens.get(index).map(|token| token.span)
    }

    /// The innermost bracket that is open before the token with the index `end`.
    /// A semicolon closes everything but braces.
    pub(super) fn enclosing(&self, end: usize) -> Option<Opened> {
        let mut commas = 0;
        let mut index = end;
        while let Some(last) = index.checked_sub(1) {
            index = last;
            match self.tokens.get(last)?.kind {
                K::Comma => commas += 1,
                K::LeftParen | K::LeftSquare | K::LeftBrace | K::Less => {
                    return Some(Opened {
                        bracket: last,
                        commas,
                    });
                }
                K::RightParen | K::RightSquare | K::Greater | K::RightBrace => {
                    index = self.opener(last)?;
                }
                K::Semicolon => return self.block(last),
                _ => {}
            }
        }
        None
    }

    /// The innermost brace that is open before a token.
    pub(super) fn block(&self, end: usize) -> Option<Opened> {
        let mut depth = 0_usize;
        for index in (0..end).rev() {
            match self.tokens[index].kind {
                K::RightBrace => depth += 1,
                K::LeftBrace => match depth.checked_sub(1) {
                    Some(less) => depth = less,
                    None => {
                        return Some(Opened {
                            bracket: index,
                            commas: 0,
                        });
                    }
                },
                _ => {}
            }
        }
        None
    }

    /// The index of the bracket that the one with an index closes.
    pub(super) fn opener(&self, close: usize) -> Option<usize> {
        let (open, closing) = match self.kind(close)? {
            K::RightParen => (K::LeftParen, K::RightParen),
            K::RightSquare => (K::LeftSquare, K::RightSquare),
            K::Greater => (K::Less, K::Greater),
            K::RightBrace => (K::LeftBrace, K::RightBrace),
            _ => return None,
        };
        let mut depth = 0_usize;
        for index in (0..=close).rev() {
            let kind = self.tokens[index].kind;
            if kind == closing {
                depth += 1;
            } else if kind == open {
                depth -= 1;
                if depth == 0 {
                    return Some(index);
                }
            }
        }
        None
    }

    /// The index of the `op` whose operand list, attributes or result types begin
    /// with the bracket with an index.
    pub(super) fn operation_of(&self, bracket: usize) -> Option<(usize, Part)> {
        let part = match (self.kind(bracket)?, self.before(bracket, 1)?) {
            (K::LeftParen, K::Arrow) => Part::Results,
            (K::LeftParen, K::RightParen | K::RightBrace) => Part::Regions,
            (K::LeftParen, _) => Part::Operands,
            (K::LeftBrace, _) => Part::Attributes,
            _ => return None,
        };
        let mut end = bracket.checked_sub(1)?;
        if part == Part::Results {
            end = end.checked_sub(1)?;
        }
        if part == Part::Regions
            && let Some(open) = self.opener(end)
            && self.before(open, 1) == Some(K::Arrow)
        {
            end = open.checked_sub(2)?;
        }
        // What stands between comes in this order.
        for (kind, until) in [
            (K::RightBrace, Part::Results),
            (K::RightParen, Part::Attributes),
        ] {
            let may_come = part == until || matches!(part, Part::Results | Part::Regions);
            if may_come && self.kind(end) == Some(kind) {
                end = self.opener(end)?.checked_sub(1)?;
            }
        }
        if self.kind(end)? != K::Greater {
            return None;
        }
        let word = self.opener(end)?.checked_sub(1)?;
        (self.kind(word)? == K::LowerOp).then_some((word, part))
    }

    /// The name of the operation of the `op` or `Op` with an index.
    pub(super) fn operation_name(&self, word: usize) -> String {
        let mut name = String::new();
        for index in word + 2..self.end() {
            match self.tokens[index].kind {
                K::Greater => break,
                _ => name += self.text(index),
            }
        }
        name
    }
}

/// A part of an operation expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// `(…)`
    Operands,
    /// `{…}`
    Attributes,
    /// `-> (…)`
    Results,
    /// `(…)` after one of these.
    Regions,
}

/// What a word that is being written may be so far.
fn is_part(kind: K) -> bool {
    kind.is_word() || matches!(kind, K::Integer | K::Underscore | K::Directive | K::Label)
}

/// Whether a token is the `^` of a label that nobody has written yet.
fn is_caret(analysis: &Analysis, token: Token) -> bool {
    token.kind == K::Error && analysis.sources.text(token.span) == "^"
}

/// Whether a word that ends at an offset is whole: nobody goes on writing a `with` that a
/// blank follows.
fn is_over(analysis: &Analysis, word: Token, offset: u32) -> bool {
    let rest = analysis.text().get(offset as usize..).unwrap_or_default();
    word.kind == K::With && word.span.end == offset && rest.starts_with([' ', '\n'])
}
