//! Warnings about pattern files, for the pass that runs the patterns. It shows
//! those of patterns that rewrote nothing.

use crate::{
    base::diagnostic::{Diagnostic, Severity},
    base::source::{FileId, Span},
    library::session::{Session, message_at},
    mlir::ffi::pattern_set::PatternWarning,
};
use std::collections::BTreeMap;

/// Returns the warnings of the session that are inside the declarations of patterns,
/// which are in the order of their module.
pub(super) fn collect(declarations: &[Option<Span>], session: &Session<'_>) -> Vec<PatternWarning> {
    let warnings = by_place(session);
    let mut collected = Vec::new();
    for (pattern, declaration) in declarations.iter().enumerate() {
        let Some(Span { file, start, end }) = *declaration else {
            continue;
        };
        let inside = warnings.range((file, start)..(file, end));
        for one in inside.flat_map(|(_, warnings)| warnings) {
            collected.push(PatternWarning {
                pattern,
                name: one.name.unwrap_or_default(),
                message: message_at(&session.sources, one.span, &one.message),
            });
        }
    }
    collected
}

/// The warnings that have a place, in the order of their places.
fn by_place<'d>(session: &'d Session<'_>) -> BTreeMap<(FileId, u32), Vec<&'d Diagnostic>> {
    let mut places: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for diagnostic in session.diagnostics.iter() {
        if diagnostic.severity == Severity::Warning
            && let Some(span) = diagnostic.span
        {
            let warnings = places.entry((span.file, span.start)).or_default();
            warnings.push(diagnostic);
        }
    }
    places
}
