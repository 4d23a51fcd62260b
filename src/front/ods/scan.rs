//! Finds the includes of a `.td` file.
//!
//! The scan also finds includes in parts that the preprocessor leaves out,
//! because it must find all that TableGen may ask for.

use memchr::{memchr, memchr2, memmem};
use std::ops::Range;

/// The string of an `include` without its quotes, and its range with them.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Found<'t> {
    pub(super) path: &'t str,
    pub(super) range: Range<usize>,
}

/// All includes, in order.
pub(super) fn includes(text: &str) -> Vec<Found<'_>> {
    let mut found = Vec::new();
    // Includes stand at the start of a file. The rest of it need not be scanned.
    let Some(last) = memmem::rfind(text.as_bytes(), b"include") else {
        return found;
    };
    let mut scanner = Scanner::new(text);
    let mut after_include = false;
    while (scanner.at <= last || after_include)
        && let Some(token) = scanner.next()
    {
        let is_include = matches!(token, Token::Include);
        if let Token::String(range) = token
            && after_include
        {
            let path = &text[range.start + 1..range.end - 1];
            found.push(Found { path, range });
        }
        after_include = is_include;
    }
    found
}

/// The places of all included paths, in order, each with the quotes around it.
pub(super) fn include_ranges(text: &str) -> Vec<Range<usize>> {
    let found = includes(text).into_iter();
    found.map(|found| found.range).collect()
}

/// The names of the files that a text includes, in order.
pub fn include_names(text: &str) -> Vec<String> {
    let found = includes(text).into_iter();
    found.map(|found| found.path.to_owned()).collect()
}

/// A text that includes the same files in the same order, and nothing else.
pub fn includes_only(text: &str) -> String {
    let found = includes(text).into_iter();
    let lines = found.map(|found| format!("include \"{}\"\n", found.path));
    lines.collect()
}

/// The definition without other definitions in it that contains a place: from its `def` to
/// its end. None if the text mentions its name elsewhere.
pub(super) fn definition_around(text: &str, place: usize) -> Option<Range<usize>> {
    let mut scanner = Scanner::new(text);
    let (mut start, mut depth, mut is_within) = (None, 0_i64, false);
    while scanner.next().is_some() {
        let range = scanner.start..scanner.at;
        let word = &text[range.clone()];
        let ends = match word {
            "def" | "defm" if depth == 0 || !is_within => {
                (start, depth) = (Some(range.start), 0);
                false
            }
            "{" | "(" | "[" | "<" => {
                depth += 1;
                false
            }
            "}" | ")" | "]" | ">" => {
                depth -= 1;
                word == "}" && depth == 0
            }
            ";" => depth == 0,
            _ => false,
        };
        is_within |= start.is_some() && range.contains(&place);
        if ends && is_within {
            let range = start?..range.end;
            return (!is_mentioned_outside(text, &range)).then_some(range);
        }
        if ends {
            start = None;
        }
        if range.start > place && !is_within {
            return None;
        }
    }
    None
}

/// Whether the name of a definition stands elsewhere in a text, too.
fn is_mentioned_outside(text: &str, definition: &Range<usize>) -> bool {
    let mut words = text[definition.clone()].split_whitespace().skip(1);
    let name = words.next().unwrap_or_default();
    let is_blank = |letter: char| !letter.is_ascii() || !is_word(letter as u8);
    let name = name.split(is_blank).next();
    let Some(name) = name.filter(|name| !name.is_empty()) else {
        return false;
    };
    let mut others = text[..definition.start]
        .split(is_blank)
        .chain(text[definition.end..].split(is_blank));
    others.any(|word| word == name)
}

enum Token {
    /// The word `include`.
    Include,
    /// A closed string.
    String(Range<usize>),
    Other,
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
    /// Where the last token begins, which ends at `at`.
    start: usize,
}

impl<'t> Scanner<'t> {
    fn new(text: &'t str) -> Self {
        Scanner {
            text,
            at: 0,
            start: 0,
        }
    }
}

