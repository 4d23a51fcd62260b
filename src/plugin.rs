//! The functions that C++ calls: the plugin's entry point, and the compiler
//! behind the pass.
//!
//! Every one of them goes through `guard`, so that no panic crosses into
//! C++.

#![expect(unsafe_code, reason = "this is the boundary")]

use crate::{
    diagnostic::Severity,
    ffi::{
        self, Message,
        shim::{PdllCompiledPatterns, PdllNativeCode, PdllPatternSource, PdllString},
    },
    pattern_set::{Builder, NativeCode, PatternSet},
};
use melior::ContextRef;
use mlir_sys::{MlirContext, MlirModule};
use std::{
    any::Any,
    ffi::c_char,
    mem::ManuallyDrop,
    panic::{self, AssertUnwindSafe},
    ptr, slice,
};

/// MLIR's `PassPluginLibraryInfo`.
#[repr(C)]
pub struct PassPluginLibraryInfo {
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
/// the host does not know. The host is then told so, and given an interface
/// version that it refuses.
#[unsafe(no_mangle)]
pub extern "C" fn mlirGetPassPluginInfo() -> PassPluginLibraryInfo {
    let foreign = guard(ffi::foreign_mlir).unwrap_or_else(Some);
    if let Some(reason) = &foreign {
        #[expect(
            clippy::print_stderr,
            reason = "the host has no way to take a reason from us"
        )]
        {
            eprintln!("error: cannot load pdll into this process: {reason}");
        }
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
    // Without a message: the shim does nothing that panics.
    let _ = guard(ffi::register_apply_pass);
}

/// Compiles pattern files for the pass. See `shim.h`.
///
/// # Safety
///
/// The context is alive, and the arrays of the source have as many valid
/// strings as it says.
pub(crate) unsafe extern "C" fn compile_patterns(
    context: MlirContext,
    source: *const PdllPatternSource,
) -> PdllCompiledPatterns {
    // SAFETY: the caller's promise. The context outlives this call, and the
    // module, which keeps no reference to ours.
    let (context, files, include_dirs, natives) = unsafe {
        let source = &*source;
        (
            ContextRef::from_raw(context),
            strings(source.files, source.numFiles),
            strings(source.includeDirs, source.numIncludeDirs),
            strings(source.natives, source.numNatives),
        )
    };
    // SAFETY: as above. What it borrows is the reference that stands there.
    let context = unsafe { context.to_ref() };
    // SAFETY: as above.
    let (use_ods_cache, native_code) = unsafe { ((*source).useOdsCache, (*source).nativeCode) };
    let compiled = guard(|| {
        let builder = PatternSet::builder(context).ods_cache(use_ods_cache);
        let builder = files.into_iter().fold(builder, Builder::file);
        let builder = include_dirs.into_iter().fold(builder, Builder::include_dir);
        let builder = natives.into_iter().fold(builder, Builder::native_library);
        let builder = builder.native_code(match native_code {
            PdllNativeCode::PdllNativeCodeOff => NativeCode::Off,
            PdllNativeCode::PdllNativeCodeCompile => NativeCode::Compile,
        });
        builder.compile().ok()
    });
    let compiled = compiled.unwrap_or_else(|text| {
        ffi::emit(context, Severity::Error, &Message::without_place(text), &[]);
        None
    });
    match compiled {
        Some((module, natives)) => PdllCompiledPatterns {
            module: ManuallyDrop::new(module).to_raw(),
            natives: natives.into_raw(),
        },
        None => PdllCompiledPatterns {
            module: MlirModule {
                ptr: ptr::null_mut(),
            },
            natives: ptr::null_mut(),
        },
    }
}

/// # Safety
///
/// There are `count` valid strings at `first`.
unsafe fn strings(first: *const PdllString, count: usize) -> Vec<String> {
    if count == 0 {
        return Vec::new();
    }
    // SAFETY: the caller's promise.
    unsafe {
        slice::from_raw_parts(first, count)
            .iter()
            .map(|string| ffi::text(*string))
            .collect()
    }
}

/// Runs Rust code that C++ called. A panic, which is always our bug, becomes a
/// message.
pub(crate) fn guard<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    panic::catch_unwind(AssertUnwindSafe(run)).map_err(|payload| internal_error(&*payload))
}

/// What to say of a panic.
pub fn internal_error(payload: &(dyn Any + Send)) -> String {
    let reason = panic_message(payload);
    format!("internal error of pdll, please report it: {reason}")
}

/// What a panic said.
pub(crate) fn panic_message(payload: &(dyn Any + Send)) -> &str {
    payload
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| payload.downcast_ref::<&str>().copied())
        .unwrap_or("no reason given")
}
