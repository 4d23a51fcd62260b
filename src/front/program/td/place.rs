//! Where words of a predicate stand in its `.td` file.
//!
//! TableGen knows where a record is defined, but not where the parts of its trees
//! are. They are found by their words, in order.

use crate::{
    base::source::{SourceMap, Span},
    cpp::{Kind, pieces},
    ods::TypePredicate,
};
use rustc_hash::FxHashMap;
use std::iter::repeat_n;

/// Finds the words of one definition.
pub(super) struct Places {
    /// The definition, up to its end, with blanks for comments.
    text: String,
    /// Its name.
    name: Span,
    /// Where to look for the next mention of each word, and of any word.
    next: FxHashMap<String, usize>,
    from: usize,
    /// The end of the word that was found last.
    last: usize,
}

impl Places {
    pub(super) fn new(predicate: &TypePredicate, sources: &SourceMap) -> Self {
        let name = predicate.span;
        let text = sources.file(name.file).text();
        let rest = text.get(name.end as usize..).unwrap_or_default();
        Places {
            text: definition(rest),
            name,
            next: FxHashMap::default(),
            from: 0,
            last: 0,
        }
    }

    /// Looks for further words after the one that was found last.
    pub(super) fn go_on(&mut self) {
        self.from = self.last;
    }

    /// The next place of a word, or else the name of the definition.
    pub(super) fn of(&mut self, word: &str) -> Span {
        let from = self.next.get(word).copied().unwrap_or_default();
        let from = from.max(self.from);
        let Some(start) = find_word(&self.text, word, from) else {
            return self.name;
        };
        self.last = start + word.len();
        self.next.insert(word.to_owned(), self.last);
        let offset = self.name.end + start as u32;
        Span {
            file: self.name.file,
            start: offset,
            end: offset + word.len() as u32,
        }
    }
}

/// A definition at the start of `text`, with blanks for its comments. It ends with a
/// `;` or `}` that belongs to no inner brace.
fn definition(text: &str) -> String {
    let mut blank = String::new();
    let mut depth = 0_usize;
    while let Some(piece) = pieces(&text[blank.len()..]).next() {
        match (piece.kind, piece.text) {
            (Kind::Comment, comment) => blank.extend(repeat_n(' ', comment.len())),
            // A description has apostrophes.
            (Kind::Literal, text) if text.starts_with('\'') => blank.push('\''),
            (_, "}") if depth <= 1 => break,
            (_, ";") if depth == 0 => break,
            (_, text) => {
                depth += usize::from(text == "{");
                depth -= usize::from(text == "}");
                blank.push_str(text);
            }
        }
    }
    blank
}

/// The first mention of `word` as a whole word, at `from` or later.
fn find_word(text: &str, word: &str, from: usize) -> Option<usize> {
    if word.is_empty() {
        return None;
    }
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let rest = text.get(from..)?;
    let found = rest.match_indices(word).find(|(start, _)| {
        let before = rest[..*start].chars().next_back();
        let after = rest[start + word.len()..].chars().next();
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    });
    found.map(|(start, _)| from + start)
}

#[cfg(test)]
mod tests {
    use super::{definition, find_word};

    #[test]
    fn definitions_end_where_their_braces_do() {
        assert_eq!(definition(" : A<(b \";\")>; def B;"), " : A<(b \";\")>");
        assert_eq!(
            definition(" : A { let b = [{ }]; } def"),
            " : A { let b = [{ }]; "
        );
        assert_eq!(definition(" \"unfinished"), " \"unfinished");
    }

    #[test]
    fn comments_have_no_words() {
        assert_eq!(definition("a // ü;\"b\n\"//\"; c"), "a         \n\"//\"");
        assert_eq!(definition("a // b"), "a     ");
        assert_eq!(definition("a /* ; */ b;"), "a         b");
        assert_eq!(
            definition(" { let b = [{ don't }]; }"),
            " { let b = [{ don't }]; "
        );
    }

    #[test]
    fn words_are_found_whole() {
        assert_eq!(find_word("(ab a $a)", "a", 0), Some(4));
        assert_eq!(find_word("(ab a $a)", "a", 5), Some(7));
        assert_eq!(find_word("(ab)", "a", 0), None);
        assert_eq!(find_word("", "", 0), None);
    }
}
