//! Answers about what the text says and what could be written.

use super::{
    requests::Answered,
    server::Server,
    uri,
    view::{PartView, View},
};
use crate::{
    ide::{self, CompletionKind, InlayHintKind, Insert},
    source::Span,
};
use lsp_types::{
    self as lsp, ActiveParameter, CompletionItem, CompletionItemKind, CompletionItemTextEdit,
    CompletionList, CompletionParams, CompletionResponse, Documentation, Hover, HoverParams,
    InlayHint, InlayHintParams, InsertTextFormat, MarkupContent, MarkupKind, ParameterInformation,
    ParameterInformationLabel, SemanticToken, SemanticTokens, SemanticTokensParams,
    SemanticTokensRangeParams, SignatureHelp, SignatureHelpParams, SignatureInformation, TextEdit,
};
use std::{
    fs,
    path::{Path, PathBuf},
};

pub(super) fn hover(_: &Server, view: View<'_>, params: HoverParams) -> Answered<Option<Hover>> {
    let (part, offset) = view.at(params.text_document_position_params.position);
    let hover = ide::hover(part.analysis(), offset);
    Ok(hover.map(|hover| Hover {
        contents: lsp::Contents::MarkupContent(markdown(hover.markdown)),
        range: Some(part.range(hover.span)),
    }))
}

fn markdown(value: String) -> MarkupContent {
    MarkupContent {
        kind: MarkupKind::Markdown,
        value,
    }
}

/// Documentation, unless there is none.
fn documentation(text: String) -> Option<Documentation> {
    (!text.is_empty()).then(|| Documentation::MarkupContent(markdown(text)))
}

/// The same where clients want it short.
fn plain(text: &str) -> Option<Documentation> {
    (!text.is_empty()).then(|| Documentation::String(text.to_owned()))
}

pub(super) fn completion(
    server: &Server,
    view: View<'_>,
    params: CompletionParams,
) -> Answered<Option<CompletionResponse>> {
    let (part, offset) = view.at(params.text_document_position_params.position);
    let path = uri::to_path(view.uri);
    let mut dirs: Vec<PathBuf> = path
        .as_deref()
        .and_then(Path::parent)
        .map(Path::to_owned)
        .into_iter()
        .collect();
    dirs.extend(server.settings.include_dirs(path.as_deref()));
    dirs.push(crate::ods::installed_include_dir().to_owned());
    let found = ide::completion(part.analysis(), offset, &|folder| entries(&dirs, folder));
    let items = found.into_iter().enumerate();
    let items = items.map(|(place, one)| item(part, place, one)).collect();
    Ok(Some(CompletionResponse::CompletionList(CompletionList {
        is_incomplete: false,
        items,
        ..CompletionList::default()
    })))
}

