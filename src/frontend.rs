//! Kinds of pattern sources. Whatever patterns are written in, the rest of the
//! pipeline knows them as [`hir::Module`].

use crate::{
    diagnostic::Diagnostics,
    drr, hir,
    host::Host,
    lints::{self, Judge},
    ods::RuleFile,
    program::Program,
    sema,
};

/// A source of patterns that has been read.
pub trait Frontend {
    /// Finds out what the patterns mean, and reports what is wrong with them.
    /// When `diagnostics` has errors afterwards, the module is incomplete and
    /// must not be lowered.
    fn analyze(&self, host: &mut dyn Host, diagnostics: &mut Diagnostics) -> hir::Module;

    /// Adds the warnings about patterns without errors that the source or the
    /// definitions it includes show, and their meaning alone does not.
    fn warn(&self, patterns: &hir::Module, host: &mut dyn Judge, diagnostics: &mut Diagnostics);
}

impl Frontend for Program {
    fn analyze(&self, host: &mut dyn Host, diagnostics: &mut Diagnostics) -> hir::Module {
        sema::analyze(self, host, diagnostics)
    }

    fn warn(&self, patterns: &hir::Module, host: &mut dyn Judge, diagnostics: &mut Diagnostics) {
        lints::check_source(self, diagnostics);
        lints::check_definitions(patterns, &self.ods, host, diagnostics);
    }
}

impl Frontend for RuleFile {
    fn analyze(&self, host: &mut dyn Host, diagnostics: &mut Diagnostics) -> hir::Module {
        drr::analyze(&self.rules, &self.ods, host, diagnostics)
    }

    fn warn(&self, patterns: &hir::Module, host: &mut dyn Judge, diagnostics: &mut Diagnostics) {
        lints::check_definitions(patterns, &self.ods, host, diagnostics);
    }
}

impl<F: Frontend> Frontend for &F {
    fn analyze(&self, host: &mut dyn Host, diagnostics: &mut Diagnostics) -> hir::Module {
        F::analyze(self, host, diagnostics)
    }

    fn warn(&self, patterns: &hir::Module, host: &mut dyn Judge, diagnostics: &mut Diagnostics) {
        F::warn(self, patterns, host, diagnostics);
    }
}
