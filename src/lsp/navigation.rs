//! Answers about where things are.

use super::{
    requests::Answered,
    server::Server,
    text::Text,
    uri,
    view::{PartView, View},
};
use crate::{
    ide::{self, FoldKind, Symbol},
    source::Span,
};
use lsp_types::{
    self as lsp, BaseSymbolInformation, DefinitionParams, DefinitionResponse, DocumentHighlight,
    DocumentHighlightParams, DocumentLink, DocumentLinkParams, DocumentSymbol,
    DocumentSymbolParams, DocumentSymbolResponse, FoldingRange, FoldingRangeKind,
    FoldingRangeParams, Location, PrepareRenameParams, PrepareRenameResult, ReferenceParams,
    RenameParams, SelectionRange, SelectionRangeParams, SymbolKind, TextEdit, Uri, WorkspaceEdit,
    WorkspaceSymbol, WorkspaceSymbolLocation, WorkspaceSymbolParams, WorkspaceSymbolResponse,
};
use std::collections::HashMap;

pub(super) fn definition(
    _: &Server,
    view: View<'_>,
    params: DefinitionParams,
) -> Answered<Option<DefinitionResponse>> {
    let (part, offset) = view.at(params.text_document_position_params.position);
    let link = ide::links(part.analysis())
        .into_iter()
        .find(|link| link.span.start <= offset && offset <= link.span.end);
    let locations: Vec<_> = match link {
        Some(link) => vec![Location {
            uri: uri::of_path(&link.path),
            range: lsp::Range::default(),
        }],
        None => {
            let target = ide::definition(part.analysis(), offset);
            let location = target.and_then(|target| part.location(target.definition));
            location.into_iter().collect()
        }
    };
    Ok(Some(DefinitionResponse::Definition(
        lsp::Definition::LocationList(locations),
    )))
}

pub(super) fn references(
    server: &Server,
    view: View<'_>,
    params: ReferenceParams,
) -> Answered<Option<Vec<Location>>> {
    let (part, offset) = view.at(params.text_document_position_params.position);
    let Some(mentions) = ide::references(part.analysis(), offset) else {
        return Ok(Some(Vec::new()));
    };
    let mut locations = Vec::new();
    if params.context.include_declaration {
        locations.extend(part.location(mentions.definition));
    }
    locations.extend(mentions.uses.iter().filter_map(|span| part.location(*span)));
    let Some(definition) = part.location(mentions.definition) else {
        return Ok(Some(locations));
    };
    for location in mentions_in_others(server, view, &definition) {
        if !locations.contains(&location) {
            locations.push(location);
        }
    }
    Ok(Some(locations))
}

/// Where the other open documents use the name that is defined at a place. They do so
/// if they include its file.
fn mentions_in_others(server: &Server, view: View<'_>, definition: &Location) -> Vec<Location> {
    let mut found = Vec::new();
    for (uri, document) in &server.documents {
        let (uri, analyzed) = (Uri(uri.clone()), document.analyzed.as_ref());
        let Some(analyzed) = analyzed.filter(|_| uri != *view.uri) else {
            continue;
        };
        let other = View {
            uri: &uri,
            document,
            analyzed,
            encoding: view.encoding,
        };
        for part in other.parts() {
            let Some(span) = span_of(part, definition) else {
                continue;
            };
            let uses = ide::uses_of(part.analysis(), span);
            found.extend(uses.into_iter().filter_map(|span| part.location(span)));
        }
    }
    found
}

/// The place of a location in the files that a part includes.
fn span_of(part: PartView<'_>, location: &Location) -> Option<Span> {
    let sources = &part.analysis().sources;
    let path = uri::name(&location.uri);
    let (id, file) = sources.files().find(|(_, file)| file.name() == path)?;
    let text = Text::new(file.text());
    Some(Span {
        file: id,
        start: text.offset(location.range.start, part.view.encoding),
        end: text.offset(location.range.end, part.view.encoding),
    })
}

