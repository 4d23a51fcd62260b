//! Text to tokens.
//!
//! Lexing never fails: what starts no token becomes an [`TokenKind::Error`]
//! token with a diagnostic. The tokens' spans are adjacent and cover the text.

use super::token::{Token, TokenKind, TokenKind as K};
use crate::{
    base::diagnostic::{Diagnostic, Diagnostics, Suggestion, closest},
    base::source::{FileId, Span},
};
use std::cell::Cell;

thread_local! {
    /// How many texts this thread has lexed, which tests count.
    pub(crate) static NUM_LEXED: Cell<usize> = const { Cell::new(0) };
}

/// The tokens of `text`, trivia included, with one [`TokenKind::End`] last.
pub fn lex(file: FileId, text: &str, diagnostics: &mut Diagnostics) -> Vec<Token> {
    NUM_LEXED.set(NUM_LEXED.get() + 1);
    let mut lexer = Lexer {
        file,
        text,
        bytes: text.as_bytes(),
        at: 0,
        diagnostics,
        has_dollar: false,
        previous: K::End,
    };
    let mut tokens = Vec::with_capacity(text.len() / 3 + 1);
    loop {
        let start = lexer.at;
        let kind = lexer.next_kind();
        tokens.push(Token {
            kind,
            span: lexer.span_from(start),
        });
        if !kind.is_trivia() {
            lexer.previous = kind;
        }
        if kind == K::End {
            return tokens;
        }
    }
}

/// Whether a name may begin with the byte.
fn starts_name(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

/// Whether a character is white space. Other blanks of Unicode and the vertical ones of
/// ASCII are errors, so whoever leaves white space out must not take them for it.
pub(crate) fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n' | '\r')
}

struct Lexer<'a> {
    file: FileId,
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    diagnostics: &'a mut Diagnostics,
    /// Whether a `$` was reported.
    has_dollar: bool,
    /// The last token that is not trivia, or [`K::End`] before the first one.
    previous: TokenKind,
}

