//! Answers about where things are.

use super::{
    requests::Answered,
    server::Server,
    uri,
    view::{PartView, View},
};
use crate::editor::ide::{self, FoldKind, Symbol};
use lsp_types::{
    self as lsp, DefinitionParams, DefinitionResponse, DocumentHighlight, DocumentHighlightParams,
    DocumentLink, DocumentLinkParams, DocumentSymbol, DocumentSymbolParams, DocumentSymbolResponse,
    FoldingRange, FoldingRangeKind, FoldingRangeParams, Location, PrepareRenameParams,
    PrepareRenameResult, SelectionRange, SelectionRangeParams, SymbolKind,
};
use std::iter;

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

pub(super) fn highlights(
    _: &Server,
    view: View<'_>,
    params: DocumentHighlightParams,
) -> Answered<Option<Vec<DocumentHighlight>>> {
    let (part, offset) = view.at(params.text_document_position_params.position);
    let Some(entity) = ide::entity(part.analysis(), offset) else {
        return Ok(Some(Vec::new()));
    };
    let highlights = part.section().flat_map(|other| {
        let uses = ide::uses_elsewhere(part.analysis(), entity, other.analysis());
        let places = iter::once(entity.definition).chain(uses);
        let own = places.filter(move |span| span.file == other.analysis().file);
        own.filter(move |span| other.shows(*span))
            .map(move |span| DocumentHighlight {
                range: other.range(span),
                kind: None,
            })
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

pub(super) fn symbols(
    _: &Server,
    view: View<'_>,
    _: DocumentSymbolParams,
) -> Answered<Option<DocumentSymbolResponse>> {
    let found = match view.analyzed.parts.len() {
        1 => symbols_of(view.parts()),
        _ => {
            let named = view.sections().enumerate().map(|(index, (whole, parts))| {
                let range = whole.whole_range();
                let name = format!("<file-split-{index}>");
                DocumentSymbol {
                    children: Some(symbols_of(parts)),
                    ..symbol_of(name, SymbolKind::Namespace, range, range)
                }
            });
            named.collect()
        }
    };
    Ok(Some(DocumentSymbolResponse::DocumentSymbolList(found)))
}

fn symbols_of<'a>(parts: impl Iterator<Item = PartView<'a>>) -> Vec<DocumentSymbol> {
    let symbols = parts.flat_map(|part| {
        let symbols = ide::symbols(part.analysis()).into_iter();
        let symbols = symbols.filter(move |symbol| part.shows(symbol.span));
        symbols.map(move |symbol| document_symbol(part, symbol))
    });
    symbols.collect()
}

fn document_symbol(part: PartView<'_>, symbol: Symbol) -> DocumentSymbol {
    let kind = symbol_kind(symbol.kind);
    let children = symbol.children.into_iter();
    let children: Vec<_> = children.map(|child| document_symbol(part, child)).collect();
    let (range, selected) = (part.range(symbol.span), part.range(symbol.name_span));
    DocumentSymbol {
        detail: (!symbol.detail.is_empty()).then_some(symbol.detail),
        children: (!children.is_empty()).then_some(children),
        ..symbol_of(symbol.name, kind, range, selected)
    }
}

pub(super) fn symbol_kind(kind: ide::SymbolKind) -> SymbolKind {
    match kind {
        ide::SymbolKind::Pattern => SymbolKind::Class,
        ide::SymbolKind::Constraint
        | ide::SymbolKind::Rewrite
        | ide::SymbolKind::Predicate
        | ide::SymbolKind::TypeRule => SymbolKind::Function,
        ide::SymbolKind::Variable => SymbolKind::Variable,
        ide::SymbolKind::Class => SymbolKind::Interface,
        ide::SymbolKind::Record => SymbolKind::Constant,
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

/// Whether letters stand in a name, in that order.
pub(super) fn contains(name: &str, letters: &str) -> bool {
    let name = name.to_lowercase();
    let mut rest = name.chars();
    letters.chars().all(|letter| rest.any(|one| one == letter))
}

pub(super) fn links(
    _: &Server,
    view: View<'_>,
    _: DocumentLinkParams,
) -> Answered<Option<Vec<DocumentLink>>> {
    let links = view.parts().flat_map(|part| {
        let links = ide::links(part.analysis()).into_iter();
        let links = links.filter(move |link| part.shows(link.span));
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
        let folds = folds.filter(move |fold| part.shows(fold.span));
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
        let analysis = part.analysis();
        let mut items = analysis.tree().into_iter().flat_map(|tree| &*tree.items);
        let text = analysis.sources.whole(analysis.file);
        let is_item = items.any(|item| item.span() == text);
        let mut spans = ide::selections(analysis, offset);
        spans.retain(|span| *span != text || is_item);
        let mut ranges: Vec<_> = spans.into_iter().map(|span| part.range(span)).collect();
        ranges.push(part.whole_range());
        ranges.dedup();
        let outermost_first = ranges.into_iter().rev();
        let whole = outermost_first.fold(None, |parent, range| {
            Some(Box::new(SelectionRange { range, parent }))
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
