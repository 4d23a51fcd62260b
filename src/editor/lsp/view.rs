//! What a request sees: a document, its analysis, and how places in both are related.

use super::{
    document::{Analyzed, Document, Excerpt, Part},
    document_text::{Encoding, Text},
    shift::Shift,
    uri,
};
use crate::{
    base::diagnostic::Diagnostic,
    base::source::Span,
    editor::ide::{self, Analysis},
};
use lsp_types::{Location, Position, Range, Uri};
use std::{iter, path::Path, ptr};

/// A document and what is known about it. That may be of an older state; then places
/// are moved as the edits since have moved them.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) uri: &'a Uri,
    pub(super) document: &'a Document,
    pub(super) analyzed: &'a Analyzed,
    /// What is known of a later state.
    pub(super) excerpt: Option<&'a Excerpt>,
    pub(super) encoding: Encoding,
}

/// A part of a document that a request is about. It may be an excerpt, or what is before or
/// after one.
#[derive(Clone, Copy)]
pub(super) struct PartView<'a> {
    pub(super) view: View<'a>,
    part: &'a Part,
    shift: Shift<'a>,
    /// The start and end of what counts of its text.
    limits: (u32, u32),
}

impl<'a> View<'a> {
    /// The part that contains a position, and the offset in its text.
    pub(super) fn at(self, position: Position) -> (PartView<'a>, u32) {
        let place = self.document.text.offset(position, self.encoding);
        let excerpt = self.excerpt();
        if let Some(part) = excerpt.filter(|part| part.has(place)) {
            return (part, part.offset(place));
        }
        let old = self.document.shift().to_old(place);
        let parts = &self.analyzed.parts;
        let next = parts.partition_point(|part| part.start <= old);
        let part = self.whole(next.saturating_sub(1));
        (part, part.offset(place))
    }

    /// All parts, in order. Of those with an excerpt, three.
    pub(super) fn parts(self) -> impl Iterator<Item = PartView<'a>> {
        self.sections().flat_map(|(_, parts)| parts)
    }

    /// The parts that marks separate, each with what it consists of.
    pub(super) fn sections(
        self,
    ) -> impl Iterator<Item = (PartView<'a>, impl Iterator<Item = PartView<'a>>)> {
        let indices = 0..self.analyzed.parts.len();
        indices.map(move |index| {
            let whole = self.whole(index);
            let excerpt = self.excerpt.filter(|one| one.index == index);
            let excerpt = excerpt.and_then(|_| self.excerpt());
            (whole, whole.around(excerpt))
        })
    }

    /// A part as it was when the whole document was analyzed.
    fn whole(self, index: usize) -> PartView<'a> {
        let part = &self.analyzed.parts[index];
        PartView {
            view: self,
            part,
            shift: self.document.shift(),
            limits: (0, part.analysis.text().len() as u32),
        }
    }

    fn excerpt(self) -> Option<PartView<'a>> {
        let excerpt = self.excerpt?;
        Some(PartView {
            view: self,
            part: &excerpt.part,
            shift: self.document.shift_since(excerpt.state),
            limits: (0, excerpt.part.analysis.text().len() as u32),
        })
    }
}

