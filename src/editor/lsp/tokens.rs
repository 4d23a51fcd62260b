//! The words of a document, for highlighting: all, those of a range, or what has changed.
//!
//! | module | subject |
//! |---|---|
//! | `pieces` | words that share most of what they consist of with others |

mod pieces;

use super::{
    requests::Answered,
    server::Server,
    view::{PartView, View},
};
use crate::editor::ide::{self, Word};
use lsp_types::{
    self as lsp, SemanticToken, SemanticTokens, SemanticTokensDelta, SemanticTokensDeltaParams,
    SemanticTokensDeltaResponse, SemanticTokensParams, SemanticTokensRangeParams, Uri,
};
use pieces::Pieces;
use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
};

/// The words that each document had when the editor asked for all or for what has
/// changed, and the name of that answer.
#[derive(Debug, Default)]
pub(super) struct Told {
    documents: RefCell<BTreeMap<String, (String, Pieces)>>,
    /// The number of answers so far.
    answers: Cell<u64>,
}

impl Told {
    /// Takes the words that the editor gets, and returns their name, and what the editor
    /// has got before.
    fn tell(&self, document: &Uri, words: Pieces) -> (String, Option<(String, Pieces)>) {
        let number = self.answers.get() + 1;
        self.answers.set(number);
        let name = number.to_string();
        let mut documents = self.documents.borrow_mut();
        let before = documents.insert(document.to_string(), (name.clone(), words));
        (name, before)
    }

    /// Forgets a document.
    pub(super) fn forget(&self, document: &Uri) {
        self.documents.borrow_mut().remove(document.as_ref());
    }
}

pub(super) fn all(
    server: &Server,
    view: View<'_>,
    _: SemanticTokensParams,
) -> Answered<Option<SemanticTokens>> {
    let words = words(view);
    let data = words.all();
    let (name, _) = server.told.tell(view.uri, words);
    let result_id = Some(name);
    Ok(Some(SemanticTokens { result_id, data }))
}

pub(super) fn of_range(
    _: &Server,
    view: View<'_>,
    params: SemanticTokensRangeParams,
) -> Answered<Option<SemanticTokens>> {
    let data = tokens(view, Some(params.range));
    let result_id = None;
    Ok(Some(SemanticTokens { result_id, data }))
}

/// What has changed since an earlier answer. If nobody knows that one, all words.
pub(super) fn changes(
    server: &Server,
    view: View<'_>,
    params: SemanticTokensDeltaParams,
) -> Answered<Option<SemanticTokensDeltaResponse>> {
    let words = words(view);
    let (name, before) = server.told.tell(view.uri, words.clone());
    let result_id = Some(name);
    let before = before.filter(|(name, _)| *name == params.previous_result_id);
    Ok(Some(match before {
        Some((_, before)) => SemanticTokensDelta {
            result_id,
            edits: words.edit(&before).into_iter().collect(),
        }
        .into(),
        None => SemanticTokens {
            result_id,
            data: words.all(),
        }
        .into(),
    }))
}

/// The words of a document.
fn words(view: View<'_>) -> Pieces {
    Pieces::of_changes(view).unwrap_or_else(|| Pieces::new(tokens(view, None)))
}

/// The words of a document, or of the parts of it that a range touches. Each is placed
/// relative to the one before.
fn tokens(view: View<'_>, range: Option<lsp::Range>) -> Vec<SemanticToken> {
    let mut data = Vec::new();
    let mut last = lsp::Position::default();
    for part in view.parts() {
        for (span, kind, modifiers) in words_in(part, range).iter().copied() {
            let place = part.range(span);
            let is_wanted =
                range.is_none_or(|range| place.start <= range.end && range.start <= place.end);
            // A word that an edit has broken over lines cannot be told.
            if !is_wanted
                || place.start.line != place.end.line
                || place.start == place.end
                || place.start < last
            {
                continue;
            }
            let is_same_line = place.start.line == last.line;
            data.push(SemanticToken {
                delta_line: place.start.line - last.line,
                delta_start: match is_same_line {
                    true => place.start.character - last.character,
                    false => place.start.character,
                },
                length: place.end.character - place.start.character,
                token_type: number(kind),
                token_modifiers_bitset: modifiers.bits(),
            });
            last = place.start;
        }
    }
    data
}

/// The words of a part of a document that count, those that a range does not touch left out.
fn words_in(part: PartView<'_>, range: Option<lsp::Range>) -> &[Word] {
    let words = ide::semantic_tokens(part.analysis());
    let (start, mut end) = part.limits();
    let mut first = words.partition_point(|(span, ..)| span.start < start);
    if let Some(range) = range {
        let Some(wanted) = part.span(range) else {
            return &[];
        };
        first = first.max(words.partition_point(|(span, ..)| span.end < wanted.start));
        end = end.min(wanted.end.saturating_add(1));
    }
    let end = words.partition_point(|(span, ..)| span.start < end);
    &words[first..end.max(first)]
}

/// How the protocol calls a kind of word.
fn number(kind: ide::SemanticKind) -> u32 {
    let mut all = ide::SemanticKind::ALL.iter();
    all.position(|one| *one == kind).unwrap_or_default() as u32
}
