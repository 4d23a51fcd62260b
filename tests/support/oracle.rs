//! The oracle: MLIR's own compiler of PDLL.

mod together;

use super::process::{Ending, Run, llvm_includes, llvm_tool, run_in, scratch};
use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    process,
    sync::OnceLock,
};
pub(crate) use together::{Guess, ask_all};

/// What the oracle says of an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It gives this module.
    Accepts(String),
    /// It gives this error.
    Rejects(Complaint),
    /// It does not survive the input, so that nothing follows from it.
    Fails,
}

/// An error message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Complaint {
    pub(crate) place: Option<Place>,
    pub(crate) message: String,
}

/// Where an error is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    /// The file, without folders.
    pub(crate) file: String,
    pub(crate) line: u32,
    pub(crate) column: u32,
}

/// Whether the oracle is from an LLVM with assertions. These end it in places where it
/// otherwise goes on.
pub(crate) const HAS_ASSERTIONS: bool = !env!("PDLL_LLVM_ASSERTIONS").is_empty();

/// The name that the oracle gives to its input.
pub(crate) const INPUT: &str = "<stdin>";

/// How the name starts that it gives to a part of its input.
const PART: &str = "within split at <stdin>";

/// Asks the oracle.
pub(crate) fn ask(text: &[u8], include_dirs: &[PathBuf]) -> Verdict {
    emit("mlir", text, include_dirs)
}

/// Whether the oracle's parser, which also checks names and types, accepts an
/// input.
pub(crate) fn parses(text: &[u8], include_dirs: &[PathBuf]) -> bool {
    matches!(emit("ast", text, include_dirs), Verdict::Accepts(_))
}

fn emit(output: &str, text: &[u8], include_dirs: &[PathBuf]) -> Verdict {
    let arguments = arguments(output, include_dirs);
    let run = run(arguments, text);
    if !matches!(run.ending, Ending::Exit(_)) {
        return Verdict::Fails;
    }
    match first_error(&run.stderr) {
        // An invalid attribute literal has an error and exit code 0.
        Some(error) => Verdict::Rejects(error),
        None if run.ending == Ending::Exit(0) => Verdict::Accepts(run.stdout),
        None => Verdict::Rejects(Complaint {
            place: None,
            message: run.stderr,
        }),
    }
}

/// Runs the oracle. It looks for includes where it runs first, and finds nothing there.
fn run(arguments: Vec<OsString>, text: &[u8]) -> Run {
    run_in(empty_folder(), &llvm_tool("mlir-pdll"), arguments, text)
}

/// A folder without files, below others of that kind.
fn empty_folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| scratch(&format!("oracle-{}/nothing/is/here", process::id())))
}

fn arguments(output: &str, include_dirs: &[PathBuf]) -> Vec<OsString> {
    let mut arguments = vec!["-x".into(), output.into()];
    // We look there in any case.
    let installed = llvm_includes();
    for folder in include_dirs.iter().chain([&installed]) {
        arguments.push("-I".into());
        arguments.push(folder.clone().into_os_string());
    }
    arguments
}

/// The first error of a tool that prints as LLVM does. The place of an error in
/// a literal is a place in the literal, not in a file, and is left out.
fn first_error(stderr: &str) -> Option<Complaint> {
    let (place, message) = stderr.lines().find_map(|line| line.split_once("error: "))?;
    Some(Complaint {
        place: parse_place(place.trim_end().trim_end_matches(':')),
        message: message.to_owned(),
    })
}

/// Parses `file:line:column` or `loc("file":line:column)`.
fn parse_place(text: &str) -> Option<Place> {
    let text = match text.strip_prefix("loc(") {
        Some(text) => text.strip_suffix(')')?,
        None => text,
    };
    let mut parts = text.rsplitn(3, ':');
    let (column, line, file) = (parts.next()?, parts.next()?, parts.next()?);
    let file = file.trim_matches('"');
    // A part starts with the end of the marker's line.
    let (file, lines_before) = match file.starts_with(PART) {
        true => (INPUT, 1),
        false => (file, 0),
    };
    let is_file = file == INPUT || file.ends_with(".pdll") || file.ends_with(".td");
    let line: u32 = line.parse().ok()?;
    Some(Place {
        file: file.rsplit('/').next().filter(|_| is_file)?.to_owned(),
        line: line.checked_sub(lines_before)?,
        column: column.parse().ok()?,
    })
}
