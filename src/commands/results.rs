//! The files that `pdll-opt compile` writes.

use super::{
    deliver,
    options::Compile,
    output::{self, Target},
    output_file,
};
use crate::base::diagnostic::{Diagnostic, Diagnostics};
use std::path::PathBuf;

/// Writes the output file and the dependency file, if the options name them.
/// Returns the bytes for standard output, which are those of a file that the
/// options name `-` or not at all. `files` are those that the
/// result depends on.
pub(super) fn write(
    options: &Compile,
    bytes: Vec<u8>,
    files: &[PathBuf],
    diagnostics: &mut Diagnostics,
) -> Vec<u8> {
    let Some(path) = output_file(options.output.as_ref()) else {
        return bytes;
    };
    let mut targets = vec![Target {
        path,
        bytes,
        if_changed: options.write_if_changed,
    }];
    let mut printed = Vec::new();
    if let Some(rule) = &options.dependencies {
        let bytes = output::dependencies(path, files.iter().map(PathBuf::as_path));
        match output_file(Some(rule)) {
            Some(path) => targets.push(Target {
                path,
                bytes,
                if_changed: false,
            }),
            None => printed = bytes,
        }
    }
    let outputs: Vec<_> = targets.iter().map(|target| target.path).collect();
    let inputs: Vec<_> = files.iter().map(PathBuf::as_path).collect();
    for problem in output::conflicts(&outputs, &inputs) {
        diagnostics.push(Diagnostic::error_without_place(problem));
    }
    if !diagnostics.has_errors() {
        deliver(&targets, diagnostics);
    }
    printed
}
