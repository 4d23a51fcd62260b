//! Which patterns are used, as far as their names and labels say it.

use crate::{
    back::explain::matches_glob, base::source::SourceMap, front::hir::Pattern,
    mlir::ffi::pattern_set::Filter,
};
use std::path::Path;

/// A filter, and the files of the patterns.
#[derive(Clone, Copy)]
pub(super) struct Selection<'a> {
    pub(super) filter: &'a Filter,
    pub(super) sources: &'a SourceMap,
}

impl Selection<'_> {
    /// Whether the filter may select a pattern. The name of one without a name is its
    /// place, which only the filter itself compares.
    pub(super) fn may_select(&self, pattern: &Pattern) -> bool {
        let file = Path::new(self.sources.file(pattern.span.file).name());
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        let mut words = vec![&*stem];
        words.extend(pattern.labels.iter().map(String::as_str));
        words.extend(pattern.name.as_deref());
        let has_word = |globs: &[String]| {
            let mut globs = globs.iter();
            globs.any(|glob| words.iter().any(|word| matches_glob(glob, word)))
        };
        let Filter { enabled, disabled } = self.filter;
        let is_enabled = enabled.is_empty() || pattern.name.is_none() || has_word(enabled);
        is_enabled && !has_word(disabled)
    }
}
