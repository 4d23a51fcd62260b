//! Warnings about patterns that rewrote nothing.

use crate::{
    base::diagnostic::Diagnostic,
    base::source::{Position, SourceMap},
    commands::options::Common,
    front::contract::NEVER_FIRED,
};
use std::collections::HashSet;

/// The warnings of the parts of an input. A pattern that rewrites something in one
/// part has done what it is for.
#[derive(Default)]
pub(super) struct NeverFired {
    /// Those that all parts so far have; nothing before the first part.
    common: Option<Vec<(Key, Diagnostic)>>,
}

/// What two parts have in common if they warn about the same pattern: the place of
/// the pattern, and the message.
type Key = (Option<(String, Position)>, String);

impl NeverFired {
    /// Takes the warnings out of those that a part has.
    pub(super) fn take(
        &mut self,
        caught: &mut Vec<Diagnostic>,
        options: &Common,
        sources: &SourceMap,
    ) {
        let is_about_patterns = |one: &mut Diagnostic| one.name == Some(NEVER_FIRED);
        let warnings = caught.extract_if(.., is_about_patterns);
        let warnings = warnings.filter_map(|warning| with_wanted_notes(warning, options));
        let warnings: Vec<_> = warnings.map(|one| (key(&one, sources), one)).collect();
        match &mut self.common {
            None => self.common = Some(warnings),
            Some(common) => {
                let keys: HashSet<_> = warnings.into_iter().map(|(key, _)| key).collect();
                common.retain(|(key, _)| keys.contains(key));
            }
        }
    }

    /// Returns the warnings that all parts have.
    pub(super) fn into_warnings(self) -> impl Iterator<Item = Diagnostic> {
        let common = self.common.unwrap_or_default();
        common.into_iter().map(|(_, warning)| warning)
    }
}

/// Drops the notes that are warnings which the user has turned off. Drops a warning
/// that was there for these only.
fn with_wanted_notes(mut warning: Diagnostic, options: &Common) -> Option<Diagnostic> {
    let is_wanted = |name: &str| options.is_enabled(name);
    let notes = &mut warning.notes;
    notes.retain(|note| note.name.as_deref().is_none_or(is_wanted));
    let is_needed = !warning.needs_notes || !warning.notes.is_empty();
    is_needed.then_some(warning)
}

fn key(warning: &Diagnostic, sources: &SourceMap) -> Key {
    let place = warning.span.map(|span| {
        let file = sources.file(span.file).name().to_owned();
        (file, sources.position(span))
    });
    (place, warning.message.clone())
}
