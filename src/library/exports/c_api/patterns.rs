//! `PdllPatterns`, `PdllOptions` and `PdllApplier`.

use super::{
    caller::Caller,
    handles::{Applier, Patterns, Sources},
    header::PdllDiagnosticCallback,
    memory::{boxed, destroy, text},
};
use crate::mlir::ffi::pass::PassOptions;
use melior::{
    Context,
    ir::{OperationRef, operation::OperationLike},
};
use mlir_sys::{MlirContext, MlirOperation, MlirStringRef};
use std::{ffi::c_void, sync::Arc};

#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn pdllPatternsCreate(
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
pub(super) unsafe extern "C" fn pdllPatternsDestroy(patterns: *mut Patterns) {
    // SAFETY: the promises of the caller in the header.
    unsafe { destroy(patterns) }
}

#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn pdllOptionsCreate() -> *mut PassOptions {
    Box::into_raw(Box::new(PassOptions::new()))
}

#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn pdllOptionsDestroy(options: *mut PassOptions) {
    // SAFETY: the promises of the caller in the header.
    unsafe { destroy(options) }
}

#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn pdllOptionsSet(
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
pub(super) unsafe extern "C" fn pdllApplierCreate(
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
pub(super) unsafe extern "C" fn pdllApplierDestroy(applier: *mut Applier) {
    // SAFETY: the promises of the caller in the header.
    unsafe { destroy(applier) }
}

#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn pdllApplierApply(
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
pub(super) unsafe extern "C" fn pdllPatternsApply(
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
        let problem = "the operation and the patterns have different contexts";
        caller.tell_error(problem.to_owned());
        return None;
    }
    caller.run(applier.context, |_| {
        applier.pass.apply(operation).then_some(())
    })
}
