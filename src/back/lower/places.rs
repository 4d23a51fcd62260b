//! Places in sources as locations.

use super::op::{self, Op};
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

/// Which operations have a location of their own. A context never forgets a location.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Located {
    /// All. They are named after their variable.
    Parts,
    /// Patterns, and what runs report: calls of native functions, and results that a
    /// rewrite takes. All else is where its pattern is. That takes less time and memory,
    /// but what checks find must then be found again with the locations of all parts.
    Patterns,
}

/// Makes the locations of places.
pub(super) struct Places<'c, 's> {
    context: &'c Context,
    sources: &'s SourceMap,
    located: Located,
    /// Where the last pattern is.
    pattern: Option<Location<'c>>,
    /// Whether its rewrite has begun.
    is_rewrite: bool,
    /// The last file, and its name in the context.
    last: Cell<Option<(FileId, StringAttribute<'c>)>>,
}

impl<'c, 's> Places<'c, 's> {
    pub(super) fn new(context: &'c Context, sources: &'s SourceMap, located: Located) -> Self {
        Places {
            context,
            sources,
            located,
            pattern: None,
            is_rewrite: false,
            last: Cell::new(None),
        }
    }

    /// The location of the next operation.
    pub(super) fn location<V>(&mut self, place: op::Place<'_>, op: &Op<'_, 'c, V>) -> Location<'c> {
        let is_reported = match op {
            Op::Pattern(_) => {
                self.is_rewrite = false;
                return *self.pattern.insert(self.start(place.span));
            }
            Op::Rewrite { .. } => {
                self.is_rewrite = true;
                false
            }
            Op::Call { .. } => true,
            Op::Result { .. } | Op::Results { .. } | Op::ResultGroup { .. } => self.is_rewrite,
            _ => false,
        };
        match self.pattern {
            Some(pattern) if self.located == Located::Patterns && !is_reported => pattern,
            _ => self.part(place),
        }
    }

    /// The source of an operation, and the calls that brought it there.
    fn part(&self, place: op::Place<'_>) -> Location<'c> {
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
