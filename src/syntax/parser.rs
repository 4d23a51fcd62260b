//! The cursor over tokens that the grammar is written with.
//!
//! Parsing never fails and never panics. A missing token is reported once;
//! until the grammar has found its place again ([`Parser::recover`]) nothing
//! more is reported, and every loop of the grammar ends. The nesting depth is
//! limited, so that no input exhausts the stack, here or in a later layer.

use super::{
    ast::{Ident, StringLit},
    token::{Token, TokenKind, TokenKind as K},
};
use crate::{
    diagnostic::{Diagnostic, Diagnostics},
    source::Span,
};

/// How deep expressions, constraints and blocks may nest. Real patterns stay
/// below ten; a frame of every layer must fit on the stack this many times.
const MAX_DEPTH: u32 = 128;

pub(super) struct Parser<'a> {
    text: &'a str,
    /// Without trivia, and with [`K::End`] last.
    tokens: Vec<Token>,
    at: usize,
    depth: u32,
    /// An error was reported and the grammar has not found its place since.
    lost: bool,
    diagnostics: &'a mut Diagnostics,
}

impl<'a> Parser<'a> {
    pub(super) fn new(
        text: &'a str,
        mut tokens: Vec<Token>,
        diagnostics: &'a mut Diagnostics,
    ) -> Self {
        tokens.retain(|token| !token.kind.is_trivia());
        Parser {
            text,
            tokens,
            at: 0,
            depth: 0,
            lost: false,
            diagnostics,
        }
    }

    pub(super) fn kind(&self) -> TokenKind {
        self.tokens[self.at].kind
    }

    pub(super) fn span(&self) -> Span {
        self.tokens[self.at].span
    }

