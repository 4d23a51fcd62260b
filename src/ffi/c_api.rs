//! The functions of the C header `pdll/Pdll.h`, which says what they do and what
//! callers promise. The build compares their types with the header.
//!
//! No panic leaves them: whatever may run our own code is inside of `guard`.

use super::{
    Message,
    capture::{Capture, Captured},
    foreign_mlir,
    native::foreign::ForeignFunction,
    pass::{PassOptions, PreparedPass},
    pattern_set::PatternSet,
    shim::PdllNativeFunction,
};
use crate::{
    c_api::{Compiler, Sources},
    diagnostic::Severity,
    ffi,
    pattern_set::NativeCode,
    plugin::guard,
    runtime::pattern_files::PatternFile,
};
use header::{PDLL_VERSION_MAJOR, PDLL_VERSION_MINOR, PdllDiagnostic, PdllDiagnosticCallback};
use melior::{
    Context, ContextRef,
    ir::{OperationRef, operation::OperationLike},
};
use mlir_sys::{
    MlirContext, MlirDiagnosticSeverity, MlirDiagnosticSeverity_MlirDiagnosticError,
    MlirDiagnosticSeverity_MlirDiagnosticNote, MlirDiagnosticSeverity_MlirDiagnosticRemark,
    MlirDiagnosticSeverity_MlirDiagnosticWarning, MlirModule, MlirOperation, MlirStringRef,
    mlirModuleGetOperation, mlirOperationWriteBytecode,
};
use std::{ffi::c_void, mem::ManuallyDrop, ptr, slice, sync::Arc};

#[allow(
    missing_docs,
    non_camel_case_types,
    non_snake_case,
    non_upper_case_globals,
    unreachable_pub,
    unsafe_op_in_unsafe_fn,
    dead_code,
    // C knows nothing of what is behind the handles.
    improper_ctypes,
    clippy::all,
    clippy::pedantic,
    clippy::restriction,
    reason = "generated from Pdll.h"
)]
mod header {
    use super::{
        Applier as PdllApplier, Compiler as PdllCompiler, PassOptions as PdllOptions,
        Patterns as PdllPatterns, PdllNativeFunction, Sources as PdllBuilder,
    };
    use mlir_sys::*;
    include!(concat!(env!("OUT_DIR"), "/pdll_h.rs"));
}

/// `PdllPatterns`. The program keeps the context alive.
pub(crate) struct Patterns {
    context: ContextRef<'static>,
    set: Arc<PatternSet>,
}

