//! Errors, as data for the Python half.

use pdll::pattern_set::Failed;
use pyo3::{
    PyErr, PyResult, Python, create_exception, exceptions::PyException, types::PyAnyMethods,
};

create_exception!(
    _native,
    Failure,
    PyException,
    "What went wrong: a list of texts for people, and a list of JSON objects."
);

/// The exception for errors of pdll and MLIR.
pub(crate) fn failure(failed: &Failed) -> PyErr {
    Failure::new_err((failed.messages().to_vec(), failed.json().to_vec()))
}

/// The result of a run. If it failed because a Python function raised an exception, that
/// is the one to raise, with what pdll says about the place.
pub(crate) fn of_run<T>(
    py: Python<'_>,
    result: Result<T, Failed>,
    thrown: Option<PyErr>,
) -> PyResult<T> {
    result.map_err(|failed| match thrown {
        Some(thrown) => {
            let note = failed.to_string();
            // Pythons before 3.11 have no notes.
            let _ = thrown.value(py).call_method1("add_note", (note,));
            thrown
        }
        None => failure(&failed),
    })
}
