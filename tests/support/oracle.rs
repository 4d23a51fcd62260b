//! The oracle: MLIR's own compiler of PDLL.

use super::process::{Ending, llvm_tool, run};
use std::path::PathBuf;

/// What the oracle says of an input.
#[derive(Debug)]
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
    /// The file, without folders, and the line, unless it is unknown.
    pub(crate) place: Option<(String, u32)>,
    pub(crate) message: String,
}

/// The name that the oracle gives to its input.
pub(crate) const INPUT: &str = "<stdin>";

/// Asks the oracle.
pub(crate) fn ask(text: &[u8], include_dirs: &[PathBuf]) -> Verdict {
    let mut arguments = vec!["-x".into(), "mlir".into()];
    for folder in include_dirs {
        arguments.push("-I".into());
        arguments.push(folder.clone().into_os_string());
    }
    let run = run(&llvm_tool("mlir-pdll"), arguments, text);
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

/// The first error of a tool that prints as LLVM does. The place of an error in
/// a literal is a place in the literal, not in a file, and is left out.
fn first_error(stderr: &str) -> Option<Complaint> {
    let (place, message) = stderr
        .lines()
        .find_map(|line| line.split_once("error: "))?;
    let mut parts = place.trim_end().trim_end_matches(':').rsplitn(3, ':');
    let (_column, line, file) = (parts.next(), parts.next(), parts.next());
    let place = line.zip(file).and_then(|(line, file)| {
        let is_file = file == INPUT || file.ends_with(".pdll") || file.ends_with(".td");
        let file = file.rsplit('/').next().filter(|_| is_file)?;
        Some((file.to_owned(), line.parse().ok()?))
    });
    Some(Complaint {
        place,
        message: message.to_owned(),
    })
}
