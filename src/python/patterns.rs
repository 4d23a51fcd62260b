//! Sets of patterns.

use crate::{
    errors::{failure, of_run},
    natives::Thrown,
    options,
    origin::Origin,
    raw::{self, OneAfterAnother, WithContext},
};
use melior::{
    Context,
    ir::{Module, operation::OperationLike},
};
use pdll::{
    internals::{
        driver::explain::{Explainable, Explanation, Unexplained},
        parse_module, write_bytecode,
    },
    pattern_set::{Builder, Failed, PatternSet},
};
use pyo3::{
    Bound, PyAny, PyResult, Python,
    exceptions::{PyRuntimeError, PyValueError},
    pyclass, pyfunction, pymethods,
    types::{PyBytes, PyDict, PyString},
};
use std::{
    cell::RefCell,
    ptr,
    sync::{Mutex, PoisonError},
};

/// Patterns that are ready to be applied, with a context of their own.
#[pyclass(frozen, module = "mlir_pdll._native")]
pub(crate) struct Patterns {
    set: Mutex<OneAfterAnother<WithContext<(PatternSet<'static>, Explainable<'static>)>>>,
    thrown: Thrown,
}

/// A program as text or as bytecode. The result has the same form.
#[derive(pyo3::FromPyObject)]
pub(crate) enum Program {
    Text(String),
    Bytecode(Vec<u8>),
}

thread_local! {
    /// The sets that this thread applies, the last one last.
    static APPLYING: RefCell<Vec<*const Patterns>> = const { RefCell::new(Vec::new()) };
}

#[pymethods]
impl Patterns {
    /// Compiles pattern files.
    #[new]
    fn new(py: Python<'_>, origin: Origin) -> PyResult<Self> {
        let thrown = Thrown::default();
        let set = py.detach(|| {
            let patterns = |builder: Builder<'static>| origin.add(builder, &thrown);
            WithContext::new(|context| Explainable::build(context, patterns)).map(OneAfterAnother)
        });
        Ok(Patterns {
            set: Mutex::new(set.map_err(|failed| failure(&failed))?),
            thrown,
        })
    }

    /// Applies the patterns to a program, and returns the result.
    fn apply<'py>(
        &self,
        py: Python<'py>,
        program: Program,
        name: String,
        allow_unregistered_dialects: bool,
        settings: &Bound<'py, PyDict>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let options = options::read(settings)?;
        let applying = Applying::start(self)?;
        let (result, thrown) = py.detach(|| {
            // A thread that panicked has changed nothing that others see.
            let locked = self.set.lock().unwrap_or_else(PoisonError::into_inner);
            let ((set, _), context) = locked.0.get();
            context.set_allow_unregistered_dialects(allow_unregistered_dialects);
            let result = rewrite(context, &program, &name, |module| {
                set.apply(module.as_operation(), &options)
            });
            // The next run, which waits for the lock, has its own.
            (result, self.thrown.take())
        });
        drop(applying);
        Ok(of_run(py, result, thrown)?.into_python(py))
    }

    /// Says why the patterns match the operations of a program, or do not, as text, as a
    /// page, and as JSON. The flags are those of the command, with these settings of the
    /// pass among them.
    fn explain(
        &self,
        py: Python<'_>,
        program: Program,
        name: String,
        allow_unregistered_dialects: bool,
        flags: Vec<String>,
        settings: &Bound<'_, PyDict>,
    ) -> PyResult<(String, String, String)> {
        options::read(settings)?;
        let applying = Applying::start(self)?;
        let result = py.detach(|| {
            let locked = self.set.lock().unwrap_or_else(PoisonError::into_inner);
            let ((_, patterns), context) = locked.0.get();
            context.set_allow_unregistered_dialects(allow_unregistered_dialects);
            let result = patterns.explain(&flags, &name, program.bytes());
            // What a function has thrown is in the explanation.
            drop(self.thrown.take());
            result
        });
        drop(applying);
        match result {
            Ok(Explanation { text, html, json }) => Ok((text, html, json)),
            Err(Unexplained::Failed(failed)) => Err(failure(&failed)),
            Err(Unexplained::Flags(problem)) => Err(PyValueError::new_err(problem)),
        }
    }
}

/// The same program in the other form.
#[pyfunction]
pub(crate) fn convert(
    py: Python<'_>,
    program: Program,
    name: String,
    allow_unregistered_dialects: bool,
) -> PyResult<Bound<'_, PyAny>> {
    let converted = py.detach(|| {
        let context = raw::new_context();
        context.set_allow_unregistered_dialects(allow_unregistered_dialects);
        let module = parse(&context, &program, &name)?;
        Ok(match program {
            Program::Text(_) => Program::Bytecode(write_bytecode(module.as_operation())),
            Program::Bytecode(_) => Program::Text(module.as_operation().to_string()),
        })
    });
    let converted = converted.map_err(|failed: Failed| failure(&failed))?;
    Ok(converted.into_python(py))
}

impl Program {
    fn bytes(&self) -> &[u8] {
        match self {
            Program::Text(text) => text.as_bytes(),
            Program::Bytecode(bytes) => bytes,
        }
    }

    fn into_python(self, py: Python<'_>) -> Bound<'_, PyAny> {
        match self {
            Program::Text(text) => PyString::new(py, &text).into_any(),
            Program::Bytecode(bytes) => PyBytes::new(py, &bytes).into_any(),
        }
    }
}

fn parse<'c>(context: &'c Context, program: &Program, name: &str) -> Result<Module<'c>, Failed> {
    Failed::catch(context, || parse_module(context, program.bytes(), name))
}

/// Parses a program, changes and verifies it, and prints it in the form that it had.
fn rewrite(
    context: &Context,
    program: &Program,
    name: &str,
    change: impl FnOnce(&Module<'_>) -> Result<(), Failed>,
) -> Result<Program, Failed> {
    let module = parse(context, program, name)?;
    change(&module)?;
    let operation = module.as_operation();
    Failed::catch(context, || operation.verify().then_some(()))?;
    Ok(match program {
        Program::Text(_) => Program::Text(operation.to_string()),
        Program::Bytecode(_) => Program::Bytecode(write_bytecode(operation)),
    })
}

/// Keeps a thread from applying patterns while it applies the same ones, which would wait
/// for itself.
struct Applying;

impl Applying {
    fn start(patterns: &Patterns) -> PyResult<Self> {
        APPLYING.with_borrow_mut(|applying| {
            if applying.iter().any(|other| ptr::eq(*other, patterns)) {
                return Err(PyRuntimeError::new_err(
                    "these patterns are being applied: a function that they call cannot apply \
                     them; compile them once more for it",
                ));
            }
            applying.push(patterns);
            Ok(Applying)
        })
    }
}

impl Drop for Applying {
    fn drop(&mut self) {
        APPLYING.with_borrow_mut(|applying| applying.pop());
    }
}
