//! Which files have tests, and which patterns they are about.

use crate::{base::source::io_reason, front::frontend::is_source};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// What the names of files with tests end in.
const SUFFIX: &str = ".test.mlir";

/// The files with tests that some arguments stand for, each once. Those of pattern files may
/// be ones that are not there yet.
///
/// # Errors
///
/// A sentence for each argument that stands for none.
pub(super) fn test_files(
    arguments: &[PathBuf],
    may_be_new: bool,
) -> Result<Vec<PathBuf>, Vec<String>> {
    let mut files = Vec::new();
    let mut problems = Vec::new();
    for argument in arguments {
        match of_argument(argument, may_be_new) {
            Ok(found) => files.extend(found),
            Err(problem) => problems.push(problem),
        }
    }
    let mut seen = std::collections::HashSet::new();
    files.retain(|file| seen.insert(file.clone()));
    match problems.is_empty() {
        true => Ok(files),
        false => Err(problems),
    }
}

fn of_argument(argument: &Path, may_be_new: bool) -> Result<Vec<PathBuf>, String> {
    let shown = argument.display();
    if argument.is_dir() {
        let mut found = Vec::new();
        search(argument, &mut found)?;
        return match found.is_empty() {
            true => Err(format!(
                "the folder `{shown}` has no file whose name ends in `{SUFFIX}`"
            )),
            false => Ok(found),
        };
    }
    if is_test_file(argument) {
        return Ok(vec![argument.to_owned()]);
    }
    if !is_source(argument) {
        return Err(format!(
            "`{shown}` is no file with tests; their names end in `{SUFFIX}`"
        ));
    }
    let tests = PathBuf::from(format!("{}{SUFFIX}", argument.with_extension("").display()));
    match tests.is_file() || may_be_new {
        true => Ok(vec![tests]),
        false => Err(format!(
            "`{shown}` has no tests: write programs into `{}`, or let `--generate` do so",
            tests.display()
        )),
    }
}

fn is_test_file(path: &Path) -> bool {
    path.as_os_str().to_string_lossy().ends_with(SUFFIX)
}

fn search(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), String> {
    let failed = |error: std::io::Error| {
        let (folder, reason) = (folder.display(), io_reason(&error));
        format!("cannot read the folder `{folder}`: {reason}")
    };
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        entries.push(entry.map_err(failed)?);
    }
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        // A link to a folder may lead back.
        if entry.file_type().map_err(failed)?.is_dir() {
            search(&path, found)?;
        } else if is_test_file(&path) {
            let shown = path.strip_prefix(".").unwrap_or(&path);
            found.push(shown.to_owned());
        }
    }
    Ok(())
}

/// The name of the test for lit that a file with tests becomes.
pub(super) fn lit_name(tests: &str) -> String {
    let name = Path::new(tests).file_name().unwrap_or_default();
    let name = name.to_string_lossy();
    format!("{}.mlir", name.strip_suffix(SUFFIX).unwrap_or(&name))
}

/// The pattern file beside a file with tests.
///
/// # Errors
///
/// A sentence if there is none, or more than one.
pub(super) fn patterns_beside(tests: &Path) -> Result<PathBuf, String> {
    let name = tests.display().to_string();
    let stem = name.strip_suffix(SUFFIX).unwrap_or(&name);
    let candidates = ["pdll", "td"].map(|extension| PathBuf::from(format!("{stem}.{extension}")));
    let mut found = candidates.iter().filter(|path| path.is_file());
    match (found.next(), found.next()) {
        (Some(patterns), None) => Ok(patterns.clone()),
        (Some(_), Some(_)) => Err(format!(
            "there are both `{stem}.pdll` and `{stem}.td`: name the patterns in the line \
             `// options:`"
        )),
        _ => Err(format!(
            "there is neither `{stem}.pdll` nor `{stem}.td`: name the patterns in a line \
             `// options: FILE`"
        )),
    }
}
