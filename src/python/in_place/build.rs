//! Writes an empty library in the place of MLIR's, so that the module gets MLIR from the
//! Python bindings that it is loaded into.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use std::{
    env,
    error::Error,
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The library of MLIR's Python bindings that has MLIR, and needs LLVM's. The dynamic
/// linker takes the one that the process has loaded under this name.
const HOST: &str = "libMLIRPythonCAPI.so";

/// The libraries that `pdll` and mlir-sys ask for.
const SHARED: [&str; 3] = ["MLIR", "MLIR-C", "LLVM"];

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
    println!("cargo:rerun-if-changed=build.rs");
    let output_dir = PathBuf::from(env::var("OUT_DIR")?);
    let host = output_dir.join(HOST);
    make_empty(&host)?;
    for name in SHARED {
        let script = format!("INPUT ( \"{}\" )\n", host.display());
        fs::write(output_dir.join(format!("lib{name}.so")), script)?;
    }
    // Before the folder of the libraries themselves.
    println!("cargo:rustc-link-search=native={}", output_dir.display());
    for object in assertions()? {
        println!("cargo:rustc-link-arg={}", object.display());
    }
    for argument in [
        // Nothing is taken from an empty library.
        "-Wl,--no-as-needed",
        &host.display().to_string(),
        "-Wl,--as-needed",
        // A function that the bindings lack must be found missing when the module is
        // loaded, not when it is called.
        "-Wl,-z,now",
        "-Wl,--gc-sections",
        "-Wl,--strip-all",
    ] {
        println!("cargo:rustc-link-arg={argument}");
    }
    Ok(())
}

/// Compiles what must come before the C++ library in the link.
fn assertions() -> Result<Vec<PathBuf>> {
    const SOURCE: &str = "Assertions.cpp";
    println!("cargo:rerun-if-changed={SOURCE}");
    let mut compiler = cc::Build::new();
    compiler.cpp(true).file(SOURCE).flag("-fvisibility=hidden");
    Ok(compiler.opt_level(1).try_compile_intermediates()?)
}

fn make_empty(library: &Path) -> Result<()> {
    let mut command = cc::Build::new().try_get_compiler()?.to_command();
    command
        .args(["-shared", "-nostdlib", "-x", "c", "/dev/null", "-o"])
        .arg(library)
        .arg(format!("-Wl,-soname,{HOST}"));
    let status = command.status()?;
    match status.success() {
        true => Ok(()),
        false => Err(format!("{command:?} failed: {status}").into()),
    }
}
