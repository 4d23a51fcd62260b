//! The pass `apply-pdll`, without a pass manager.

use super::{
    pattern_set::PatternSet,
    shim,
    strings::{reported, string},
};
use melior::{Context, ir::OperationRef};
use std::ptr::NonNull;

/// Values of the options of the pass.
pub(crate) struct PassOptions {
    raw: Pass,
}

/// A pass that is ready to apply patterns.
pub(crate) struct PreparedPass {
    raw: Pass,
}

struct Pass(NonNull<shim::PdllPass>);

// SAFETY: no thread owns it; changing it takes a unique reference.
unsafe impl Send for Pass {}
// SAFETY: as above; MLIR's options are only read through shared ones.
unsafe impl Sync for Pass {}

impl Drop for Pass {
    fn drop(&mut self) {
        // SAFETY: it is ours, and nobody uses it any more.
        unsafe { shim::pdllPassDestroy(self.0.as_ptr()) }
    }
}

impl PassOptions {
    /// The defaults.
    pub(crate) fn new() -> Self {
        // SAFETY: it takes nothing, and gives something that we own.
        let raw = unsafe { shim::pdllPassCreate() };
        PassOptions {
            raw: Pass(NonNull::new(raw).expect("`new` does not give null")),
        }
    }

    /// Sets an option that does not say where patterns come from.
    ///
    /// # Errors
    ///
    /// Why that is not possible. The option keeps its value.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        // SAFETY: all is borrowed for the call.
        reported(|report, data| unsafe {
            shim::pdllPassSetOption(
                self.raw.0.as_ptr(),
                string(name),
                string(value),
                report,
                data,
            )
        })
    }

    /// Checks the options, and loads the dialects that they name. Without a
    /// result, the errors have gone to the diagnostic engine of the context.
    ///
    /// # Safety
    ///
    /// The patterns outlive the pass, and the context of both does.
    pub(crate) unsafe fn prepare(
        &self,
        context: &Context,
        patterns: &PatternSet,
    ) -> Option<PreparedPass> {
        // SAFETY: the caller's promise; the options are borrowed for the call.
        let raw = unsafe {
            shim::pdllPassPrepare(self.raw.0.as_ptr(), context.to_raw(), patterns.as_ptr())
        };
        Some(PreparedPass {
            raw: Pass(NonNull::new(raw)?),
        })
    }
}

impl PreparedPass {
    /// Applies the patterns. Returns whether all went well; otherwise the errors
    /// have gone to the diagnostic engine.
    pub(crate) fn apply(&self, root: OperationRef<'_, '_>) -> bool {
        // SAFETY: all is borrowed for the call.
        unsafe { shim::pdllPassApply(self.raw.0.as_ptr(), root.to_raw()) }
    }
}
