//! Builds the C++ shim, declares it to Rust, and tells Cargo how to link MLIR.
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

const LLVM_MAJOR: &str = "22";
const PREFIX_VARIABLE: &str = "MLIR_SYS_220_PREFIX";
const DEFAULT_PREFIX: &str = "/usr/lib/llvm-22";
const SHIM: &str = "cpp-shim";
const SHIM_FOLDERS: [&str; 4] = [
    SHIM,
    "cpp-shim/std",
    "cpp-shim/support",
    "cpp-shim/include/pdll",
];
const PREDICATES: &str = "cpp-shim/predicates";
const PACKAGES: &str = "llvm-22-dev libmlir-22-dev mlir-22-tools llvm-22-tools libclang-22-dev \
    libpolly-22-dev libzstd-dev zlib1g-dev libxml2-dev libz3-dev libedit-dev libffi-dev g++ make";

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
    println!("cargo:rerun-if-env-changed={PREFIX_VARIABLE}");
    let output_dir = PathBuf::from(env::var("OUT_DIR")?);
    let llvm = Llvm::find()?;
    declare_shim(&llvm, &output_dir)?;
    declare_public_header(&llvm, &output_dir)?;
    if !is_lint() {
        compile_shim(&llvm, &output_dir)?;
        link(&llvm, &output_dir)?;
    }
    println!("cargo:rustc-env=PDLL_LLVM_VERSION={}", llvm.version);
    let assertions = if llvm.has_assertions { "on" } else { "" };
    println!("cargo:rustc-env=PDLL_LLVM_ASSERTIONS={assertions}");
    println!("cargo:rustc-env=PDLL_LLVM_PREFIX={}", llvm.prefix.display());
    println!(
        "cargo:rustc-env=PDLL_LLVM_INCLUDE_DIR={}",
        llvm.include_dir.display()
    );
    Ok(())
}

/// Whether clippy runs us. It has build script runs of its own, of which nothing
/// is linked.
fn is_lint() -> bool {
    let wrapper = env::var_os("RUSTC_WORKSPACE_WRAPPER").unwrap_or_default();
    Path::new(&wrapper).file_stem() == Some("clippy-driver".as_ref())
}

/// The installed LLVM and MLIR.
struct Llvm {
    prefix: PathBuf,
    version: String,
    include_dir: PathBuf,
    library_dir: PathBuf,
    has_assertions: bool,
}

impl Llvm {
    fn find() -> Result<Self> {
        let prefix =
            PathBuf::from(env::var_os(PREFIX_VARIABLE).unwrap_or_else(|| DEFAULT_PREFIX.into()));
        let config = prefix.join("bin/llvm-config");
        println!("cargo:rerun-if-changed={}", config.display());
        let ask = |question| {
            let output = Command::new(&config).arg(question).output();
            match output {
                Ok(output) if output.status.success() => {
                    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
                }
                _ => Err(missing(&format!(
                    "cannot run `{} {question}`",
                    config.display()
                ))),
            }
        };
        let version = ask("--version")?;
        if version.split('.').next() != Some(LLVM_MAJOR) {
            let found = format!("`{}` is LLVM {version}", prefix.display());
            return Err(missing(&found));
        }
        let llvm = Self {
            include_dir: ask("--includedir")?.into(),
            library_dir: ask("--libdir")?.into(),
            has_assertions: ask("--assertion-mode")? == "ON",
            prefix,
            version,
        };
        let header = llvm.include_dir.join("mlir-c/IR.h");
        if !header.exists() {
            return Err(missing(&format!("there is no `{}`", header.display())));
        }
        Ok(llvm)
    }
}

fn missing(found: &str) -> Box<dyn Error> {
    format!(
        "pdll needs LLVM and MLIR {LLVM_MAJOR}: {found}\n\
         on Debian and Ubuntu: apt-get install {PACKAGES}\n\
         elsewhere: set {PREFIX_VARIABLE} to the folder that holds bin/llvm-config"
    )
    .into()
}

fn compile_shim(llvm: &Llvm, output_dir: &Path) -> Result<()> {
    let mut compiler = shim_compiler(llvm);
    let precompiled = precompile(&compiler, output_dir)?;
    compiler.flags(&precompiled).files(sources(&SHIM_FOLDERS)?);
    compiler.try_compile("pdll_shim")?;
    // Tables of many small functions that nobody waits for take several times
    // as long to optimize.
    let mut compiler = shim_compiler(llvm);
    compiler.flags(&precompiled).opt_level(1);
    compiler.files(sources(&[PREDICATES])?);
    compiler.try_compile("pdll_predicates")?;
    if let Some(header) = precompiled.last() {
        // It is large, and the next run makes another one.
        fs::remove_file(format!("{header}.gch"))?;
    }
    Ok(())
}