/// `PdllApplier`.
pub(crate) struct Applier {
    // Dropped before the patterns, to which it points.
    pass: PreparedPass,
    _patterns: Arc<PatternSet>,
    context: ContextRef<'static>,
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pdllVersionMajor() -> u32 {
    PDLL_VERSION_MAJOR
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pdllVersionMinor() -> u32 {
    PDLL_VERSION_MINOR
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pdllVersionText() -> MlirStringRef {
    constant(env!("CARGO_PKG_VERSION"))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pdllVersionOfMlir() -> MlirStringRef {
    constant(env!("PDLL_LLVM_VERSION"))
}

fn constant(text: &'static str) -> MlirStringRef {
    MlirStringRef {
        data: text.as_ptr().cast(),
        length: text.len(),
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pdllCompilerCreate() -> *mut Compiler {
    Box::into_raw(Box::new(Compiler::new()))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pdllCompilerDestroy(compiler: *mut Compiler) {
    // SAFETY: the promises of the caller in the header.
    unsafe { destroy(compiler) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pdllCompilerAddIncludeDir(compiler: *mut Compiler, path: MlirStringRef) {
    // SAFETY: the promises of the caller in the header.
    let (compiler, path) = unsafe { (compiler.as_mut(), text(path)) };
    if let Some(compiler) = compiler {
        compiler.include_dirs.push(path);
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pdllCompilerEnableOdsCache(compiler: *mut Compiler, is_enabled: bool) {
    // SAFETY: the promises of the caller in the header.
    if let Some(compiler) = unsafe { compiler.as_mut() } {
        compiler.ods_cache = is_enabled;
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pdllCompilerCompileFile(
    compiler: *const Compiler,
    context: MlirContext,
    path: MlirStringRef,
    callback: PdllDiagnosticCallback,
    user_data: *mut c_void,
) -> MlirModule {
    // SAFETY: the promises of the caller in the header.
    let (compiler, path) = unsafe { (compiler.as_ref(), text(path)) };
    let caller = Caller::new(callback, user_data);
    compile(caller, compiler, context, PatternFile::OnDisk(path))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pdllCompilerCompileText(
    compiler: *const Compiler,
    context: MlirContext,
    name: MlirStringRef,
    contents: MlirStringRef,
    callback: PdllDiagnosticCallback,
    user_data: *mut c_void,
) -> MlirModule {
    // SAFETY: the promises of the caller in the header.
    let (compiler, name, contents) =
        unsafe { (compiler.as_ref(), text(name), bytes(contents).to_vec()) };
    let caller = Caller::new(callback, user_data);
    let file = PatternFile::InMemory(name, contents);
    compile(caller, compiler, context, file)
}

fn compile(
    caller: Caller,
    compiler: Option<&Compiler>,
    context: MlirContext,
    file: PatternFile,
) -> MlirModule {
    let compile = || {
        let compiler = caller.needs(compiler, "compiler")?;
        let context = caller.context(context)?;
        let module = caller.run(context, |context| compiler.compile(context, file))?;
        Some(ManuallyDrop::new(module).to_raw())
    };
    compile().unwrap_or(MlirModule {
        ptr: ptr::null_mut(),
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pdllBuilderCreate() -> *mut Sources {
    Box::into_raw(Box::new(Sources::new()))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pdllBuilderDestroy(builder: *mut Sources) {
    // SAFETY: the promises of the caller in the header.
    unsafe { destroy(builder) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pdllBuilderAddFile(builder: *mut Sources, path: MlirStringRef) {
    // SAFETY: the promises of the caller in the header.
    let (builder, path) = unsafe { (builder.as_mut(), text(path)) };
    if let Some(builder) = builder {
        builder.files.push(PatternFile::OnDisk(path));
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pdllBuilderAddText(
    builder: *mut Sources,
    name: MlirStringRef,
    contents: MlirStringRef,
) {
    // SAFETY: the promises of the caller in the header.
    let (builder, name, contents) =
        unsafe { (builder.as_mut(), text(name), bytes(contents).to_vec()) };
    if let Some(builder) = builder {
        let file = PatternFile::InMemory(name, contents);
        builder.files.push(file);
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pdllBuilderAddModule(builder: *mut Sources, module: MlirModule) {
    // SAFETY: the promises of the caller in the header.
    let Some(builder) = (unsafe { builder.as_mut() }) else {
        return;
    };
    if module.ptr.is_null() {
        return builder.problems.push("the module is null".to_owned());
    }
    // SAFETY: as above, and the module is not null.
    let bytecode = unsafe { bytecode(mlirModuleGetOperation(module)) };
    // A module may come from another context than that of the set.
    let file = PatternFile::InMemory("the module".to_owned(), bytecode);
    builder.files.push(file);
}

/// # Safety
///
/// The operation is valid.
unsafe fn bytecode(operation: MlirOperation) -> Vec<u8> {
    unsafe extern "C" fn receive(part: MlirStringRef, data: *mut c_void) {
        // SAFETY: the data is the list below, which nobody else borrows; the
        // part is valid for the call.
        unsafe { (*data.cast::<Vec<u8>>()).extend_from_slice(bytes(part)) }
    }
    let mut written = Vec::new();
    // SAFETY: all is borrowed for the call.
    unsafe { mlirOperationWriteBytecode(operation, Some(receive), (&raw mut written).cast()) }
    written
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pdllBuilderAddIncludeDir(builder: *mut Sources, path: MlirStringRef) {
    // SAFETY: the promises of the caller in the header.
    let (builder, path) = unsafe { (builder.as_mut(), text(path)) };
    if let Some(builder) = builder {
        builder.include_dirs.push(path);
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pdllBuilderEnableOdsCache(builder: *mut Sources, is_enabled: bool) {
    // SAFETY: the promises of the caller in the header.
    if let Some(builder) = unsafe { builder.as_mut() } {
        builder.ods_cache = is_enabled;
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pdllBuilderAddNativeLibrary(builder: *mut Sources, path: MlirStringRef) {
    // SAFETY: the promises of the caller in the header.
    let (builder, path) = unsafe { (builder.as_mut(), text(path)) };
    if let Some(builder) = builder {
        builder.native_libraries.push(path);
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pdllBuilderAddNative(
    builder: *mut Sources,
    function: *const PdllNativeFunction,
) {
    // SAFETY: the promises of the caller in the header. The user data is taken
    // over even if there is no builder.
    let (builder, function) = unsafe { (builder.as_mut(), ForeignFunction::new(function)) };
    match (builder, function) {
        (None, _) => {}
        (Some(builder), Ok(function)) => builder.natives.push(function),
        (Some(builder), Err(problem)) => builder.problems.push(problem),
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pdllBuilderEnablePatterns(builder: *mut Sources, name: MlirStringRef) {
    // SAFETY: the promises of the caller in the header.
    let (builder, name) = unsafe { (builder.as_mut(), text(name)) };
    if let Some(builder) = builder {
        builder.enabled.push(name);
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pdllBuilderDisablePatterns(builder: *mut Sources, name: MlirStringRef) {
    // SAFETY: the promises of the caller in the header.
    let (builder, name) = unsafe { (builder.as_mut(), text(name)) };
    if let Some(builder) = builder {
        builder.disabled.push(name);
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pdllBuilderEnableNativeCode(builder: *mut Sources, is_enabled: bool) {
    // SAFETY: the promises of the caller in the header.
    if let Some(builder) = unsafe { builder.as_mut() } {
        builder.native_code = match is_enabled {
            true => NativeCode::Compile,
            false => NativeCode::Off,
        };
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pdllPatternsCreate(
    builder: *const Sources,
    context: MlirContext,
    callback: PdllDiagnosticCallback,
    user_data: *mut c_void,
) -> *mut Patterns {
    let caller = Caller::new(callback, user_data);
    // SAFETY: the promises of the caller in the header.
    let builder = unsafe { builder.as_ref() };
    let create = || {
        let builder = caller.needs(builder, "builder")?;
        let context = caller.context(context)?;
        let set = caller.run(context, |context| builder.build(context))?;
        let set = Arc::new(set.into_inner());
        Some(Patterns { context, set })
    };
    boxed(create())
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pdllPatternsDestroy(patterns: *mut Patterns) {
    // SAFETY: the promises of the caller in the header.
    unsafe { destroy(patterns) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pdllOptionsCreate() -> *mut PassOptions {
    Box::into_raw(Box::new(PassOptions::new()))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pdllOptionsDestroy(options: *mut PassOptions) {
    // SAFETY: the promises of the caller in the header.
    unsafe { destroy(options) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pdllOptionsSet(
    options: *mut PassOptions,
    name: MlirStringRef,
    value: MlirStringRef,
    callback: PdllDiagnosticCallback,
    user_data: *mut c_void,
) -> bool {
    // SAFETY: the promises of the caller in the header.
    let (options, name, value) = unsafe { (options.as_mut(), text(name), text(value)) };
    let caller = Caller::new(callback, user_data);
    let Some(options) = caller.needs(options, "options") else {
        return false;
    };
    match options.set(&name, &value) {
        Ok(()) => true,
        Err(problem) => {
            caller.tell_error(problem);
            false
        }
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pdllApplierCreate(
    patterns: *const Patterns,
    options: *const PassOptions,
    callback: PdllDiagnosticCallback,
    user_data: *mut c_void,
) -> *mut Applier {
    let caller = Caller::new(callback, user_data);
    // SAFETY: the promises of the caller in the header.
    let (patterns, options) = unsafe { (patterns.as_ref(), options.as_ref()) };
    boxed(prepare(caller, patterns, options))
}

fn prepare(
    caller: Caller,
    patterns: Option<&Patterns>,
    options: Option<&PassOptions>,
) -> Option<Applier> {
    let patterns = caller.needs(patterns, "patterns")?;
    let defaults;
    let options = match options {
        Some(options) => options,
        None => {
            defaults = PassOptions::new();
            &defaults
        }
    };
    let Patterns { context, set } = patterns;
    // SAFETY: the applier keeps the patterns, and the program the context.
    let prepare = |context: &Context| unsafe { options.prepare(context, set) };
    Some(Applier {
        pass: caller.run(*context, prepare)?,
        _patterns: set.clone(),
        context: *context,
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pdllApplierDestroy(applier: *mut Applier) {
    // SAFETY: the promises of the caller in the header.
    unsafe { destroy(applier) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pdllApplierApply(
    applier: *const Applier,
    operation: MlirOperation,
    callback: PdllDiagnosticCallback,
    user_data: *mut c_void,
) -> bool {
    let caller = Caller::new(callback, user_data);
    // SAFETY: the promises of the caller in the header.
    let applier = unsafe { applier.as_ref() };
    let apply = || apply(caller, caller.needs(applier, "applier")?, operation);
    apply().is_some()
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pdllPatternsApply(
    patterns: *const Patterns,
    options: *const PassOptions,
    operation: MlirOperation,
    callback: PdllDiagnosticCallback,
    user_data: *mut c_void,
) -> bool {
    let caller = Caller::new(callback, user_data);
    // SAFETY: the promises of the caller in the header.
    let (patterns, options) = unsafe { (patterns.as_ref(), options.as_ref()) };
    let apply = || apply(caller, &prepare(caller, patterns, options)?, operation);
    apply().is_some()
}

fn apply(caller: Caller, applier: &Applier, operation: MlirOperation) -> Option<()> {
    let handle = (!operation.ptr.is_null()).then_some(operation);
    let operation = caller.needs(handle, "operation")?;
    // SAFETY: the promises of the caller in the header, and it is not null.
    let operation: OperationRef<'_, '_> = unsafe { OperationRef::from_raw(operation) };
    if operation.context() != applier.context {
        let problem = "the operation is of another context than the patterns";
        caller.tell_error(problem.to_owned());
        return None;
    }
    caller.run(applier.context, |_| {
        applier.pass.apply(operation).then_some(())
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn pdllRegisterPasses() {
    // Without a message: the shim does nothing that panics.
    let _ = guard(ffi::register_apply_pass);
}

/// Who is to know what is wrong.
#[derive(Clone, Copy)]
struct Caller {
    callback: PdllDiagnosticCallback,
    user_data: *mut c_void,
}

impl Caller {
    fn new(callback: PdllDiagnosticCallback, user_data: *mut c_void) -> Self {
        Caller {
            callback,
            user_data,
        }
    }

    /// Runs what may tell the engine of the context something, which the caller
    /// gets if there is a callback.
    fn run<T>(
        &self,
        context: ContextRef<'static>,
        run: impl FnOnce(&'static Context) -> Option<T>,
    ) -> Option<T> {
        // SAFETY: the program keeps the context alive. The reference is to our
        // handle of it, but nothing keeps that, only what is in the handle.
        let context = unsafe { context.to_ref() };
        let capture = self.callback.map(|_| Capture::new(context));
        let result = guard(|| run(context)).unwrap_or_else(|problem| {
            ffi::emit(
                context,
                Severity::Error,
                &Message::without_place(problem),
                &[],
            );
            None
        });
        for diagnostic in capture.map(Capture::finish).unwrap_or_default() {
            self.tell(&diagnostic);
        }
        result
    }

    /// The argument of that name, unless it is null.
    fn needs<T>(&self, argument: Option<T>, name: &str) -> Option<T> {
        if argument.is_none() {
            self.tell_error(format!("the argument `{name}` is null"));
        }
        argument
    }

    /// A context in which something is to be created.
    fn context(&self, context: MlirContext) -> Option<ContextRef<'static>> {
        let handle = (!context.ptr.is_null()).then_some(context);
        let context = self.needs(handle, "context")?;
        if let Some(problem) = foreign_mlir() {
            self.tell_error(format!("cannot use pdll in this process: {problem}"));
            return None;
        }
        // SAFETY: the program keeps the context alive.
        Some(unsafe { ContextRef::from_raw(context) })
    }

    fn tell_error(&self, text: String) {
        self.tell(&Captured {
            severity: Severity::Error,
            message: Message::without_place(text),
            notes: Vec::new(),
        });
    }

    fn tell(&self, diagnostic: &Captured) {
        let Some(callback) = self.callback else {
            return;
        };
        let notes: Vec<_> = diagnostic
            .notes
            .iter()
            .map(|note| raw(MlirDiagnosticSeverity_MlirDiagnosticNote, note, &[]))
            .collect();
        let notes: Vec<_> = notes.iter().map(ptr::from_ref).collect();
        let severity = match diagnostic.severity {
            Severity::Error => MlirDiagnosticSeverity_MlirDiagnosticError,
            Severity::Warning => MlirDiagnosticSeverity_MlirDiagnosticWarning,
            Severity::Remark => MlirDiagnosticSeverity_MlirDiagnosticRemark,
        };
        let diagnostic = raw(severity, &diagnostic.message, &notes);
        // SAFETY: what it gets is valid for the call.
        unsafe { callback(&raw const diagnostic, self.user_data) }
    }
}

/// Borrows a message as what C sees.
fn raw(
    severity: MlirDiagnosticSeverity,
    message: &Message,
    notes: &[*const PdllDiagnostic],
) -> PdllDiagnostic {
    let string = |text: &str| MlirStringRef {
        data: text.as_ptr().cast(),
        length: text.len(),
    };
    PdllDiagnostic {
        size: size_of::<PdllDiagnostic>(),
        severity,
        message: string(&message.text),
        file: string(&message.file),
        line: message.line,
        column: message.column,
        numNotes: notes.len(),
        notes: notes.as_ptr(),
    }
}

fn boxed<T>(object: Option<T>) -> *mut T {
    object.map_or(ptr::null_mut(), |object| Box::into_raw(Box::new(object)))
}

/// # Safety
///
/// The object is null, or was boxed, and is given away.
unsafe fn destroy<T>(object: *mut T) {
    if !object.is_null() {
        // SAFETY: the caller's promise.
        let object = unsafe { Box::from_raw(object) };
        // Nobody is left to be told.
        let _ = guard(|| drop(object));
    }
}

/// # Safety
///
/// The string is valid for reads.
unsafe fn text(string: MlirStringRef) -> String {
    // SAFETY: the caller's promise.
    String::from_utf8_lossy(unsafe { bytes(string) }).into_owned()
}

/// # Safety
///
/// The string is valid for reads, for as long as the bytes are used.
unsafe fn bytes<'a>(string: MlirStringRef) -> &'a [u8] {
    if string.data.is_null() || string.length == 0 {
        return &[];
    }
    // SAFETY: the caller's promise.
    unsafe { slice::from_raw_parts(string.data.cast(), string.length) }
}
