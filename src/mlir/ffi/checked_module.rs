//! Modules of patterns that have passed the checks of pdll.

use melior::ir::Module;

/// Where patterns will run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RunsIn {
    /// In this process, which knows all operations that it will know.
    ThisProcess,
    /// In another one, which may know more operations.
    Elsewhere,
}

/// The proof that the patterns of a module have passed the checks, for where they will
/// run.
///
/// Only what runs the checks makes one: [`PatternSet::prepare`] and [`aot::check`], which
/// also call those of Rust, and C++ when it asks for an explanation of patterns that it
/// got prepared. It borrows the module, because who changes a pattern must have it checked
/// again.
///
/// [`PatternSet::prepare`]: super::pattern_set::PatternSet::prepare
/// [`aot::check`]: super::aot::check
#[derive(Clone, Copy)]
pub(crate) struct CheckedModule<'m, 'c> {
    module: &'m Module<'c>,
    runs_in: RunsIn,
}

impl<'m, 'c> CheckedModule<'m, 'c> {
    /// The caller has run the checks.
    pub(super) fn new(module: &'m Module<'c>, runs_in: RunsIn) -> Self {
        CheckedModule { module, runs_in }
    }

    pub(crate) fn module(self) -> &'m Module<'c> {
        self.module
    }

    pub(crate) fn runs_in(self) -> RunsIn {
        self.runs_in
    }
}
