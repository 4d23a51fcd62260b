//! Builds the C++ shim, declares it to Rust, and tells Cargo how to link MLIR.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use declare::{declare_options, declare_public_header, declare_shim};
use link::link;
use llvm::{Llvm, require_same_mlir};
use shim::compile_shim;
use std::{
    env,
    error::Error,
    fs,
    hash::{DefaultHasher, Hash, Hasher},
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
#[path = "build/operations.rs"]
mod operations;
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
    require_same_mlir(&llvm, &output_dir)?;
    declare_shim(&llvm, &output_dir)?;
    declare_public_header(&llvm, &output_dir)?;
    declare_options(&llvm, &output_dir)?;
    if !is_lint() {
        compile_shim(&llvm, &output_dir)?;
        link(&llvm, &output_dir)?;
    }
    describe(&llvm);
    identify_tablegen(&llvm)
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
        ("MAJOR", llvm.major),
        ("ASSERTIONS", assertions),
        ("PREFIX", &llvm.prefix.to_string_lossy()),
        ("LIBRARY_DIR", &llvm.library_dir.to_string_lossy()),
        ("INCLUDE_DIR", &llvm.include_dir.to_string_lossy()),
    ] {
        println!("cargo:rustc-env=PDLL_LLVM_{name}={value}");
    }
}

/// What decides what TableGen replies, and in which words the helper that runs it speaks.
const TABLEGEN: [&str; 4] = [
    "cpp-shim/tablegen",
    "cpp-shim/shim/contract",
    "src/mlir/ffi/ods",
    "src/front/ods/tablegen.rs",
];

/// Names the sources that run TableGen, so that a library never takes the helper of another
/// build for its own.
fn identify_tablegen(llvm: &Llvm) -> Result<()> {
    let mut hasher = DefaultHasher::new();
    for place in TABLEGEN {
        println!("cargo:rerun-if-changed={place}");
        hash_sources(Path::new(place), &mut hasher)?;
    }
    println!(
        "cargo:rustc-env=PDLL_TABLEGEN_IDENTITY=pdll tablegen {} {:016x}",
        llvm.version,
        hasher.finish()
    );
    Ok(())
}

/// Hashes a file, or the files in and below a folder in the order of their names.
fn hash_sources(path: &Path, hasher: &mut DefaultHasher) -> Result<()> {
    if !path.is_dir() {
        path.file_name().hash(hasher);
        fs::read(path)?.hash(hasher);
        return Ok(());
    }
    let entries = fs::read_dir(path)?.map(|entry| Ok(entry?.path()));
    let mut paths = entries.collect::<Result<Vec<_>>>()?;
    paths.sort();
    paths.iter().try_for_each(|path| hash_sources(path, hasher))
}
