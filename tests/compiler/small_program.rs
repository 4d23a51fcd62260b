//! `pdll-opt`, which contains some dialects of MLIR, says of patterns what `pdll-opt-full`
//! says, which loads all of MLIR.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use crate::{
    effort,
    support::{
        corpus,
        process::{Run, run, scratch},
        workers::parallel,
    },
};
use pdll::internals::listed::LIST;
use std::{
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

/// The dialects in the small program.
const DIALECTS: [&str; 13] = [
    "affine", "arith", "cf", "complex", "func", "index", "linalg", "math", "memref", "scf",
    "tensor", "ub", "vector",
];

const CHECK: &[&str] = &["check", "--error-limit=0"];

/// The commands of the small program, with options.
const COMMANDS: [&[&str]; 4] = [
    CHECK,
    &["compile"],
    &["compile", "--no-debuginfo"],
    &["compile", "-x", "ast"],
];

/// Attributes and types of dialects that are there, and of others.
const LITERALS: [&str; 12] = [
    "attr<\"#arith.fastmath<fast>\">",
    "attr<\"#arith.unknown\">",
    "attr<\"#arit.fastmath<fast>\">",
    "attr<\"#gpu.address_space<global>\">",
    "attr<\"#other.one<2>\">",
    "attr<\"[#arith.overflow<nsw>, #llvm.linkage<external>]\">",
    "attr<\"#vector.kind<add>\">",
    "attr<\"dense<1> : vector<4xindex>\">",
    "type<\"!llvm.ptr\">",
    "type<\"vector<4x!llvm.ptr>\">",
    "type<\"memref<4xf32, #gpu.address_space<global>>\">",
    "type<\"tensor<4xf32, #sparse_tensor.encoding<{map = (d0) -> (d0 : compressed)}>>\">",
];

/// Without a list, all that patterns mention is left to the large program.
fn is_small() -> bool {
    let archive = Path::new(env!("PDLL_LLVM_LIBRARY_DIR")).join("libMLIRIR.a");
    LIST.is_some() && archive.exists()
}

#[test]
fn nothing_of_mlir_is_loaded() {
    if !is_small() {
        return;
    }
    let program = fs::read(env!("CARGO_BIN_EXE_pdll-opt")).expect("cargo has built it");
    let name = b"libMLIR.so";
    assert!(!program.windows(name.len()).any(|text| text == name));
}

#[test]
fn the_files_of_the_repository_get_the_same_diagnostics() {
    if !is_small() {
        return;
    }
    let folder = scratch("small-program-files");
    let program = alone(&folder);
    let chunks = effort::sample_one_in(4, corpus::chunks("small-program"));
    let numbered: Vec<_> = chunks.iter().enumerate().collect();
    for command in COMMANDS {
        let compared = parallel(
            &numbered,
            || (),
            |(), (number, chunk)| {
                let path = write(&folder, &number.to_string(), &chunk.text);
                compare(&program, command, &path, &chunk.include_dirs)
            },
        );
        let kept = compared.into_iter().filter(|is_kept| *is_kept).count();
        assert!(kept * 2 > chunks.len(), "only {kept} of {}", chunks.len());
    }
}

#[test]
fn every_operation_of_its_dialects_is_known() {
    if !is_small() {
        return;
    }
    let folder = scratch("small-program-operations");
    let program = alone(&folder);
    for dialect in DIALECTS {
        let path = write(&folder, dialect, patterns(dialect).as_bytes());
        assert!(
            compare(&program, CHECK, &path, &[]),
            "`{dialect}` is not there"
        );
    }
}

#[test]
fn literals_mean_the_same() {
    if !is_small() {
        return;
    }
    let folder = scratch("small-program-literals");
    let program = alone(&folder);
    let mut number_kept = 0;
    for (number, literal) in LITERALS.iter().enumerate() {
        let text = match literal.starts_with("attr") {
            true => format!("Pattern => erase op<t.a> {{a = {literal}}};"),
            false => format!("Pattern => erase op<t.a> -> ({literal});"),
        };
        let path = write(&folder, &number.to_string(), text.as_bytes());
        let is_kept = |command: &&[&str]| compare(&program, command, &path, &[]);
        number_kept += COMMANDS.iter().filter(|command| is_kept(command)).count();
    }
    assert!(number_kept >= 20, "{number_kept}");
}

/// Patterns that match and create each operation of a dialect, mostly wrongly.
fn patterns(dialect: &str) -> String {
    let names = LIST.into_iter().flat_map(str::lines);
    let is_of_dialect = |name: &&str| name.split_once('.').is_some_and(|(own, _)| own == dialect);
    let mut text = String::new();
    for name in names.filter(is_of_dialect) {
        for right in [
            format!("op<{name}>"),
            format!("op<{name}>(x) -> (t)"),
            format!("op<{name}>(x, x) {{value = attr<\"1 : i32\">, name = attr<\"true\">}}"),
        ] {
            let _ = writeln!(
                text,
                "Pattern => replace op<t.root>(x: Value) -> (t: Type) with {right};"
            );
        }
        let _ = writeln!(
            text,
            "Pattern => erase op<{name}>(_: Value, _: Value, _: Value) -> (_: Type, _: Type);"
        );
    }
    text
}

/// Compares what both programs say of a file. Returns false if the small one hands it over.
fn compare(program: &Path, command: &[&str], path: &Path, include_dirs: &[PathBuf]) -> bool {
    let path = path.display().to_string();
    let mut arguments: Vec<_> = command.iter().map(|one| (*one).to_owned()).collect();
    arguments.push(path.clone());
    for folder in include_dirs {
        arguments.extend(["-I".to_owned(), folder.display().to_string()]);
    }
    let said = |program: &Path| {
        let Run {
            ending,
            stdout,
            stderr,
        } = run(program, &arguments, b"");
        (ending, stdout, stderr)
    };
    let small = said(program);
    if small.2.contains("cannot run `") && small.2.contains("pdll-opt-full`") {
        return false;
    }
    let whole = Path::new(env!("CARGO_BIN_EXE_pdll-opt-full"));
    assert_eq!(small, said(whole), "{path}");
    true
}

/// A copy of the small program, which can hand nothing over.
fn alone(folder: &Path) -> PathBuf {
    let path = folder.join("pdll-opt");
    fs::copy(env!("CARGO_BIN_EXE_pdll-opt"), &path).expect("there is room for it");
    path
}

fn write(folder: &Path, name: &str, text: &[u8]) -> PathBuf {
    let path = folder.join(format!("{name}.pdll"));
    fs::write(&path, text).expect("the folder for temporary files is writable");
    path
}
