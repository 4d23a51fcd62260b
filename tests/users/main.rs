//! What users build with pdll: programs in Rust, C and C++, and installed packages.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

mod bodies;
#[path = "../built/mod.rs"]
mod built;
mod c_api;
mod cmake;
mod cpp;
mod dist;
#[path = "../effort/mod.rs"]
mod effort;
mod embed;
mod mlir_inside;
mod other_mlirs;
#[path = "../page/mod.rs"]
mod page;
mod pattern_set;
#[path = "../precompiled/mod.rs"]
mod precompiled;
mod rust_users;
#[path = "../support/mod.rs"]
mod support;
mod type_names;
#[path = "../watched/mod.rs"]
mod watched;
mod wheel;
