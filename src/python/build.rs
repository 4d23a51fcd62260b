//! Links MLIR into the module, or lets the module find the libraries of MLIR.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use std::env;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if let Ok(arguments) = env::var("DEP_PDLL_STATIC_LINK_ARGUMENTS") {
        for argument in arguments.split(';') {
            println!("cargo:rustc-link-arg={argument}");
        }
    } else if let Ok(folder) = env::var("DEP_PDLL_LIBDIR") {
        println!("cargo:rustc-link-arg=-Wl,-rpath,{folder}");
    }
}
