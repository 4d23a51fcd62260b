//! The part of the Python package `mlir_pdll` that rewrites modules of MLIR's Python
//! bindings in place.
//!
//! It has no MLIR: it uses the one of the bindings, which must be loaded, and the same
//! build as the one that this was compiled for. `_live.py` checks that before it loads
//! this. Python's lock is held all the time, because the bindings expect it of whoever
//! changes their objects or reports to their handlers of diagnostics.

#[path = "../errors.rs"]
mod errors;
mod host;
#[path = "../natives.rs"]
mod natives;
#[path = "../options.rs"]
mod options;
#[path = "../origin.rs"]
mod origin;
mod patterns;
#[expect(dead_code, reason = "contexts of its own are for the other module")]
#[path = "../raw.rs"]
mod raw;
#[path = "../views.rs"]
mod views;

/// The module, for `_live.py`.
#[pyo3::pymodule]
mod _in_place {
    #[pymodule_export]
    use crate::{
        errors::Failure,
        patterns::Patterns,
        views::{parse_attr, parse_type},
    };
}
