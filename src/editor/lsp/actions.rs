//! Quick fixes: the edits of diagnostics.

use super::{
    diagnostics::protocol,
    requests::Answered,
    server::Server,
    view::{PartView, View},
};
use crate::base::diagnostic::{Diagnostic, Suggestion};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionParams, CodeActionResponse, Range, TextEdit, Uri,
    WorkspaceEdit,
};
use std::collections::HashMap;

pub(super) fn actions(
    _: &Server,
    view: View<'_>,
    params: CodeActionParams,
) -> Answered<Option<Vec<CodeActionResponse>>> {
    let is_wanted = |kind: &str| {
        let only = params.context.only.as_ref();
        only.is_none_or(|only| {
            only.iter().any(|one| {
                let one = serde_json::to_value(one).unwrap_or_default();
                let one = one.as_str().unwrap_or_default();
                one.is_empty() || kind == one || kind.starts_with(&format!("{one}."))
            })
        })
    };
    let mut actions = Vec::new();
    if is_wanted("quickfix") {
        for part in view.parts() {
            let found = part.diagnostics().iter();
            actions.extend(found.filter_map(|one| quick_fix(part, one, params.range)));
        }
    }
    if is_wanted("source.fixAll") {
        actions.extend(fix_all(view));
    }
    Ok(Some(
        actions
            .into_iter()
            .map(CodeActionResponse::CodeAction)
            .collect(),
    ))
}

/// The edit of a diagnostic at that range.
fn quick_fix(part: PartView<'_>, diagnostic: &Diagnostic, range: Range) -> Option<CodeAction> {
    let suggestion = diagnostic.suggestion.as_ref()?;
    let (uri, shown) = protocol(part, diagnostic);
    let touches = shown.range.start <= range.end && range.start <= shown.range.end;
    if !touches || uri != *part.view.uri {
        return None;
    }
    let (uri, edit) = edit(part, suggestion)?;
    Some(CodeAction {
        title: title(suggestion),
        kind: Some(CodeActionKind::QuickFix),
        diagnostics: Some(vec![shown]),
        is_preferred: Some(true),
        edit: Some(changes(uri, vec![edit])),
        ..CodeAction::default()
    })
}

/// All edits of the document that do not overlap.
fn fix_all(view: View<'_>) -> Option<CodeAction> {
    let mut edits: Vec<TextEdit> = Vec::new();
    for part in view.parts() {
        let found = part.diagnostics().iter();
        for suggestion in found.filter_map(|one| one.suggestion.as_ref()) {
            let edit = edit(part, suggestion).filter(|(uri, _)| uri == view.uri);
            let overlaps = |edit: &TextEdit| {
                let mut others = edits.iter();
                others.any(|other| {
                    edit.range.start <= other.range.end && other.range.start <= edit.range.end
                })
            };
            edits.extend(edit.map(|(_, edit)| edit).filter(|edit| !overlaps(edit)));
        }
    }
    (!edits.is_empty()).then(|| CodeAction {
        title: "Apply all fixes of pdll".to_owned(),
        kind: Some(CodeActionKind::SourceFixAll),
        edit: Some(changes(view.uri.clone(), edits)),
        ..CodeAction::default()
    })
}

fn edit(part: PartView<'_>, suggestion: &Suggestion) -> Option<(Uri, TextEdit)> {
    let location = part.location(suggestion.span)?;
    let edit = TextEdit {
        range: location.range,
        new_text: suggestion.replacement.clone(),
    };
    Some((location.uri, edit))
}

/// The words of a suggestion, as the name of an action.
fn title(suggestion: &Suggestion) -> String {
    let mut characters = suggestion.message.chars();
    let first = characters
        .next()
        .map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + characters.as_str()
}

fn changes(uri: Uri, edits: Vec<TextEdit>) -> WorkspaceEdit {
    WorkspaceEdit {
        changes: Some(HashMap::from([(uri, edits)])),
        ..WorkspaceEdit::default()
    }
}