/// Precompiles what most files include, which otherwise takes most of their
/// time. Gives the flags that use it: none with ccache, which as a rule does not
/// keep what was compiled with a precompiled header.
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
        return Ok(Vec::new());
    }
    let header = output_dir.join("Precompiled.h");
    fs::copy(Path::new(SHIM).join("Precompiled.h"), &header)?;
    let header = header.display().to_string();
    let mut command = compiler.to_command();
    command.args(["-x", "c++-header", &header, "-o", &format!("{header}.gch")]);
    let status = command.status()?;
    if !status.success() {
        return Err(format!("{command:?} failed: {status}").into());
    }
    Ok(vec!["-include".to_owned(), header])
}

fn shim_compiler(llvm: &Llvm) -> cc::Build {
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
        .include(format!("{SHIM}/include"))
        .extra_warnings(true)
        .warnings(true);
    if !llvm.has_assertions {
        compiler.define("NDEBUG", None);
    }
    compiler
}

/// The C++ sources in these folders, in a fixed order. Cargo learns of them, and
/// of the headers.
fn sources(folders: &[&str]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for folder in folders {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let extension = path.extension().and_then(|extension| extension.to_str());
            if matches!(extension, Some("cpp" | "h" | "inc")) {
                println!("cargo:rerun-if-changed={}", path.display());
            }
            if extension == Some("cpp") {
                files.push(path);
            }
        }
        // A new file in the folder changes the folder.
        println!("cargo:rerun-if-changed={folder}");
    }
    files.sort();
    Ok(files)
}

fn declare_shim(llvm: &Llvm, output_dir: &Path) -> Result<()> {
    bindgen::builder()
        .header(format!("{SHIM}/shim.h"))
        .clang_arg(format!("-I{}", llvm.include_dir.display()))
        .clang_arg(format!("-I{SHIM}/include"))
        .allowlist_item("(pdll|Pdll).*")
        // Both sides must mean the same types, so they come from mlir-sys.
        .blocklist_item("Mlir.*")
        .raw_line("use mlir_sys::*;")
        .default_enum_style(bindgen::EnumVariation::Rust {
            non_exhaustive: false,
        })
        // Rust defines it, so it must not be declared as foreign too.
        .blocklist_function("pdllGetNativeLibrary")
        .generate()?
        .write_to_file(output_dir.join("shim.rs"))?;
    Ok(())
}

/// Declares what `pdll/Pdll.h` promises. What Rust defines, in the module around,
/// does not compile if it has another type.
fn declare_public_header(llvm: &Llvm, output_dir: &Path) -> Result<()> {
    let mut declarations = bindgen::builder()
        .header(format!("{SHIM}/include/pdll/Pdll.h"))
        .clang_arg(format!("-I{}", llvm.include_dir.display()))
        .clang_arg(format!("-I{SHIM}/include"))
        .allowlist_file(".*/pdll/Pdll\\.h")
        .allowlist_recursively(false)
        // These have their fields in Rust.
        .blocklist_type("Pdll(Compiler|Builder|Patterns|Options|Applier)")
        .generate()?
        .to_string();
    let names: Vec<_> = declarations
        .lines()
        .filter_map(|line| line.trim().strip_prefix("pub fn ")?.split('(').next())
        .map(|name| format!("const _: () = {{ let _ = [super::{name}, {name}]; }};\n"))
        .collect();
    if names.is_empty() {
        return Err("no function was found in `pdll/Pdll.h`".into());
    }
    declarations.extend(names);
    fs::write(output_dir.join("pdll_h.rs"), declarations)?;
    Ok(())
}

fn link(llvm: &Llvm, output_dir: &Path) -> Result<()> {
    write_c_api_script(llvm, output_dir)?;
    link_tablegen(llvm, output_dir)?;
    write_core_script(llvm, output_dir)?;
    println!("cargo:rustc-link-search=native={}", output_dir.display());
    println!(
        "cargo:rustc-link-search=native={}",
        llvm.library_dir.display()
    );
    // The shim comes before MLIR on the command line, and needs it.
    println!("cargo:rustc-link-lib=dylib=MLIR");
    println!("cargo:rustc-link-lib=dylib=LLVM");
    // Programs that are linked to it ask for it by its name, and not by the path
    // at which the linker found it.
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libpdll.so");
    // Binaries, tests and the plugin find the libraries they were linked to.
    println!(
        "cargo:rustc-link-arg=-Wl,-rpath,{}",
        llvm.library_dir.display()
    );
    Ok(())
}

