//! The compiler and the language server: what they say about pattern files of all kinds,
//! in comparison with MLIR's.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

mod beginners;
mod differential;
#[path = "../effort/mod.rs"]
mod effort;
mod frontend;
mod generated;
mod growth;
mod language_server;
mod ods;
mod reasons;
mod robustness;
mod rule_errors;
mod rule_file;
mod small_program;
#[path = "../support/mod.rs"]
mod support;
mod upstream;
mod verdicts;
mod without_ir;
