//! Bodies of native functions give the same results as those that a C++ compiler
//! makes of them.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

mod sections;

use sections::{SECTIONS, Section};
use std::{
    fmt::Write as _,
    fs,
    path::Path,
    process::{Command, Output},
};
use tempfile::TempDir;

/// What keeps pdll from understanding a body.
const OPAQUE: &str = "static_assert(true);";

#[test]
fn bodies_give_the_results_of_compiled_code() {
    let folder = TempDir::new().expect("there is a place for temporary files");
    let write = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).expect("the folder is ours");
    };
    write("understood.pdll", &patterns(""));
    write("opaque.pdll", &patterns(OPAQUE));
    write("in.mlir", &program());
    let understood = apply(folder.path(), "understood.pdll", "off");
    assert!(understood.status.success(), "{}", text(&understood.stderr));
    let refused = text(&apply(folder.path(), "opaque.pdll", "off").stderr);
    let number = SECTIONS
        .iter()
        .map(|section| section.expressions.len())
        .sum::<usize>();
    assert!(
        refused.ends_with(&format!("{number} errors\n")),
        "{refused}"
    );
    let compiled = apply(folder.path(), "opaque.pdll", "compile");
    assert!(compiled.status.success(), "{}", text(&compiled.stderr));
    let [ours, theirs] = [understood, compiled].map(|output| text(&output.stdout));
    for (ours, theirs) in std::iter::zip(ours.lines(), theirs.lines()) {
        assert_eq!(ours, theirs);
    }
    assert_eq!(ours.lines().count(), theirs.lines().count());
}

fn apply(folder: &Path, patterns: &str, native_code: &str) -> Output {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bodies");
    Command::new(env!("CARGO_BIN_EXE_pdll-opt"))
        .current_dir(folder)
        .env("PDLL_CACHE_DIR", cache)
        .args(["apply", "in.mlir", "--driver=walk", "--patterns", patterns])
        .args(["--allow-unregistered-dialect", "--error-limit=0"])
        .args(["--native-code", native_code])
        .output()
        .expect("cargo has built it")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A pattern for each section, which gives the operation that it creates the values of
/// all expressions.
fn patterns(prefix: &str) -> String {
    let mut text = "#include \"mlir/Dialect/Arith/IR/ArithOps.td\"\n".to_owned();
    for (number, section) in SECTIONS.iter().enumerate() {
        let mut attributes = Vec::new();
        for (index, (kind, expression)) in section.expressions.iter().enumerate() {
            let name = format!("F{number}_{index}");
            let value = kind.as_attribute(expression);
            let setup = section.setup;
            let _ = writeln!(
                text,
                "Rewrite {name}(o: Op, v: Value, t: Type, a: Attr) -> Attr \
                 [{{ {prefix} {setup} return {value}; }}];"
            );
            attributes.push(format!("e{index} = {name}(root, v, t, a)"));
        }
        let _ = writeln!(
            text,
            "Pattern {{\n  \
               let root = op<t.s{number}>(v: Value<t: Type>) {{a = a: Attr}};\n  \
               replace root with op<t.done>(v) {{{}}};\n}}",
            attributes.join(", ")
        );
    }
    text
}

/// Each operation of a section has a line of its own after the rewrite.
fn program() -> String {
    let mut text = "func.func @f() {\n".to_owned();
    for (number, Section { inputs, .. }) in SECTIONS.iter().enumerate() {
        for (index, (ty, attribute)) in inputs.iter().enumerate() {
            let value = format!("%s{number}_{index}");
            let _ = writeln!(text, "  {value} = \"t.value\"() : () -> ({ty})");
            let _ = writeln!(
                text,
                "  \"t.s{number}\"({value}) {{a = {attribute}}} : ({ty}) -> ()"
            );
        }
    }
    text + "  return\n}\n"
}