/// What is in a folder of that relative path, below any of the places.
fn entries(places: &[PathBuf], folder: &str) -> Vec<(String, bool)> {
    let mut found = Vec::new();
    for place in places {
        // A place without such a folder has nothing to offer.
        for entry in fs::read_dir(place.join(folder))
            .into_iter()
            .flatten()
            .flatten()
        {
            let is_folder = entry.path().is_dir();
            found.extend(
                entry
                    .file_name()
                    .into_string()
                    .ok()
                    .map(|name| (name, is_folder)),
            );
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// `place` is the place in the list of all, which is the order if nothing else is.
fn item(part: PartView<'_>, place: usize, one: ide::Completion) -> CompletionItem {
    let kind = match one.kind {
        CompletionKind::Keyword => CompletionItemKind::Keyword,
        CompletionKind::Snippet => CompletionItemKind::Snippet,
        CompletionKind::Variable => CompletionItemKind::Variable,
        CompletionKind::Function => CompletionItemKind::Function,
        CompletionKind::Interface => CompletionItemKind::Interface,
        CompletionKind::Class => CompletionItemKind::Class,
        CompletionKind::Field => CompletionItemKind::Field,
        CompletionKind::File => CompletionItemKind::File,
        CompletionKind::Folder => CompletionItemKind::Folder,
    };
    let edit = |(span, new_text): (Span, String)| TextEdit {
        range: part.range(span),
        new_text,
    };
    let (text, format) = match one.insert {
        Insert::Label => (one.label.clone(), InsertTextFormat::PlainText),
        Insert::Plain(text) => (text, InsertTextFormat::PlainText),
        Insert::Snippet(text) => (text, InsertTextFormat::Snippet),
    };
    let edits: Vec<_> = one.edits.into_iter().map(edit).collect();
    CompletionItem {
        kind: Some(kind),
        detail: (!one.detail.is_empty()).then_some(one.detail),
        documentation: documentation(one.documentation),
        sort_text: one.sort_text.or_else(|| Some(format!("{place:06}"))),
        filter_text: one.filter_text,
        insert_text: Some(text.clone()),
        insert_text_format: Some(format),
        text_edit: Some(CompletionItemTextEdit::TextEdit(edit((one.replaced, text)))),
        additional_text_edits: (!edits.is_empty()).then_some(edits),
        label: one.label,
        ..CompletionItem::default()
    }
}

pub(super) fn signature_help(
    _: &Server,
    view: View<'_>,
    params: SignatureHelpParams,
) -> Answered<Option<SignatureHelp>> {
    let (part, offset) = view.at(params.text_document_position_params.position);
    let help = ide::signature_help(part.analysis(), offset);
    Ok(help.map(|help| SignatureHelp {
        signatures: help.signatures.into_iter().map(signature).collect(),
        active_signature: Some(0),
        active_parameter: Some(ActiveParameter::Int(help.active_parameter as u32)),
    }))
}

fn signature(signature: ide::Signature) -> SignatureInformation {
    // The protocol counts units of 16 bits here, whatever the encoding.
    let units = |offset: usize| {
        let text = signature.label.get(..offset).unwrap_or(&signature.label);
        text.encode_utf16().count() as u32
    };
    let parameters = signature.parameters.iter().map(|one| ParameterInformation {
        label: ParameterInformationLabel::Tuple((units(one.range.start), units(one.range.end))),
        documentation: plain(&one.documentation),
    });
    SignatureInformation {
        parameters: Some(parameters.collect()),
        documentation: plain(&signature.documentation),
        label: signature.label,
        active_parameter: None,
    }
}

pub(super) fn inlay_hints(
    server: &Server,
    view: View<'_>,
    params: InlayHintParams,
) -> Answered<Option<Vec<InlayHint>>> {
    if !server.settings.shows_inlay_hints {
        return Ok(Some(Vec::new()));
    }
    let mut hints = Vec::new();
    for part in view.parts() {
        let Some(span) = part.span(params.range) else {
            continue;
        };
        let found = ide::inlay_hints(part.analysis(), span.start..span.end);
        hints.extend(found.into_iter().map(|hint| {
            let is_type = hint.kind == InlayHintKind::Type;
            InlayHint {
                position: part.range(part.analysis().at(hint.offset)).start,
                label: lsp::Label::String(hint.label),
                kind: Some(match hint.kind {
                    InlayHintKind::Type => lsp::InlayHintKind::Type,
                    InlayHintKind::Parameter => lsp::InlayHintKind::Parameter,
                }),
                text_edits: None,
                tooltip: None,
                padding_left: Some(false),
                padding_right: Some(!is_type),
                data: None,
            }
        }));
    }
    Ok(Some(hints))
}

pub(super) fn semantic_tokens(
    _: &Server,
    view: View<'_>,
    _: SemanticTokensParams,
) -> Answered<Option<SemanticTokens>> {
    Ok(Some(tokens(view, None)))
}

pub(super) fn semantic_tokens_in(
    _: &Server,
    view: View<'_>,
    params: SemanticTokensRangeParams,
) -> Answered<Option<SemanticTokens>> {
    Ok(Some(tokens(view, Some(params.range))))
}

/// The words of a document, or of the parts of it that a range touches. Each is placed
/// relative to the one before.
fn tokens(view: View<'_>, range: Option<lsp::Range>) -> SemanticTokens {
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
    SemanticTokens {
        result_id: None,
        data,
    }
}
