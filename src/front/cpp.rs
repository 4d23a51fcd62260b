//! C++ text: its words, literals, comments and signs.
//!
//! Pattern files and definitions contain pieces of C++ that pdll reads without a
//! compiler. All of them are divided here, so that they agree on what is inside of a
//! string or a comment. Translation phases 2 and 3 of the C++ standard, as far as brackets
//! and names need them; whatever the text, the pieces cover it.

pub mod placeholders;

/// A piece of C++ text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece<'t> {
    /// What it is.
    pub kind: Kind,
    /// The text.
    pub text: &'t str,
    /// The offset of the text.
    pub start: usize,
}

/// What a [`Piece`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// White space.
    Blank,
    /// A comment. The end of its line does not belong to it.
    Comment,
    /// A `#` at the start of a line, and the name of the directive.
    Directive,
    /// A name, also one with dollars, such as `$_self`.
    Word,
    /// A number with its suffix.
    Number,
    /// A string or a character with its quotes, of which the last one may be missing. The
    /// prefix of a string is a word of its own, unless the string is raw.
    Literal,
    /// Any other character, or one of [`LONG_SIGNS`].
    Sign,
}

/// Signs of more than one character. `>>` ends two lists of template arguments more often
/// than it shifts. The last two are other spellings of braces.
const LONG_SIGNS: [&str; 11] = [
    "::", "&&", "||", "==", "!=", "<=", ">=", "->", "<<", "<%", "%>",
];

impl Piece<'_> {
    /// Whether it is that sign.
    pub fn is_sign(&self, sign: &str) -> bool {
        self.kind == Kind::Sign && self.text == sign
    }
}

/// Divides a text.
pub fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut start = 0;
    std::iter::from_fn(move || {
        let (kind, length) = first(text, start)?;
        let text = &text[start..start + length];
        let piece = Piece { kind, text, start };
        start += length;
        Some(piece)
    })
}

/// Whether a character can be in a name.
pub fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '$' || !c.is_ascii()
}

/// The length of the parentheses that a text starts with, if they are closed in it.
pub fn parentheses(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for piece in pieces(text) {
        if piece.is_sign("(") {
            depth += 1;
        } else if piece.is_sign(")") {
            depth = depth.checked_sub(1)?;
        }
        if depth == 0 {
            let end = piece.start + piece.text.len();
            return piece.is_sign(")").then_some(end);
        }
    }
    None
}

/// The piece at `start`, and its length.
fn first(text: &str, start: usize) -> Option<(Kind, usize)> {
    let rest = &text[start..];
    let character = rest.chars().next()?;
    let blanks = rest.len() - rest.trim_start().len();
    Some(if blanks > 0 {
        (Kind::Blank, blanks)
    } else if rest.starts_with("//") {
        (Kind::Comment, until(rest, '\n'))
    } else if let Some(comment) = rest.strip_prefix("/*") {
        let end = comment.find("*/").map(|end| end + 4);
        (Kind::Comment, end.unwrap_or(rest.len()))
    } else if character == '#' && is_line_start(&text[..start]) {
        let blanks = 1 + rest[1..].len() - rest[1..].trim_start_matches([' ', '\t']).len();
        (Kind::Directive, blanks + word(&rest[blanks..]))
    } else if matches!(character, '"' | '\'') {
        (Kind::Literal, 1 + until(&rest[1..], character))
    } else if character.is_ascii_digit() {
        (Kind::Number, number(rest))
    } else if let Some(length) = raw_string(rest) {
        (Kind::Literal, length)
    } else if is_word(character) {
        (Kind::Word, word(rest))
    } else {
        let long = LONG_SIGNS.iter().find(|sign| rest.starts_with(**sign));
        (
            Kind::Sign,
            long.map_or(character.len_utf8(), |sign| sign.len()),
        )
    })
}

/// The length of the text before the end of its line, or up to `end` and with it. A
/// backslash takes the meaning of the next character away, of the end of a line, too.
fn until(text: &str, end: char) -> usize {
    let mut characters = text.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' => {
                let next = characters.next();
                if next.is_some_and(|(_, next)| next == '\r') && text[at + 2..].starts_with('\n') {
                    characters.next();
                }
            }
            '\n' => return at,
            _ if character == end => return at + 1,
            _ => {}
        }
    }
    text.len()
}

