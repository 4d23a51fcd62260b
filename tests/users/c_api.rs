//! The C API, by programs in C and C++ that are built against the library as
//! its users build theirs, and the program in the documentation.
//!
//! Each runs by itself. The one in C also runs with the sanitizers of the
//! compiler, and, with full effort, both run in valgrind. All of them look for leaks. Nothing
//! is suppressed: neither we nor MLIR leak anything.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use crate::{effort, page::block};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};
use tempfile::TempDir;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const LLVM: &str = env!("PDLL_LLVM_PREFIX");

const C: [&str; 6] = ["cc", "-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror"];
const CXX: [&str; 7] = [
    "c++",
    "-std=c++17",
    "-fno-rtti",
    "-pedantic",
    "-Wall",
    "-Wextra",
    "-Werror",
];

/// What a program in C links; one in C++ uses MLIR's own classes.
const MLIR_C: [&str; 4] = ["-lMLIRCAPIIR", "-lMLIR", "-lLLVM", "-lstdc++"];
const MLIR: [&str; 2] = ["-lMLIR", "-lLLVM"];

#[test]
fn c_programs_use_patterns() {
    let folder = TempDir::new().expect("there is room for files");
    let program = build(&folder, &C, &[], "test.c", &MLIR_C);
    run(Command::new(&program).arg(folder.path()));
    if effort::is_full() {
        run_in_valgrind(&program, &folder);
    }
    let sanitizers = ["-fsanitize=address,undefined"];
    let sanitized = build(&folder, &C, &sanitizers, "test.c", &MLIR_C);
    run(Command::new(sanitized)
        .arg(folder.path())
        .env("ASAN_OPTIONS", "detect_leaks=1")
        .env("UBSAN_OPTIONS", "halt_on_error=1"));
}

#[test]
fn cxx_programs_use_patterns_in_threads() {
    let folder = TempDir::new().expect("there is room for files");
    let program = build(&folder, &CXX, &[], "test.cpp", &MLIR);
    run(Command::new(&program).arg(folder.path()));
    if effort::is_full() {
        run_in_valgrind(&program, &folder);
    }
}

fn run_in_valgrind(program: &Path, folder: &TempDir) {
    run(Command::new("valgrind")
        .args(["--quiet", "--error-exitcode=1", "--leak-check=full"])
        .arg("--errors-for-leak-kinds=definite,indirect,possible")
        .arg("--show-leak-kinds=definite,indirect,possible")
        .arg(program)
        .arg(folder.path())
        .env("PDLL_TEST_IN_VALGRIND", "1"));
}

fn build(
    folder: &TempDir,
    compiler: &[&str],
    options: &[&str],
    source: &str,
    libraries: &[&str],
) -> PathBuf {
    let source = Path::new(ROOT).join("tests/users/c_api").join(source);
    let program = folder.path().join("program");
    let mut command = Command::new(compiler[0]);
    command
        .args(&compiler[1..])
        .args(["-O1", "-g"])
        .args(options)
        .args(includes())
        .arg(source)
        .arg("-o")
        .arg(&program)
        .arg("-L")
        .arg(library_folder())
        .arg("-lpdll")
        .arg(format!("-L{LLVM}/lib"))
        .args(libraries)
        .arg(format!("-Wl,-rpath,{}", library_folder().display()))
        .arg(format!("-Wl,-rpath,{LLVM}/lib"));
    run(&mut command);
    program
}

fn includes() -> [String; 4] {
    [
        "-isystem".to_owned(),
        format!("{LLVM}/include"),
        "-I".to_owned(),
        format!("{ROOT}/cpp-shim/include"),
    ]
}

/// Where Cargo has put the library that it built for this test. It copies it to
/// the folder above for `cargo build` only.
fn library_folder() -> PathBuf {
    let test = env::current_exe().expect("this program is somewhere");
    let folder = test.parent().expect("a file is in a folder").to_owned();
    assert!(
        folder.join("libpdll.so").exists(),
        "there is no libpdll.so in {}",
        folder.display()
    );
    folder
}

