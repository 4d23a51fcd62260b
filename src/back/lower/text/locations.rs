//! Places in sources as the text of locations.

use super::lexical::{push_number, push_string};
use crate::{
    back::lower::op::Place,
    base::source::{FileId, SourceMap, Span},
    front::hir::CallId,
};

/// Writes the locations of places.
pub(super) struct Locations<'s> {
    sources: &'s SourceMap,
    /// The last file, and its name as a string.
    last: Option<(FileId, String)>,
}

impl<'s> Locations<'s> {
    pub(super) fn new(sources: &'s SourceMap) -> Self {
        Locations {
            sources,
            last: None,
        }
    }

    /// Appends the location of a place, with the space before it.
    pub(super) fn push(&mut self, place: Place<'_>, out: &mut String) {
        *out += " loc(";
        if let Some(name) = place.name {
            push_string(out, name);
            out.push('(');
        }
        self.push_with_calls(place, out);
        if place.name.is_some() {
            out.push(')');
        }
        out.push(')');
    }

    fn push_with_calls(&mut self, place: Place<'_>, out: &mut String) {
        let mut callers = Vec::new();
        let mut call = place.call;
        while let Some(CallId(number)) = call {
            let site = place.calls[number as usize];
            callers.push(site.span);
            call = site.caller;
        }
        for _ in &callers {
            *out += "callsite(";
        }
        self.push_start(place.span, out);
        for caller in callers {
            *out += " at ";
            self.push_start(caller, out);
            out.push(')');
        }
    }

    fn push_start(&mut self, span: Span, out: &mut String) {
        let file = self.sources.file(span.file);
        match &self.last {
            Some((last, name)) if *last == span.file => *out += name,
            _ => {
                let mut name = String::new();
                push_string(&mut name, file.name());
                *out += &name;
                self.last = Some((span.file, name));
            }
        }
        let position = file.position(span.start);
        out.push(':');
        push_number(out, position.line);
        out.push(':');
        push_number(out, position.column);
    }
}
