//! `explain` says why each function of the library does not hold.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

mod calls;

use crate::support::process::run_in;
use calls::FIXTURES;
use expect_test::expect_file;
use serde_json::Value;
use std::{collections::BTreeSet, fmt::Write as _, fs, path::Path};
use tempfile::TempDir;

/// Functions that hold of all arguments, or of all that patterns can give them.
const ALWAYS_HOLD: &[&str] = &[
    "GetConvertedType",
    "GetConvertedTypes",
    "GetElementTypeOrSelf",
    "GetLength",
    "GetNumUses",
    "GetNumber",
    "GetOpName",
    "GetTypeLength",
    "MakeFunctionType",
];

/// A pattern that matches one operation, and calls that do not hold there.
pub(super) struct Fixture {
    pub(super) head: &'static str,
    pub(super) calls: &'static [&'static str],
}

#[test]
fn every_function_says_why_it_does_not_hold() {
    let mut text = String::new();
    for fixture in FIXTURES {
        for (call, reason) in std::iter::zip(fixture.calls, reasons(fixture)) {
            writeln!(text, "{call}\n    {reason}").expect("a string takes it");
        }
    }
    expect_file!["reasons/expected.txt"].assert_eq(&text);
}

#[test]
fn every_function_of_the_library_is_asked() {
    let asked: BTreeSet<_> = FIXTURES
        .iter()
        .flat_map(|fixture| fixture.calls)
        .map(|call| called(call))
        .collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/front/std");
    let mut missing = BTreeSet::new();
    for file in fs::read_dir(folder).expect("the library is there") {
        let path = file.expect("it can be read").path();
        let text = fs::read_to_string(path).expect("it is text");
        let names = text
            .lines()
            .filter_map(|line| line.strip_prefix("Constraint "));
        let names = names.filter_map(|rest| rest.split('(').next());
        let names = names.filter(|name| !asked.contains(name) && !ALWAYS_HOLD.contains(name));
        missing.extend(names.map(str::to_owned));
    }
    assert_eq!(missing, BTreeSet::new());
}

/// The function of a call, as in `let n = GetDim(t, 0);`.
fn called(call: &str) -> &str {
    let call = call.rsplit("= ").next().unwrap_or(call);
    call.split('(').next().unwrap_or(call)
}

/// Why each call of a fixture does not hold.
fn reasons(fixture: &Fixture) -> Vec<String> {
    let folder = TempDir::new().expect("there is a place for temporary files");
    let write = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).expect("the folder is ours");
    };
    let mut patterns = "#include \"pdll/std.pdll\"\n".to_owned();
    for call in fixture.calls {
        writeln!(
            patterns,
            "Pattern {{\n  {}\n  {call}\n  erase root;\n}}",
            fixture.head
        )
        .expect("a string takes it");
    }
    write("p.pdll", &patterns);
    write("in.mlir", include_str!("reasons/program.mlir"));
    let run = run_in(
        folder.path(),
        Path::new(env!("CARGO_BIN_EXE_pdll-opt")),
        [
            "explain",
            "p.pdll",
            "in.mlir",
            "--format=json",
            "--allow-unregistered-dialect",
        ],
        b"",
    );
    let report: Value =
        serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{}", run.stderr));
    let patterns = report["patterns"].as_array().expect("there are patterns");
    assert_eq!(patterns.len(), fixture.calls.len(), "{}", run.stderr);
    patterns
        .iter()
        .map(|pattern| find(pattern).expect("it does not hold, and there is a reason"))
        .collect()
}

/// The first reason in a report.
fn find(report: &Value) -> Option<String> {
    match report {
        Value::Object(fields) => {
            let own = fields.get("reason").and_then(Value::as_str);
            own.map(str::to_owned)
                .or_else(|| fields.values().find_map(find))
        }
        Value::Array(items) => items.iter().find_map(find),
        _ => None,
    }
}
