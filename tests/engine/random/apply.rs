//! Patterns that the command applies.

use crate::support::process::{Ending, Run, run};
use std::path::Path;

/// What a driver makes of a program. Patterns and program are valid.
pub(crate) fn apply(driver: &str, patterns: &Path, program: &Path) -> String {
    let arguments = [
        "apply",
        &format!("--driver={driver}"),
        "--allow-unregistered-dialect",
        &patterns.display().to_string(),
        &program.display().to_string(),
    ];
    let Run {
        ending,
        stdout,
        stderr,
    } = run(
        Path::new(env!("CARGO_BIN_EXE_pdll-opt")),
        arguments.map(str::to_owned),
        b"",
    );
    assert_eq!(ending, Ending::Exit(0), "{}: {stderr}", patterns.display());
    stdout
}