pub(super) fn highlights(
    _: &Server,
    view: View<'_>,
    params: DocumentHighlightParams,
) -> Answered<Option<Vec<DocumentHighlight>>> {
    let (part, offset) = view.at(params.text_document_position_params.position);
    let mentions = ide::references(part.analysis(), offset);
    let file = part.analysis().file;
    let places = mentions
        .into_iter()
        .flat_map(|mentions| std::iter::once(mentions.definition).chain(mentions.uses));
    let highlights = places
        .filter(|span| span.file == file)
        .map(|span| DocumentHighlight {
            range: part.range(span),
            kind: None,
        });
    Ok(Some(highlights.collect()))
}

pub(super) fn prepare_rename(
    _: &Server,
    view: View<'_>,
    params: PrepareRenameParams,
) -> Answered<Option<PrepareRenameResult>> {
    let (part, offset) = view.at(params.text_document_position_params.position);
    let span = ide::renamable(part.analysis(), offset)?;
    Ok(Some(PrepareRenameResult::Range(part.range(span))))
}

pub(super) fn rename(
    server: &Server,
    view: View<'_>,
    params: RenameParams,
) -> Answered<Option<WorkspaceEdit>> {
    let (part, offset) = view.at(params.text_document_position_params.position);
    let places = ide::rename(part.analysis(), offset, &params.new_name)?;
    let mut locations: Vec<_> = places
        .iter()
        .filter_map(|span| part.location(*span))
        .collect();
    if let Some(definition) = locations.first().cloned() {
        locations.extend(mentions_in_others(server, view, &definition));
    }
    let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
    for Location { uri, range } in locations {
        let edits = changes.entry(uri).or_default();
        if !edits.iter().any(|edit| edit.range == range) {
            edits.push(TextEdit {
                range,
                new_text: params.new_name.clone(),
            });
        }
    }
    Ok(Some(WorkspaceEdit {
        changes: Some(changes),
        ..WorkspaceEdit::default()
    }))
}

pub(super) fn symbols(
    _: &Server,
    view: View<'_>,
    _: DocumentSymbolParams,
) -> Answered<Option<DocumentSymbolResponse>> {
    let parts: Vec<_> = view.parts().collect();
    let of_part = |part: &PartView<'_>| -> Vec<DocumentSymbol> {
        let symbols = ide::symbols(part.analysis()).into_iter();
        symbols
            .map(|symbol| document_symbol(*part, symbol))
            .collect()
    };
    let found = match parts.as_slice() {
        [part] => of_part(part),
        parts => {
            let named = parts.iter().enumerate().map(|(index, part)| {
                let analysis = part.analysis();
                let range = part.range(analysis.sources.whole(analysis.file));
                let name = format!("<file-split-{index}>");
                DocumentSymbol {
                    children: Some(of_part(part)),
                    ..symbol_of(name, SymbolKind::Namespace, range, range)
                }
            });
            named.collect()
        }
    };
    Ok(Some(DocumentSymbolResponse::DocumentSymbolList(found)))
}

fn document_symbol(part: PartView<'_>, symbol: Symbol) -> DocumentSymbol {
    let kind = match symbol.kind {
        ide::SymbolKind::Pattern => SymbolKind::Class,
        ide::SymbolKind::Constraint
        | ide::SymbolKind::Rewrite
        | ide::SymbolKind::Predicate
        | ide::SymbolKind::TypeRule => SymbolKind::Function,
        ide::SymbolKind::Variable => SymbolKind::Variable,
        ide::SymbolKind::Class => SymbolKind::Interface,
        ide::SymbolKind::Record => SymbolKind::Constant,
    };
    let children = symbol.children.into_iter();
    let children: Vec<_> = children.map(|child| document_symbol(part, child)).collect();
    let (range, selected) = (part.range(symbol.span), part.range(symbol.name_span));
    DocumentSymbol {
        detail: (!symbol.detail.is_empty()).then_some(symbol.detail),
        children: (!children.is_empty()).then_some(children),
        ..symbol_of(symbol.name, kind, range, selected)
    }
}

