//! The entry point of the pass plugin.

use crate::{
    library::pattern_set::PassCompiler,
    mlir::ffi::{guard::guard, plugins::foreign_mlir, registration::register_apply_pass},
};
use std::{
    ffi::c_char,
    io::{self, Write},
};

/// MLIR's `PassPluginLibraryInfo`.
#[repr(C)]
struct PassPluginLibraryInfo {
    api_version: u32,
    plugin_name: *const c_char,
    plugin_version: *const c_char,
    register_passes: extern "C" fn(),
}

/// `MLIR_PLUGIN_API_VERSION` of `mlir/Tools/Plugins/PassPlugin.h`.
const PLUGIN_API_VERSION: u32 = 1;

/// What an mlir-opt calls that loads us with `--load-pass-plugin`.
///
/// In the process of another LLVM we would register our pass with an MLIR that
/// the host does not know. The host then gets an interface version that it
/// refuses, and the user the reason.
#[unsafe(no_mangle)]
extern "C" fn mlirGetPassPluginInfo() -> PassPluginLibraryInfo {
    let foreign = guard(foreign_mlir).unwrap_or_else(Some);
    if let Some(reason) = &foreign {
        // The host has no way to take a reason from us. If standard error is
        // closed, the reason is lost.
        let _ = writeln!(
            io::stderr(),
            "error: cannot load pdll into this process: {reason}"
        );
    }
    PassPluginLibraryInfo {
        api_version: if foreign.is_some() {
            0
        } else {
            PLUGIN_API_VERSION
        },
        plugin_name: c"pdll".as_ptr(),
        plugin_version: concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast(),
        register_passes,
    }
}

extern "C" fn register_passes() {
    // There is no message to hand on: the shim does nothing that panics.
    let _ = guard(register_apply_pass::<PassCompiler>);
}
