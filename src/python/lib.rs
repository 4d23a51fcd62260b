//! The native half of the Python package `mlir_pdll`, whose other half, in the folder
//! `mlir_pdll`, is what users see: names, types, documentation and errors.
//!
//! MLIR is in this module once, and nothing that it has refers to another MLIR in the
//! process. Programs come and go as text or bytecode.

// Links MLIR into the module.
#[cfg(feature = "static")]
use pdll_static as _;

mod command;
mod errors;
#[path = "../bin/common/full.rs"]
mod full;
mod natives;
mod options;
mod origin;
mod patterns;
mod raw;
mod sources;
mod views;

/// The module. Functions that take paths, texts and settings expect them as the Python
/// half prepares them.
#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use crate::{
        command::run,
        errors::Failure,
        patterns::{Patterns, convert},
        sources::{check, format, pdl},
        views::{Attr, Op, Type, Value, parse_attr, parse_type},
    };
}
