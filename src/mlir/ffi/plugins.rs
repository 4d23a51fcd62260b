//! Plugins of MLIR, and the search for a second MLIR in this process.

use super::{
    shim,
    strings::{reported, string},
};
use melior::dialect::DialectRegistry;

/// Registers the dialects of a plugin.
///
/// # Errors
///
/// The reason why it cannot be loaded.
pub(crate) fn load_dialect_plugin(path: &str, registry: &DialectRegistry) -> Result<(), String> {
    reported(|report, data| {
        // SAFETY: the registry is alive, the rest borrowed for the call.
        unsafe { shim::pdllLoadDialectPlugin(string(path), registry.to_raw(), report, data) }
    })
}

/// Registers the passes of a plugin.
///
/// # Errors
///
/// The reason why it cannot be loaded.
pub(crate) fn load_pass_plugin(path: &str) -> Result<(), String> {
    // SAFETY: all is borrowed for the call.
    reported(|report, data| unsafe { shim::pdllLoadPassPlugin(string(path), report, data) })
}

/// Whether MLIR has the names of types that Clang spells, and not those of GCC.
pub(crate) fn is_mlir_from_clang() -> bool {
    // SAFETY: there are no arguments.
    unsafe { shim::pdllIsMlirFromClang() }
}

/// Describes the other MLIR or LLVM in this process, if there is one.
pub(crate) fn foreign_mlir() -> Option<String> {
    // The shim returns whether there is one; `reported` expects success.
    reported(|report, data| {
        // SAFETY: all is borrowed for the call.
        unsafe { !shim::pdllFindForeignMlir(report, data) }
    })
    .err()
}
