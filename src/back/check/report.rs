//! How the checks tell what they have found.

use super::known_values::Contradiction;
use crate::{
    back::graph::{Graph, Locations, Place},
    base::diagnostic::Severity,
    front::contract::NEVER_MATCHES,
    mlir::diagnostics::position,
    mlir::ffi::diagnostics::{self, Remark},
};
use rustc_hash::FxHashSet;
use std::cell::OnceCell;

/// Reports to the diagnostic engine of the context. The locations of patterns are read
/// when the first one is needed.
pub(super) struct Report<'g, 'm, 'c> {
    graph: &'g Graph<'m, 'c>,
    locations: OnceCell<Vec<Locations<'c>>>,
}

impl<'g, 'm, 'c> Report<'g, 'm, 'c> {
    pub(super) fn new(graph: &'g Graph<'m, 'c>) -> Self {
        Report {
            graph,
            locations: OnceCell::new(),
        }
    }

    /// Those of a pattern, by its index.
    fn locations(&self, pattern: usize) -> &Locations<'c> {
        &self.locations.get_or_init(|| self.graph.locations())[pattern]
    }

    /// A text about a place of a pattern.
    pub(super) fn remark(&self, pattern: usize, place: Place, text: String) -> Remark<'c> {
        let location = self.locations(pattern).at(place);
        Remark { location, text }
    }

    /// Refuses a part of a pattern.
    pub(super) fn error(
        &self,
        pattern: usize,
        place: Place,
        text: String,
        notes: &[(Place, &str)],
    ) {
        let error = self.remark(pattern, place, text);
        let notes = notes.iter();
        let notes = notes.map(|(place, text)| self.remark(pattern, *place, (*text).to_owned()));
        diagnostics::emit_at(Severity::Error, "", &error, &notes.collect::<Vec<_>>());
    }

    /// Whether a place is in a rule of a `.td` file.
    pub(super) fn is_rule(&self, pattern: usize, place: Place) -> bool {
        let location = self.locations(pattern).at(place);
        position(location).is_some_and(|(file, _)| file.ends_with(".td"))
    }

    /// Says that nothing matches a part of a pattern.
    pub(super) fn never_matches(&self, pattern: usize, place: Place, text: String) {
        let remark = self.remark(pattern, place, text);
        diagnostics::emit_at(Severity::Warning, NEVER_MATCHES, &remark, &[]);
    }

    /// Says that constraints cannot all hold.
    pub(super) fn contradiction(&self, pattern: usize, found: &Contradiction) {
        let (mut demand, others) = reasons(found, self.locations(pattern));
        demand.text.insert_str(0, "the pattern never matches: ");
        diagnostics::emit_at(Severity::Warning, NEVER_MATCHES, &demand, &others);
    }
}

/// The demand, and what contradicts it at other places, each once.
pub(super) fn reasons<'c>(
    found: &Contradiction,
    locations: &Locations<'c>,
) -> (Remark<'c>, Vec<Remark<'c>>) {
    let demand = Remark {
        location: found
            .demand
            .place
            .map_or(locations.pattern, |place| locations.at(place)),
        text: found.demand.text.clone(),
    };
    let mut said = FxHashSet::default();
    let others = found.others.iter().filter_map(|other| {
        let location = locations.at(other.place?);
        let is_new = said.insert((location.to_raw().ptr.addr(), &other.text));
        (is_new && location != demand.location).then(|| Remark {
            location,
            text: other.text.clone(),
        })
    });
    let others = others.collect();
    (demand, others)
}
