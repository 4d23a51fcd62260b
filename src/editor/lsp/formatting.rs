//! Formatted texts, as edits.

use super::{requests::Answered, server::Server, view::View};
use crate::{
    base::diagnostic::Diagnostics,
    base::source::{
        SourceMap,
        split::{DEFAULT_MARK, split},
    },
    front::format,
};
use lsp_types::{
    DocumentFormattingParams, DocumentOnTypeFormattingParams, DocumentRangeFormattingParams, Range,
    TextEdit,
};
use similar::{DiffOp, TextDiff};

pub(super) fn whole(
    _: &Server,
    view: View<'_>,
    _: DocumentFormattingParams,
) -> Answered<Option<Vec<TextEdit>>> {
    edits(view).map(Some)
}

/// The edits of the lines that a range touches.
pub(super) fn range(
    _: &Server,
    view: View<'_>,
    params: DocumentRangeFormattingParams,
) -> Answered<Option<Vec<TextEdit>>> {
    let mut edits = edits(view)?;
    edits.retain(|edit| touches(edit.range, params.range.start.line, params.range.end.line));
    Ok(Some(edits))
}

/// The edits of the line in which a statement or block has just ended.
pub(super) fn on_type(
    _: &Server,
    view: View<'_>,
    params: DocumentOnTypeFormattingParams,
) -> Answered<Option<Vec<TextEdit>>> {
    let line = params.position.line;
    let mut edits = edits(view)?;
    edits.retain(|edit| touches(edit.range, line, line));
    Ok(Some(edits))
}

/// Whether a range of whole lines touches those from `first` to `last`.
fn touches(range: Range, first: u32, last: u32) -> bool {
    // What ends at the start of a line does not touch it, unless it is empty.
    let end = range.end.line.max(range.start.line + 1);
    range.start.line <= last && first < end
}

/// What formatting changes, group of lines by group of lines.
fn edits(view: View<'_>) -> Answered<Vec<TextEdit>> {
    let text = &view.document.text;
    if view.uri.as_ref().ends_with(".td") {
        return Err("only PDLL can be formatted".to_owned());
    }
    let formatted = formatted(text.as_str())?;
    let diff = TextDiff::from_lines(text.as_str(), &formatted);
    let lines = diff
        .ops()
        .iter()
        .filter(|op| !matches!(op, DiffOp::Equal { .. }));
    let edits = lines.map(|op| {
        let (old, new) = (op.old_range(), op.new_range());
        let at = |line: usize| line_start(text.as_str(), line);
        TextEdit {
            range: text.range(at(old.start), at(old.end), view.encoding),
            new_text: formatted[at_of(&formatted, new.start)..at_of(&formatted, new.end)]
                .to_owned(),
        }
    });
    Ok(edits.collect())
}

fn line_start(text: &str, line: usize) -> u32 {
    at_of(text, line) as u32
}

/// The offset of the start of a line.
fn at_of(text: &str, line: usize) -> usize {
    text.split_inclusive('\n').take(line).map(str::len).sum()
}

/// The formatted text of a document, part by part.
fn formatted(text: &str) -> Answered<String> {
    let mut formatted = String::new();
    let mut end = 0;
    for part in split(text.as_bytes(), Some(DEFAULT_MARK)) {
        let start = part.text.as_ptr() as usize - text.as_ptr() as usize;
        let (before, part) = (&text[end..start], &text[start..start + part.text.len()]);
        let mut sources = SourceMap::default();
        let file = sources.add("", part, None);
        formatted += before;
        formatted += &format::format(&sources, file, &mut Diagnostics::default())?;
        end = start + part.len();
    }
    Ok(formatted + &text[end..])
}