impl Lexer<'_> {
    fn next_kind(&mut self) -> TokenKind {
        let Some(byte) = self.peek(0) else {
            return K::End;
        };
        let start = self.at;
        self.at += 1;
        match byte {
            b' ' | b'\t' | b'\n' | b'\r' => self.whitespace(),
            0xEF if start == 0 && self.text.starts_with('\u{FEFF}') => {
                self.at = '\u{FEFF}'.len_utf8();
                self.whitespace()
            }
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.word(start),
            b'0'..=b'9' => {
                self.skip_while(|byte| byte.is_ascii_digit());
                K::Integer
            }
            b'"' => self.string(start),
            b'\'' => self.single_quotes(start),
            b'#' => self.directive(start),
            b'/' if self.eat(b'/') => {
                self.skip_while(|byte| byte != b'\n');
                K::Comment
            }
            b'/' if self.eat(b'*') => self.block_comment(start),
            b'[' if self.eat(b'{') => self.block(start),
            b'-' if self.eat(b'>') => K::Arrow,
            b'-' if self.is_negative_argument(start) => {
                self.skip_while(|byte| byte.is_ascii_digit());
                K::Integer
            }
            b'=' if self.eat(b'>') => K::EqualArrow,
            b'=' => K::Equal,
            b':' => K::Colon,
            b',' => K::Comma,
            b'.' if self.peek(0) == Some(b'.') && self.peek(1) == Some(b'.') => {
                self.at += 2;
                K::Ellipsis
            }
            b'.' => K::Dot,
            b'^' if self.peek(0).is_some_and(starts_name) => {
                self.word(start);
                K::Label
            }
            b';' => K::Semicolon,
            b'[' => K::LeftSquare,
            b']' => K::RightSquare,
            b'<' if self.follows_include(start) => self.angle_path(start),
            b'<' => K::Less,
            b'>' => K::Greater,
            b'{' => K::LeftBrace,
            b'}' => K::RightBrace,
            b'(' => K::LeftParen,
            b')' => K::RightParen,
            _ => self.unexpected(start),
        }
    }

    fn whitespace(&mut self) -> TokenKind {
        self.skip_while(|byte| is_blank(byte.into()));
        K::Whitespace
    }

    fn word(&mut self, start: usize) -> TokenKind {
        self.skip_while(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        K::keyword(&self.text[start..self.at]).unwrap_or(K::Identifier)
    }

    /// A string ends on its line; an open one takes the rest of the line, so
    /// that the next line is read as usual.
    fn string(&mut self, start: usize) -> TokenKind {
        loop {
            match self.peek(0) {
                Some(b'"') => {
                    self.at += 1;
                    return K::String;
                }
                Some(b'\\') => self.escape(),
                None | Some(b'\n' | b'\r' | 0x0B | 0x0C) => {
                    let span = self.span_from(start);
                    let message = "expected `\"` at the end of the string";
                    let help = "write text of several lines as `[{ … }]`";
                    self.report(Diagnostic::error(span, message).help(help));
                    return K::BadText;
                }
                Some(_) => self.at += 1,
            }
        }
    }

    fn escape(&mut self) {
        let start = self.at;
        self.at += 1;
        match (self.peek(0), self.peek(1)) {
            (Some(b'"' | b'\\' | b'n' | b't'), _) => self.at += 1,
            (Some(a), Some(b)) if a.is_ascii_hexdigit() && b.is_ascii_hexdigit() => self.at += 2,
            // The string does not end; that error is enough.
            (None | Some(b'\n' | b'\r'), _) => {}
            _ => {
                let span = self.span_from(start);
                let message = "unknown escape in a string, expected `\\\"`, `\\\\`, `\\n`, `\\t` or two hexadecimal digits";
                self.report(Diagnostic::error(span, message));
            }
        }
    }

    /// People who come from other languages write `'x'`.
    fn single_quotes(&mut self, start: usize) -> TokenKind {
        let message = "unexpected `'`: strings are written with `\"`";
        self.other_quotes(start, b'\'', message)
    }

    fn follows_include(&self, at: usize) -> bool {
        self.text[..at]
            .trim_end_matches([' ', '\t'])
            .ends_with("#include")
    }

    /// People who come from C write `#include <x>`.
    fn angle_path(&mut self, start: usize) -> TokenKind {
        let message = "expected a file name in `\"`, not in angle brackets";
        self.other_quotes(start, b'>', message)
    }

    /// Reports a text with other delimiters than quotes. It ends at `close`, or
    /// with its line.
    fn other_quotes(&mut self, start: usize, close: u8, message: &str) -> TokenKind {
        self.skip_while(|byte| byte != close && !matches!(byte, b'\n' | b'\r'));
        let inner = &self.text[start + 1..self.at];
        let is_closed = self.eat(close);
        let span = self.span_from(start);
        let mut diagnostic = Diagnostic::error(span, message);
        if is_closed && !inner.contains(['"', '\\']) {
            let quoted = format!("\"{inner}\"");
            let message = format!("write `{quoted}`");
            diagnostic = diagnostic.edit(Suggestion::new(span, quoted, message));
        }
        self.report(diagnostic);
        K::BadText
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    fn block(&mut self, start: usize) -> TokenKind {
        if let Some(length) = self.text[self.at..].find("}]") {
            self.at += length + 2;
            return K::Block;
        }
        self.at = self.bytes.len();
        let span = Span {
            end: start as u32 + 2,
            ..self.span_from(start)
        };
        self.report(Diagnostic::error(
            span,
            "expected `}]` at the end of the block",
        ));
        K::BadText
    }

    /// An unknown directive, as other languages have many, takes the rest of its
    /// line.
    fn directive(&mut self, start: usize) -> TokenKind {
        self.skip_while(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let text = &self.text[start..self.at];
        if text == "#include" {
            return K::Directive;
        }
        let is_number = text.len() > 1 && text[1..].bytes().all(|byte| byte.is_ascii_digit());
        if is_number && self.follows_value(start) {
            return self.result_number(start);
        }
        let message = match quoted(text) {
            Some(text) => format!("unknown directive {text}, expected `#include`"),
            None => "unknown directive, expected `#include`".to_owned(),
        };
        let mut diagnostic = Diagnostic::error(self.span_from(start), message);
        if let Some(known) = closest(text, ["#include"]) {
            let message = format!("write `{known}`");
            diagnostic = diagnostic.edit(Suggestion::new(self.span_from(start), known, message));
        }
        self.report(diagnostic);
        self.skip_while(|byte| byte != b'\n');
        K::Error
    }

    /// Whether a value may end just before `at`.
    fn follows_value(&self, at: usize) -> bool {
        let last = self.bytes[..at].last();
        last.is_some_and(|byte| byte.is_ascii_alphanumeric() || b"_)".contains(byte))
    }

    /// `#0` after a value, as MLIR writes its results.
    fn result_number(&mut self, start: usize) -> TokenKind {
        let span = self.span_from(start);
        let text = &self.text[start..self.at];
        let member = format!(".{}", &text[1..]);
        let help = format!("a result is written `{member}`");
        self.report(
            Diagnostic::error(span, format!("unexpected `{text}`"))
                .suggest(Suggestion::new(span, member, help)),
        );
        K::Error
    }

    fn block_comment(&mut self, start: usize) -> TokenKind {
        self.at = self.text[self.at..]
            .find("*/")
            .map_or(self.bytes.len(), |length| self.at + length + 2);
        let span = Span {
            end: start as u32 + 2,
            ..self.span_from(start)
        };
        self.report(
            Diagnostic::error(span, "unexpected `/*`")
                .help("a comment starts with `//` and ends at the end of the line"),
        );
        K::Error
    }

    /// Takes a whole run of such characters, so that it is reported once.
    fn unexpected(&mut self, start: usize) -> TokenKind {
        let starts_token = |byte: u8| {
            byte.is_ascii_alphanumeric() || b" \t\n\r_\"'#/[]-=:,.;<>{}()".contains(&byte)
        };
        self.skip_while(|byte| !starts_token(byte));
        self.eat_operator(start);
        let text = printable(&self.text[start..self.at]);
        let found = quoted(&text).unwrap_or_else(|| "characters".to_owned());
        let diagnostic = Diagnostic::error(self.span_from(start), format!("unexpected {found}"));
        let diagnostic = self.instead_of(&text, start, diagnostic);
        // In a rule of TableGen, each variable has this prefix.
        let is_new = text != "$" || !std::mem::replace(&mut self.has_dollar, true);
        if is_new {
            self.report(diagnostic);
        }
        K::Error
    }

    /// The second half of `!=` is no `=` of its own.
    fn eat_operator(&mut self, start: usize) {
        if &self.text[start..self.at] == "!" {
            self.eat(b'=');
        }
    }

    /// Adds what to write instead of `text`, which starts no token.
    fn instead_of(&self, text: &str, start: usize, diagnostic: Diagnostic) -> Diagnostic {
        let span = self.span_from(start);
        let edit = |text, help| Suggestion::new(span, text, help);
        let next = self.peek(0);
        match text {
            "!" => diagnostic.suggest(edit("not ", "a constraint is negated with `not`")),
            "$" | "%" if next.is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_') => {
                diagnostic.suggest(edit("", "names of variables have no prefix"))
            }
            "&&" => diagnostic.suggest(edit(";", "each constraint is a statement: write `;`")),
            "||" => diagnostic.help("conditions are joined with `or`"),
            "!=" => diagnostic.help("there are no operators; negate a native constraint with `not`"),
            "-" if self.is_number_of_attribute(start) => {
                let digits = self.text[self.at..].bytes().take_while(u8::is_ascii_digit).count();
                let whole = Span {
                    end: span.end + digits as u32,
                    ..span
                };
                let number = &self.text[start..self.at + digits];
                let literal = format!("attr<\"{number} : i32\">");
                let help = format!("an attribute is written `{literal}`");
                diagnostic.suggest(Suggestion::new(whole, literal, help))
            }
            "-" if self.is_in_name(start) => {
                diagnostic.suggest(edit("_", "names consist of letters, digits and `_`"))
            }
            "+" | "-" | "*" | "%" | "&" | "|" | "^" if !next.is_some_and(|c| c.is_ascii_digit()) => diagnostic.help(
                "there are no operators; functions such as `AddIntegers` of `pdll/std.pdll` compute attributes",
            ),
            _ => diagnostic,
        }
    }

    /// Whether the sign at `at` begins a number that is an argument.
    fn is_negative_argument(&self, at: usize) -> bool {
        self.is_sign(at) && matches!(self.previous, K::LeftParen | K::Comma | K::Less)
    }

    /// Whether a number follows the sign at `at`, and a `=` stands before it.
    fn is_number_of_attribute(&self, at: usize) -> bool {
        self.is_sign(at) && self.previous == K::Equal
    }

    /// Whether digits follow.
    fn is_sign(&self, at: usize) -> bool {
        self.bytes.get(at + 1).is_some_and(u8::is_ascii_digit)
    }

    /// Whether letters stand directly around the byte at `at`.
    fn is_in_name(&self, at: usize) -> bool {
        let is_letter = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphabetic);
        is_letter(self.bytes[..at].last()) && is_letter(self.bytes.get(at + 1))
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek(0) == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn skip_while(&mut self, condition: impl Fn(u8) -> bool) {
        while self.peek(0).is_some_and(&condition) {
            self.at += 1;
        }
    }

    fn span_from(&self, start: usize) -> Span {
        Span {
            file: self.file,
            start: start as u32,
            end: self.at as u32,
        }
    }
}

/// Source text that [`printable`] has returned, in backquotes for a message,
/// unless it is too long to repeat.
pub(super) fn quoted(text: &str) -> Option<String> {
    const MAX_LENGTH: usize = 60;
    (text.len() <= MAX_LENGTH).then(|| format!("`{text}`"))
}

/// Source text for a message, with invisible characters escaped.
pub(super) fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' | '\'' | '\\' => shown.push(c),
            _ => shown.extend(c.escape_debug()),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::source::SourceMap;
    use expect_test::{Expect, expect};

    fn check(text: &str, expected: Expect) {
        let mut sources = SourceMap::default();
        let file = sources.add("", text, None);
        let mut diagnostics = Diagnostics::default();
        let tokens = lex(file, text, &mut diagnostics);
        let mut end = 0;
        for token in &tokens {
            assert_eq!(token.span.start, end, "tokens are adjacent");
            end = token.span.end;
        }
        assert_eq!(end as usize, text.len(), "tokens cover the text");
        let kinds: Vec<_> = tokens
            .iter()
            .filter(|token| token.kind != K::Whitespace)
            .map(|token| {
                format!(
                    "{:?} {}",
                    token.kind,
                    sources.text(token.span).escape_debug()
                )
            })
            .collect();
        let messages: Vec<_> = diagnostics
            .iter()
            .map(|d| {
                format!(
                    "{}: {}",
                    d.span.expect("lexer errors have a place").start,
                    d.message
                )
            })
            .collect();
        expected.assert_eq(&[kinds, messages].concat().join("\n"));
    }

    #[test]
    fn punctuation_and_words() {
        check(
            "a_1 op<x.y>->=>=_ _a // c\r\n[{ } \\d }]",
            expect![[r#"
            Identifier a_1
            LowerOp op
            Less <
            Identifier x
            Dot .
            Identifier y
            Greater >
            Arrow ->
            EqualArrow =>
            Equal =
            Underscore _
            Identifier _a
            Comment // c\r
            Block [{ } \\d }]
            End "#]],
        );
    }

    #[test]
    fn byte_order_mark_is_white_space_at_the_start_only() {
        check(
            "\u{FEFF}a\u{FEFF}b",
            expect![[r#"
            Identifier a
            Error \u{feff}
            Identifier b
            End 
            4: unexpected `\u{feff}`"#]],
        );
    }

    #[test]
    fn labels_and_ellipses() {
        check(
            "^a ^op:...}....5 ^ ^1",
            expect![[r#"
                Label ^a
                Label ^op
                Colon :
                Ellipsis ...
                RightBrace }
                Ellipsis ...
                Dot .
                Integer 5
                Error ^
                Error ^
                Integer 1
                End 
                17: unexpected `^`
                19: unexpected `^`"#]],
        );
    }

    #[test]
    fn errors_go_on() {
        check(
            "\"ab\n\"\\q\" 1 §$ /* x */ \0 #if\n[{",
            expect![[r#"
                BadText \"ab
                String \"\\q\"
                Integer 1
                Error §$
                Error /* x */
                Error \0
                Error #if
                BadText [{
                End 
                0: expected `"` at the end of the string
                5: unknown escape in a string, expected `\"`, `\\`, `\n`, `\t` or two hexadecimal digits
                11: unexpected `§$`
                15: unexpected `/*`
                23: unexpected `\0`
                25: unknown directive `#if`, expected `#include`
                29: expected `}]` at the end of the block"#]],
        );
    }
}
