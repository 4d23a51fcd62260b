//! The words of a `.td` file.

use memchr::memmem;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// Blanks.
    Whitespace,
    /// A comment to the end of the line, or a nested one between `/*` and `*/`.
    Comment,
    /// A line of the preprocessor.
    Directive,
    /// A name or keyword.
    Word,
    /// A name in a tree, with its `$`.
    Variable,
    /// The name of an operator, with its `!`.
    Bang,
    /// A string with its quotes, of which the last one may be missing.
    String,
    /// `[{`, and all up to `}]` or the end.
    Code,
    /// A number.
    Number,
    /// A character with a meaning of its own.
    Symbol(u8),
    /// Bytes that have no meaning.
    Unknown,
}

/// A token. The tokens of a text touch each other, and every byte belongs to one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Token {
    /// Its text.
    pub(crate) fn text(self, text: &str) -> &str {
        &text[self.start as usize..self.end as usize]
    }

    /// Whether TableGen ignores it.
    pub(crate) fn is_trivia(self) -> bool {
        matches!(
            self.kind,
            TokenKind::Whitespace | TokenKind::Comment | TokenKind::Directive
        )
    }
}

#[cfg(test)]
thread_local! {
    /// How many texts this thread has lexed.
    pub(super) static NUM_LEXED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// All tokens of a text.
pub(crate) fn lex(text: &str) -> Vec<Token> {
    #[cfg(test)]
    NUM_LEXED.set(NUM_LEXED.get() + 1);
    let bytes = text.as_bytes();
    let (mut tokens, mut at, mut starts_line) = (Vec::new(), 0, true);
    while at < bytes.len() {
        let (kind, length) = token(&bytes[at..], starts_line);
        let end = at + length;
        starts_line = match kind {
            TokenKind::Whitespace => starts_line || bytes[at..end].contains(&b'\n'),
            TokenKind::Comment => starts_line,
            _ => false,
        };
        tokens.push(Token {
            kind,
            start: at as u32,
            end: end as u32,
        });
        at = end;
    }
    tokens
}

/// The first token of a text that is not empty, and its length.
fn token(rest: &[u8], starts_line: bool) -> (TokenKind, usize) {
    let while_word = |from: usize| from + count(&rest[from..], is_word);
    match rest {
        [b' ' | b'\t' | b'\n' | b'\r', ..] => {
            (TokenKind::Whitespace, count(rest, u8::is_ascii_whitespace))
        }
        [b'/', b'/', ..] => (TokenKind::Comment, line(rest)),
        [b'/', b'*', ..] => (TokenKind::Comment, comment(rest)),
        [b'#', ..] if starts_line && is_directive(&rest[1..]) => (TokenKind::Directive, line(rest)),
        [b'"', ..] => (TokenKind::String, string(rest)),
        [b'[', b'{', ..] => {
            let end = memmem::find(rest, b"}]");
            (TokenKind::Code, end.map_or(rest.len(), |end| end + 2))
        }
        [b'$', next, ..] if is_word(next) => (TokenKind::Variable, while_word(1)),
        [b'!', next, ..] if is_word(next) => (TokenKind::Bang, while_word(1)),
        [b'-' | b'+', next, ..] if next.is_ascii_digit() => (TokenKind::Number, while_word(1)),
        [first, ..] if is_word(first) => {
            let word = &rest[..while_word(0)];
            let is_number = word.iter().all(u8::is_ascii_digit)
                || (word.starts_with(b"0x") || word.starts_with(b"0b"));
            match is_number {
                true => (TokenKind::Number, word.len()),
                // A name may start with digits.
                false => (TokenKind::Word, word.len()),
            }
        }
        [first, ..] if first.is_ascii_punctuation() => (TokenKind::Symbol(*first), 1),
        _ => {
            let length = count(rest, |byte| {
                !byte.is_ascii_punctuation() && !byte.is_ascii_whitespace() && !is_word(byte)
            });
            (TokenKind::Unknown, length.max(1))
        }
    }
}

fn count(bytes: &[u8], is_part: impl Fn(&u8) -> bool) -> usize {
    let end = bytes.iter().position(|byte| !is_part(byte));
    end.unwrap_or(bytes.len())
}

fn is_word(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || *byte == b'_'
}

/// The length up to the end of the line.
fn line(rest: &[u8]) -> usize {
    count(rest, |byte| *byte != b'\n')
}

/// The length of a comment. Comments may be nested.
fn comment(rest: &[u8]) -> usize {
    let (mut at, mut depth) = (2, 1);
    while depth > 0 {
        match &rest[at..] {
            [] => return rest.len(),
            [b'/', b'*', ..] => (at, depth) = (at + 2, depth + 1),
            [b'*', b'/', ..] => (at, depth) = (at + 2, depth - 1),
            _ => at += 1,
        }
    }
    at
}

/// The length of a string, which ends in its line.
fn string(rest: &[u8]) -> usize {
    let mut at = 1;
    loop {
        match rest.get(at) {
            None | Some(b'\n') => return at,
            Some(b'"') => return at + 1,
            Some(b'\\') if rest.get(at + 1).is_some_and(|next| *next != b'\n') => at += 2,
            Some(_) => at += 1,
        }
    }
}

/// Whether the text after a `#` is a directive.
fn is_directive(rest: &[u8]) -> bool {
    let word = &rest[..count(rest, is_word)];
    [&b"define"[..], b"ifdef", b"ifndef", b"else", b"endif"].contains(&word)
}

#[cfg(test)]
mod tests {
    use super::{Token, lex};
    use expect_test::{Expect, expect};

    fn check(text: &str, expected: Expect) {
        let tokens = lex(text).into_iter().filter(|token| !token.is_trivia());
        let shown = tokens.map(|token| format!("{:?} {}", token.kind, token.text(text)));
        expected.assert_eq(&shown.collect::<Vec<_>>().join("\n"));
    }

    #[test]
    fn words_of_all_kinds() {
        check(
            "#ifndef X\ndef 2x#y : A<-3, \"a\\\"b\", [{ c }]> { /* /* */ */ } // d\n(b:$c !add 0x1F ü);",
            expect![[r#"
                Word def
                Word 2x
                Symbol(35) #
                Word y
                Symbol(58) :
                Word A
                Symbol(60) <
                Number -3
                Symbol(44) ,
                String "a\"b"
                Symbol(44) ,
                Code [{ c }]
                Symbol(62) >
                Symbol(123) {
                Symbol(125) }
                Symbol(40) (
                Word b
                Symbol(58) :
                Variable $c
                Bang !add
                Number 0x1F
                Unknown ü
                Symbol(41) )
                Symbol(59) ;"#]],
        );
    }

    #[test]
    fn tokens_cover_any_text() {
        let text = "def x : A<\"é\\\n [{ y }] /* z /* */ $ ! $é #else\n  #else\n \"";
        for end in (0..=text.len()).filter(|end| text.is_char_boundary(*end)) {
            let tokens: Vec<Token> = lex(&text[..end]);
            let texts: String = tokens.iter().map(|token| token.text(text)).collect();
            assert_eq!(texts, text[..end]);
        }
    }
}
