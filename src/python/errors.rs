//! Errors, as data for the Python half.

use pdll::pattern_set::Failed;
use pyo3::{PyErr, create_exception, exceptions::PyException};

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
