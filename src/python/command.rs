//! The command `pdll-opt`, in this process.

use crate::full;
use pdll::internals::driver::command_line;
use pyo3::{Python, pyfunction};
use std::ffi::OsString;

/// Runs a command, and returns the exit code. The first argument is the name of the
/// program. The process should end soon: a command keeps what it has made.
#[pyfunction]
pub(crate) fn run(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| command_line::main(arguments, |options| full::run(&options)))
}
