//! The pass `apply-pdll`, made known to MLIR.

mod offer;

pub(crate) use offer::{Offer, Prepared};

use super::{
    checked_module::{CheckedModule, RunsIn},
    diagnostics::{self, Message},
    guard::guard,
    pattern_set::{Filter, Natives, PatternSet, PatternUse},
    shim::{self, PdllCompiledPatterns, PdllNativeCode, PdllPatternSource, PdllString},
    strings::{bytes, string, text},
};
use crate::{base::diagnostic::Severity, mlir::options::NativeCode};
use melior::{
    Context, ContextRef,
    ir::{Module, OperationRef},
};
use mlir_sys::{MlirContext, MlirDialectRegistry, MlirModule, MlirOperation, mlirModuleGetContext};
use std::{ffi::c_void, mem::ManuallyDrop, ptr, slice};

/// How the pass compiles its patterns. Those who know what a pattern file is
/// implement it; this module knows only how C++ calls them.
pub(crate) trait CompilePatterns {
    /// Compiles and prepares the patterns of a pass. On failure, the errors have gone to
    /// the diagnostic engine of the context.
    fn compile(
        context: &Context,
        source: PatternSource,
        made_for: PatternUse,
    ) -> Option<PassPatterns<'_>>;

    /// Says why patterns that have been prepared match operations inside of `root`,
    /// or do not, as a line of JSON.
    fn explain<'c>(
        context: &'c Context,
        module: CheckedModule<'_, 'c>,
        natives: &'c Natives,
        root: OperationRef<'c, 'c>,
    ) -> String;
}

/// What a pass applies, and what it was made from.
pub(crate) struct PassPatterns<'c> {
    pub(crate) set: PatternSet,
    /// The patterns, which have been prepared.
    pub(crate) module: Module<'c>,
    /// The native functions that they can call.
    pub(crate) natives: Natives,
}

/// Where the patterns of a pass and their native functions come from.
#[derive(Clone, PartialEq, Eq)]
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
    /// Headers that this code sees.
    pub(crate) native_preludes: Vec<String>,
    /// Whether rules are left out whose code does not run without a compiler.
    pub(crate) skip_unsupported: bool,
    /// Whether operations may be missing from the included definitions.
    pub(crate) allow_unknown_operations: bool,
    /// Which patterns the pass uses.
    pub(crate) filter: Filter,
    /// More patterns, as MLIR's bytecode.
    pub(crate) script: Option<Vec<u8>>,
    /// If the patterns only find, the variables whose values they hand over.
    pub(crate) only_finds: Option<Vec<String>>,
}

/// Registers the pass, which compiles its patterns by `C` unless somebody has an
/// [`Offer`] for it.
pub(crate) fn register_apply_pass<C: CompilePatterns>() {
    // SAFETY: the callbacks keep what the contract asks of them.
    unsafe { shim::pdllRegisterApplyPass(compiler::<C>(), Some(explain::<C>)) };
}

/// Adds the operations of transform scripts that name patterns, which `C` compiles.
///
/// # Safety
///
/// The registry is alive.
pub(crate) unsafe fn register_script_operations<C: CompilePatterns>(registry: MlirDialectRegistry) {
    // SAFETY: the caller's promise, and the callback keeps what the contract asks of it.
    unsafe { shim::pdllRegisterScriptOperations(registry, compiler::<C>()) };
}

/// What C++ calls for that.
pub(super) fn compiler<C: CompilePatterns>() -> shim::PdllCompileCallback {
    Some(compile::<C>)
}

/// Returns whether a pass or a pipeline of that name is registered.
pub(crate) fn is_pass_registered(name: &str) -> bool {
    // SAFETY: the string lives as long as the call.
    unsafe { shim::pdllIsPassRegistered(string(name)) }
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
    made_for: PatternUse,
) -> PdllCompiledPatterns {
    // SAFETY: the caller's promise. The context outlives this call, and the
    // module, which keeps no reference to ours.
    let (context, source) =
        unsafe { (ContextRef::from_raw(context), PatternSource::new(&*source)) };
    // SAFETY: as above. The reference borrows the handle that stands there.
    let context = unsafe { context.to_ref() };
    let compile = || {
        offer::take(context, &source, made_for).or_else(|| C::compile(context, source, made_for))
    };
    let compiled = guard(compile).unwrap_or_else(|problem| {
        let message = Message::without_place(problem);
        diagnostics::emit(context, Severity::Error, &message, &[]);
        None
    });
    match compiled {
        Some(PassPatterns {
            set,
            module,
            natives,
        }) => PdllCompiledPatterns {
            set: set.into_raw(),
            module: ManuallyDrop::new(module).to_raw(),
            natives: natives.into_raw(),
        },
        None => PdllCompiledPatterns {
            set: ptr::null_mut(),
            module: MlirModule {
                ptr: ptr::null_mut(),
            },
            natives: ptr::null_mut(),
        },
    }
}

/// What C++ calls to explain prepared patterns.
///
/// # Safety
///
/// The module, the functions and the operation are alive, and of one context; the patterns
/// have been prepared, and the receiver takes its data.
unsafe extern "C" fn explain<C: CompilePatterns>(
    module: MlirModule,
    natives: *const shim::PdllNatives,
    root: MlirOperation,
    receive: shim::PdllTextCallback,
    data: *mut c_void,
) {
    // SAFETY: the caller's promise. The handles are not ours to destroy, and all of
    // this outlives the call.
    let (context, module, natives, root) = unsafe {
        (
            ContextRef::from_raw(mlirModuleGetContext(module)),
            ManuallyDrop::new(Module::from_raw(module)),
            Natives::borrowed(natives),
            OperationRef::from_raw(root),
        )
    };
    // SAFETY: as above. The reference borrows the handle that stands there.
    let context = unsafe { context.to_ref() };
    let receive = receive.expect("the contract wants a receiver");
    let module = CheckedModule::new(&module, RunsIn::ThisProcess);
    match guard(|| C::explain(context, module, &natives, root)) {
        // SAFETY: the text is borrowed for the call.
        Ok(text) => unsafe { receive(string(&text), data) },
        Err(problem) => {
            let message = Message::without_place(problem);
            diagnostics::emit(context, Severity::Error, &message, &[]);
        }
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
                native_preludes: strings(source.nativePreludes, source.numNativePreludes),
                skip_unsupported: source.skipUnsupported,
                allow_unknown_operations: source.allowUnknownOperations,
                filter: Filter {
                    enabled: strings(source.filter.enabled, source.filter.numEnabled),
                    disabled: strings(source.filter.disabled, source.filter.numDisabled),
                },
                script: (source.script.length != 0).then(|| bytes(source.script).to_vec()),
                only_finds: source
                    .onlyFinds
                    .then(|| strings(source.variables.data, source.variables.length)),
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
