//! Compiles the C++ sources.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use crate::{
    Result, SHIM,
    llvm::Llvm,
    objects::{Group, Objects},
    operations::hide_operations,
};
use std::{
    env, fs,
    path::{Path, PathBuf},
};

/// Names a folder with the archives of the shim, which takes minutes to compile.
const ARCHIVES_VARIABLE: &str = "PDLL_SHIM_ARCHIVES";
/// Generated tables of many small functions, with a folder for each LLVM.
const GENERATED: &str = "cpp-shim/runtime/predicates/generated";
/// Includes the headers of most dialects, which no other file should have to read.
const TYPE_DEFS: &str = "cpp-shim/runtime/std/generated";
/// The engine and the drivers.
const HOT: [&str; 2] = ["cpp-shim/runtime/engine", "cpp-shim/runtime/run"];

/// What is compiled alone, because `src/static` has files that stand in for it.
const ALONE: [&str; 2] = [
    "cpp-shim/shim/entry/OptMain.cpp",
    "cpp-shim/shim/entry/Plugins.cpp",
];

/// The number of files that optimized builds compile as one.
const BATCH: usize = 8;
/// The number of files from which on precompiling their first header saves time.
const WORTH_PRECOMPILING: usize = 4;
/// Every file begins with it, so that MLIR knows the names of types in the shim.
const TYPE_NAMES: &str = "pdll/TypeNames.h";

