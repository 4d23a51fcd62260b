//! What may be written at an offset.

use super::{
    super::{
        Analysis,
        completion::{Completion, CompletionKind, Insert, ListFolder, paths},
    },
    Document,
    lexer::{Token, TokenKind},
    outline::{Item, ItemKind, MentionKind},
    span_in,
    td_names::Names,
};
use crate::base::source::{FileId, Span};
use std::collections::BTreeMap;

/// What may be written at an offset, by name.
pub(crate) fn completion(
    analysis: &Analysis,
    document: &Document,
    offset: u32,
    list: ListFolder<'_>,
) -> Vec<Completion> {
    if let Some(inside) = include_at(analysis, document, offset) {
        let mut found = paths(analysis, inside, offset, list);
        found.retain(|one| !one.label.ends_with(".pdll"));
        return found;
    }
    let place = CursorPlace::new(analysis, document, offset);
    match place.wanted {
        Wanted::Nothing => Vec::new(),
        Wanted::Variable => variables(analysis, document, &place),
        Wanted::Operator => items(analysis, document, &place, |names, id, item| {
            let is_directive = item.parents.is_empty() && item.fields.is_empty();
            match item.kind {
                ItemKind::Def if is_directive => Some(CompletionKind::Keyword),
                ItemKind::Def if names.is_derived(id, "Op") => Some(CompletionKind::Field),
                ItemKind::Def if names.is_derived(id, "NativeCodeCall") => {
                    Some(CompletionKind::Function)
                }
                _ => None,
            }
        }),
        Wanted::Argument => items(analysis, document, &place, |names, id, item| {
            let is_constraint = item.kind == ItemKind::Def && names.is_derived(id, "Constraint");
            is_constraint.then_some(CompletionKind::Interface)
        }),
        Wanted::Class(kind) => items(analysis, document, &place, |_, _, item| {
            (item.kind == kind).then_some(CompletionKind::Class)
        }),
    }
}

/// The path of an include around an offset, without its quotes.
fn include_at(analysis: &Analysis, document: &Document, offset: u32) -> Option<Span> {
    let mut includes = document.outline().includes.iter();
    let written = includes.find(|place| place.start < offset && offset <= place.end)?;
    let span = document.span(written);
    let text = analysis.sources.text(span);
    let is_closed = text.len() > 1 && text.ends_with('"');
    let inside = Span {
        start: span.start + 1,
        end: span.end - u32::from(is_closed),
        ..span
    };
    (offset <= inside.end).then_some(inside)
}

/// What is expected at an offset.
enum Wanted {
    Nothing,
    /// The name of a variable after its `$`.
    Variable,
    /// What stands first in a tree.
    Operator,
    /// Another part of a tree.
    Argument,
    /// A class, or a multiclass.
    Class(ItemKind),
}

/// Where something is to be written.
struct CursorPlace {
    wanted: Wanted,
    /// The word that is written so far.
    word: Span,
    /// The item around it.
    item: Option<usize>,
}

impl CursorPlace {
    fn new(analysis: &Analysis, document: &Document, offset: u32) -> CursorPlace {
        let text = analysis.text();
        let tokens = &document.tokens;
        let at = tokens.partition_point(|token| token.end < offset);
        let here = tokens.get(at).copied();
        let here = here.filter(|token| token.start < offset && offset <= token.end);
        let is_word = |token: &Token| matches!(token.kind, TokenKind::Word | TokenKind::Variable);
        let written = here.filter(is_word);
        let is_variable = match here.map(|token| token.kind) {
            Some(TokenKind::Variable | TokenKind::Symbol(b'$')) => true,
            Some(TokenKind::Comment | TokenKind::Code | TokenKind::String) => {
                return CursorPlace::nowhere(analysis, offset);
            }
            _ => false,
        };
        let start = written.map_or(offset, |token| token.start);
        let word = Span {
            file: analysis.file,
            start: start + u32::from(is_variable && written.is_some()),
            end: written.map_or(offset, |token| token.end),
        };
        let Some(item) = item_before(text, document, start) else {
            return CursorPlace::nowhere(analysis, offset);
        };
        let found = &document.outline().items[item];
        let head = found.head.end;
        let before = tokens
            .iter()
            .filter(|token| !token.is_trivia() && head <= token.start && token.end <= start);
        let wanted = match is_variable {
            true => Wanted::Variable,
            false => wanted(before, found.kind),
        };
        CursorPlace {
            wanted,
            word,
            item: Some(item),
        }
    }

