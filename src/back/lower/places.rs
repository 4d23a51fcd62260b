//! Places in sources as locations.

use super::op;
use crate::{
    base::source::{FileId, SourceMap, Span},
    front::hir::CallId,
    mlir::ffi,
};
use melior::{
    Context,
    ir::{Location, attribute::StringAttribute},
};
use std::cell::Cell;

/// Makes the locations of places.
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

    /// The source of an operation, and the calls that brought it there.
    pub(super) fn location(&self, place: op::Place<'_>) -> Location<'c> {
        let mut location = self.start(place.span);
        let mut call = place.call;
        while let Some(CallId(number)) = call {
            let site = place.calls[number as usize];
            location = Location::call_site(location, self.start(site.span));
            call = site.caller;
        }
        match place.name {
            Some(name) => Location::name(self.context, name, location),
            None => location,
        }
    }

    /// The location where a span begins.
    pub(super) fn start(&self, span: Span) -> Location<'c> {
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
