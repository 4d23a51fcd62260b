//! Compiles what comes before MLIR's registration of everything, and writes linker scripts
//! of archives in the place of MLIR's shared libraries.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use std::{
    env,
    error::Error,
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const SOURCES: [&str; 5] = [
    "Registrations.cpp",
    "GpuTargets.cpp",
    "OptMain.cpp",
    "Plugins.cpp",
    "Random.cpp",
];
const SHIM: &str = "../../cpp-shim";

/// The shared libraries that `pdll` and mlir-sys ask for. All are found in the same
/// archives, so that nothing is left to take from them.
const SHARED: [&str; 4] = ["MLIR", "MLIR-C", "LLVM", "stdc++"];

/// Archives of the compiler and the system. LLVM needs the last two.
const SYSTEM: [&str; 3] = ["libstdc++.a", "libz.a", "libzstd.a"];

/// Archives that nothing may be taken from, so that the link fails if a file here no
/// longer stands in for them: the functions that register everything, and the GPU targets.
/// `pdll` has its own copy of LLVM's TableGen.
const LEFT_OUT: [&str; 7] = [
    "libLLVMTableGen.a",
    "libMLIRCAPIRegisterEverything.a",
    "libMLIRNVVMTarget.a",
    "libMLIRROCDLTarget.a",
    "libMLIRRegisterAllExtensions.a",
    "libMLIRRegisterAllPasses.a",
    "libMLIRXeVMTarget.a",
];

/// What the linker must do beside its usual work.
const LINK_ARGUMENTS: [&str; 5] = [
    // Other linkers read the archives in minutes, and do not know `--icf`.
    "-fuse-ld=lld",
    // Half of MLIR's code is for passes that are not registered.
    "-Wl,--gc-sections",
    // Templates of MLIR make the same functions over and over: a quarter of the program.
    "-Wl,--icf=all",
    // Two MLIRs in one process must not call each other.
    "-Wl,--exclude-libs,ALL",
    "-Wl,--strip-all",
];

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
    if is_lint() {
        return Ok(());
    }
    compile()?;
    let output_dir = PathBuf::from(env::var("OUT_DIR")?);
    let script = script(Path::new(&env::var("DEP_PDLL_LIBDIR")?))?;
    for name in SHARED {
        write(&output_dir.join(format!("lib{name}.so")), &script)?;
    }
    // Before the folder of the libraries themselves, because this package depends on all
    // that ask for them.
    println!("cargo:rustc-link-search=native={}", output_dir.display());
    let arguments = link_arguments()?;
    for argument in &arguments {
        println!("cargo:rustc-link-arg-bins={argument}");
    }
    println!("cargo:LINK_ARGUMENTS={}", arguments.join(";"));
    Ok(())
}

/// Whether clippy runs us, which links nothing.
fn is_lint() -> bool {
    let wrapper = env::var_os("RUSTC_WORKSPACE_WRAPPER").unwrap_or_default();
    Path::new(&wrapper).file_stem() == Some("clippy-driver".as_ref())
}

fn compile() -> Result<()> {
    let mut compiler = cc::Build::new();
    compiler
        .cpp(true)
        .std("c++17")
        // As the shim, which `cpp-shim/build/shim.rs` compiles.
        .flag("-fno-rtti")
        .flag("-fno-exceptions")
        .flag("-fvisibility=hidden")
        .flag("-isystem")
        .flag(env::var("DEP_PDLL_INCLUDEDIR")?)
        .include(format!("{SHIM}/shim"))
        .include(format!("{SHIM}/include"))
        .flag("-include")
        .flag("pdll/TypeNames.h")
        // It runs once.
        .opt_level(1)
        .extra_warnings(true)
        .warnings(true);
    if env::var("DEP_PDLL_ASSERTIONS")? == "false" {
        compiler.define("NDEBUG", None);
    }
    for source in SOURCES {
        println!("cargo:rerun-if-changed={source}");
        compiler.file(source);
    }
    println!("cargo:rerun-if-changed=Plugins.h");
    compiler.try_compile("pdll_static")?;
    Ok(())
}

/// The linker script with all archives that may be needed.
fn script(library_dir: &Path) -> Result<String> {
    let mut archives = Vec::new();
    for entry in fs::read_dir(library_dir)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_own = name.starts_with("libMLIR") || name.starts_with("libLLVM");
        let is_wanted = !name.starts_with("libMLIRTest") && !LEFT_OUT.contains(&&*name);
        if is_own && name.ends_with(".a") && is_wanted {
            archives.push(path);
        }
    }
    archives.sort();
    for name in SYSTEM {
        archives.push(system_archive(name)?);
    }
    let names = archives
        .iter()
        .map(|path| format!("\"{}\"", path.display()));
    let names: Vec<_> = names.collect();
    Ok(format!("GROUP ( {} )\n", names.join(" ")))
}

/// Where the compiler finds an archive.
fn system_archive(name: &str) -> Result<PathBuf> {
    let compiler = cc::Build::new().cpp(true).try_get_compiler()?;
    let mut command = compiler.to_command();
    let output = command.arg(format!("-print-file-name={name}")).output()?;
    let path = PathBuf::from(String::from_utf8(output.stdout)?.trim());
    // It repeats a name that it does not know.
    match path.is_absolute() {
        true => Ok(path),
        false => Err(format!("there is no static `{name}`, which LLVM needs").into()),
    }
}

/// What the linker is told, with the place of the one that comes with Rust.
fn link_arguments() -> Result<Vec<String>> {
    let mut compiler = Command::new(env::var_os("RUSTC").unwrap_or("rustc".into()));
    let output = compiler.args(["--print", "sysroot"]).output()?;
    let sysroot = PathBuf::from(String::from_utf8(output.stdout)?.trim());
    let target = env::var("TARGET")?;
    let folder = sysroot.join(format!("lib/rustlib/{target}/bin/gcc-ld"));
    let place = folder.exists().then(|| format!("-B{}", folder.display()));
    let arguments = LINK_ARGUMENTS.map(str::to_owned);
    Ok(place.into_iter().chain(arguments).collect())
}

/// Writes a linker script. An unchanged one keeps its time, and so causes no new link.
fn write(path: &Path, script: &str) -> Result<()> {
    if fs::read_to_string(path).ok().as_deref() != Some(script) {
        fs::write(path, script)?;
    }
    Ok(())
}
