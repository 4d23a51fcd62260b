//! `PdllCompiler`.

use super::{
    caller::Caller,
    handles::Compiler,
    header::PdllDiagnosticCallback,
    memory::{bytes, destroy, text},
};
use crate::library::pattern_set::files::PatternFile;
use mlir_sys::{MlirContext, MlirModule, MlirStringRef};
use std::{ffi::c_void, mem::ManuallyDrop, ptr};

#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn pdllCompilerCreate() -> *mut Compiler {
    Box::into_raw(Box::new(Compiler::new()))
}

#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn pdllCompilerDestroy(compiler: *mut Compiler) {
    // SAFETY: the promises of the caller in the header.
    unsafe { destroy(compiler) }
}

#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn pdllCompilerAddIncludeDir(
    compiler: *mut Compiler,
    path: MlirStringRef,
) {
    // SAFETY: the promises of the caller in the header.
    let (compiler, path) = unsafe { (compiler.as_mut(), text(path)) };
    if let Some(compiler) = compiler {
        compiler.include_dirs.push(path);
    }
}

#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn pdllCompilerEnableOdsCache(
    compiler: *mut Compiler,
    is_enabled: bool,
) {
    // SAFETY: the promises of the caller in the header.
    if let Some(compiler) = unsafe { compiler.as_mut() } {
        compiler.ods_cache = is_enabled;
    }
}

#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn pdllCompilerCompileFile(
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
pub(super) unsafe extern "C" fn pdllCompilerCompileText(
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
