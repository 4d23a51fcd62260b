//! What the commands of `pdll-opt` do.
//!
//! A command takes its options and gives an [`Outcome`]; nothing here prints
//! or exits. Files are written whole or not at all.

pub mod apply;
pub mod compile;
mod mlir_diagnostics;
pub mod options;
mod output;
mod split;
mod warnings;

use crate::{
    diagnostic::{Diagnostic, Diagnostics, Severity, json, pretty, text},
    session::Session,
    source::{Disk, SourceMap},
};
use options::{Common, ErrorFormat};
use std::{
    io::{self, Read},
    path::{Path, PathBuf},
};

/// What a command leaves behind.
#[derive(Debug, Default)]
pub struct Outcome {
    /// What goes to standard output.
    pub output: Vec<u8>,
    /// What goes to standard error.
    pub messages: String,
    /// Whether the input was accepted.
    pub success: bool,
}

/// `pdll-opt check`: diagnostics only.
pub fn check(options: &options::Check) -> Outcome {
    let loader = Disk;
    let mut session = Session::new(&loader, options.common.include_dirs.clone());
    for input in &options.inputs {
        compile::check_file(&mut session, input);
    }
    let Session {
        sources,
        mut diagnostics,
        ..
    } = session;
    let (messages, success) = report(&sources, &mut diagnostics, &options.common);
    Outcome {
        output: Vec::new(),
        messages,
        success,
    }
}

/// The input of a command: a file, or standard input for `-`.
struct Input {
    /// The name for messages and locations.
    name: String,
    bytes: Vec<u8>,
}

fn read_input(path: &Path, session: &mut Session<'_>) -> Option<Input> {
    if path != Path::new("-") {
        let bytes = session.read(path)?;
        return Some(Input {
            name: path.display().to_string(),
            bytes,
        });
    }
    let mut bytes = Vec::new();
    match io::stdin().read_to_end(&mut bytes) {
        Ok(_) => Some(Input {
            name: "<stdin>".to_owned(),
            bytes,
        }),
        Err(error) => {
            let message = format!("cannot read standard input: {error}");
            session
                .diagnostics
                .push(Diagnostic::error_without_place(message));
            None
        }
    }
}

/// Writes `bytes` to a file, or leaves them for standard output.
fn deliver(
    target: Option<&PathBuf>,
    bytes: Vec<u8>,
    write_if_changed: bool,
    diagnostics: &mut Diagnostics,
) -> Vec<u8> {
    let Some(path) = target.filter(|path| *path != Path::new("-")) else {
        return bytes;
    };
    if let Err(error) = output::write(path, &bytes, write_if_changed) {
        let message = format!("cannot write `{}`: {error}", path.display());
        diagnostics.push(Diagnostic::error_without_place(message));
    }
    Vec::new()
}

/// Renders all diagnostics as the user wants them. Returns them, and whether
/// there is no error among them.
fn report(sources: &SourceMap, diagnostics: &mut Diagnostics, common: &Common) -> (String, bool) {
    let policy = warnings::Policy::new(&common.warnings);
    let mut messages = String::new();
    let mut errors = 0;
    for diagnostic in diagnostics
        .take()
        .into_iter()
        .filter_map(|one| policy.apply(one))
    {
        let is_error = diagnostic.severity == Severity::Error;
        errors += usize::from(is_error);
        if is_error || !common.quiet {
            messages += &match common.error_format() {
                ErrorFormat::Text => text::render(sources, &diagnostic),
                ErrorFormat::Pretty => pretty::render(sources, &diagnostic, common.colored()),
                ErrorFormat::Json => json::render(sources, &diagnostic),
            };
        }
    }
    (messages, errors == 0)
}