    fn nowhere(analysis: &Analysis, offset: u32) -> CursorPlace {
        CursorPlace {
            wanted: Wanted::Nothing,
            word: analysis.at(offset),
            item: None,
        }
    }
}

/// The innermost item that holds an offset, or that ends before it and may go on.
fn item_before(text: &str, document: &Document, offset: u32) -> Option<usize> {
    let items = &document.outline().items;
    items.iter().rposition(|item| {
        let end = item.span.end;
        let goes_on = || {
            let own = &text[item.span.start as usize..end as usize];
            let between = &text[end as usize..offset as usize];
            between.trim().is_empty() && !own.ends_with([';', '}'])
        };
        item.span.start <= offset && (offset <= end || goes_on())
    })
}

/// What is expected after the tokens that follow the head of an item.
fn wanted<'t>(tokens: impl Iterator<Item = &'t Token>, kind: ItemKind) -> Wanted {
    let (mut open, mut last) = (Vec::new(), None);
    for token in tokens {
        match token.kind {
            TokenKind::Symbol(bracket @ (b'(' | b'[' | b'<' | b'{')) => open.push(bracket),
            TokenKind::Symbol(b')' | b']' | b'>' | b'}') => drop(open.pop()),
            _ => {}
        }
        last = Some(token.kind);
    }
    match (open.last(), last) {
        (Some(b'('), Some(TokenKind::Symbol(b'('))) => Wanted::Operator,
        (Some(b'('), Some(TokenKind::Symbol(b',') | TokenKind::Word | TokenKind::Variable)) => {
            Wanted::Argument
        }
        (None, Some(TokenKind::Symbol(b':' | b','))) => Wanted::Class(match kind {
            ItemKind::Defm | ItemKind::Multiclass => ItemKind::Multiclass,
            _ => ItemKind::Class,
        }),
        _ => Wanted::Nothing,
    }
}

/// The variables of the item.
fn variables(analysis: &Analysis, document: &Document, place: &CursorPlace) -> Vec<Completion> {
    let mentions = document.outline().mentions.iter();
    let own = mentions.filter(|mention| {
        mention.kind == MentionKind::Variable
            && mention.item == place.item
            && mention.name.start != place.word.start
    });
    let mut names: Vec<_> = own
        .map(|mention| analysis.sources.text(document.span(&mention.name)))
        .collect();
    names.sort_unstable();
    names.dedup();
    let item = |name: &str| completed(name, CompletionKind::Variable, String::new(), place.word);
    names.into_iter().map(item).collect()
}

/// The items with names that are known everywhere and of which `kind` says what they
/// are.
fn items(
    analysis: &Analysis,
    document: &Document,
    place: &CursorPlace,
    kind: impl Fn(&Names<'_>, (FileId, usize), &Item) -> Option<CompletionKind>,
) -> Vec<Completion> {
    let names = Names::new(document, &analysis.sources);
    let ods = &document.rules.ods;
    let operations = ods.operations().map(|one| (one.span, one.name.to_string()));
    let constraints = ods.constraints().map(|one| (one.span, one.summary.clone()));
    let details: BTreeMap<Span, String> = operations.chain(constraints).collect();
    let mut found = BTreeMap::new();
    for (file, outline) in &document.outlines {
        for (number, item) in outline.items.iter().enumerate() {
            let Some(name) = &item.name else { continue };
            let span = span_in(*file, name);
            if item.outer.is_some() || Some(number) == place.item && *file == analysis.file {
                continue;
            }
            if let Some(kind) = kind(&names, (*file, number), item) {
                let detail = details.get(&span).cloned().unwrap_or_default();
                let label = analysis.sources.text(span);
                found.entry(label).or_insert((kind, detail));
            }
        }
    }
    let items = found.into_iter();
    items
        .map(|(label, (kind, detail))| completed(label, kind, detail, place.word))
        .collect()
}

fn completed(label: &str, kind: CompletionKind, detail: String, replaced: Span) -> Completion {
    Completion {
        label: label.to_owned(),
        kind,
        detail,
        documentation: String::new(),
        replaced,
        insert: Insert::Label,
        filter_text: None,
        sort_text: None,
        edits: Vec::new(),
    }
}
