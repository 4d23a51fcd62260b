//! The repository itself: its structure, its pages, and the files that are generated or
//! that describe the rest.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

mod ast_json;
mod bug_table;
mod diagnostics;
mod docs;
#[path = "../effort/mod.rs"]
mod effort;
mod listed;
mod meanings;
mod playground;
mod portable;
mod predicates;
mod regions;
mod shim_structure;
mod standard_library;
mod structure;
#[path = "../support/mod.rs"]
mod support;
mod tree_sitter;
mod verifiers;
