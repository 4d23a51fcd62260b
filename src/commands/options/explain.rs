//! `pdll-opt explain`

use super::Setup;
use crate::back::explain::DEFAULT_LIMIT;
use clap::{Args, ValueEnum};
use std::{
    num::ParseIntError,
    path::{Path, PathBuf},
    str::FromStr,
};

/// `pdll-opt explain`
#[derive(Debug, Args)]
pub struct Explain {
    #[command(flatten)]
    #[allow(missing_docs, reason = "a comment would become the command's help")]
    pub setup: Setup,
    /// Explain the patterns of that name only; `*` matches any characters, and `?`
    /// any one
    #[arg(long, value_name = "NAME")]
    pub pattern: Vec<String>,
    /// Explain these operations only: those of that name, those in FILE:LINE, or the
    /// one at FILE:LINE:COLUMN
    #[arg(long, value_name = "OP")]
    pub op: Option<String>,
    /// The state of the program to look at: `input`, `final`, when the patterns have
    /// been applied, or `step:N`, after N rewrites
    #[arg(long, value_name = "STATE", default_value = "input")]
    pub at: State,
    /// Do not apply the patterns to say what becomes of operations, which takes long if
    /// there are many rewrites
    #[arg(long)]
    pub no_run: bool,
    /// Say of each pattern whether it is right, as `verify` does. That may take long for
    /// patterns that it has not decided before.
    #[arg(long)]
    pub verify: bool,
    /// Maximum number of misses, and of matches, to explain for each pattern
    #[arg(long, value_name = "N", default_value_t = DEFAULT_LIMIT)]
    pub limit: usize,
    /// Explain all misses and matches
    #[arg(long, conflicts_with = "limit")]
    pub all: bool,
    /// The format of the explanation
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    pub format: Format,
    /// Fail unless all of these patterns match all of these operations that could match,
    /// or none do
    #[arg(long, value_enum, value_name = "ANSWER")]
    pub expect: Option<Answer>,
    /// The file to write [default: standard output]
    #[arg(short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// How an explanation looks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Framed source with labels
    #[default]
    Text,
    /// One JSON object
    Json,
    /// A page that shows patterns beside the program
    Html,
}

/// What somebody expects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Answer {
    /// The patterns match
    Match,
    /// The patterns do not match
    NoMatch,
}

/// A state of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// As it is in the file.
    Input,
    /// When the patterns have been applied.
    Final,
    /// After that many rewrites.
    Step(u64),
}

impl FromStr for State {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match (text, text.strip_prefix("step:")) {
            ("input", _) => Ok(State::Input),
            ("final", _) => Ok(State::Final),
            (_, Some(number)) => number
                .parse()
                .map(State::Step)
                .map_err(|error: ParseIntError| {
                    format!("`step:` needs the number of a rewrite: {error}")
                }),
            _ => Err("expected `input`, `final` or `step:N`".to_owned()),
        }
    }
}

impl State {
    /// The name, as the command line has it.
    pub(in crate::commands) fn name(self) -> String {
        match self {
            State::Input => "input".to_owned(),
            State::Final => "final".to_owned(),
            State::Step(number) => format!("step:{number}"),
        }
    }
}

impl Explain {
    /// Returns all files that are written.
    pub(in crate::commands) fn outputs(&self) -> Vec<&Path> {
        let own = self.output.iter().map(PathBuf::as_path);
        own.filter(|file| *file != Path::new("-")).collect()
    }

    /// Returns why the options mean nothing together, if they do not.
    pub fn problem(&self) -> Option<String> {
        if let Some(problem) = self.setup.problem() {
            return Some(problem);
        }
        let has_patterns = self.setup.pattern_files().next().is_some()
            || !self.setup.pass.values("patterns").is_empty();
        if !has_patterns {
            let problem = "there are no pattern files: name them before the input, or with \
                           `--patterns`; those in the pipeline are not explained";
            return Some(problem.to_owned());
        }
        if let Some(problem) = self.setup.pass.reports_of_a_run() {
            return Some(problem);
        }
        let driver = self.setup.pass.values("driver").last().map(String::as_str);
        if matches!(self.at, State::Step(_)) && driver == Some("conversion") {
            let problem = "a conversion rewrites all or nothing, so that there is no \
                           `--at step:N`; use `--at input` or `--at final`";
            return Some(problem.to_owned());
        }
        None
    }
}
