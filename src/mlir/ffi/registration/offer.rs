//! Patterns that a pass takes instead of compiling the same ones again.

use super::{PassPatterns, PatternSource};
use crate::mlir::ffi::{
    checked_module::CheckedModule,
    pattern_set::{Natives, PatternSet, PatternUse, PatternWarning},
    program::Program,
};
use melior::{
    Context,
    ir::{Module, Operation},
};
use std::{cell::Cell, ptr::NonNull};

/// Patterns that have been prepared, so that a pass can apply them.
pub(crate) struct Prepared<'p, 'c> {
    pub(crate) module: CheckedModule<'p, 'c>,
    /// The native functions that they can call.
    pub(crate) natives: &'p Natives,
    /// What was made from the module.
    pub(crate) program: Program<'c>,
    /// The warnings about their files.
    pub(crate) warnings: Vec<PatternWarning>,
}

impl Prepared<'_, '_> {
    /// The patterns as a pass with that driver applies them.
    pub(crate) fn set(&self, made_for: PatternUse) -> PatternSet {
        let mut set = PatternSet::new(self.module, self.natives, &self.program, made_for);
        for warning in &self.warnings {
            set.add_warning(warning);
        }
        set
    }
}

/// Patterns that have been compiled from a source, and prepared.
pub(crate) struct Offer<'p, 'c> {
    source: PatternSource,
    patterns: Prepared<'p, 'c>,
}

thread_local! {
    /// The one that holds on this thread; [`Offer::during`] keeps it alive.
    static CURRENT: Cell<Option<NonNull<Offer<'static, 'static>>>> = const { Cell::new(None) };
}

impl<'p, 'c> Offer<'p, 'c> {
    /// The patterns must be what the source compiles to.
    pub(crate) fn new(source: PatternSource, patterns: Prepared<'p, 'c>) -> Self {
        Offer { source, patterns }
    }

    /// Runs a function. Passes that are initialized on this thread meanwhile, in the
    /// context of the patterns, apply these if they want the same source.
    pub(crate) fn during<R>(&self, run: impl FnOnce() -> R) -> R {
        /// Restores the offer from before, also after a panic.
        struct Restore(Option<NonNull<Offer<'static, 'static>>>);

        impl Drop for Restore {
            fn drop(&mut self) {
                CURRENT.set(self.0);
            }
        }

        let _restore = Restore(CURRENT.replace(Some(NonNull::from(self).cast())));
        run()
    }

    fn is_for(&self, context: &Context, source: &PatternSource) -> bool {
        self.patterns.module.module().context() == *context && self.source == *source
    }
}

/// The patterns that are offered on this thread, if they are from that source.
pub(super) fn take<'c>(
    context: &'c Context,
    source: &PatternSource,
    made_for: PatternUse,
) -> Option<PassPatterns<'c>> {
    // SAFETY: `during` borrows it until it takes it back. The patterns are of the context
    // that is asked for, so that a copy of them lives as long.
    let offer = unsafe { CURRENT.get()?.as_ref() };
    if !offer.is_for(context, source) {
        return None;
    }
    let Prepared {
        module, natives, ..
    } = &offer.patterns;
    let copy = Operation::clone(&module.module().as_operation());
    Some(PassPatterns {
        set: offer.patterns.set(made_for),
        module: Module::from_operation(copy)?,
        natives: natives.share(),
    })
}
