//! Patterns that are applied to modules of the bindings.

use crate::{
    errors::{failure, of_run},
    host::HostSet,
    natives::Thrown,
    options,
    origin::Origin,
};
use melior::{
    Context,
    ir::{Module, Operation, OperationRef, operation::OperationLike},
};
use pdll::pattern_set::{Failed, Options, PatternSet};
use pyo3::{
    Bound, PyAny, PyErr, PyResult, Python, exceptions::PyRuntimeError, pyclass, pymethods,
    sync::MutexExt, types::PyDict,
};
use std::{
    cell::Cell,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// Patterns that are ready to be applied to modules of one context.
#[pyclass(frozen, module = "mlir_pdll._in_place")]
pub(crate) struct Patterns {
    set: HostSet,
    thrown: Thrown,
}

#[pymethods]
impl Patterns {
    /// Compiles pattern files for the context of a module.
    #[new]
    fn new(origin: Origin, module: &Bound<'_, PyAny>) -> PyResult<Self> {
        let thrown = Thrown::default();
        let set = HostSet::build(module, |context| {
            origin.add(PatternSet::builder(context), &thrown).build()
        })?;
        Ok(Patterns {
            set: set.map_err(|failed| failure(&failed))?,
            thrown,
        })
    }

    /// Rewrites a module. If that fails, the module is as before.
    fn apply(
        &self,
        py: Python<'_>,
        module: &Bound<'_, PyAny>,
        settings: &Bound<'_, PyDict>,
    ) -> PyResult<()> {
        let options = options::read(settings)?;
        let _running = Running::start(py)?;
        let (rehearsed, thrown) = self.set.with(module, |set, context, root| {
            (rehearse(set, context, root, &options), self.thrown.take())
        })?;
        of_run(py, rehearsed, thrown)?;
        // A function may have reached the module through the bindings.
        let (applied, thrown) = self.set.with(module, |set, _, root| {
            (set.apply(root, &options), self.thrown.take())
        })?;
        of_run(py, applied, thrown).map_err(|cause| half_rewritten(py, cause))
    }
}

/// Rewrites and verifies a copy. A run that fails would leave the module half rewritten,
/// and a copy in the place of its operations would be none of those that Python refers to.
fn rehearse(
    set: &PatternSet<'static>,
    context: &Context,
    root: OperationRef<'static, '_>,
    options: &Options,
) -> Result<(), Failed> {
    let copy = Operation::clone(&root);
    let copy = Failed::catch(context, || Module::from_operation(copy))?;
    set.apply(copy.as_operation(), options)?;
    Failed::catch(context, || copy.as_operation().verify().then_some(()))
}

fn half_rewritten(py: Python<'_>, cause: PyErr) -> PyErr {
    let error = PyRuntimeError::new_err(
        "the module is half rewritten: the patterns ran on a copy of it, and then failed on \
         the module, so that one of their functions depends on more than its arguments",
    );
    error.set_cause(py, Some(cause));
    error
}

/// A run. There is one at a time, because a function that patterns call may let other
/// threads run, and those may have the same module.
struct Running {
    _lock: MutexGuard<'static, ()>,
}

static LOCK: Mutex<()> = Mutex::new(());

thread_local! {
    static IS_RUNNING: Cell<bool> = const { Cell::new(false) };
}

impl Running {
    fn start(py: Python<'_>) -> PyResult<Self> {
        if IS_RUNNING.get() {
            return Err(PyRuntimeError::new_err(
                "a function that patterns call cannot rewrite modules in place, because one is \
                 being rewritten",
            ));
        }
        // Whoever holds it may wait for Python's lock.
        let lock = LOCK.lock_py_attached(py);
        IS_RUNNING.set(true);
        Ok(Running {
            _lock: lock.unwrap_or_else(PoisonError::into_inner),
        })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        IS_RUNNING.set(false);
    }
}
