//! Native functions of patterns that are Python functions.

use crate::{raw::Lifetime, views};
use pdll::{
    native::{Any, AnyKind, Call},
    pattern_set::Builder,
};
use pyo3::{
    Bound, FromPyObject, Py, PyAny, PyErr, PyResult, Python,
    exceptions::{PyTypeError, PyValueError},
    types::{PyAnyMethods, PyBool, PyTuple, PyTupleMethods, PyTypeMethods},
};
use std::sync::{Arc, Mutex, PoisonError};

/// A function as the Python half describes it.
#[derive(FromPyObject)]
pub(crate) struct Native {
    name: String,
    is_rewrite: bool,
    arguments: Vec<Kind>,
    results: Vec<Kind>,
    function: Py<PyAny>,
}

/// A kind by its name in pattern files.
struct Kind(AnyKind);

impl FromPyObject<'_, '_> for Kind {
    type Error = PyErr;

    fn extract(given: pyo3::Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let name: String = given.extract()?;
        let found = KINDS.iter().find(|kind| kind.name() == name);
        let found = found.ok_or_else(|| PyValueError::new_err(format!("no kind is `{name}`")))?;
        Ok(Kind(*found))
    }
}

const KINDS: [AnyKind; 6] = [
    AnyKind::Attr,
    AnyKind::Op,
    AnyKind::Type,
    AnyKind::TypeRange,
    AnyKind::Value,
    AnyKind::ValueRange,
];

/// The first exception that a function of a set has raised in a run.
#[derive(Clone, Default)]
pub(crate) struct Thrown(Arc<Mutex<Option<PyErr>>>);

impl Thrown {
    pub(crate) fn take(&self) -> Option<PyErr> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Keeps an exception, and returns what to say of it in an error.
    fn keep(&self, py: Python<'_>, error: PyErr) -> String {
        let reason = error.to_string();
        let mut first = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert_with(|| error.clone_ref(py));
        reason
    }
}

impl Native {
    pub(crate) fn add<'c>(self, builder: Builder<'c>, thrown: &Thrown) -> Builder<'c> {
        let arguments: Vec<_> = self.arguments.iter().map(|kind| kind.0).collect();
        let results: Vec<_> = self.results.iter().map(|kind| kind.0).collect();
        let callee = Callee {
            name: self.name.clone(),
            is_rewrite: self.is_rewrite,
            results: results.clone(),
            function: self.function,
            thrown: thrown.clone(),
        };
        match self.is_rewrite {
            true => {
                builder.rewrite_of_kinds(self.name, &arguments, &results, move |call, given| {
                    let results = callee.run(call, given)?;
                    Ok(results.expect("a rewrite has results, if only none"))
                })
            }
            false => {
                builder.constraint_of_kinds(self.name, &arguments, &results, move |call, given| {
                    callee.run(call, given)
                })
            }
        }
    }
}

/// A Python function with what its results must be.
struct Callee {
    name: String,
    is_rewrite: bool,
    results: Vec<AnyKind>,
    function: Py<PyAny>,
    thrown: Thrown,
}

impl Callee {
    /// Calls the function. Without results, a constraint does not hold.
    ///
    /// # Errors
    ///
    /// Why it failed, for the error at the place of the call.
    fn run<'a>(
        &self,
        call: &Call<'a>,
        given: Vec<Any<'a>>,
    ) -> Result<Option<Vec<Any<'a>>>, String> {
        let attached = Python::try_attach(|py| {
            let lifetime = Lifetime::start();
            let results =
                views::with_call(call, &lifetime, || self.call(py, call, given, &lifetime));
            lifetime.end();
            results.map_err(|error| self.thrown.keep(py, error))
        });
        attached.unwrap_or_else(|| Err("the Python interpreter is shutting down".to_owned()))
    }

    fn call<'a>(
        &self,
        py: Python<'_>,
        call: &Call<'a>,
        given: Vec<Any<'a>>,
        lifetime: &Lifetime,
    ) -> PyResult<Option<Vec<Any<'a>>>> {
        let arguments = given.into_iter();
        let arguments = arguments.map(|argument| views::to_python(py, argument, lifetime));
        let arguments = PyTuple::new(py, arguments.collect::<PyResult<Vec<_>>>()?)?;
        let returned = self.function.bind(py).call1(arguments)?;
        if !self.is_rewrite && self.results.is_empty() {
            return self.holds(&returned).map(|holds| holds.then(Vec::new));
        }
        if !self.is_rewrite && returned.is_none() {
            return Ok(None);
        }
        let returned = self.split(&returned)?;
        let results = self.results.iter().zip(&returned).zip(1..);
        let results = results.map(|((kind, result), number)| {
            views::from_python(call, *kind, result).map_err(|reason| {
                PyTypeError::new_err(format!("`{}`: result {number} {reason}", self.name))
            })
        });
        results.collect::<PyResult<Vec<_>>>().map(Some)
    }

    /// Only true and false say whether a constraint holds: a function that forgets to
    /// return something would otherwise never match, or always.
    fn holds(&self, returned: &Bound<'_, PyAny>) -> PyResult<bool> {
        match returned.cast::<PyBool>() {
            Ok(_) => returned.extract(),
            Err(_) => Err(PyTypeError::new_err(format!(
                "the constraint `{}` must return True or False, and returned {}",
                self.name,
                described(returned)
            ))),
        }
    }

    /// The results one by one.
    fn split<'py>(&self, returned: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let found = match (self.results.len(), returned.is_none()) {
            (0, true) => Vec::new(),
            (1, _) => vec![returned.clone()],
            _ => match returned.cast::<PyTuple>() {
                Ok(tuple) => tuple.iter().collect(),
                Err(_) => vec![returned.clone()],
            },
        };
        match (found.len(), self.results.len()) {
            (found_count, count) if found_count == count => Ok(found),
            (_, count) => Err(PyTypeError::new_err(format!(
                "`{}` must return {}, and returned {}",
                self.name,
                match count {
                    0 => "None".to_owned(),
                    count => format!("a tuple of {count} results"),
                },
                described(returned)
            ))),
        }
    }
}

/// A Python object for a message.
fn described(object: &Bound<'_, PyAny>) -> String {
    match object.is_none() {
        true => "None".to_owned(),
        false => {
            let name = object.get_type().name();
            name.map_or_else(
                |_| "something else".to_owned(),
                |name| format!("a `{name}`"),
            )
        }
    }
}