    /// The token before the current one; the current one at the start.
    pub(super) fn previous(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].span
    }

    pub(super) fn next_kind(&self) -> TokenKind {
        self.tokens
            .get(self.at + 1)
            .map_or(K::End, |token| token.kind)
    }

    /// The span from `start` to the last token taken.
    pub(super) fn span_from(&self, start: Span) -> Span {
        if self.previous().start < start.start {
            start.at_start()
        } else {
            start.to(self.previous())
        }
    }

    pub(super) fn at(&self, kind: TokenKind) -> bool {
        self.kind() == kind
    }

    pub(super) fn is_lost(&self) -> bool {
        self.lost
    }

    /// Takes the current token. The end of the file is never passed.
    pub(super) fn bump(&mut self) -> Span {
        let span = self.span();
        if !self.at(K::End) {
            self.at += 1;
        }
        span
    }

    pub(super) fn eat(&mut self, kind: TokenKind) -> bool {
        let found = !self.lost && self.at(kind);
        if found {
            self.bump();
        }
        found
    }

    /// Takes a token of that kind, or reports that it was expected.
    pub(super) fn expect(&mut self, kind: TokenKind, context: &str) -> Option<Span> {
        if !self.lost && self.at(kind) {
            return Some(self.bump());
        }
        let expected = kind.describe();
        self.expected(&format!("{expected} {context}"));
        None
    }

    /// Reports that something else was expected here.
    pub(super) fn expected(&mut self, what: &str) {
        // The lexer has said what is wrong with an error token.
        if self.at(K::Error) {
            self.lost = true;
        }
        // A missing closing token belongs behind the last one, not on the
        // next line.
        let here = self.span();
        let found = match self.kind() {
            K::End => K::End.describe(),
            _ => format!(
                "`{}`",
                self.text[here.start as usize..here.end as usize].escape_debug()
            ),
        };
        let found = if found.len() > 60 {
            self.kind().describe()
        } else {
            found
        };
        self.error(here, format!("expected {what}, found {found}"));
    }

    /// Reports an error, unless it follows from one already reported.
    pub(super) fn error(&mut self, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::error(span, message));
    }

    /// Reports an error after which the grammar is lost.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        if !self.lost {
            self.diagnostics.push(diagnostic);
            self.lost = true;
        }
    }

    /// Reports an error after which the grammar goes on as if it were none.
    pub(super) fn complain(&mut self, diagnostic: Diagnostic) {
        if !self.lost {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Skips to the next token at which `stop` holds, jumping over balanced
    /// brackets, and lets errors be reported again. An unbalanced closing
    /// brace stops too.
    pub(super) fn recover(&mut self, stop: impl Fn(TokenKind) -> bool) {
        let mut open = 0u32;
        while !self.at(K::End) {
            let kind = self.kind();
            if open == 0 && (stop(kind) || kind == K::RightBrace) {
                break;
            }
            match kind {
                K::LeftBrace | K::LeftParen => open += 1,
                K::RightBrace | K::RightParen => open = open.saturating_sub(1),
                // A declaration is never inside brackets: one was not closed.
                K::Pattern => break,
                _ => {}
            }
            self.bump();
        }
        self.lost = false;
    }

    /// Runs `parse` one level deeper, or reports that it is too deep.
    pub(super) fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.depth == MAX_DEPTH {
            let span = self.span();
            let message = format!("nesting is deeper than {MAX_DEPTH} levels");
            self.report(Diagnostic::error(span, message).help("name the inner parts with `let`"));
            return None;
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        Some(result)
    }

    /// Parses `element {, element}` up to `close`, which is taken. With
    /// `close` missing, reports it as expected `context`.
    pub(super) fn list<T>(
        &mut self,
        close: TokenKind,
        context: &str,
        mut element: impl FnMut(&mut Self) -> T,
    ) -> Vec<T> {
        let mut elements = Vec::new();
        if self.eat(close) {
            return elements;
        }
        while !self.lost {
            elements.push(element(self));
            if !self.eat(K::Comma) {
                break;
            }
        }
        self.expect(close, context);
        elements
    }

    /// Takes a name, as [`TokenKind::is_name`] allows it.
    pub(super) fn expect_name(&mut self, what: &str) -> Option<Ident> {
        if !self.lost && self.kind().is_name() {
            return Some(self.take_ident());
        }
        if self.at(K::Underscore) {
            let span = self.span();
            self.error(
                span,
                format!("expected {what}, `_` is a name for inline variables only"),
            );
        } else if self.kind().is_word() {
            let span = self.span();
            let keyword = self.kind().describe();
            self.error(span, format!("expected {what}, {keyword} is a keyword"));
        } else {
            self.expected(what);
        }
        None
    }

    /// Takes the current token as an identifier, whatever it is.
    pub(super) fn take_ident(&mut self) -> Ident {
        let span = self.bump();
        Ident {
            text: self.text[span.start as usize..span.end as usize].into(),
            span,
        }
    }

    pub(super) fn at_string(&self) -> bool {
        matches!(self.kind(), K::String | K::Block)
    }

    /// Takes a string or a block.
    pub(super) fn expect_string(&mut self, what: &str) -> Option<StringLit> {
        if self.lost || !self.at_string() {
            self.expected(what);
            return None;
        }
        let is_block = self.at(K::Block);
        let span = self.bump();
        let source = &self.text[span.start as usize..span.end as usize];
        Some(if is_block {
            let text = source[2..source.len() - 2].to_owned();
            StringLit {
                text,
                span,
                offsets: None,
                delimiter: 2,
            }
        } else {
            decode_string(&source[1..source.len() - 1], span)
        })
    }
}

/// Resolves the escapes of a string. A `\HH` is a byte; bytes that make no
/// UTF-8 become U+FFFD, because MLIR text is UTF-8.
fn decode_string(source: &str, span: Span) -> StringLit {
    if !source.contains('\\') {
        return StringLit {
            text: source.to_owned(),
            span,
            offsets: None,
            delimiter: 1,
        };
    }
    let mut bytes = Vec::with_capacity(source.len());
    let mut offsets = Vec::with_capacity(source.len() + 1);
    let source_bytes = source.as_bytes();
    let mut at = 0;
    while at < source_bytes.len() {
        let (byte, length) = match (source_bytes[at], &source_bytes[at + 1..]) {
            (b'\\', [b'n', ..]) => (b'\n', 2),
            (b'\\', [b't', ..]) => (b'\t', 2),
            (b'\\', [quoted @ (b'"' | b'\\'), ..]) => (*quoted, 2),
            (b'\\', [high, low, ..]) => match (hex_digit(*high), hex_digit(*low)) {
                (Some(high), Some(low)) => (high * 16 + low, 3),
                _ => (b'\\', 1), // diagnosed by the lexer
            },
            (byte, _) => (byte, 1),
        };
        bytes.push(byte);
        offsets.push(at as u32 + 1);
        at += length;
    }
    offsets.push(at as u32 + 1);
    match String::from_utf8(bytes) {
        Ok(text) => StringLit {
            text,
            span,
            offsets: Some(offsets),
            delimiter: 1,
        },
        Err(error) => {
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            // The replacement characters shift the text; point at its start.
            let offsets = vec![1; text.len() + 1];
            StringLit {
                text,
                span,
                offsets: Some(offsets),
                delimiter: 1,
            }
        }
    }
}

fn hex_digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).map(|digit| digit as u8)
}
