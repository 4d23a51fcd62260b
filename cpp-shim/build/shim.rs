//! Compiles the C++ sources.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use crate::{Result, SHIM, llvm::Llvm};
use std::{
    env, fs,
    path::{Path, PathBuf},
};

/// Names a folder with the archives of the shim, which takes minutes to compile.
const ARCHIVES_VARIABLE: &str = "PDLL_SHIM_ARCHIVES";
/// Generated tables of many small functions.
const GENERATED: &str = "cpp-shim/runtime/predicates/generated";
/// The engine and the drivers.
const HOT: [&str; 2] = ["cpp-shim/runtime/engine", "cpp-shim/runtime/run"];

/// Every file begins with it, so that MLIR knows the names of types in the shim.
const TYPE_NAMES: &str = "pdll/TypeNames.h";

/// Compiles the shim, unless somebody has archives of the very same sources.
pub(crate) fn compile_shim(llvm: &Llvm, output_dir: &Path) -> Result<()> {
    println!("cargo:rerun-if-env-changed={ARCHIVES_VARIABLE}");
    if let Some(folder) = env::var_os(ARCHIVES_VARIABLE) {
        return take_archives(Path::new(&folder), output_dir);
    }
    let mut compiler = shim_compiler(llvm);
    let precompiled = precompile(&compiler, output_dir)?;
    let mut sources = sources(Path::new(SHIM))?;
    let generated = take_below(&[GENERATED], &mut sources);
    let hot = take_below(&HOT, &mut sources);
    compiler.flags(&precompiled).files(sources);
    compiler.objects(compile_hot(llvm, &precompiled, hot)?);
    compiler.try_compile("pdll_shim")?;
    // No run waits for these functions, which take several times as long to
    // optimize.
    let mut compiler = shim_compiler(llvm);
    compiler.flags(&precompiled).opt_level(1).files(generated);
    compiler.try_compile("pdll_predicates")?;
    if let Some(header) = precompiled.last().filter(|header| *header != TYPE_NAMES) {
        // It is large, and the next run makes another one.
        fs::remove_file(format!("{header}.gch"))?;
    }
    Ok(())
}

/// Compiles what runs for each operation. It mostly calls MLIR, and a jump through a
/// table for each call makes rewriting a fifth slower. Without these jumps, what is
/// called must exist when the library is loaded, which a tool that links MLIR
/// statically need not have of everything.
fn compile_hot(llvm: &Llvm, flags: &[String], hot: Vec<PathBuf>) -> Result<Vec<PathBuf>> {
    let mut compiler = shim_compiler(llvm);
    compiler.flags(flags).flag_if_supported("-fno-plt");
    Ok(compiler.files(hot).try_compile_intermediates()?)
}

/// Links archives that were built before, as `cc` would those that it makes.
fn take_archives(folder: &Path, output_dir: &Path) -> Result<()> {
    for name in ["pdll_shim", "pdll_predicates"] {
        let file = format!("lib{name}.a");
        let archive = folder.join(&file);
        println!("cargo:rerun-if-changed={}", archive.display());
        fs::copy(&archive, output_dir.join(&file))
            .map_err(|error| format!("{ARCHIVES_VARIABLE}: {}: {error}", archive.display()))?;
        println!("cargo:rustc-link-lib=static={name}");
    }
    println!("cargo:rustc-link-search=native={}", output_dir.display());
    println!("cargo:rustc-link-lib=stdc++");
    Ok(())
}

/// Precompiles what most files include, which otherwise takes most of their
/// time. Returns the flags that use it. With ccache, which as a rule does not
/// keep what was compiled with a precompiled header, they only name what every file
/// must begin with.
fn precompile(compiler: &cc::Build, output_dir: &Path) -> Result<Vec<String>> {
    let compiler = compiler.try_get_compiler()?;
    let command = compiler.to_command();
    let words = [command.get_program()]
        .into_iter()
        .chain(command.get_args());
    if words
        .take(2)
        .any(|word| word.to_string_lossy().contains("ccache"))
    {
        return Ok(["-include", TYPE_NAMES].map(str::to_owned).to_vec());
    }
    let header = output_dir.join("Precompiled.h");
    fs::copy(
        Path::new(SHIM).join("runtime/support/Precompiled.h"),
        &header,
    )?;
    let header = header.display().to_string();
    let mut command = compiler.to_command();
    command.args(["-x", "c++-header", &header, "-o", &format!("{header}.gch")]);
    let status = command.status()?;
    if !status.success() {
        return Err(format!("{command:?} failed: {status}").into());
    }
    Ok(vec!["-include".to_owned(), header])
}

/// The compiler with the flags that all sources need.
pub(crate) fn shim_compiler(llvm: &Llvm) -> cc::Build {
    let mut compiler = cc::Build::new();
    compiler
        .cpp(true)
        .std("c++17")
        // As MLIR itself is built: its classes carry no type information.
        .flag("-fno-rtti")
        .flag("-fno-exceptions")
        .flag("-fvisibility=hidden")
        // A system folder, so that warnings in MLIR's headers stay silent.
        .flag("-isystem")
        .flag(&llvm.include_dir)
        .include(SHIM)
        .include(format!("{SHIM}/shim"))
        .include(format!("{SHIM}/runtime"))
        .include(format!("{SHIM}/include"))
        .extra_warnings(true)
        .warnings(true);
    if !llvm.has_assertions {
        compiler.define("NDEBUG", None);
    }
    // Code that runs between calls of MLIR is faster if it is small.
    if env::var("OPT_LEVEL").is_ok_and(|level| level == "3") {
        compiler.opt_level(2);
    }
    compiler
}

/// Takes the paths in and below some folders out of a list.
fn take_below(folders: &[&str], paths: &mut Vec<PathBuf>) -> Vec<PathBuf> {
    let is_below = |path: &mut PathBuf| folders.iter().any(|folder| path.starts_with(folder));
    paths.extract_if(.., is_below).collect()
}

/// The C++ sources in and below a folder, in a fixed order. Cargo learns of them,
/// and of the headers.
fn sources(folder: &Path) -> Result<Vec<PathBuf>> {
    // A new file in the folder changes the folder.
    println!("cargo:rerun-if-changed={}", folder.display());
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(sources(&path)?);
            continue;
        }
        let extension = path.extension().and_then(|extension| extension.to_str());
        if matches!(extension, Some("cpp" | "h" | "inc")) {
            println!("cargo:rerun-if-changed={}", path.display());
        }
        if extension == Some("cpp") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
