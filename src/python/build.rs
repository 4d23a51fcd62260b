//! Lets the module find the libraries of MLIR that it is linked to.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if let Ok(folder) = std::env::var("DEP_PDLL_LIBDIR") {
        println!("cargo:rustc-link-arg=-Wl,-rpath,{folder}");
    }
}
