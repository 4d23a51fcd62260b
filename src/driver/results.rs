//! The files that `pdll-opt compile` writes.

use super::{
    deliver,
    options::Compile,
    output::{self, Target},
    output_file,
};
use crate::diagnostic::{Diagnostic, Diagnostics};
use std::path::{Path, PathBuf};

/// Writes the output file and the dependency file, if the options name them.
/// Returns the bytes for standard output otherwise. `files` are those that the
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
    if let Some(rule) = &options.dependencies {
        let paths = files.iter().map(PathBuf::as_path);
        targets.push(Target {
            path: rule,
            bytes: output::dependencies(path, paths),
            if_changed: false,
        });
    }
    for problem in conflicts(&targets, files) {
        diagnostics.push(Diagnostic::error_without_place(problem));
    }
    if !diagnostics.has_errors() {
        deliver(&targets, diagnostics);
    }
    Vec::new()
}

/// Errors about targets that would overwrite each other or an input.
fn conflicts(targets: &[Target<'_>], inputs: &[PathBuf]) -> Vec<String> {
    let mut problems = Vec::new();
    for (index, target) in targets.iter().enumerate() {
        let path = target.path.display();
        let is_same = |other: &Path| output::same_file(target.path, other);
        if inputs.iter().any(|input| is_same(input)) {
            problems.push(format!("cannot write `{path}`: it is an input"));
        }
        if targets[..index].iter().any(|other| is_same(other.path)) {
            problems.push(format!(
                "cannot write `{path}`: it is also the output; name another file with `-d`"
            ));
        }
    }
    problems
}
