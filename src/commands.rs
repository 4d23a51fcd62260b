//! The commands of `pdll-opt`.
//!
//! A command takes its options and returns an [`Outcome`]. Nothing here prints
//! or exits. Files are written whole or not at all.

pub mod apply;
pub mod bisect;
pub mod check;
pub mod command_line;
pub mod compile;
pub mod doctor;
pub mod documents;
pub mod explain;
pub mod fmt;
mod header;
mod html;
pub mod infer;
mod interpreter;
mod kept;
pub mod lsp;
mod matcher;
pub mod migrate;
pub mod mlir_pdll;
pub mod opt;
pub mod options;
mod output;
mod patterns_of_part;
mod picture;
pub mod play;
mod plugin;
pub mod portable;
mod relative_path;
mod render;
mod results;
mod signals;
pub mod test;
mod trace;
mod trace_html;
pub mod verify;
mod warnings;

use crate::library::dialects;
pub use crate::mlir::ffi::{
    ods::serve::{TABLEGEN_HELPER, serve_tablegen},
    process::end_process,
};

use crate::{
    base::diagnostic::{Diagnostic, Diagnostics, Severity},
    base::source::{io_reason, read_limited},
    library::session::Session,
};
use options::Common;
use std::{
    cell::OnceCell,
    fs::File,
    io::{self, IsTerminal},
    os::fd::AsFd,
    path::{Path, PathBuf},
};

/// The result of a command.
#[derive(Debug, Default)]
pub struct Outcome {
    /// The text for standard output.
    pub output: Vec<u8>,
    /// The text for standard error.
    pub messages: String,
    /// Whether the command succeeded.
    pub status: Status,
}

/// Whether a command succeeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Status {
    /// The input was accepted.
    #[default]
    Success,
    /// There are errors in the input.
    InputError,
    /// The options of the command are invalid.
    UsageError,
}

impl Outcome {
    /// The outcome of a run with these diagnostics. After an error, there is no
    /// output.
    fn new(output: Vec<u8>, session: Session<'_>, common: &Common) -> Self {
        let Session {
            sources,
            mut diagnostics,
            ..
        } = session;
        let success = !diagnostics.has_errors();
        let mut shown = diagnostics.take();
        shown.retain(|one| one.severity == Severity::Error || !common.quiet);
        Outcome {
            output: if success { output } else { Vec::new() },
            messages: render::render(&sources, &shown, common),
            status: if success {
                Status::Success
            } else {
                Status::InputError
            },
        }
    }
}

/// The input of a command.
pub(crate) struct Input {
    /// The name for messages and locations.
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

/// Standard input, which can be read once only.
#[derive(Debug, Default)]
pub struct Stdin {
    bytes: OnceCell<Vec<u8>>,
}

impl Stdin {
    /// Returns the bytes that were read so far.
    pub fn into_read(self) -> Option<Vec<u8>> {
        self.bytes.into_inner()
    }

    /// Reads a file, or standard input for `-`. Adds an error to the session on
    /// failure.
    fn read(&self, path: &Path, session: &mut Session<'_>) -> Option<Input> {
        if path != Path::new("-") {
            let bytes = session.read(path)?;
            return Some(Input {
                name: path.display().to_string(),
                bytes,
            });
        }
        if self.bytes.get().is_none() {
            let bytes = match read_stdin() {
                Ok(bytes) => bytes,
                Err(error) => {
                    let reason = io_reason(&error);
                    return session.fail(format!("cannot read standard input: {reason}"));
                }
            };
            // The cell is empty, so setting it succeeds.
            let _ = self.bytes.set(bytes);
        }
        let bytes = self.bytes.get()?.clone();
        Some(Input {
            name: "<stdin>".to_owned(),
            bytes,
        })
    }
}

/// Reads all of standard input. Rust's own handle would take a closed one for an
/// empty one.
fn read_stdin() -> io::Result<Vec<u8>> {
    if io::stdin().is_terminal() {
        command_line::print_error("note: reading from the terminal; Ctrl-D ends the input\n");
    }
    read_limited(&File::from(io::stdin().as_fd().try_clone_to_owned()?))
}

/// Writes all of the files, or none. Errors go to `diagnostics`.
fn deliver(targets: &[output::Target<'_>], diagnostics: &mut Diagnostics) {
    for (path, error) in output::write(targets).err().into_iter().flatten() {
        let message = format!("cannot write `{}`: {}", path.display(), io_reason(&error));
        diagnostics.push(Diagnostic::error_without_place(message));
    }
}

/// The file that `-o` names, unless that is standard output.
fn output_file(output: Option<&PathBuf>) -> Option<&Path> {
    output
        .map(PathBuf::as_path)
        .filter(|path| *path != Path::new("-"))
}