/// Compiles the shim, unless somebody has archives of the very same sources.
pub(crate) fn compile_shim(llvm: &Llvm, output_dir: &Path) -> Result<()> {
    println!("cargo:rerun-if-env-changed={ARCHIVES_VARIABLE}");
    if let Some(folder) = env::var_os(ARCHIVES_VARIABLE) {
        return take_archives(Path::new(&folder), output_dir);
    }
    let header = first_header(llvm, output_dir)?;
    let flags = ["-include".as_ref(), header.as_os_str()];
    let mut objects = Objects::load(output_dir);
    let mut sources = sources(Path::new(SHIM))?;
    sources.retain(|source| !is_for_another(source, llvm));
    // The one that takes longest comes first, so that others run beside it.
    let mut generated = take_below(&[TYPE_DEFS], &mut sources);
    let type_defs = generated.len();
    generated.extend(take_below(&[GENERATED], &mut sources));
    let hot = take_below(&HOT, &mut sources);
    let mut most = take_below(&ALONE, &mut sources);
    most.extend(batches(sources, output_dir)?);
    let hot = batches(hot, output_dir)?;
    let without_operations = hide_operations(llvm, output_dir)?;
    let compiler = |level: Option<u32>| {
        let mut compiler = shim_compiler(llvm);
        compiler.flags(flags).include(&without_operations);
        if let Some(level) = level {
            compiler.opt_level(level);
        }
        compiler
    };
    // What runs for each operation mostly calls MLIR, and a jump through a table for
    // each call makes rewriting a fifth slower. Without these jumps, what is called must
    // exist when the library is loaded, which a tool that links MLIR statically need not
    // have of everything.
    let mut without_table = compiler(None);
    without_table.flag_if_supported("-fno-plt");
    let groups = [
        objects.group(compiler(None), &header, most)?,
        objects.group(without_table, &header, hot)?,
        // No run waits for these functions, which take several times as long to
        // optimize.
        objects.group(compiler(Some(1)), &header, generated)?,
    ];
    let precompiled = precompile(llvm, &header, &groups)?;
    let [most, hot, generated] = groups;
    let mut shim = objects.compile(most)?;
    shim.extend(objects.compile(hot)?);
    let mut generated = objects.compile(generated)?;
    let predicates = generated.split_off(type_defs);
    shim.extend(generated);
    if let Some(precompiled) = precompiled {
        // It is large, and the next run makes another one.
        fs::remove_file(precompiled)?;
    }
    shim_compiler(llvm).objects(shim).try_compile("pdll_shim")?;
    shim_compiler(llvm)
        .objects(predicates)
        .try_compile("pdll_predicates")?;
    Ok(())
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

/// The header that every file begins with: one that is worth precompiling, or, with
/// ccache, which as a rule does not keep what was compiled with such a header, only what
/// every file needs.
fn first_header(llvm: &Llvm, output_dir: &Path) -> Result<PathBuf> {
    let command = shim_compiler(llvm).try_get_compiler()?.to_command();
    let words = [command.get_program()]
        .into_iter()
        .chain(command.get_args());
    if words
        .take(2)
        .any(|word| word.to_string_lossy().contains("ccache"))
    {
        return Ok(Path::new(SHIM).join("include").join(TYPE_NAMES));
    }
    let header = output_dir.join("Precompiled.h");
    fs::copy(
        Path::new(SHIM).join("runtime/support/Precompiled.h"),
        &header,
    )?;
    // A run that was interrupted leaves its own, which compilers would believe.
    let precompiled = precompiled(&header);
    if precompiled.exists() {
        fs::remove_file(precompiled)?;
    }
    Ok(header)
}

/// Where compilers look for the precompiled form of a header.
fn precompiled(header: &Path) -> PathBuf {
    header.with_extension("h.gch")
}

/// Precompiles what most files include, which otherwise takes most of their time, if
/// there are enough of them. Returns the file that compilers then find beside the header.
fn precompile(llvm: &Llvm, header: &Path, groups: &[Group]) -> Result<Option<PathBuf>> {
    let changed: usize = groups.iter().map(Group::changed).sum();
    if header.ends_with(TYPE_NAMES) || changed < WORTH_PRECOMPILING {
        return Ok(None);
    }
    let precompiled = precompiled(header);
    let mut command = shim_compiler(llvm).try_get_compiler()?.to_command();
    command.args(["-x", "c++-header"]).arg(header);
    let status = command.arg("-o").arg(&precompiled).status()?;
    if !status.success() {
        return Err(format!("{command:?} failed: {status}").into());
    }
    Ok(Some(precompiled))
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
    match llvm.has_assertions {
        // LLVM with assertions checks its uses of the C++ library, too.
        true => compiler.define("_GLIBCXX_ASSERTIONS", None),
        false => compiler.define("NDEBUG", None),
    };
    // Code that runs between calls of MLIR is faster if it is small.
    if is_optimized() {
        compiler.opt_level(2);
    }
    compiler
}

/// Writes files that include up to `BATCH` files of one folder each. Each compilation
/// spends a second on templates of MLIR's headers that no file uses itself, and more on those
/// that most files use. Builds that do not optimize much are for whoever changes single
/// files, and compile these by themselves.
fn batches(sources: Vec<PathBuf>, output_dir: &Path) -> Result<Vec<PathBuf>> {
    if !is_optimized() {
        return Ok(sources);
    }
    let folder = output_dir.join("batches");
    fs::create_dir_all(&folder)?;
    let mut batches = Vec::new();
    for sources in sources.chunk_by(|one, next| one.parent() == next.parent()) {
        let size = sources.len().div_ceil(sources.len().div_ceil(BATCH));
        for (number, batch) in sources.chunks(size).enumerate() {
            let include = |source: &PathBuf| -> Result<String> {
                let source = source.strip_prefix(SHIM)?.display();
                Ok(format!("#include \"{source}\"\n"))
            };
            let text = batch.iter().map(include).collect::<Result<String>>()?;
            let name = batch[0]
                .parent()
                .and_then(Path::file_name)
                .unwrap_or_default();
            let path = folder.join(format!("{}-{number}.cpp", name.display()));
            if fs::read_to_string(&path).ok().as_deref() != Some(&text) {
                fs::write(&path, text)?;
            }
            batches.push(path);
        }
    }
    Ok(batches)
}

fn is_optimized() -> bool {
    env::var("OPT_LEVEL").is_ok_and(|level| level == "3")
}

/// Whether a source is in the folder of another LLVM.
fn is_for_another(source: &Path, llvm: &Llvm) -> bool {
    let mut parts = source.iter().filter_map(|part| part.to_str());
    let version = parts.find_map(|part| part.strip_prefix("llvm-"));
    version.is_some_and(|version| version != llvm.major)
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
