//! Which patterns are used, as far as their names and labels say it.

use super::Failed;
use crate::{
    back::{check, explain::matches_glob},
    base::source::SourceMap,
    front::hir::Pattern,
    mlir::ffi::pattern_set::Filter,
};
use melior::{Context, ir::Module};
use std::path::Path;

/// Drops the patterns of a module that [`Builder`](super::Builder) would not use after
/// `enable_patterns` and `disable_patterns` with these names.
///
/// # Errors
///
/// Fails if there is no pattern of a name, or if something is wrong with one that is left.
pub fn select_patterns<'c>(
    context: &'c Context,
    module: &Module<'c>,
    enabled: Vec<String>,
    disabled: Vec<String>,
) -> Result<(), Failed> {
    let filter = Filter { enabled, disabled };
    Failed::catch(context, || {
        check::for_this_process(context, module, None, &filter).map(drop)
    })
}

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
