//! What a request sees: a document, its analysis, and how places in both are related.

use super::{
    document::{Analyzed, Document, Part},
    document_text::{Encoding, Text},
    uri,
};
use crate::{base::source::Span, editor::ide::Analysis};
use lsp_types::{Location, Position, Range, Uri};
use std::path::Path;

/// A document and what is known about it. That may be of an older state; then places
/// are moved as the edits since have moved them.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) uri: &'a Uri,
    pub(super) document: &'a Document,
    pub(super) analyzed: &'a Analyzed,
    pub(super) encoding: Encoding,
}

/// A part of a document that a request is about.
#[derive(Clone, Copy)]
pub(super) struct PartView<'a> {
    pub(super) view: View<'a>,
    part: &'a Part,
}

impl<'a> View<'a> {
    /// The part that contains a position, and the offset in its text.
    pub(super) fn at(self, position: Position) -> (PartView<'a>, u32) {
        let offset = self.document.text.offset(position, self.encoding);
        let offset = self.document.shift().to_old(offset);
        let parts = &self.analyzed.parts;
        let next = parts.partition_point(|part| part.start <= offset);
        let part = PartView {
            view: self,
            part: &parts[next.saturating_sub(1)],
        };
        let text = part.analysis().text();
        let offset = (offset - part.part.start).min(text.len() as u32);
        (part, offset)
    }

    /// All parts, in order.
    pub(super) fn parts(self) -> impl Iterator<Item = PartView<'a>> {
        let parts = self.analyzed.parts.iter();
        parts.map(move |part| PartView { view: self, part })
    }
}

impl<'a> PartView<'a> {
    pub(super) fn analysis(self) -> &'a Analysis {
        &self.part.analysis
    }

    /// The range of a place in the text of the part.
    pub(super) fn range(self, span: Span) -> Range {
        debug_assert_eq!(span.file, self.analysis().file);
        let shift = self.view.document.shift();
        let start = shift.to_new(self.part.start + span.start);
        let end = shift.to_new(self.part.start + span.end).max(start);
        self.view
            .document
            .text
            .range(start, end, self.view.encoding)
    }

    /// What a range covers of the text of this part.
    pub(super) fn span(self, range: Range) -> Option<Span> {
        let offset = |position| {
            let offset = self.view.document.text.offset(position, self.view.encoding);
            self.view.document.shift().to_old(offset)
        };
        let (start, end) = (offset(range.start), offset(range.end));
        let length = self.analysis().text().len() as u32;
        let part_end = self.part.start + length;
        if end < self.part.start || part_end < start {
            return None;
        }
        let start = start.max(self.part.start) - self.part.start;
        let end = end.min(part_end) - self.part.start;
        Some(Span {
            end: end.max(start),
            ..self.analysis().at(start)
        })
    }

    /// Where a place is, in whatever file. A file without a path is nowhere.
    pub(super) fn location(self, span: Span) -> Option<Location> {
        if span.file == self.analysis().file {
            return Some(Location {
                uri: self.view.uri.clone(),
                range: self.range(span),
            });
        }
        let file = self.analysis().sources.file(span.file);
        let path = Path::new(file.name());
        let is_open = file.name() == uri::name(self.view.uri);
        if !file.is_read() || !(is_open || path.exists()) {
            return None;
        }
        let range = Text::new(file.text()).range(span.start, span.end, self.view.encoding);
        let uri = uri::of_path(path);
        Some(Location { uri, range })
    }
}
