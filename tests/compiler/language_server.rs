//! The language server as a process: beside `check` and MLIR's server, with MLIR's
//! tests, and how it ends.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

mod checked;
mod children;
mod client;
mod helper;
mod portable;
mod reading;
mod run;
mod superset;
mod upstream;
mod verdicts;
mod workspace;
