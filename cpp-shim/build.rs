//! Builds the C++ shim, declares it to Rust, and tells Cargo how to link MLIR.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use std::{
    env,
    error::Error,
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const LLVM_MAJOR: &str = "22";
const PREFIX_VARIABLE: &str = "MLIR_SYS_220_PREFIX";
const SHARED_VARIABLE: &str = "MLIR_SYS_LINK_SHARED";
const DEFAULT_PREFIX: &str = "/usr/lib/llvm-22";
const SHIM: &str = "cpp-shim";
/// Names a folder with the archives of the shim, which takes minutes to compile.
const ARCHIVES_VARIABLE: &str = "PDLL_SHIM_ARCHIVES";
/// Generated tables of many small functions.
const GENERATED: &str = "cpp-shim/predicates/generated";
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
    println!("cargo:rerun-if-env-changed={SHARED_VARIABLE}");
    let output_dir = PathBuf::from(env::var("OUT_DIR")?);
    let llvm = Llvm::find()?;
    require_shared_mlir(&llvm, &output_dir)?;
    for folder in ["contract", "include"] {
        println!("cargo:rerun-if-changed={SHIM}/{folder}");
    }
    declare_shim(&llvm, &output_dir)?;
    declare_names(&output_dir)?;
    declare_public_header(&llvm, &output_dir)?;
    declare_options(&llvm, &output_dir)?;
    if !is_lint() {
        compile_shim(&llvm, &output_dir)?;
        link(&llvm, &output_dir)?;
    }
    println!("cargo:rustc-env=PDLL_LLVM_VERSION={}", llvm.version);
    let assertions = if llvm.has_assertions { "on" } else { "" };
    println!("cargo:rustc-env=PDLL_LLVM_ASSERTIONS={assertions}");
    println!(
        "cargo:rustc-env=PDLL_LLVM_LIBRARY_DIR={}",
        llvm.library_dir.display()
    );
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
        let prefix = find_prefix();
        let config = prefix.join("bin/llvm-config");
        println!("cargo:rerun-if-changed={}", config.display());
        let ask = |question| {
            llvm_config(&config, &[question])
                .ok_or_else(|| missing(&format!("cannot run `{} {question}`", config.display())))
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

/// Where LLVM is. Without a word from the user, mlir-sys takes the one whose
/// `llvm-config` is in the search path, and so must we; any other is only for
/// the message.
fn find_prefix() -> PathBuf {
    if let Some(prefix) = env::var_os(PREFIX_VARIABLE) {
        return prefix.into();
    }
    let config = Path::new("llvm-config");
    let is_wanted = |version: &String| version.split('.').next() == Some(LLVM_MAJOR);
    llvm_config(config, &["--version"])
        .filter(is_wanted)
        .and_then(|_| llvm_config(config, &["--prefix"]))
        .unwrap_or_else(|| DEFAULT_PREFIX.to_owned())
        .into()
}

/// What `llvm-config` answers, if it can be run and has an answer.
fn llvm_config(config: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new(config).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

fn missing(found: &str) -> Box<dyn Error> {
    format!(
        "pdll needs LLVM and MLIR {LLVM_MAJOR}: {found}\n\
         on Debian and Ubuntu: apt-get install {PACKAGES}\n\
         elsewhere: set {PREFIX_VARIABLE} and TABLEGEN_220_PREFIX to the folder that holds \
         bin/llvm-config"
    )
    .into()
}

/// Fails if mlir-sys links MLIR statically: the program would have a second
/// MLIR, with a type registry of its own. mlir-sys does not say how it links,
/// so its rules are repeated here.
fn require_shared_mlir(llvm: &Llvm, output_dir: &Path) -> Result<()> {
    let config = llvm.prefix.join("bin/llvm-config");
    let is_static = env::var(SHARED_VARIABLE).as_deref() != Ok("1")
        && llvm_config(&config, &["--link-static", "--libnames"]).is_some();
    if is_static {
        return Err(format!(
            "mlir-sys links MLIR statically, and pdll needs the shared library; write into \
             `.cargo/config.toml` of your project\n\n    \
             [env]\n    {SHARED_VARIABLE} = \"1\"\n\n\
             and then run `cargo clean -p mlir-sys`, which does not notice the change by itself"
        )
        .into());
    }
    match has_stale_mlir_sys(output_dir) {
        true => Err(
            "mlir-sys was built before and links MLIR statically; run `cargo clean -p mlir-sys`, \
             and build again"
                .into(),
        ),
        false => Ok(()),
    }
}

/// Whether mlir-sys was built, and only with MLIR as static archives: it is not
/// built again when variables change. Where its builds are is not promised, so
/// that nothing is known if none is found.
fn has_stale_mlir_sys(output_dir: &Path) -> bool {
    let Some(builds) = output_dir.ancestors().nth(2) else {
        return false;
    };
    let Ok(entries) = fs::read_dir(builds) else {
        return false;
    };
    let outputs: Vec<_> = entries
        .flatten()
        .filter(|entry| entry.file_name().to_string_lossy().starts_with("mlir-sys-"))
        .filter_map(|entry| fs::read_to_string(entry.path().join("output")).ok())
        .filter(|output| output.contains("cargo:rustc-link-lib="))
        .collect();
    let is_static = |output: &String| output.contains("cargo:rustc-link-lib=static=MLIR");
    !outputs.is_empty() && outputs.iter().all(is_static)
}

/// Compiles the shim, unless somebody has archives of the very same sources.
fn compile_shim(llvm: &Llvm, output_dir: &Path) -> Result<()> {
    println!("cargo:rerun-if-env-changed={ARCHIVES_VARIABLE}");
    if let Some(folder) = env::var_os(ARCHIVES_VARIABLE) {
        return take_archives(Path::new(&folder), output_dir);
    }
    let mut compiler = shim_compiler(llvm);
    let precompiled = precompile(&compiler, output_dir)?;
    let (generated, written) = sources(Path::new(SHIM))?
        .into_iter()
        .partition::<Vec<_>, _>(|path| path.starts_with(GENERATED));
    compiler.flags(&precompiled).files(written);
    compiler.try_compile("pdll_shim")?;
    // No run waits for these functions, which take several times as long to
    // optimize.
    let mut compiler = shim_compiler(llvm);
    compiler.flags(&precompiled).opt_level(1).files(generated);
    compiler.try_compile("pdll_predicates")?;
    if let Some(header) = precompiled.last() {
        // It is large, and the next run makes another one.
        fs::remove_file(format!("{header}.gch"))?;
    }
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
    fs::copy(Path::new(SHIM).join("support/Precompiled.h"), &header)?;
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

fn declare_shim(llvm: &Llvm, output_dir: &Path) -> Result<()> {
    bindgen::builder()
        .header(format!("{SHIM}/contract/shim.h"))
        .clang_arg(format!("-I{}", llvm.include_dir.display()))
        .clang_arg(format!("-I{SHIM}"))
        .clang_arg(format!("-I{SHIM}/include"))
        // Archives may stand for the sources, but nothing for the headers.
        .parse_callbacks(Box::new(bindgen::CargoCallbacks::new()))
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

/// Declares the names that Rust and C++ share, for the one module that nothing
/// else of the boundary belongs to.
fn declare_names(output_dir: &Path) -> Result<()> {
    bindgen::builder()
        .header(format!("{SHIM}/contract/Names.h"))
        .parse_callbacks(Box::new(bindgen::CargoCallbacks::new()))
        .allowlist_var("PDLL_.*")
        .generate()?
        .write_to_file(output_dir.join("names.rs"))?;
    Ok(())
}

/// Declares what `pdll/Pdll.h` promises. What Rust defines, in the module around,
/// does not compile if it has another type.
fn declare_public_header(llvm: &Llvm, output_dir: &Path) -> Result<()> {
    let mut declarations = bindgen::builder()
        .header(format!("{SHIM}/include/pdll/Pdll.h"))
        .clang_arg(format!("-I{}", llvm.include_dir.display()))
        .clang_arg(format!("-I{SHIM}"))
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

/// Writes the table of options as Rust, which the C preprocessor expands.
fn declare_options(llvm: &Llvm, output_dir: &Path) -> Result<()> {
    let template = format!("{SHIM}/contract/Options.rs.in");
    let mut command = shim_compiler(llvm).try_get_compiler()?.to_command();
    command.args(["-E", "-P", "-x", "c++", &template]);
    let output = command.output()?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{command:?} failed: {message}").into());
    }
    fs::write(output_dir.join("options.rs"), output.stdout)?;
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
    offer_libraries(llvm, output_dir)?;
    // Binaries, tests and the plugin find the libraries they were linked to.
    println!(
        "cargo:rustc-link-arg=-Wl,-rpath,{}",
        llvm.library_dir.display()
    );
    Ok(())
}

/// Helps the programs of crates that depend on us to find the shared libraries.
/// We cannot set a run path for them. But Cargo runs programs with a search path of
/// all folders in its target folder that build scripts name, so that links to
/// the libraries serve `cargo run` and `cargo test`. For other ways to run
/// them, build scripts get the folder as `DEP_PDLL_LIBDIR`.
fn offer_libraries(llvm: &Llvm, output_dir: &Path) -> Result<()> {
    println!("cargo:LIBDIR={}", llvm.library_dir.display());
    for name in ["MLIR", "LLVM"] {
        let library = llvm.library_dir.join(format!("lib{name}.so"));
        let library = library
            .canonicalize()
            .map_err(|error| missing(&format!("cannot use `{}`: {error}", library.display())))?;
        for version in shared_names(&llvm.library_dir, name)? {
            let link = output_dir.join(version);
            if fs::read_link(&link).ok().as_deref() != Some(&library) {
                let _ = fs::remove_file(&link);
                symlink(&library, &link)?;
            }
        }
    }
    Ok(())
}

/// The names with a version of a shared library, of which one is in the
/// programs that are linked to it.
fn shared_names(folder: &Path, name: &str) -> Result<Vec<String>> {
    let start = format!("lib{name}.so.{LLVM_MAJOR}");
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.starts_with(&start) {
            names.push(name);
        }
    }
    Ok(names)
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
/// process. `tablegen/Errors.cpp` stands in for them.
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
