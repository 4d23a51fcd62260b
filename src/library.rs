//! What embedders use, in Rust and in C.

// Which dialects literals may be of.
pub(crate) mod dialects;

// The pipeline of all of the above.
pub(crate) mod session;

// How C++ code in pattern files becomes a shared library.
pub(crate) mod compile;

pub mod native;

pub mod pattern_set;

pub mod embed;

// How programs in C and the pass plugin call us.
pub(crate) mod exports;
