//! The cursor over tokens that the grammar is written with.
//!
//! Parsing never fails and never panics. A missing token is reported once;
//! until the grammar has found its place again ([`Parser::recover`]) nothing
//! more is reported, and every loop of the grammar ends. The nesting depth is
//! limited, so that no input exhausts the stack, here or in a later layer.

use super::{
    ast::{Ident, StringLit},
    brackets::Brackets,
    lexer::{printable, quoted},
    strings,
    token::{Token, TokenKind, TokenKind as K},
};
use crate::{
    base::diagnostic::{Diagnostic, Diagnostics, Suggestion},
    base::source::Span,
};

/// How deep expressions, constraints and blocks may nest. Real patterns stay
/// below ten; a frame of every layer must fit on the stack this many times.
const MAX_DEPTH: u32 = 128;

pub(super) struct Parser<'a> {
    text: &'a str,
    /// All of them, with [`K::End`] last.
    tokens: Vec<Token>,
    /// The current token, which is never trivia.
    at: usize,
    /// The last token taken; the current one at the start.
    before: usize,
    depth: u32,
    open: Brackets,
    /// An error was reported and the grammar has not found its place since.
    lost: bool,
    /// The token at which the last error was reported.
    reported_at: Option<usize>,
    diagnostics: &'a mut Diagnostics,
}

/// What to write instead.
pub(super) enum Advice {
    /// In words alone.
    Words(&'static str),
    /// As an edit.
    Edit(Suggestion),
}

impl Advice {
    /// To write `replacement` in place of `span`.
    pub(super) fn edit(
        span: Span,
        replacement: impl Into<String>,
        message: impl Into<String>,
    ) -> Self {
        Advice::Edit(Suggestion::new(span, replacement, message))
    }
}

impl<'a> Parser<'a> {
    pub(super) fn new(text: &'a str, tokens: Vec<Token>, diagnostics: &'a mut Diagnostics) -> Self {
        let first = skip_trivia(&tokens, 0);
        Parser {
            text,
            tokens,
            at: first,
            before: first,
            depth: 0,
            open: Brackets::default(),
            lost: false,
            reported_at: None,
            diagnostics,
        }
    }

    /// All tokens of the text.
    pub(super) fn into_tokens(self) -> Vec<Token> {
        self.tokens
    }

    pub(super) fn kind(&self) -> TokenKind {
        self.tokens[self.at].kind
    }

    pub(super) fn span(&self) -> Span {
        self.tokens[self.at].span
    }

    /// The place of the token that is `distance` tokens after the current one.
    pub(super) fn span_ahead(&self, distance: usize) -> Span {
        self.ahead(distance).span
    }

    fn ahead(&self, distance: usize) -> Token {
        let mut at = self.at;
        for _ in 0..distance {
            if self.tokens[at].kind == K::End {
                break;
            }
            at = skip_trivia(&self.tokens, at + 1);
        }
        self.tokens[at]
    }

    /// The token before the current one; the current one at the start.
    pub(super) fn previous(&self) -> Span {
        self.tokens[self.before].span
    }

    pub(super) fn next_kind(&self) -> TokenKind {
        self.kind_ahead(1)
    }

    /// The kind of the token that is `distance` tokens after the current one.
    pub(super) fn kind_ahead(&self, distance: usize) -> TokenKind {
        self.ahead(distance).kind
    }

    /// The text of the token that is `distance` tokens after the current one.
    pub(super) fn source_ahead(&self, distance: usize) -> &'a str {
        self.source(self.ahead(distance).span)
    }

    /// The span from `start` to the last token taken, or to the error after it.
    pub(super) fn span_from(&self, start: Span) -> Span {
        if self.lost {
            start.to(self.span().at_start())
        } else if self.previous().start < start.start {
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

    /// Whether the current token is the first on its line.
    fn starts_line(&self) -> bool {
        self.before == self.at || {
            let gap = self.previous().end as usize..self.span().start as usize;
            self.text[gap].contains('\n')
        }
    }

    /// Whether a statement may have ended before the current token.
    fn may_start_stmt(&self) -> bool {
        let starts_or_ends = [
            K::Erase,
            K::Let,
            K::Replace,
            K::Return,
            K::RewriteStmt,
            K::RightBrace,
            K::End,
        ];
        self.starts_line() || starts_or_ends.contains(&self.kind())
    }

    /// Takes the current token. The end of the file is never passed.
    pub(super) fn bump(&mut self) -> Span {
        let span = self.span();
        match self.kind() {
            K::End => return span,
            K::BadText => {
                // A string without its end has taken the brackets after it.
                for byte in self.source(span).bytes() {
                    self.open.take(byte);
                }
            }
            K::LeftBrace | K::LeftParen | K::RightBrace | K::RightParen => {
                self.open.take(self.text.as_bytes()[span.start as usize]);
            }
            _ => {}
        }
        self.before = self.at;
        self.at = skip_trivia(&self.tokens, self.at + 1);
        span
    }

    /// Goes on as if the innermost brace were closed here. Parentheses inside
    /// that were never closed end here too.
    pub(super) fn close_brace(&mut self) {
        self.open.close_brace();
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
        if let Some(mut diagnostic) = self.expectation(&format!("{expected} {context}")) {
            if kind == K::Semicolon && self.may_start_stmt() {
                let last = self.previous();
                let is_block = self.source(last) == "}" && !self.at(K::End);
                if is_block {
                    diagnostic = diagnostic
                        .help("a statement that ends with a block needs a `;`, too: write `};`");
                }
                let end = last.at_end();
                diagnostic = diagnostic.edit(Suggestion::new(end, ";", "insert `;`"));
            }
            self.report(diagnostic);
        }
        None
    }

    /// Reports that something else was expected here.
    pub(super) fn expected(&mut self, what: &str) {
        self.expected_with(what, None);
    }

    /// The same, with advice on what to write.
    pub(super) fn expected_with(&mut self, what: &str, advice: Option<Advice>) {
        let Some(diagnostic) = self.expectation(what) else {
            return;
        };
        self.report(match advice {
            Some(Advice::Words(words)) => diagnostic.help(words),
            Some(Advice::Edit(suggestion)) => diagnostic.suggest(suggestion),
            None => diagnostic,
        });
    }

    /// The error that something else was expected here. Without it, the lexer
    /// has said what is wrong with the current token.
    fn expectation(&mut self, what: &str) -> Option<Diagnostic> {
        let here = self.span();
        let found = match self.kind() {
            K::BadText => {
                self.lost = true;
                return None;
            }
            K::End => K::End.describe(),
            kind => {
                let text = printable(self.source(here));
                quoted(&text).unwrap_or_else(|| kind.describe())
            }
        };
        let message = format!("expected {what}, found {found}");
        Some(Diagnostic::error(here, message))
    }

    /// The text of a token.
    pub(super) fn source(&self, span: Span) -> &'a str {
        &self.text[span.start as usize..span.end as usize]
    }

    /// Reports an error, unless it follows from one already reported.
    pub(super) fn error(&mut self, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::error(span, message));
    }

