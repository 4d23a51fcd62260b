//! The words of a document, for highlighting: all, those of a range, or what has changed.

use super::{requests::Answered, server::Server, view::View};
use crate::editor::ide;
use blake3::Hasher;
use lsp_types::{
    self as lsp, SemanticToken, SemanticTokens, SemanticTokensDelta, SemanticTokensDeltaParams,
    SemanticTokensDeltaResponse, SemanticTokensEdit, SemanticTokensParams,
    SemanticTokensRangeParams, Uri,
};
use std::{cell::RefCell, collections::BTreeMap};

/// The words that each document had when the editor asked for all or for what has
/// changed, and the name of that answer, which follows from them.
#[derive(Debug, Default)]
pub(super) struct Told {
    documents: RefCell<BTreeMap<String, (String, Vec<SemanticToken>)>>,
}

impl Told {
    /// Takes the words that the editor gets, and returns their name.
    fn tell(&self, document: &Uri, data: &[SemanticToken]) -> String {
        let mut hasher = Hasher::new();
        for number in data.iter().flat_map(numbers) {
            hasher.update(&number.to_le_bytes());
        }
        let name = hasher.finalize().to_hex().to_string();
        let told = (name.clone(), data.to_vec());
        self.documents
            .borrow_mut()
            .insert(document.to_string(), told);
        name
    }

    /// The words of the answer of a name, if it is the latest one.
    fn of(&self, document: &Uri, name: &str) -> Option<Vec<SemanticToken>> {
        let documents = self.documents.borrow();
        let (latest, data) = documents.get(document.as_ref())?;
        (latest == name).then(|| data.clone())
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
    let data = tokens(view, None);
    let result_id = Some(server.told.tell(view.uri, &data));
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
    let before = server.told.of(view.uri, &params.previous_result_id);
    let data = tokens(view, None);
    let result_id = Some(server.told.tell(view.uri, &data));
    Ok(Some(match before {
        Some(before) => SemanticTokensDelta {
            result_id,
            edits: edit(&before, &data).into_iter().collect(),
        }
        .into(),
        None => SemanticTokens { result_id, data }.into(),
    }))
}

/// The edit that leads from some words to others. The protocol counts numbers, of which a
/// word has five.
fn edit(before: &[SemanticToken], after: &[SemanticToken]) -> Option<SemanticTokensEdit> {
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
        start: prefix as u32 * 5,
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

/// The words of a document, or of the parts of it that a range touches. Each is placed
/// relative to the one before.
fn tokens(view: View<'_>, range: Option<lsp::Range>) -> Vec<SemanticToken> {
    let mut data = Vec::new();
    let mut last = lsp::Position::default();
    for part in view.parts() {
        for (span, kind, modifiers) in ide::semantic_tokens(part.analysis()) {
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
                token_type: ide::SemanticKind::ALL
                    .iter()
                    .position(|one| *one == kind)
                    .unwrap_or_default() as u32,
                token_modifiers_bitset: modifiers.bits(),
            });
            last = place.start;
        }
    }
    data
}
