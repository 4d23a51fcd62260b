//! Modules of the Python bindings, and patterns in their contexts. All unsafe code that is
//! not in `raw.rs`.

#![allow(unsafe_code, reason = "this file is where it stands")]

use melior::{Context, ContextRef, ir::OperationRef};
use mlir_sys::MlirOperation;
use pdll::pattern_set::PatternSet;
use pyo3::{
    Bound, Py, PyAny, PyResult,
    exceptions::PyRuntimeError,
    types::{PyAnyMethods, PyCapsule, PyCapsuleMethods},
};

/// Patterns in a context of the bindings.
pub(crate) struct HostSet {
    set: PatternSet<'static>,
    /// Keeps the context of the patterns alive, and is dropped after them.
    _context: Py<PyAny>,
    /// The address of the context.
    context: usize,
}

impl HostSet {
    /// Builds patterns in the context of a module.
    pub(crate) fn build<E>(
        module: &Bound<'_, PyAny>,
        build: impl FnOnce(&'static Context) -> Result<PatternSet<'static>, E>,
    ) -> PyResult<Result<Self, E>> {
        let keeper = module.getattr("context")?.unbind();
        let operation = operation(module)?;
        let handle = context_of(operation);
        // SAFETY: the bindings' object keeps the context as long as the patterns. They keep no
        // reference to the handle, which is what a `&Context` points to.
        let context = unsafe { handle.to_ref() };
        Ok(build(context).map(|set| HostSet {
            set,
            _context: keeper,
            context: context.to_raw().ptr.addr(),
        }))
    }

    /// Runs something on a module, which no Python code may drop meanwhile.
    ///
    /// # Errors
    ///
    /// Fails if the module is of another context.
    pub(crate) fn with<T>(
        &self,
        module: &Bound<'_, PyAny>,
        run: impl FnOnce(&PatternSet<'static>, &Context, OperationRef<'static, '_>) -> T,
    ) -> PyResult<T> {
        let operation = operation(module)?;
        let handle = context_of(operation);
        // SAFETY: `module` keeps the context for this call, and `run` keeps no reference.
        let context = unsafe { handle.to_ref() };
        if context.to_raw().ptr.addr() != self.context {
            let message = "the patterns are for modules of another context";
            return Err(PyRuntimeError::new_err(message));
        }
        Ok(run(&self.set, context, operation))
    }
}

fn context_of(operation: OperationRef<'static, '_>) -> ContextRef<'static> {
    // SAFETY: the operation is valid.
    unsafe { ContextRef::from_raw(mlir_sys::mlirOperationGetContext(operation.to_raw())) }
}

/// The operation of a module of MLIR's own bindings. Capsules of others have another name,
/// which is an error.
fn operation<'a>(module: &'a Bound<'_, PyAny>) -> PyResult<OperationRef<'static, 'a>> {
    let capsule = module.getattr("operation")?.getattr("_CAPIPtr")?;
    let capsule = capsule.cast::<PyCapsule>()?;
    let ptr = capsule.pointer_checked(Some(c"mlir.ir.Operation._CAPIPtr"))?;
    // SAFETY: a capsule of this name has an operation, and that of a module lives as long
    // as the module.
    Ok(unsafe { OperationRef::from_raw(MlirOperation { ptr: ptr.as_ptr() }) })
}
