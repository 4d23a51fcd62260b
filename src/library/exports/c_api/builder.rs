//! `PdllBuilder`.

use super::{
    handles::Sources,
    memory::{bytes, destroy, text},
};
use crate::{
    library::pattern_set::files::PatternFile,
    mlir::ffi::{bytecode, native::foreign::ForeignFunction, shim::PdllNativeFunction},
    mlir::options::NativeCode,
};
use melior::ir::OperationRef;
use mlir_sys::{MlirModule, MlirStringRef, mlirModuleGetOperation};

#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn pdllBuilderCreate() -> *mut Sources {
    Box::into_raw(Box::new(Sources::new()))
}

#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn pdllBuilderDestroy(builder: *mut Sources) {
    // SAFETY: the promises of the caller in the header.
    unsafe { destroy(builder) }
}

#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn pdllBuilderAddFile(builder: *mut Sources, path: MlirStringRef) {
    // SAFETY: the promises of the caller in the header.
    let (builder, path) = unsafe { (builder.as_mut(), text(path)) };
    if let Some(builder) = builder {
        builder.files.push(PatternFile::OnDisk(path));
    }
}

#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn pdllBuilderAddText(
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
pub(super) unsafe extern "C" fn pdllBuilderAddModule(builder: *mut Sources, module: MlirModule) {
    // SAFETY: the promises of the caller in the header.
    let Some(builder) = (unsafe { builder.as_mut() }) else {
        return;
    };
    if module.ptr.is_null() {
        return builder.problems.push("the module is null".to_owned());
    }
    // SAFETY: as above, and the module is not null.
    let operation = unsafe { OperationRef::from_raw(mlirModuleGetOperation(module)) };
    let bytecode = bytecode::write(operation);
    // A module may come from another context than that of the set.
    let file = PatternFile::InMemory("the module".to_owned(), bytecode);
    builder.files.push(file);
}

#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn pdllBuilderAddIncludeDir(
    builder: *mut Sources,
    path: MlirStringRef,
) {
    // SAFETY: the promises of the caller in the header.
    let (builder, path) = unsafe { (builder.as_mut(), text(path)) };
    if let Some(builder) = builder {
        builder.include_dirs.push(path);
    }
}

#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn pdllBuilderEnableOdsCache(builder: *mut Sources, is_enabled: bool) {
    // SAFETY: the promises of the caller in the header.
    if let Some(builder) = unsafe { builder.as_mut() } {
        builder.ods_cache = is_enabled;
    }
}

#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn pdllBuilderAddNativeLibrary(
    builder: *mut Sources,
    path: MlirStringRef,
) {
    // SAFETY: the promises of the caller in the header.
    let (builder, path) = unsafe { (builder.as_mut(), text(path)) };
    if let Some(builder) = builder {
        builder.native_libraries.push(path);
    }
}

#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn pdllBuilderAddNative(
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
pub(super) unsafe extern "C" fn pdllBuilderEnablePatterns(
    builder: *mut Sources,
    name: MlirStringRef,
) {
    // SAFETY: the promises of the caller in the header.
    let (builder, name) = unsafe { (builder.as_mut(), text(name)) };
    if let Some(builder) = builder {
        builder.enabled.push(name);
    }
}

#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn pdllBuilderDisablePatterns(
    builder: *mut Sources,
    name: MlirStringRef,
) {
    // SAFETY: the promises of the caller in the header.
    let (builder, name) = unsafe { (builder.as_mut(), text(name)) };
    if let Some(builder) = builder {
        builder.disabled.push(name);
    }
}

#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn pdllBuilderEnableNativeCode(
    builder: *mut Sources,
    is_enabled: bool,
) {
    // SAFETY: the promises of the caller in the header.
    if let Some(builder) = unsafe { builder.as_mut() } {
        builder.native_code = if is_enabled {
            NativeCode::Compile
        } else {
            NativeCode::Off
        };
    }
}

#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn pdllBuilderAddNativePrelude(
    builder: *mut Sources,
    path: MlirStringRef,
) {
    // SAFETY: the promises of the caller in the header.
    let (builder, path) = unsafe { (builder.as_mut(), text(path)) };
    if let Some(builder) = builder {
        builder.native_preludes.push(path);
    }
}

#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn pdllBuilderSkipUnsupported(
    builder: *mut Sources,
    is_enabled: bool,
) {
    // SAFETY: the promises of the caller in the header.
    if let Some(builder) = unsafe { builder.as_mut() } {
        builder.skips_unsupported = is_enabled;
    }
}

#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn pdllBuilderAllowUnknownOperations(
    builder: *mut Sources,
    is_enabled: bool,
) {
    // SAFETY: the promises of the caller in the header.
    if let Some(builder) = unsafe { builder.as_mut() } {
        builder.allows_unknown_operations = is_enabled;
    }
}
