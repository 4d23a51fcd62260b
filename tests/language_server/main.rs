//! The language server as a process: beside `check` and MLIR's server, with MLIR's
//! tests, and how it ends.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

mod checked;
mod children;
mod client;
#[path = "../effort/mod.rs"]
mod effort;
mod reading;
mod run;
mod superset;
#[path = "../support/mod.rs"]
mod support;
mod upstream;
mod workspace;
