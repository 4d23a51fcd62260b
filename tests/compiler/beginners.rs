//! What pdll answers to the mistakes of beginners, and what mlir-pdll answers.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

mod mistakes;

use crate::support::process::{Ending, Run, llvm_includes, llvm_tool, run_in};
use expect_test::expect_file;
use mistakes::MISTAKES;
use std::{
    ffi::{OsStr, OsString},
    fmt::Write as _,
    fs,
    path::Path,
};
use tempfile::TempDir;

/// A file with one mistake.
pub(super) struct Mistake {
    pub(super) wrong: &'static str,
    /// The file after following the answer.
    pub(super) right: &'static str,
}

#[test]
fn each_mistake_has_one_error_and_a_remedy() {
    let folder = TempDir::new().expect("there is a place for temporary files");
    let (mut text, mut problems) = (String::new(), Vec::new());
    for Mistake { wrong, right } in MISTAKES {
        let ours = messages(&check(folder.path(), wrong));
        let theirs = messages(&ask_upstream(folder.path(), wrong));
        writeln!(text, "{wrong}").expect("a string takes it");
        for (who, messages) in [("pdll", &ours), ("mlir-pdll", &theirs)] {
            writeln!(text, "  {who}").expect("a string takes it");
            for message in messages {
                writeln!(text, "    {message}").expect("a string takes it");
            }
        }
        text.push('\n');
        let errors = ours.iter().filter(|one| one.contains("error: ")).count();
        // What is expected is a remedy, if it is a token.
        let is_remedy = |one: &String| one.contains("note: ") || one.contains("expected `;`");
        let has_remedy = ours.iter().any(is_remedy);
        if errors != 1 || !has_remedy {
            problems.push(format!("{wrong}\n{ours:#?}"));
        }
        let mended = check(folder.path(), right);
        if mended.ending != Ending::Exit(0) || mended.stderr.contains("error: ") {
            problems.push(format!("{right}\n{}", mended.stderr));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    expect_file!["beginners/answers.txt"].assert_eq(&text);
}

/// What pdll says about a file.
fn check(folder: &Path, text: &str) -> Run {
    let program = Path::new(env!("CARGO_BIN_EXE_pdll-opt"));
    ask(folder, text, program, [OsStr::new("check")])
}

fn ask_upstream(folder: &Path, text: &str) -> Run {
    let mut includes = OsString::from("-I");
    includes.push(llvm_includes());
    ask(folder, text, &llvm_tool("mlir-pdll"), [includes])
}

fn ask(
    folder: &Path,
    text: &str,
    program: &Path,
    arguments: impl IntoIterator<Item = impl Into<OsString>>,
) -> Run {
    fs::write(folder.join("a.pdll"), text).expect("the folder is ours");
    let arguments = arguments.into_iter().map(Into::into);
    run_in(folder, program, arguments.chain(["a.pdll".into()]), b"")
}

fn messages(run: &Run) -> Vec<String> {
    run.stderr.lines().filter_map(message).collect()
}

/// The message in a line, without the name of the file. Places in other files differ
/// between versions of MLIR.
fn message(line: &str) -> Option<String> {
    let at = line.find("error: ").or_else(|| line.find("note: "))?;
    let (place, text) = line.split_at(at);
    let place = place.strip_prefix("a.pdll:").unwrap_or_default();
    Some(format!("{place}{text}"))
}
