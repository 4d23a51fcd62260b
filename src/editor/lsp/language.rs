//! Answers about what the text says and what could be written.

use super::{
    requests::{Answered, Gathered, Gathering},
    server::Server,
    uri,
    view::{PartView, View},
};
use crate::{
    base::diagnostic::Severity,
    base::source::{Span, open},
    editor::ide::{self, CompletionKind, Form, InlayHintKind, Insert},
};
use lsp_types::{
    self as lsp, ActiveParameter, CompletionItem, CompletionItemKind, CompletionItemTextEdit,
    CompletionList, CompletionParams, CompletionResponse, Documentation, Hover, HoverParams,
    InlayHint, InlayHintParams, InsertTextFormat, MarkupContent, MarkupKind, ParameterInformation,
    ParameterInformationLabel, SignatureHelp, SignatureHelpParams, SignatureInformation, TextEdit,
};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use std::path::{Path, PathBuf};

pub(super) fn hover(
    server: &Server,
    view: View<'_>,
    params: HoverParams,
) -> Gathering<Option<Hover>> {
    let (part, offset) = view.at(params.text_document_position_params.position);
    let Some(found) = ide::hover(part.analysis(), offset) else {
        return Ok(Gathered::Now(None));
    };
    let range = Some(part.range(found.span));
    let hover = move |text| Hover {
        contents: lsp::Contents::MarkupContent(markdown(text)),
        range,
    };
    // MLIR's tests compare all of a description.
    let pattern = pattern_at(part, offset).filter(|_| !server.in_step);
    let Some(pattern) = pattern else {
        return Ok(Gathered::Now(Some(hover(found.markdown))));
    };
    let (input, pattern) = input(server, part, pattern);
    let form = match server.settings.shows_pictures {
        true => Form::Picture,
        false => Form::Pdl,
    };
    Ok(Gathered::Later(Box::new(move |files, snapshot, _| {
        let shown = files.show(snapshot, input, pattern, form);
        let shown = shown.map(|text| match form {
            Form::Pdl => format!("\n```mlir\n{}\n```\n", start_of(&text)),
            Form::Picture => format!("\n![the pattern as a picture]({})\n", data_uri(&text)),
        });
        Ok(Some(hover(found.markdown + &shown.unwrap_or_default())))
    })))
}

/// An SVG picture as an address that holds all of it.
fn data_uri(svg: &str) -> String {
    format!(
        "data:image/svg+xml,{}",
        utf8_percent_encode(svg, NON_ALPHANUMERIC)
    )
}

/// The pattern of the text without errors whose name stands at an offset.
fn pattern_at(part: PartView<'_>, offset: u32) -> Option<Span> {
    let analysis = part.analysis();
    let mut diagnostics = analysis.diagnostics.iter();
    if diagnostics.any(|one| one.severity == Severity::Error) {
        return None;
    }
    let caller = ide::caller(analysis, offset)?;
    let is_own = caller.kind == ide::SymbolKind::Pattern && caller.span.file == analysis.file;
    (is_own && analysis.tree().is_some()).then_some(caller.span)
}

/// The whole part of a document, and where a pattern is in it.
fn input(server: &Server, part: PartView<'_>, pattern: Span) -> (ide::Input, Span) {
    let uri = part.view.uri;
    let (text, start, first_line) = part.whole_text();
    let input = ide::Input {
        name: uri::name(uri),
        text: text.to_owned(),
        first_line,
        include_dirs: server.settings.include_dirs(uri::to_path(uri).as_deref()),
        is_portable: false,
    };
    let pattern = Span {
        start: start + pattern.start,
        end: start + pattern.end,
        ..pattern
    };
    (input, pattern)
}

/// The first lines of a text.
fn start_of(text: &str) -> String {
    let lines: Vec<_> = text.lines().collect();
    match lines.get(..MAX_LINES) {
        Some(first) => format!("{}\n…", first.join("\n")),
        None => lines.join("\n"),
    }
}

/// How much of a pattern a description shows. More hides the text below it.
const MAX_LINES: usize = 16;

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
    dirs.push(crate::mlir::ffi::ods::definitions_dir().to_owned());
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
        for entry in open::read_dir(&place.join(folder))
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
        range: part.range_around(span),
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
        let found = found.into_iter();
        let found = found.filter(|hint| part.shows(part.analysis().at(hint.offset)));
        hints.extend(found.map(|hint| {
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
