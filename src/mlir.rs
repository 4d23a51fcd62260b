//! The boundary to MLIR and to the C++ half: all code that calls them unsafely.

// How the user wants patterns to be applied.
pub(crate) mod options;

// Whether melior fits.
mod melior_version;

// How C++ is called: safe functions over the shim and over MLIR's C API.
pub(crate) mod ffi;

// What MLIR has beyond its core, by name.
pub mod listed;

// What MLIR reports, as such messages.
pub(crate) mod diagnostics;
