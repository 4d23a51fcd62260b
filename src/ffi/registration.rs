//! The pass `apply-pdll`, made known to MLIR.

use super::{
    diagnostics::{self, Message},
    guard::guard,
    pattern_set::Natives,
    shim::{self, PdllCompiledPatterns, PdllNativeCode, PdllPatternSource, PdllString},
    strings::text,
};
use crate::{diagnostic::Severity, options::NativeCode};
use melior::{Context, ContextRef, ir::Module};
use mlir_sys::{MlirContext, MlirModule};
use std::{mem::ManuallyDrop, ptr, slice};

/// How the pass compiles its patterns. Those who know what a pattern file is
/// implement it; this module knows only how C++ calls them.
pub(crate) trait CompilePatterns {
    /// Compiles the patterns of a pass to a module, and collects the native
    /// functions that they can call. On failure, the errors have gone to the
    /// diagnostic engine of the context.
    fn compile(context: &Context, source: PatternSource) -> Option<(Module<'_>, Natives)>;
}

/// Where the patterns of a pass and their native functions come from.
pub(crate) struct PatternSource {
    /// Pattern files.
    pub(crate) files: Vec<String>,
    /// Where they look for includes.
    pub(crate) include_dirs: Vec<String>,
    /// Libraries of native functions.
    pub(crate) natives: Vec<String>,
    /// Whether what `.td` files define is kept in the user's cache.
    pub(crate) use_ods_cache: bool,
    /// What happens to native functions whose code is in pattern files.
    pub(crate) native_code: NativeCode,
    /// Whether operations may be missing from the included definitions.
    pub(crate) allow_unknown_operations: bool,
}

/// Registers the pass, which compiles its patterns by `C`.
pub(crate) fn register_apply_pass<C: CompilePatterns>() {
    // SAFETY: the callback keeps what the contract asks of it.
    unsafe { shim::pdllRegisterApplyPass(Some(compile::<C>)) };
}

/// What C++ calls to compile the patterns of a pass.
///
/// # Safety
///
/// The context is alive, and the arrays of the source have as many valid
/// strings as it says.
unsafe extern "C" fn compile<C: CompilePatterns>(
    context: MlirContext,
    source: *const PdllPatternSource,
) -> PdllCompiledPatterns {
    // SAFETY: the caller's promise. The context outlives this call, and the
    // module, which keeps no reference to ours.
    let (context, source) =
        unsafe { (ContextRef::from_raw(context), PatternSource::new(&*source)) };
    // SAFETY: as above. The reference borrows the handle that stands there.
    let context = unsafe { context.to_ref() };
    let compiled = guard(|| C::compile(context, source)).unwrap_or_else(|problem| {
        let message = Message::without_place(problem);
        diagnostics::emit(context, Severity::Error, &message, &[]);
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

impl PatternSource {
    /// # Safety
    ///
    /// The arrays have as many valid strings as `source` says.
    unsafe fn new(source: &PdllPatternSource) -> Self {
        // SAFETY: the caller's promise.
        unsafe {
            PatternSource {
                files: strings(source.files, source.numFiles),
                include_dirs: strings(source.includeDirs, source.numIncludeDirs),
                natives: strings(source.natives, source.numNatives),
                use_ods_cache: source.useOdsCache,
                native_code: match source.nativeCode {
                    PdllNativeCode::PdllNativeCodeOff => NativeCode::Off,
                    PdllNativeCode::PdllNativeCodeCompile => NativeCode::Compile,
                },
                allow_unknown_operations: source.allowUnknownOperations,
            }
        }
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
            .map(|string| text(*string))
            .collect()
    }
}
