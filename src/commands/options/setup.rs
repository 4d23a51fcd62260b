//! What is applied to what.

use super::{Common, PassFlags};
use crate::front::frontend::is_source;
use clap::{Args, Parser};
use std::path::{Path, PathBuf};

/// The pipeline of a run without `--pass-pipeline`.
pub(in crate::commands) const DEFAULT_PIPELINE: &str = "builtin.module(apply-pdll)";

/// Patterns, a program, and how the patterns are applied to it.
#[derive(Debug, Clone, Args)]
pub struct Setup {
    /// The MLIR file [default: standard input], and pattern files if their names
    /// end in `.pdll` or `.td`
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs, reason = "a comment would become the command's help")]
    pub pass: PassFlags,
    /// The pipeline to run; the flags of the pass are defaults of each
    /// `apply-pdll` in it
    #[arg(long, value_name = "PIPELINE", default_value = DEFAULT_PIPELINE)]
    pub pass_pipeline: String,
    /// Load a plugin with dialects
    #[arg(long, value_name = "LIB")]
    pub load_dialect_plugin: Vec<PathBuf>,
    /// Load a plugin with passes
    #[arg(long, value_name = "LIB")]
    pub load_pass_plugin: Vec<PathBuf>,
    /// Accept operations of dialects that are not registered
    #[arg(long)]
    pub allow_unregistered_dialect: bool,
    #[command(flatten)]
    #[allow(missing_docs, reason = "a comment would become the command's help")]
    pub common: Common,
}

/// A setup that stands in a text, and not on a command line.
#[derive(Debug, Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct Line {
    #[command(flatten)]
    setup: Setup,
}

impl Setup {
    /// Reads words as a shell would.
    ///
    /// # Errors
    ///
    /// Why they are no setup.
    pub(in crate::commands) fn of_line(text: &str) -> Result<Setup, String> {
        let words = shlex::split(text).ok_or("a quote is not closed")?;
        let parsed = Line::try_parse_from(words).map_err(|error| {
            let text = error.to_string();
            let text = text.strip_prefix("error: ").unwrap_or(&text);
            text.split("\n\n").next().unwrap_or(text).to_owned()
        })?;
        Ok(parsed.setup)
    }

    /// Returns the MLIR file, or `-`.
    pub(in crate::commands) fn input(&self) -> &Path {
        let input = self.files.iter().find(|file| !is_source(file));
        input.map_or(Path::new("-"), PathBuf::as_path)
    }

    /// Returns the pattern files that stand beside the input.
    pub(in crate::commands) fn pattern_files(&self) -> impl Iterator<Item = &Path> {
        let files = self.files.iter().map(PathBuf::as_path);
        files.filter(|file| is_source(file))
    }

    /// Returns all files that are read, except for those that others include.
    pub(in crate::commands) fn inputs(&self) -> Vec<&Path> {
        let patterns = self.pass.values("patterns").iter().map(Path::new);
        let files = self.files.iter().map(PathBuf::as_path);
        let files = files.filter(|file| *file != Path::new("-"));
        patterns.chain(files).collect()
    }

    /// Returns why the options mean nothing together, if they do not.
    pub(in crate::commands) fn problem(&self) -> Option<String> {
        let mut inputs = self.files.iter().filter(|file| !is_source(file));
        if let (Some(first), Some(second)) = (inputs.next(), inputs.next()) {
            let (first, second) = (first.display(), second.display());
            return Some(format!(
                "`{first}` and `{second}` would both be the input; name pattern files that do not \
                 end in `.pdll` or `.td` with `--patterns`"
            ));
        }
        let is_text = |folder: &&PathBuf| folder.to_str().is_some();
        let mut folders = self.common.include_dirs.iter();
        if let Some(folder) = folders.find(|folder| !is_text(folder)) {
            let folder = folder.display();
            return Some(format!(
                "the name of the folder `{folder}` must be UTF-8 here; rename it"
            ));
        }
        if !self.pass_pipeline.contains("apply-pdll") {
            let problem =
                "the pass pipeline has no `apply-pdll`, so the patterns would not be used";
            return Some(problem.to_owned());
        }
        let has_patterns =
            self.pattern_files().next().is_some() || !self.pass.values("patterns").is_empty();
        if !has_patterns && self.pass_pipeline == DEFAULT_PIPELINE {
            let problem = "there are no pattern files: name them before the input, as in \
                           `pdll-opt apply a.pdll in.mlir`, or with `--patterns`";
            return Some(problem.to_owned());
        }
        None
    }
}