impl Scanner<'_> {
    /// The next token. Skips blanks and comments.
    fn next(&mut self) -> Option<Token> {
        loop {
            let rest = &self.text.as_bytes()[self.at..];
            let (length, token) = match rest {
                [] => return None,
                [b' ' | b'\t' | b'\n' | b'\r', ..] => (1, None),
                [b'/', b'/', ..] => (memchr(b'\n', rest).unwrap_or(rest.len()), None),
                [b'/', b'*', ..] => (comment(rest), None),
                [b'[', b'{', ..] => {
                    let end = memmem::find(rest, b"}]").map_or(rest.len(), |at| at + 2);
                    (end, Some(Token::Other))
                }
                [b'"', ..] => self.string(rest),
                [b'$' | b'!' | b'#', next, ..] if is_word(*next) => {
                    (1 + word(&rest[1..]), Some(Token::Other))
                }
                [first, ..] if is_word(*first) => {
                    let length = word(rest);
                    let token = match &rest[..length] {
                        b"include" => Token::Include,
                        _ => Token::Other,
                    };
                    (length, Some(token))
                }
                _ => (1, Some(Token::Other)),
            };
            self.start = self.at;
            self.at += length;
            if token.is_some() {
                return token;
            }
        }
    }

    fn string(&self, rest: &[u8]) -> (usize, Option<Token>) {
        let mut end = 1;
        loop {
            let Some(at) = rest.get(end..).and_then(|rest| memchr2(b'"', b'\\', rest)) else {
                return (rest.len(), Some(Token::Other));
            };
            end += at;
            if rest[end] == b'"' {
                let range = self.at..self.at + end + 1;
                return (end + 1, Some(Token::String(range)));
            }
            end += 2;
        }
    }
}

/// The length of a comment. Comments may be nested.
fn comment(text: &[u8]) -> usize {
    let (mut at, mut depth) = (2, 1);
    while depth > 0 {
        match memchr2(b'*', b'/', &text[at..]) {
            None => return text.len(),
            Some(skipped) => at += skipped,
        }
        match &text[at..] {
            [b'/', b'*', ..] => depth += 1,
            [b'*', b'/', ..] => depth -= 1,
            _ => {
                at += 1;
                continue;
            }
        }
        at += 2;
    }
    at
}

fn word(text: &[u8]) -> usize {
    text.iter()
        .position(|byte| !is_word(*byte))
        .unwrap_or(text.len())
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_definition(marked: &str, expected: Option<&str>) {
        let place = marked.find('^').expect("a place is marked");
        let text = marked.replacen('^', "", 1);
        let found = definition_around(&text, place);
        assert_eq!(found.map(|range| &text[range]), expected);
    }

    #[test]
    fn definitions_are_found_around_places() {
        let rule = "def A : Pat<(X $a, {b}), (Y \"; }\")>;";
        check_definition("def A : Pat<(^X $a, {b}), (Y \"; }\")>;", Some(rule));
        check_definition("class B; def A : P<^X>; def C;", Some("def A : P<X>;"));
        check_definition(
            "let a = 1 in { def A : P<^X>; def C; }",
            Some("def A : P<X>;"),
        );
        check_definition(
            "def A : P<^X> { let b = c; } def C;",
            Some("def A : P<X> { let b = c; }"),
        );
        check_definition("def : P<^X>;", Some("def : P<X>;"));
        check_definition(
            "/* def B; */ def : P<[{ def }], ^X>;",
            Some("def : P<[{ def }], X>;"),
        );
        // Others would not know it then.
        check_definition("def A : P<^X>; def B : P<A>;", None);
        check_definition("class ^A; def B;", None);
        check_definition("def A : P<^X", None);
    }

    fn paths(text: &str) -> Vec<&str> {
        includes(text).into_iter().map(|found| found.path).collect()
    }

    #[test]
    fn includes_are_words_before_strings() {
        let text = r#"
            include "a.td" include/* here */"b.td"
            #ifndef X
            include
              "c.td" // include "no.td"
            #endif
            def include1; defvar x = "include"; def y { string s = "\"include"; }
            include "d.td""#;
        assert_eq!(paths(text), ["a.td", "b.td", "c.td", "d.td"]);
    }

    #[test]
    fn comments_code_and_strings_hold_none() {
        let text = r#"
            /* include "no.td" /* */ include "no.td" */ // include "no.td"
            def x { code c = [{ include "no.td" " }]; string s = "include \\"; }
            $include "no.td" !include "no.td" included "no.td"
            include "yes.td" "no.td""#;
        assert_eq!(paths(text), ["yes.td"]);
    }

    #[test]
    fn ends_anywhere() {
        let text = r#"include "a.td" /* x */ [{ y }] "z\" " // "#;
        for end in 0..text.len() {
            assert!(includes(&text[..end]).len() <= 1);
        }
        for open in ["include \"a", "/* ", "/*/", "[{", "\"\\", "include"] {
            assert_eq!(paths(open), [""; 0]);
        }
    }

    #[test]
    fn nothing_but_includes_is_left() {
        let text = "// include\ninclude\n\"é.td\" def x; include /* include */ \"b.td\" y";
        assert_eq!(includes_only(text), "include \"é.td\"\ninclude \"b.td\"\n");
    }

    #[test]
    fn ranges_hold_the_quotes() {
        let text = "include \"a.td\"";
        assert_eq!(&text[includes(text)[0].range.clone()], "\"a.td\"");
    }
}
