//! Spans as locations.

use crate::{
    base::source::{FileId, SourceMap, Span},
    mlir::ffi,
};
use melior::{
    Context,
    ir::{Location, attribute::StringAttribute},
};
use std::cell::Cell;

/// Makes the locations of spans.
pub(super) struct Places<'c, 's> {
    context: &'c Context,
    sources: &'s SourceMap,
    /// The last file, and its name in the context.
    last: Cell<Option<(FileId, StringAttribute<'c>)>>,
}

impl<'c, 's> Places<'c, 's> {
    pub(super) fn new(context: &'c Context, sources: &'s SourceMap) -> Self {
        Places {
            context,
            sources,
            last: Cell::new(None),
        }
    }

    /// The location where a span begins.
    pub(super) fn location(&self, span: Span) -> Location<'c> {
        let file = self.sources.file(span.file);
        let name = match self.last.get() {
            Some((last, name)) if last == span.file => name,
            _ => StringAttribute::new(self.context, file.name()),
        };
        self.last.set(Some((span.file, name)));
        let position = file.position(span.start);
        ffi::ir::location(name, position.line, position.column)
    }
}