impl<'a> PartView<'a> {
    pub(super) fn analysis(self) -> &'a Analysis {
        &self.part.analysis
    }

    /// What is wrong with the part. An excerpt knows all that is wrong with the part that it
    /// belongs to.
    pub(super) fn diagnostics(self) -> &'a [Diagnostic] {
        let is_whole = self.limits == (0, self.analysis().text().len() as u32);
        if is_whole {
            &self.analysis().diagnostics
        } else {
            &[]
        }
    }

    /// Whether a place in its text counts. Where two parts meet, the second one starts.
    pub(super) fn shows(self, span: Span) -> bool {
        let (start, end) = self.limits;
        let is_end = span.start == end && end == self.analysis().text().len() as u32;
        start <= span.start && (span.start < end || is_end)
    }

    /// The start and end of what counts of its text.
    pub(super) fn limits(self) -> (u32, u32) {
        self.limits
    }

    /// The range of a place in the text of the part.
    pub(super) fn range(self, span: Span) -> Range {
        debug_assert_eq!(span.file, self.analysis().file);
        let start = self.to_new(span.start);
        let end = self.to_new(span.end).max(start);
        self.view
            .document
            .text
            .range(start, end, self.view.encoding)
    }

    /// The number of the line in which something starts. In a document that has changed
    /// since, it is that of the older state.
    pub(super) fn line(self, span: Span) -> u32 {
        match self.view.excerpt {
            Some(_) if self.analysis().tree().is_some() => self.range(span).start.line + 1,
            _ => self.analysis().sources.position(span).line,
        }
    }

    /// What a range covers of the text of this part.
    pub(super) fn span(self, range: Range) -> Option<Span> {
        let text = &self.view.document.text;
        let offset = |position| {
            let place = text.offset(position, self.view.encoding);
            self.shift.to_old(place)
        };
        let (start, end) = (offset(range.start), offset(range.end));
        let (first, last) = self.limits;
        let (first, last) = (self.part.start + first, self.part.start + last);
        if end < first || last < start {
            return None;
        }
        let start = start.clamp(first, last) - self.part.start;
        let end = end.clamp(first, last) - self.part.start;
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
        if let Some(whole) = self.rest().filter(|rest| rest.analysis().file == span.file) {
            return whole.location(span);
        }
        let file = self.analysis().sources.file(span.file);
        let path = Path::new(file.name());
        let is_open = file.name() == uri::name(self.view.uri);
        // What was read with a full name is on disk, or open and not saved yet. Files of the
        // library that are in this program only have other names.
        if !file.is_read() || !(is_open || path.is_absolute() || path.exists()) {
            return None;
        }
        let range = Text::new(file.text()).range(span.start, span.end, self.view.encoding);
        let uri = uri::of_path(path);
        Some(Location { uri, range })
    }

    /// The present text of the part that it belongs to, the offset of this text in that one,
    /// and the number of the first line of that one.
    pub(super) fn whole_text(self) -> (&'a str, u32, u32) {
        let analysis = self.rest().unwrap_or(self).analysis();
        let line = analysis.sources.position(analysis.at(0)).line;
        match self.rest() {
            Some(_) => {
                let (start, end) = self.whole_limits();
                let text = &self.view.document.text.as_str()[start as usize..end as usize];
                (text, self.to_new(0) - start, line)
            }
            None => (analysis.text(), 0, line),
        }
    }

    /// The range of all of the part of the document that it belongs to.
    pub(super) fn whole_range(self) -> Range {
        let (start, end) = self.whole_limits();
        let View {
            document, encoding, ..
        } = self.view;
        document.text.range(start, end, encoding)
    }

    /// Where the part of the document starts and ends that it belongs to. What was written
    /// at the start of an excerpt is in that part.
    fn whole_limits(self) -> (u32, u32) {
        let whole = self.rest().unwrap_or(self);
        let end = whole.to_new(whole.analysis().text().len() as u32);
        let is_own = |one: &&Excerpt| ptr::eq(whole.part, &self.view.analyzed.parts[one.index]);
        let start = self.view.excerpt.filter(is_own).and_then(|_| {
            let excerpt = self.view.excerpt()?;
            let ide::Excerpt { replaced, .. } = excerpt.analysis().excerpt.as_ref()?;
            Some(excerpt.shift.to_new(excerpt.part.start - replaced.start))
        });
        (start.unwrap_or_else(|| whole.to_new(0)), end)
    }

    /// The range of a place in the part of the document that it belongs to.
    pub(super) fn range_around(self, span: Span) -> Range {
        let rest = self.rest();
        let rest = rest.filter(|rest| rest.analysis().file == span.file);
        rest.unwrap_or(self).range(span)
    }

    /// All of the part of the document that it belongs to.
    pub(super) fn section(self) -> impl Iterator<Item = PartView<'a>> {
        let parts = &self.view.analyzed.parts;
        let index = match self.view.excerpt.filter(|_| self.rest().is_some()) {
            Some(excerpt) => excerpt.index,
            None => parts.partition_point(|part| part.start < self.part.start),
        };
        let section = self.view.sections().nth(index);
        section.into_iter().flat_map(|(_, parts)| parts)
    }

    /// What an excerpt belongs to.
    fn rest(self) -> Option<PartView<'a>> {
        self.analysis().excerpt.as_ref()?;
        Some(self.view.whole(self.view.excerpt?.index))
    }

    /// What is before an excerpt of this part, that excerpt, and what is after it.
    fn around(self, excerpt: Option<PartView<'a>>) -> impl Iterator<Item = PartView<'a>> {
        let replaced = excerpt.and_then(|one| {
            let ide::Excerpt { replaced, .. } = one.analysis().excerpt.as_ref()?;
            Some(replaced.clone())
        });
        let (start, end) = self.limits;
        let with = move |start, end| PartView {
            limits: (start, end),
            ..self
        };
        let (first, last) = match replaced {
            Some(replaced) => (with(start, replaced.start), Some(with(replaced.end, end))),
            None => (self, None),
        };
        iter::once(first).chain(excerpt).chain(last)
    }

    /// Whether an offset of the present text is in this excerpt. At its end, what comes
    /// after it starts.
    fn has(self, place: u32) -> bool {
        let (start, end) = self.limits;
        let (start, end) = (self.to_new(start), self.to_new(end));
        let excerpt = self.analysis().excerpt.as_ref();
        let is_last = excerpt.is_some_and(|ide::Excerpt { whole, replaced }| {
            replaced.end == whole.text().len() as u32
        });
        (start..end).contains(&place) || is_last && place == end
    }

    /// The offset in its text of one in the present text.
    fn offset(self, place: u32) -> u32 {
        let (_, end) = self.limits;
        let old = self.shift.to_old(place);
        old.saturating_sub(self.part.start).min(end)
    }

    fn to_new(self, offset: u32) -> u32 {
        self.shift.to_new(self.part.start + offset)
    }
}
