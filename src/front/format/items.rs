//! The declarations of a file.

use super::{
    block::before,
    doc::{Doc, Page},
    sequence::sequence,
    tree::{self, Word},
};
use crate::{
    base::diagnostic::{Diagnostics, Severity},
    syntax::{
        ast::Module,
        lexer::is_blank,
        token::{Token, TokenKind as K},
    },
};
use std::ops::Range;

/// The formatted text. Declarations in which there are errors or stray bytes stay as they
/// are, and so does one after stray bytes, of whose start the parser reports nothing.
pub(super) fn arrange(
    text: &str,
    module: &Module,
    tokens: &[Token],
    errors: &Diagnostics,
) -> String {
    // The last end of a line is always one of the page; others may stay as they are.
    let mut page = Page::new(match text.rsplit_once('\n') {
        Some((lines, _)) if lines.ends_with('\r') => "\r\n",
        _ => "\n",
    });
    let mut starts = module.items.iter().map(|item| item.span().start);
    let mut next = starts.next();
    let mut item = Vec::new();
    let mut is_first = true;
    let mut follows_stray = false;
    for word in tree::words(text, tokens) {
        let is_start = next.is_some_and(|start| start as usize <= word.start);
        if is_start {
            next = starts.next();
        }
        if !item.is_empty() && (is_start || word.kind == K::End) {
            let room = Vec::with_capacity(item.len());
            let words = std::mem::replace(&mut item, room);
            page.add(&before(&words[0], is_first));
            let ends_with_stray = words.last().is_some_and(is_stray);
            let has_stray = follows_stray || words.iter().any(is_stray);
            page.add(&arranged(words, text, has_stray, errors));
            (is_first, follows_stray) = (false, ends_with_stray);
        }
        match word.kind {
            K::End => page.add(&before(&word, is_first)),
            _ => item.push(word),
        }
    }
    let page = page.into_text();
    let mark = if text.starts_with('\u{FEFF}') {
        "\u{FEFF}"
    } else if page.starts_with('\u{FEFF}') {
        // Elsewhere it is an error, which the start of a file would hide.
        " "
    } else {
        ""
    };
    format!("{mark}{page}")
}

fn arranged<'a>(
    item: Vec<Word<'a>>,
    text: &'a str,
    has_stray: bool,
    errors: &Diagnostics,
) -> Doc<'a> {
    let place = range(&item);
    match has_stray || has_error(errors, &place, text) {
        true => Doc::Text(text[place].trim_end_matches(is_blank)),
        false => sequence(&tree::trees(item)),
    }
}

/// Whether the lexer takes it for an error, of which it reports only the first of a kind.
fn is_stray(word: &Word<'_>) -> bool {
    word.kind == K::Error
}

fn range(item: &[Word<'_>]) -> Range<usize> {
    let last = item.last().expect("a declaration has words");
    item[0].start..last.start + last.text.len()
}

/// Whether there is an error in a part of the text, or between it and the next token.
fn has_error(errors: &Diagnostics, place: &Range<usize>, text: &str) -> bool {
    let rest = &text[place.end..];
    let blanks = rest.len() - rest.trim_start_matches(is_blank).len();
    errors.iter().any(|one| {
        let is_near = |start: usize| (place.start..=place.end + blanks).contains(&start);
        one.severity == Severity::Error && one.span.is_none_or(|span| is_near(span.start as usize))
    })
}
