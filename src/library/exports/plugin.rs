//! The entry points of the plugin: for passes, and for the operations of transform scripts.

use crate::{
    library::pattern_set::PassCompiler,
    mlir::ffi::{
        guard::guard,
        plugins::foreign_mlir,
        registration::{register_apply_pass, register_script_operations},
    },
};
use mlir_sys::MlirDialectRegistry;
use std::{
    ffi::{c_char, c_void},
    io::{self, Write},
};

/// MLIR's `PassPluginLibraryInfo` and `DialectPluginLibraryInfo`, which differ in what the
/// function takes.
#[repr(C)]
struct PluginLibraryInfo<F> {
    api_version: u32,
    plugin_name: *const c_char,
    plugin_version: *const c_char,
    register: F,
}

/// `MLIR_PLUGIN_API_VERSION` of `mlir/Tools/Plugins/PassPlugin.h`, and of `DialectPlugin.h`.
const PLUGIN_API_VERSION: u32 = 1;

/// What an mlir-opt calls that loads us with `--load-pass-plugin`.
#[unsafe(no_mangle)]
extern "C" fn mlirGetPassPluginInfo() -> PluginLibraryInfo<extern "C" fn()> {
    describe(register_passes)
}

/// What an mlir-opt calls that loads us with `--load-dialect-plugin`.
#[unsafe(no_mangle)]
extern "C" fn mlirGetDialectPluginInfo() -> PluginLibraryInfo<extern "C" fn(*mut c_void)> {
    describe(register_dialects)
}

/// In the process of another LLVM we would register our pass with an MLIR that
/// the host does not know. The host then gets an interface version that it
/// refuses, and the user the reason.
fn describe<F>(register: F) -> PluginLibraryInfo<F> {
    let foreign = guard(foreign_mlir).unwrap_or_else(Some);
    if let Some(reason) = &foreign {
        // The host has no way to take a reason from us. If standard error is
        // closed, the reason is lost.
        let _ = writeln!(
            io::stderr(),
            "error: cannot load pdll into this process: {reason}"
        );
    }
    PluginLibraryInfo {
        api_version: if foreign.is_some() {
            0
        } else {
            PLUGIN_API_VERSION
        },
        plugin_name: c"pdll".as_ptr(),
        plugin_version: concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast(),
        register,
    }
}

extern "C" fn register_passes() {
    // There is no message to hand on: the shim does nothing that panics.
    let _ = guard(register_apply_pass::<PassCompiler>);
}

/// Gets a `DialectRegistry`, which the C API wraps as it is.
extern "C" fn register_dialects(registry: *mut c_void) {
    let registry = MlirDialectRegistry { ptr: registry };
    // SAFETY: the host hands over its registry. No more happens than in `register_passes`.
    let _ = guard(|| unsafe { register_script_operations::<PassCompiler>(registry) });
}