/// mlir-sys asks for `-lMLIR-C`, a library that Debian does not ship. This
/// linker script stands for it: the thin C API is linked statically, and MLIR
/// below it dynamically, so that only one MLIR lives in the process.
fn write_c_api_script(llvm: &Llvm, output_dir: &Path) -> Result<()> {
    let mut archives = Vec::new();
    for entry in fs::read_dir(&llvm.library_dir)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with("libMLIRCAPI") && name.ends_with(".a") {
            archives.push(quoted(&path));
        }
    }
    if archives.is_empty() {
        let place = llvm.library_dir.display();
        return Err(missing(&format!("there is no libMLIRCAPI*.a in `{place}`")));
    }
    archives.sort();
    let script = format!("GROUP ( {} )\n", archives.join(" "));
    write_script(&output_dir.join("libMLIR-C.so"), &script)
}

/// TableGen is in no shared library. What it needs of LLVM it shares with MLIR.
fn link_tablegen(llvm: &Llvm, output_dir: &Path) -> Result<()> {
    let [mlir, llvm] =
        ["MLIRTableGen", "LLVMTableGen"].map(|name| llvm.library_dir.join(format!("lib{name}.a")));
    for archive in [&mlir, &llvm] {
        if !archive.exists() {
            return Err(missing(&format!("there is no `{}`", archive.display())));
        }
    }
    let own = output_dir.join(format!("lib{TABLEGEN}.a"));
    without_error_handling(&llvm, &own)?;
    // They stay out of our library, so that each program takes what it uses.
    println!("cargo:rustc-link-lib=static:-bundle=MLIRTableGen");
    println!("cargo:rustc-link-lib=static:-bundle={TABLEGEN}");
    Ok(())
}

/// Our copy of LLVM's TableGen.
const TABLEGEN: &str = "pdll-tablegen";

/// Copies LLVM's TableGen without the functions that print errors and end the
/// process. `OdsErrors.cpp` stands in for them.
fn without_error_handling(archive: &Path, copy: &Path) -> Result<()> {
    fs::copy(archive, copy)?;
    let mut archiver = cc::Build::new().get_archiver();
    let status = archiver.arg("d").arg(copy).arg("Error.cpp.o").status()?;
    if !status.success() {
        return Err(format!("{archiver:?} failed: {status}").into());
    }
    Ok(())
}

/// The archives that compiling patterns needs: reading `.td` files, IR, its
/// text and bytecode, and the dialect `pdl`.
const CORE: [&str; 25] = [
    "MLIRTableGen",
    "MLIRCAPIIR",
    "MLIRCAPIPDL",
    "MLIRPDLDialect",
    "MLIRParser",
    "MLIRAsmParser",
    "MLIRBytecodeReader",
    "MLIRBytecodeWriter",
    "MLIRBytecodeOpInterface",
    "MLIRInferTypeOpInterface",
    "MLIRSideEffectInterfaces",
    "MLIRAnalysis",
    "MLIRFunctionInterfaces",
    "MLIRCallInterfaces",
    "MLIRControlFlowInterfaces",
    "MLIRIR",
    "MLIRSupport",
    "MLIRDebug",
    "LLVMSupport",
    "LLVMDemangle",
    "LLVMTargetParser",
    "LLVMBinaryFormat",
    "LLVMCore",
    "LLVMRemarks",
    "LLVMBitstreamReader",
];

/// `pdll-opt` names the library `pdll-mlir-core`, before MLIR itself, and gets
/// what it uses from static archives: loading the shared libraries would take
/// several times as long as its work. An MLIR without static archives gives
/// the shared library instead, which is slower and nothing else.
fn write_core_script(llvm: &Llvm, output_dir: &Path) -> Result<()> {
    let archives = CORE.map(|name| llvm.library_dir.join(format!("lib{name}.a")));
    let script = if archives.iter().all(|archive| archive.exists()) {
        let own = output_dir.join(format!("lib{TABLEGEN}.a"));
        let names = archives.iter().chain([&own]);
        let names: Vec<_> = names.map(|name| quoted(name)).collect();
        format!("GROUP ( {} )\n", names.join(" "))
    } else {
        "INPUT ( -lMLIR )\n".to_owned()
    };
    write_script(&output_dir.join("libpdll-mlir-core.so"), &script)
}

/// A file in a linker script. Its folder may have blanks in its name.
fn quoted(path: &Path) -> String {
    format!("\"{}\"", path.display())
}

/// Writes a linker script. An unchanged one keeps its time, and so causes no
/// new link.
fn write_script(path: &Path, script: &str) -> Result<()> {
    if fs::read_to_string(path).ok().as_deref() != Some(script) {
        fs::write(path, script)?;
    }
    Ok(())
}
