//! The names of types that `pdll/TypeNames.h` lets g++ spell.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use crate::{
    effort,
    support::process::{llvm_includes, scratch},
};
use std::{
    collections::BTreeSet,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const LIBRARIES: &str = env!("PDLL_LLVM_LIBRARY_DIR");

#[test]
fn gcc_spells_as_clang_does() {
    let source = Path::new(ROOT).join("tests/users/type_names/spellings.cpp");
    let folder = scratch("type-names");
    let [gcc, clang] = ["g++", "clang++-22"].map(|compiler| {
        let program = compile(compiler, &source, &folder.join(compiler));
        output(&mut Command::new(program))
    });
    assert!(clang.lines().count() > 90, "{clang}");
    assert_eq!(gcc, clang);
}

/// MLIR's library has the text of each name. Of each trait, and each class outside of
/// `mlir`, the program asks MLIR for the identity.
#[test]
fn gcc_finds_every_trait_of_mlir() {
    if !effort::is_full() {
        // It reads the headers of all dialects, which takes a minute.
        return;
    }
    let names = names_in_mlir();
    let traits = names.iter().filter_map(|name| name.strip_suffix("<Empty>"));
    let traits: Vec<_> = traits.collect();
    assert!(traits.len() > 300, "{traits:?}");
    let is_shared = |name: &&String| {
        let is_builtin = !name.contains("::") && name.chars().all(|c| c.is_lowercase() || c == ' ');
        is_builtin || name.starts_with("llvm::") || name.starts_with("std::")
    };
    let others: Vec<_> = names.iter().filter(is_shared).collect();
    assert!(others.len() > 15, "{others:?}");

    let mut text = headers();
    text += PROLOGUE;
    for name in traits {
        let _ = writeln!(text, "  ask<{name}>(\"{name}<Empty>\");");
    }
    for name in others {
        let _ = writeln!(text, "  askOf<{name}>(\"{name}\");");
    }
    text += "}\n";
    let folder = scratch("type-names-of-mlir");
    let source = folder.join("traits.cpp");
    fs::write(&source, text).expect("a scratch folder takes files");
    let program = compile("g++", &source, &folder.join("traits"));
    assert_eq!(output(&mut Command::new(program)), "");
}

const PROLOGUE: &str = r#"
#include <complex>
#include <cstdio>
struct Named : mlir::detail::FallbackTypeIDResolver {
  static mlir::TypeID get(llvm::StringRef name) {
    return registerImplicitTypeID(name);
  }
};
template <template <typename> class Trait> static void ask(const char *name) {
  if (mlir::TypeID::get<Trait>() != Named::get(name))
    std::puts(name);
}
template <typename T> static void askOf(const char *name) {
  if (mlir::TypeID::get<T>() != Named::get(name))
    std::puts(name);
}
int main() {
"#;

/// The names that MLIR's library spells, without those in unnamed namespaces.
fn names_in_mlir() -> BTreeSet<String> {
    let library = Path::new(LIBRARIES).join("libMLIR.so");
    let bytes = fs::read(&library).expect("MLIR is installed");
    let texts = bytes.split(|byte| *byte == 0).filter_map(|text| {
        let text = std::str::from_utf8(text).ok()?;
        let (_, name) = text.split_once("llvm::getTypeName() [DesiredTypeName = ")?;
        Some(name.strip_suffix(']')?.to_owned())
    });
    texts.filter(|name| !name.contains("(anonymous")).collect()
}

/// Includes the headers in which MLIR declares traits.
fn headers() -> String {
    let includes = llvm_includes();
    let mut folders: Vec<PathBuf> = ["IR", "Interfaces"]
        .map(|folder| includes.join("mlir").join(folder))
        .to_vec();
    for dialect in entries(&includes.join("mlir/Dialect")) {
        for folder in [
            dialect.clone(),
            dialect.join("IR"),
            dialect.join("Interfaces"),
        ] {
            folders.push(folder.clone());
            folders.extend(entries(&folder).map(|inner| inner.join("IR")));
        }
    }
    let files: BTreeSet<_> = folders.iter().flat_map(|folder| entries(folder)).collect();
    let mut text = String::new();
    for file in files {
        let name = file.strip_prefix(&includes).expect("it is in the folder");
        let name = name.display().to_string();
        let is_left_out = LEFT_OUT.iter().any(|part| name.contains(part));
        if name.ends_with(".h") && !is_left_out {
            let _ = writeln!(text, "#include \"{name}\"");
        }
    }
    text + "#include \"mlir/Dialect/Linalg/TransformOps/LinalgMatchOps.h\"\n"
}

/// Headers that others include, without guards, and those with passes.
const LEFT_OUT: [&str; 4] = [
    "Passes.h",
    "Transforms",
    "PDLPatternMatch",
    "RelayoutOpInterface.h",
];

fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path())
}

/// Compiles a program for MLIR. Returns its path, which is `program`.
fn compile(compiler: &str, source: &Path, program: &Path) -> PathBuf {
    let mut command = Command::new(compiler);
    command
        .args([
            "-std=c++17",
            "-fno-rtti",
            "-fno-exceptions",
            "-Wall",
            "-Wextra",
            "-Werror",
        ])
        .arg(format!("-I{ROOT}/cpp-shim/include"))
        .arg("-isystem")
        .arg(llvm_includes())
        .args(["-include", "pdll/TypeNames.h"])
        .arg(source)
        .arg("-o")
        .arg(program)
        .args([
            &format!("-L{LIBRARIES}"),
            &format!("-Wl,-rpath,{LIBRARIES}"),
        ])
        .args(["-lMLIR", "-lLLVM"]);
    output(&mut command);
    program.to_owned()
}

/// What a command prints. It must succeed.
fn output(command: &mut Command) -> String {
    let output = command.output().expect("the program is installed");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}
