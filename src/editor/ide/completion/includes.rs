//! Paths of includes, and the includes that a name needs.

use super::{Completion, CompletionKind, Insert, ListFolder};
use crate::{
    base::source::Span,
    editor::ide::Analysis,
    front::builtin_files,
    front::syntax::{ast::Item, token::TokenKind},
};
use std::collections::BTreeMap;

/// The files and folders that may be written at an offset in a path.
pub(crate) fn paths(
    analysis: &Analysis,
    inside: Span,
    offset: u32,
    list: ListFolder<'_>,
) -> Vec<Completion> {
    let text = analysis.sources.text(inside);
    let Some((before, rest)) = text.split_at_checked((offset - inside.start) as usize) else {
        return Vec::new();
    };
    let folder = before.rfind('/').map_or("", |slash| &before[..=slash]);
    let start = inside.start + folder.len() as u32;
    let end = offset + rest.find('/').unwrap_or(rest.len()) as u32;
    let replaced = Span {
        start,
        end,
        ..inside
    };
    let mut entries: BTreeMap<String, bool> = BTreeMap::new();
    for (name, is_folder) in list(folder).into_iter().chain(builtin(folder)) {
        let is_source = name.ends_with(".pdll") || name.ends_with(".td");
        if is_folder || is_source {
            entries.entry(name).or_insert(is_folder);
        }
    }
    let items = entries.into_iter().map(|(label, is_folder)| Completion {
        label,
        kind: match is_folder {
            true => CompletionKind::Folder,
            false => CompletionKind::File,
        },
        detail: String::new(),
        documentation: String::new(),
        replaced,
        insert: Insert::Label,
        filter_text: None,
        sort_text: None,
        edits: Vec::new(),
    });
    items.collect()
}

/// The path around an offset, without its quotes.
pub(super) fn written(analysis: &Analysis, offset: u32) -> Option<Span> {
    let tokens = &analysis.tokens;
    let index = tokens.partition_point(|token| token.span.end < offset);
    let here = tokens.get(index..)?;
    let token = here.iter().find(|token| {
        let is_text = matches!(token.kind, TokenKind::String | TokenKind::BadText);
        is_text && token.span.start < offset && offset <= token.span.end
    })?;
    let directive = analysis.token_before(token.span.start)?;
    let directive = analysis.tokens[directive];
    let is_include = analysis.sources.text(directive.span) == "#include";
    let text = analysis.sources.text(token.span);
    let path = text.strip_prefix('"')?;
    let is_closed = path.ends_with('"');
    let length = path.find(['"', '\n']).unwrap_or(path.len()) as u32;
    let inside = Span {
        start: token.span.start + 1,
        end: token.span.start + 1 + length,
        ..token.span
    };
    let is_inside = offset <= inside.end && (is_closed || token.kind == TokenKind::BadText);
    (is_include && is_inside).then_some(inside)
}

/// What the files that are part of pdll have in a folder.
fn builtin(folder: &str) -> Vec<(String, bool)> {
    let files = builtin_files::FILES.iter();
    let below = files.filter_map(|file| file.path.strip_prefix(folder));
    let entries = below.map(|path| match path.split_once('/') {
        Some((name, _)) => (name.to_owned(), true),
        None => (path.to_owned(), false),
    });
    entries.collect()
}

/// The edit that adds an include, unless it is there: after the last one or, without
/// any, in front of the first declaration and its comment.
pub(super) fn edit(analysis: &Analysis, path: &str) -> Option<(Span, String)> {
    let excerpt = analysis.excerpt.as_ref();
    let whole = excerpt.map_or(analysis, |excerpt| &excerpt.whole);
    let includes = whole.tree()?.items.iter().filter_map(|item| match item {
        Item::Include(include) => Some(include),
        _ => None,
    });
    let mut last = None;
    for include in includes {
        if include
            .path
            .as_ref()
            .is_some_and(|known| known.text == path)
        {
            return None;
        }
        last = Some(include.span);
    }
    let directive = format!("#include \"{path}\"");
    if let Some(last) = last {
        return Some((last.at_end(), format!("\n{directive}")));
    }
    // What an excerpt takes the place of is not in the text any more.
    let is_first = excerpt.is_some_and(|excerpt| excerpt.replaced.start == 0);
    let analysis = if is_first { analysis } else { whole };
    let items = &analysis.tree()?.items;
    let first = items.first().map_or(0, |item| item.span().start);
    let text = analysis.text();
    let mut start = text[..first as usize].rfind('\n').map_or(0, |end| end + 1);
    for line in text[..start].split_inclusive('\n').rev() {
        if !line.trim_start().starts_with("//") {
            break;
        }
        start -= line.len();
    }
    Some((analysis.at(start as u32), format!("{directive}\n\n")))
}
