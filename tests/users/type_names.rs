//! The names of types that `pdll/TypeNames.h` lets g++ spell.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use crate::support::process::{llvm_includes, scratch};
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

    let folder = scratch("type-names-of-mlir");
    let mut text = HEADERS.to_owned();
    text += &declarations(&traits, &classes_in_headers(&folder));
    text += PROLOGUE;
    for name in traits {
        let _ = writeln!(text, "  ask<{name}>(\"{name}<Empty>\");");
    }
    for name in others {
        let _ = writeln!(text, "  askOf<{name}>(\"{name}\");");
    }
    text += "}\n";
    let source = folder.join("traits.cpp");
    fs::write(&source, text).expect("a scratch folder takes files");
    let program = compile("g++", &source, &folder.join("traits"));
    assert_eq!(output(&mut Command::new(program)), "");
}

/// Headers with the traits whose names have arguments. To read those of all dialects takes g++ two
/// minutes; a name is spelled as it is for what a line declares.
const HEADERS: &str = r#"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Dialect/IRDL/IR/IRDLTraits.h"
#include "mlir/Dialect/LLVMIR/NVVMRequiresSMTraits.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVEnums.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVAvailability.h.inc"
#include "mlir/Dialect/Tosa/IR/TosaEnums.h.inc"
#include "mlir/Dialect/Tosa/IR/TosaAvailability.h.inc"
"#;

/// The names of the classes in these headers, and in all that they include, without
/// namespaces.
fn classes_in_headers(folder: &Path) -> BTreeSet<String> {
    let header = folder.join("headers.h");
    fs::write(&header, HEADERS).expect("a scratch folder takes files");
    let mut command = compiler("g++");
    let text = output(command.args(["-E", "-P", "-x", "c++"]).arg(&header));
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    let classes = words
        .windows(2)
        .filter(|pair| pair[0] == "class" || pair[0] == "struct");
    classes.map(|pair| pair[1].to_owned()).collect()
}

/// Declares the traits that the headers do not declare, and the classes that are arguments
/// of those that they do.
fn declarations(traits: &[&str], known: &BTreeSet<String>) -> String {
    let mut lines = BTreeSet::new();
    for name in traits {
        match name.split_once('<') {
            // What it is an interface of must be complete, and is in the headers.
            Some(("mlir::detail::Interface", _)) => {}
            Some((_, arguments)) => lines.extend(classes(arguments)),
            None => lines.extend(declaration(name, known)),
        }
    }
    lines.into_iter().collect()
}

/// Declares the classes among the arguments of a template.
fn classes(arguments: &str) -> impl Iterator<Item = String> + use<'_> {
    let words = arguments.split(|c: char| !c.is_alphanumeric() && !"_:".contains(c));
    words.filter_map(|word| {
        let (space, class) = word.rsplit_once("::")?;
        let is_of_mlir = space == "mlir" || space.starts_with("mlir::");
        is_of_mlir.then(|| format!("namespace {space} {{ class {class}; }}\n"))
    })
}

/// Declares a trait, which is a class or belongs to one, unless a header does.
fn declaration(name: &str, known: &BTreeSet<String>) -> Option<String> {
    let (spaces, trait_name) = name.rsplit_once("::")?;
    let (spaces, class, text) = match (trait_name, spaces.rsplit_once("::")) {
        ("Trait", Some((spaces, class))) => {
            let text = format!("struct {class} {{ template <typename> class Trait {{}}; }};");
            (spaces, class, text)
        }
        _ => {
            let text = format!("template <typename> class {trait_name} {{}};");
            (spaces, trait_name, text)
        }
    };
    let is_known = known.contains(class);
    (!is_known).then(|| format!("namespace {spaces} {{ {text} }}\n"))
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

/// Compiles a program for MLIR. Returns its path, which is `program`.
fn compile(name: &str, source: &Path, program: &Path) -> PathBuf {
    let mut command = compiler(name);
    command.arg(source).arg("-o").arg(program).args([
        &format!("-L{LIBRARIES}"),
        &format!("-Wl,-rpath,{LIBRARIES}"),
    ]);
    output(command.args(["-lMLIR", "-lLLVM"]));
    program.to_owned()
}

/// A compiler with the options for MLIR's headers.
fn compiler(name: &str) -> Command {
    let mut command = Command::new(name);
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
        .args(["-include", "pdll/TypeNames.h"]);
    command
}

/// What a command prints. It must succeed.
fn output(command: &mut Command) -> String {
    let output = command.output().expect("the program is installed");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}
