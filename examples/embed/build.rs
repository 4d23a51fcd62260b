//! Compiles the patterns.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

fn main() {
    pdll::embed::Files::new()
        .file("src/simplify.pdll")
        .compile("simplify");
    // The program finds the shared libraries of MLIR without cargo.
    if let Ok(folder) = std::env::var("DEP_PDLL_LIBDIR") {
        println!("cargo::rustc-link-arg=-Wl,-rpath,{folder}");
    }
}
