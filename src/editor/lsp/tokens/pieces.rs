//! Words that share most of what they consist of with others.
//!
//! Words are placed relative to the ones before. So after an edit, all words but those of
//! the excerpt, and the first one after it, are what they were.

use super::number;
use crate::{
    base::source::Span,
    editor::{
        ide::{self, Word},
        lsp::{document_text::Encoding, view::View},
    },
};
use lsp_types::{SemanticToken, SemanticTokensEdit};
use std::{ops::Range, sync::Arc};

/// The words of a state of a document: those of another state, some of which are replaced.
#[derive(Debug, Clone)]
pub(super) struct Pieces {
    whole: Arc<Vec<SemanticToken>>,
    replaced: Range<usize>,
    own: Vec<SemanticToken>,
}

impl Pieces {
    pub(super) fn new(words: Vec<SemanticToken>) -> Self {
        Pieces {
            whole: Arc::new(words),
            replaced: 0..0,
            own: Vec::new(),
        }
    }

    /// The words of a document of one part. `None` if it is not known what has changed since
    /// it was analyzed.
    pub(super) fn of_changes(view: View<'_>) -> Option<Self> {
        let document = view.document;
        let [part] = &view.analyzed.parts[..] else {
            return None;
        };
        let is_old = view.analyzed.state != document.state;
        let excerpt = view.excerpt.filter(|_| is_old);
        if excerpt.map_or(view.analyzed.state, |one| one.state) != document.state {
            return None;
        }
        let writer = |text| Writer {
            text,
            encoding: view.encoding,
            last: 0,
        };
        let whole = part.analysis.text();
        let words = ide::semantic_tokens(&part.analysis);
        let encoded = view.analyzed.encoded_words.get_or_init(|| {
            let mut writer = writer(whole);
            Arc::new(words.iter().map(|word| writer.write(*word)).collect())
        });
        let mut pieces = Pieces {
            whole: encoded.clone(),
            replaced: 0..0,
            own: Vec::new(),
        };
        let Some(excerpt) = excerpt else {
            return Some(pieces);
        };
        let ide::Excerpt { replaced, .. } = excerpt.part.analysis.excerpt.as_ref()?;
        let first = words.partition_point(|(span, ..)| span.start < replaced.start);
        let end = words.partition_point(|(span, ..)| span.start < replaced.end);
        let mut writer = writer(document.text.as_str());
        writer.last = first.checked_sub(1).map_or(0, |last| words[last].0.start);
        let moved = |(span, kind, modifiers): &Word, by: u32| {
            let (start, end) = (span.start.wrapping_add(by), span.end.wrapping_add(by));
            let span = Span {
                start,
                end,
                ..*span
            };
            (span, *kind, *modifiers)
        };
        let own = ide::semantic_tokens(&excerpt.part.analysis).iter();
        let own = own.map(|word| moved(word, excerpt.part.start));
        let by = document.text.end().wrapping_sub(whole.len() as u32);
        let next = words[end..].iter().take(1).map(|word| moved(word, by));
        pieces.own = own.chain(next).map(|word| writer.write(word)).collect();
        pieces.replaced = first..(end + 1).min(words.len());
        Some(pieces)
    }

    /// All words.
    pub(super) fn all(&self) -> Vec<SemanticToken> {
        self.between(&(0..self.whole.len()))
    }

    /// The edit that leads from other words to these. The protocol counts numbers, of which
    /// a word has five.
    pub(super) fn edit(&self, before: &Pieces) -> Option<SemanticTokensEdit> {
        if !Arc::ptr_eq(&self.whole, &before.whole) {
            return edit(0, &before.all(), &self.all());
        }
        let (own, other) = (&self.replaced, &before.replaced);
        let changed = own.start.min(other.start)..own.end.max(other.end);
        edit(
            changed.start,
            &before.between(&changed),
            &self.between(&changed),
        )
    }

    /// The words between two places in the other state, which are not among the replaced
    /// ones.
    fn between(&self, part: &Range<usize>) -> Vec<SemanticToken> {
        let before = &self.whole[part.start..self.replaced.start.max(part.start)];
        let after = &self.whole[self.replaced.end.min(part.end)..part.end];
        [before, &self.own, after].concat()
    }
}

/// The edit that leads from some words, before which there are `start` others, to others.
fn edit(
    start: usize,
    before: &[SemanticToken],
    after: &[SemanticToken],
) -> Option<SemanticTokensEdit> {
    let same = |(one, other): &(&SemanticToken, &SemanticToken)| one == other;
    let prefix = before.iter().zip(after).take_while(same).count();
    let (before, after) = (&before[prefix..], &after[prefix..]);
    let ends = before.iter().rev().zip(after.iter().rev());
    let suffix = ends.take_while(same).count();
    let (before, after) = (
        &before[..before.len() - suffix],
        &after[..after.len() - suffix],
    );
    let is_change = !before.is_empty() || !after.is_empty();
    is_change.then(|| SemanticTokensEdit {
        start: (start + prefix) as u32 * 5,
        delete_count: before.len() as u32 * 5,
        data: Some(after.iter().flat_map(numbers).collect()),
    })
}

/// A word as the protocol sends it.
fn numbers(token: &SemanticToken) -> [u32; 5] {
    [
        token.delta_line,
        token.delta_start,
        token.length,
        token.token_type,
        token.token_modifiers_bitset,
    ]
}

/// Places each word relative to the one before.
struct Writer<'t> {
    text: &'t str,
    encoding: Encoding,
    /// Where the last word starts.
    last: u32,
}

impl Writer<'_> {
    fn write(&mut self, (span, kind, modifiers): Word) -> SemanticToken {
        let between = &self.text[self.last as usize..span.start as usize];
        self.last = span.start;
        let line = memchr::memrchr(b'\n', between.as_bytes()).map_or(0, |at| at + 1);
        let word = &self.text[span.start as usize..span.end as usize];
        SemanticToken {
            delta_line: memchr::memchr_iter(b'\n', between.as_bytes()).count() as u32,
            delta_start: self.encoding.length(&between[line..]),
            length: self.encoding.length(word),
            token_type: number(kind),
            token_modifiers_bitset: modifiers.bits(),
        }
    }
}
