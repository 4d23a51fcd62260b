//! Patterns that are compiled into a program without pdll.

use super::{shim, strings::string};
use melior::ir::Module;

/// Checks patterns that run without pdll, and rewrites what MLIR's run time
/// gets wrong. `defined` are the native functions that come with the patterns.
/// Returns whether all went well; otherwise the errors have gone to the
/// diagnostic engine.
pub(crate) fn lower(module: &Module<'_>, defined: &[&str]) -> bool {
    let defined: Vec<_> = defined.iter().map(|name| string(name)).collect();
    // SAFETY: all is borrowed for the call.
    unsafe { shim::pdllLowerAheadOfTime(module.to_raw(), defined.as_ptr(), defined.len()) }
}
