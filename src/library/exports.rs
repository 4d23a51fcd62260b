//! The half of the boundary that C and C++ call: what a library of ours
//! exports.
//!
//! | module | who calls it |
//! |---|---|
//! | `c_api` | programs in C, by the header `pdll/Pdll.h` |
//! | `plugin` | an mlir-opt that loads the library as a pass plugin or a dialect plugin |
//!
//! Nothing in the crate uses this module.

#![expect(unsafe_code, reason = "this is the boundary")]

mod c_api;
mod plugin;
#[cfg(test)]
mod threads;
