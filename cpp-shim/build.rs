//! Builds the C++ shim, declares it to Rust, and tells Cargo how to link MLIR.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use declare::{declare_options, declare_public_header, declare_shim};
use link::link;
use llvm::{Llvm, require_shared_mlir};
use shim::compile_shim;
use std::{
    env,
    error::Error,
    path::{Path, PathBuf},
    process::ExitCode,
};

#[path = "build/declare.rs"]
mod declare;
#[path = "build/link.rs"]
mod link;
#[path = "build/llvm.rs"]
mod llvm;
#[path = "build/objects.rs"]
mod objects;
#[path = "build/shim.rs"]
mod shim;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const SHIM: &str = "cpp-shim";

#[expect(clippy::print_stderr, reason = "Cargo shows it when the build fails")]
fn main() -> ExitCode {
    match build() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn build() -> Result<()> {
    let output_dir = PathBuf::from(env::var("OUT_DIR")?);
    let llvm = Llvm::find()?;
    require_shared_mlir(&llvm, &output_dir)?;
    declare_shim(&llvm, &output_dir)?;
    declare_public_header(&llvm, &output_dir)?;
    declare_options(&llvm, &output_dir)?;
    if !is_lint() {
        compile_shim(&llvm, &output_dir)?;
        link(&llvm, &output_dir)?;
    }
    describe(&llvm);
    Ok(())
}

/// Whether clippy runs us. It has build script runs of its own, and links
/// nothing.
fn is_lint() -> bool {
    let wrapper = env::var_os("RUSTC_WORKSPACE_WRAPPER").unwrap_or_default();
    Path::new(&wrapper).file_stem() == Some("clippy-driver".as_ref())
}

/// Tells the crate about the LLVM that it is built for.
fn describe(llvm: &Llvm) {
    let assertions = if llvm.has_assertions { "on" } else { "" };
    for (name, value) in [
        ("VERSION", llvm.version.as_str()),
        ("ASSERTIONS", assertions),
        ("PREFIX", &llvm.prefix.to_string_lossy()),
        ("LIBRARY_DIR", &llvm.library_dir.to_string_lossy()),
        ("INCLUDE_DIR", &llvm.include_dir.to_string_lossy()),
    ] {
        println!("cargo:rustc-env=PDLL_LLVM_{name}={value}");
    }
}