    /// Reports an error after which the grammar is lost. Only the first of several
    /// errors at one token is reported, and none if the lexer has reported bytes
    /// before that token, or a text that goes on to the end of the file.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        let is_first = self.reported_at.replace(self.at) != Some(self.at);
        if !self.lost && is_first && !self.follows_stray() && !self.follows_open_text() {
            self.diagnostics.push(diagnostic);
        }
        self.lost = true;
    }

    /// Whether bytes that start no token stand before the current one.
    fn follows_stray(&self) -> bool {
        let trivia = self.tokens[..self.at].iter().rev();
        let mut trivia = trivia.take_while(|token| token.kind.is_trivia());
        trivia.any(|token| token.kind == K::Error)
    }

    fn follows_open_text(&self) -> bool {
        self.at(K::End) && self.tokens[self.before].kind == K::BadText
    }

    /// How many errors there are so far.
    pub(super) fn error_count(&self) -> usize {
        self.diagnostics.error_count()
    }

    /// Goes on after an error, with the token at which it was reported.
    pub(super) fn go_on(&mut self) {
        self.lost = false;
    }

    /// Reports an error after which the grammar goes on as if it were none.
    pub(super) fn complain(&mut self, diagnostic: Diagnostic) {
        if !self.lost {
            self.diagnostics.push(diagnostic);
        }
    }

    /// How deep in brackets the grammar is, for [`Parser::recover`].
    pub(super) fn bracket_depth(&self) -> usize {
        self.open.depth()
    }

    /// Skips to the next token at which `stop` holds, and lets errors be
    /// reported again. `stop` is also told whether the token starts a line.
    ///
    /// Stops only at the bracket depth of the place to come back to; that
    /// parentheses are left open does not count, as the error may be that they
    /// are not closed. The end of the block around that place, and a `Pattern`
    /// at the start of a line, are never passed.
    pub(super) fn recover(&mut self, depth: usize, stop: impl Fn(TokenKind, bool) -> bool) {
        while !self.at(K::End) {
            let starts_line = self.starts_line();
            let is_level = !self.open.has_brace_below(depth);
            let ends_block = is_level && self.at(K::RightBrace);
            let starts_pattern = self.at(K::Pattern) && starts_line;
            if starts_pattern || ends_block || is_level && stop(self.kind(), starts_line) {
                break;
            }
            self.bump();
        }
        self.open.close_to(depth);
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
        if self.eat(close) {
            return Vec::new();
        }
        // Most lists are short, and there are many of them.
        let mut elements = Vec::with_capacity(2);
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
                format!("expected {what}, but `_` is a name for inline variables only"),
            );
        } else if self.kind().is_word() {
            let span = self.span();
            let keyword = self.kind().describe();
            self.error(span, format!("expected {what}, but {keyword} is a keyword"));
        } else {
            self.expected(what);
        }
        None
    }

    /// Takes a name that is not a keyword in any place.
    pub(super) fn expect_identifier(&mut self, what: &str) -> Option<Ident> {
        if self.kind().is_name() && !self.at(K::Identifier) {
            let (span, keyword) = (self.span(), self.kind().describe());
            self.error(span, format!("expected {what}, but {keyword} is a keyword"));
        }
        self.expect_name(what)
    }

    /// Takes the current token as an identifier, whatever it is.
    pub(super) fn take_ident(&mut self) -> Ident {
        let span = self.bump();
        Ident {
            text: self.source(span).into(),
            span,
        }
    }

    pub(super) fn at_string(&self) -> bool {
        matches!(self.kind(), K::String | K::Block)
    }

    /// Takes a string or a block.
    pub(super) fn expect_string(&mut self, what: &str) -> Option<StringLit> {
        self.expect_string_with(what, None)
    }

    /// The same, with advice on what is there instead.
    pub(super) fn expect_string_with(
        &mut self,
        what: &str,
        advice: Option<Advice>,
    ) -> Option<StringLit> {
        if self.lost || !self.at_string() {
            self.expected_with(what, advice);
            return None;
        }
        let span = self.bump();
        Some(strings::decode(self.source(span), span))
    }
}

/// The first token from number `at` on that is not trivia.
fn skip_trivia(tokens: &[Token], mut at: usize) -> usize {
    // The last token, the end of the file, is not.
    while tokens[at].kind.is_trivia() {
        at += 1;
    }
    at
}
