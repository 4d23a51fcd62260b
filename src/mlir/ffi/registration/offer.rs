//! Patterns that a pass takes instead of compiling the same ones again.

use super::{CompiledPatterns, PatternSource};
use crate::base::source::SourceMap;
use melior::{
    Context,
    ir::{Module, Operation},
};
use std::{cell::Cell, ptr::NonNull};

/// Patterns that have been compiled from a source.
pub(crate) struct Offer<'o, 'c> {
    source: PatternSource,
    patterns: &'o CompiledPatterns<'c>,
}

thread_local! {
    /// The one that holds on this thread; [`Offer::during`] keeps it alive.
    static CURRENT: Cell<Option<NonNull<Offer<'static, 'static>>>> = const { Cell::new(None) };
}

impl<'o, 'c> Offer<'o, 'c> {
    /// The patterns must be what the source compiles to.
    pub(crate) fn new(source: PatternSource, patterns: &'o CompiledPatterns<'c>) -> Self {
        Offer { source, patterns }
    }

    /// Runs a function. Passes that are initialized on this thread meanwhile, in the
    /// context of the patterns, take a copy of them if they want the same source.
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
        self.patterns.module.context() == *context && self.source == *source
    }
}

/// A copy of the patterns that are offered on this thread, if they are from that source.
pub(super) fn take<'c>(
    context: &'c Context,
    source: &PatternSource,
) -> Option<CompiledPatterns<'c>> {
    // SAFETY: `during` borrows it until it takes it back. The patterns are of the context
    // that is asked for, so that a copy of them lives as long.
    let offer = unsafe { CURRENT.get()?.as_ref() };
    if !offer.is_for(context, source) {
        return None;
    }
    let copy = Operation::clone(&offer.patterns.module.as_operation());
    Some(CompiledPatterns {
        module: Module::from_operation(copy)?,
        natives: offer.patterns.natives.share(),
        warnings: offer.patterns.warnings.clone(),
        sources: SourceMap::default(),
    })
}