/// Runs a command, which is to succeed. Gives what it printed to standard error.
fn run(command: &mut Command) -> String {
    let output = command
        .env("PDLL_CACHE_DIR", env!("CARGO_TARGET_TMPDIR"))
        .env("COMPILER_PATH", format!("{ROOT}/tests/linker"))
        .output()
        .unwrap_or_else(|error| panic!("cannot run {command:?}: {error}"));
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        output.status.success(),
        "{command:?}: {}\n{}{printed}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
    );
    printed
}

/// Warnings in the header itself, which programs do not see.
#[test]
fn the_header_is_clean() {
    let folder = TempDir::new().expect("there is room for files");
    let source = folder.path().join("header.c");
    fs::write(&source, "#include \"pdll/Pdll.h\"\n").expect("the folder is ours");
    let clang = Path::new(LLVM).join("bin/clang");
    let clang = clang.to_string_lossy();
    let mut compilers = vec![(C[0], &C[1..], "c"), (CXX[0], &CXX[1..], "c++")];
    // Nothing needs clang, so it may be missing.
    if Path::new(&*clang).exists() {
        compilers.extend([(&*clang, &C[1..], "c"), (&*clang, &CXX[1..], "c++")]);
    }
    for (compiler, options, language) in compilers {
        run(Command::new(compiler)
            .args(options)
            .args(includes())
            .args(["-fsyntax-only", "-x", language])
            .arg(&source));
    }
}

#[test]
fn the_documented_program_runs() {
    let page = fs::read_to_string(Path::new(ROOT).join("docs/c-api.md")).expect("it is there");
    let folder = TempDir::new().expect("there is room for files");
    fs::write(folder.path().join("example.c"), block(&page, "c")).expect("the folder is ours");
    run(Command::new("sh")
        .args(["-e", "-c", block(&page, "sh")])
        .current_dir(&folder)
        .env("LLVM", LLVM)
        .env("PDLL", ROOT)
        .env("LIB", library_folder()));
    let printed = run(&mut Command::new(folder.path().join("example")));
    assert_eq!(printed, block(&page, "mlir"));
}

/// What the library shows to the linker of others is what the header declares,
/// and what makes it a plugin.
#[test]
fn the_library_exports_the_header() {
    let header = fs::read_to_string(Path::new(ROOT).join("cpp-shim/include/pdll/Pdll.h"))
        .expect("it is there");
    let declarations = header
        .split("extern \"C\" {")
        .nth(1)
        .expect("it is for C++, too");
    let mut expected = vec!["mlirGetDialectPluginInfo", "mlirGetPassPluginInfo"];
    for statement in declarations.split(';') {
        let is_name = |word: &&str| word.starts_with("pdll");
        let before = statement.split('(').next().unwrap_or_default();
        let last = before.rsplit([' ', '*', '\n']).next().filter(is_name);
        expected.extend(last.filter(|_| !statement.contains("static inline")));
    }
    expected.sort_unstable();
    let symbols = dynamic_symbols("--defined-only");
    assert_eq!(symbols.lines().collect::<Vec<_>>(), expected);
}

/// Whenever a tool loads the plugin, the dynamic linker looks up the id of each class that
/// it asks for. It asks for the ids of its own code; the hundreds of classes of dialects
/// that definitions mention have names.
#[test]
fn the_library_asks_for_few_ids_of_classes() {
    let symbols = dynamic_symbols("--undefined-only");
    let ids = symbols.matches("TypeIDResolver").count();
    assert!((1..150).contains(&ids), "{ids}");
}

fn dynamic_symbols(which: &str) -> String {
    let output = Command::new("nm")
        .args(["--dynamic", which, "--format=just-symbols"])
        .arg(library_folder().join("libpdll.so"))
        .output()
        .expect("nm comes with the linker");
    String::from_utf8_lossy(&output.stdout).into_owned()
}
