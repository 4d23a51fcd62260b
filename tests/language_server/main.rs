//! The language server as a process: beside MLIR's, with MLIR's tests, and how it ends.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

mod children;
mod client;
#[path = "../effort/mod.rs"]
mod effort;
mod superset;
#[path = "../support/mod.rs"]
mod support;
mod upstream;