fn word(text: &str) -> usize {
    text.find(|c| !is_word(c)).unwrap_or(text.len())
}

/// The length of a number.
fn number(text: &str) -> usize {
    let mut length = digits(text);
    if let Some(fraction) = text[length..].strip_prefix('.') {
        length += 1 + digits(fraction);
    }
    // The sign of an exponent.
    let has_exponent = text[..length].ends_with(['e', 'E']) && !text.starts_with("0x");
    match text[length..].strip_prefix(['+', '-']) {
        Some(exponent) if has_exponent => length + 1 + digits(exponent),
        _ => length,
    }
}

/// The length of digits, which `'` separates, and of the letters among them.
fn digits(text: &str) -> usize {
    let mut length = word(text);
    while text[length..]
        .strip_prefix('\'')
        .is_some_and(|rest| word(rest) > 0)
    {
        length += 1 + word(&text[length + 1..]);
    }
    length
}

/// The length of a raw string, such as `R"x(…)x"`.
fn raw_string(text: &str) -> Option<usize> {
    let prefix = ["R\"", "u8R\"", "uR\"", "UR\"", "LR\""]
        .into_iter()
        .find(|prefix| text.starts_with(prefix))?;
    let (delimiter, body) = text[prefix.len()..].split_once('(')?;
    let end = format!("){delimiter}\"");
    let start = text.len() - body.len();
    Some(
        body.find(&end)
            .map_or(text.len(), |at| start + at + end.len()),
    )
}

/// Whether only blanks stand between the end of `before` and the start of its last line.
fn is_line_start(before: &str) -> bool {
    let line = before.trim_end_matches([' ', '\t', '\r']);
    line.is_empty() || line.ends_with('\n')
}

#[cfg(test)]
mod tests {
    use super::{Kind, parentheses, pieces};

    /// The first letters of the kinds, and the texts.
    #[track_caller]
    fn check(text: &str, expected: &str) {
        let all: Vec<_> = pieces(text).collect();
        let shown = all.iter().filter(|piece| piece.kind != Kind::Blank);
        let shown = shown.map(|piece| format!("{:.1}:{}", format!("{:?}", piece.kind), piece.text));
        assert_eq!(shown.collect::<Vec<_>>().join(" "), expected);
        let covered: String = all.iter().map(|piece| piece.text).collect();
        assert_eq!(covered, text);
    }

    #[test]
    fn text_is_divided() {
        check("$_self.a::b", "W:$_self S:. W:a S::: W:b");
        check("f(\"}\", '}')", "W:f S:( L:\"}\" S:, L:'}' S:)");
        check("\"\\\"}\" u8\"a\"", "L:\"\\\"}\" W:u8 L:\"a\"");
        check("\"open\n'x", "L:\"open L:'x");
        check("1'000 0x1'f 1.5 2.", "N:1'000 N:0x1'f N:1.5 N:2.");
        check("1 'a'", "N:1 L:'a'");
        check("1.000'1 }", "N:1.000'1 S:}");
        check("a<b<c>>", "W:a S:< W:b S:< W:c S:> S:>");
        check(
            "\"a\\\r\nb\" c // d\\\r\ne",
            "L:\"a\\\r\nb\" W:c C:// d\\\r\ne",
        );
        check("a // } \\\n b\nc", "W:a C:// } \\\n b W:c");
        check("/* ' */ /*/ } */ x /* ", "C:/* ' */ C:/*/ } */ W:x C:/* ");
        check("R\"({\")\" }({\")\"", "L:R\"({\")\" S:} S:( S:{ L:\")\"");
        check("u8R\"x()}\")x\"; R\"", "L:u8R\"x()}\")x\" S:; W:R L:\"");
        check("#if A\n  # endif\na # b", "D:#if W:A D:# endif W:a S:# W:b");
        check("a<=b->c<%%>", "W:a S:<= W:b S:-> W:c S:<% S:%>");
        check("\u{e4}\\", "W:\u{e4} S:\\");
        check("", "");
    }

    #[test]
    fn parentheses_are_closed() {
        for (text, length) in [
            ("(a)", Some(3)),
            ("(f(\")\") + ')') b", Some(14)),
            ("(a", None),
            ("a(b)", None),
            (")", None),
            ("", None),
        ] {
            assert_eq!(parentheses(text), length, "{text}");
        }
    }
}