#[expect(deprecated, reason = "the field is a part of the message")]
fn symbol_of(
    name: String,
    kind: SymbolKind,
    range: lsp::Range,
    selection_range: lsp::Range,
) -> DocumentSymbol {
    DocumentSymbol {
        name,
        detail: None,
        kind,
        tags: None,
        deprecated: None,
        range,
        selection_range,
        children: None,
    }
}

/// The declarations of all open documents whose names contain the letters that the
/// editor asks for, in that order.
pub(super) fn workspace_symbols(
    server: &Server,
    params: WorkspaceSymbolParams,
) -> Answered<Option<WorkspaceSymbolResponse>> {
    let wanted = params.query.to_lowercase();
    let mut found = Vec::new();
    for (uri, document) in &server.documents {
        let (uri, Some(analyzed)) = (Uri(uri.clone()), &document.analyzed) else {
            continue;
        };
        let view = View {
            uri: &uri,
            document,
            analyzed,
            encoding: server.encoding,
        };
        for part in view.parts() {
            let symbols = ide::symbols(part.analysis()).into_iter();
            let symbols = symbols.filter(|symbol| contains(&symbol.name, &wanted));
            found.extend(symbols.filter_map(|symbol| workspace_symbol(part, symbol)));
        }
    }
    Ok(Some(WorkspaceSymbolResponse::WorkspaceSymbolList(found)))
}

/// Whether letters stand in a name, in that order.
fn contains(name: &str, letters: &str) -> bool {
    let name = name.to_lowercase();
    let mut rest = name.chars();
    letters.chars().all(|letter| rest.any(|one| one == letter))
}

fn workspace_symbol(part: PartView<'_>, symbol: Symbol) -> Option<WorkspaceSymbol> {
    let location = part.location(symbol.name_span)?;
    let DocumentSymbol { name, kind, .. } = document_symbol(part, symbol);
    Some(WorkspaceSymbol {
        location: WorkspaceSymbolLocation::Location(location),
        data: None,
        base_symbol_information: BaseSymbolInformation {
            name,
            kind,
            tags: None,
            container_name: None,
        },
    })
}

pub(super) fn links(
    _: &Server,
    view: View<'_>,
    _: DocumentLinkParams,
) -> Answered<Option<Vec<DocumentLink>>> {
    let links = view.parts().flat_map(|part| {
        let links = ide::links(part.analysis()).into_iter();
        links.map(move |link| DocumentLink {
            range: part.range(link.span),
            target: Some(uri::of_path(&link.path)),
            tooltip: None,
            data: None,
        })
    });
    Ok(Some(links.collect()))
}

pub(super) fn folding(
    _: &Server,
    view: View<'_>,
    _: FoldingRangeParams,
) -> Answered<Option<Vec<FoldingRange>>> {
    let folds = view.parts().flat_map(|part| {
        let folds = ide::folds(part.analysis()).into_iter();
        folds.map(move |fold| {
            let range = part.range(fold.span);
            FoldingRange {
                start_line: range.start.line,
                start_character: None,
                end_line: range.end.line,
                end_character: None,
                kind: match fold.kind {
                    FoldKind::Comment => Some(FoldingRangeKind::Comment),
                    FoldKind::Includes => Some(FoldingRangeKind::Imports),
                    FoldKind::Block => None,
                },
                collapsed_text: None,
            }
        })
    });
    Ok(Some(folds.collect()))
}

pub(super) fn selection(
    _: &Server,
    view: View<'_>,
    params: SelectionRangeParams,
) -> Answered<Option<Vec<SelectionRange>>> {
    let ranges = params.positions.into_iter().map(|position| {
        let (part, offset) = view.at(position);
        let spans = ide::selections(part.analysis(), offset);
        let outermost_first = spans.into_iter().rev();
        let whole = outermost_first.fold(None, |parent, span| {
            Some(Box::new(SelectionRange {
                range: part.range(span),
                parent,
            }))
        });
        let empty = lsp::Range {
            start: position,
            end: position,
        };
        whole.map_or(
            SelectionRange {
                range: empty,
                parent: None,
            },
            |range| *range,
        )
    });
    Ok(Some(ranges.collect()))
}
