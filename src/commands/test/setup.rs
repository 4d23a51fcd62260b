//! How the patterns of a file with tests are applied: as the command line says, and the
//! line `// options:` of the file, which counts more.

use super::{file::Piece, suite};
use crate::{
    commands::options::{Color, Common, DEFAULT_PIPELINE, Setup},
    front::frontend::is_source,
};
use std::{
    ops::Range,
    path::{Path, PathBuf},
};

/// Why a file cannot be tested.
pub(super) struct Problem {
    pub(super) message: String,
    /// Where it is said.
    pub(super) range: Option<Range<usize>>,
}

/// The setup for a file. Names of files and folders in its line are relative to its folder.
pub(super) fn of_file(
    command: &Setup,
    tests: &Path,
    lines: &[Piece<'_>],
) -> Result<Setup, Problem> {
    let folder = tests.parent().unwrap_or(Path::new(""));
    let mut setup = command.clone();
    setup.files.clear();
    for line in lines {
        let problem = |message| Problem {
            message,
            range: Some(line.range.clone()),
        };
        add(&mut setup, line, folder).map_err(problem)?;
    }
    if setup.files.is_empty() && setup.pass.values("patterns").is_empty() {
        let beside = suite::patterns_beside(tests).map_err(|message| Problem {
            message,
            range: None,
        })?;
        setup.files.push(beside);
    }
    match setup.problem() {
        Some(message) => Err(Problem {
            message,
            range: lines.first().map(|line| line.range.clone()),
        }),
        None => Ok(setup),
    }
}

fn add(setup: &mut Setup, line: &Piece<'_>, folder: &Path) -> Result<(), String> {
    let Setup {
        files,
        mut pass,
        pass_pipeline,
        load_dialect_plugin,
        load_pass_plugin,
        allow_unregistered_dialect,
        common,
    } = Setup::of_line(line.text)?;
    if let Some(file) = files.iter().find(|file| !is_source(file)) {
        return Err(format!("`{}` is no pattern file", file.display()));
    }
    check_common(&common)?;
    let beside = |path: PathBuf| folder.join(path);
    setup.files.extend(files.into_iter().map(beside));
    pass.resolve(folder);
    setup.pass.override_with(pass);
    if pass_pipeline != DEFAULT_PIPELINE {
        setup.pass_pipeline = pass_pipeline;
    }
    let plugins = load_dialect_plugin.into_iter().map(beside);
    setup.load_dialect_plugin.extend(plugins);
    let plugins = load_pass_plugin.into_iter().map(beside);
    setup.load_pass_plugin.extend(plugins);
    setup.allow_unregistered_dialect |= allow_unregistered_dialect;
    let include_dirs = common.include_dirs.into_iter().map(beside);
    setup.common.include_dirs.splice(0..0, include_dirs);
    setup.common.warnings.extend(common.warnings);
    Ok(())
}

/// Checks that the options of all commands are some that a file can decide.
fn check_common(common: &Common) -> Result<(), String> {
    let Common {
        error_format,
        error_limit,
        color,
        quiet,
        no_ods_cache,
        include_dirs: _,
        warnings: _,
    } = common;
    let others = [
        ("--error-format", error_format.is_some()),
        ("--error-limit", *error_limit != Common::ERROR_LIMIT),
        ("--color", *color != Color::default()),
        ("--quiet", *quiet),
        ("--no-ods-cache", *no_ods_cache),
    ];
    match others.iter().find(|(_, is_set)| *is_set) {
        Some((name, _)) => Err(format!("`{name}` belongs to the command line")),
        None => Ok(()),
    }
}
