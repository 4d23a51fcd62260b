//! `pdll-opt verify`

use super::Common;
use crate::base::source::split::DEFAULT_MARK;
use clap::{Args, ValueEnum};
use std::{num::NonZero, path::PathBuf};

/// `pdll-opt verify`
#[derive(Debug, Args)]
pub struct Verify {
    /// The pattern files; `-` is standard input
    #[arg(required = true)]
    pub inputs: Vec<PathBuf>,
    /// Decide the patterns of that name only; `*` matches any characters, and `?` any one
    #[arg(long, value_name = "NAME")]
    pub pattern: Vec<String>,
    /// Trust what the file says: each of its patterns replaces an operation by known ones, and
    /// its constraints and rewrites do what native ones of the same names do
    #[arg(long, value_name = "FILE")]
    pub define: Vec<PathBuf>,
    /// Succeed although patterns are undecided
    #[arg(long)]
    pub allow_undecided: bool,
    /// The solver: a program that reads SMT-LIB from its standard input [default: z3, as a
    /// library]
    #[arg(long, value_name = "COMMAND")]
    pub solver: Option<String>,
    /// What the solver may do for one question, in z3's unit of work
    #[arg(long, value_name = "N", default_value_t = DEFAULT_LIMIT)]
    pub limit: u32,
    /// How many seconds the program of `--solver` may take for one question; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = DEFAULT_SECONDS)]
    pub solver_seconds: u32,
    /// How many questions are decided side by side [default: one on each core]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZero<usize>>,
    /// The format of the verdicts
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    pub format: Format,
    /// Write the programs for which patterns are wrong to this folder, as
    /// NAME.before.mlir and NAME.after.mlir
    #[arg(short, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Accept the verdicts in this file
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Write the verdicts of this run to the baseline, and succeed
    #[arg(long, requires = "baseline")]
    pub update_baseline: bool,
    /// Write each question to the solver to a file in this folder, in SMT-LIB
    #[arg(long, value_name = "DIR")]
    pub emit_smt: Option<PathBuf>,
    /// Split the inputs at lines that start with MARK, and decide each part
    #[arg(long, value_name = "MARK", num_args = 0..=1, require_equals = true, default_missing_value = DEFAULT_MARK)]
    pub split_input_file: Option<String>,
    /// For programs that start this one: to end when they do
    #[arg(long, hide = true)]
    pub ends_with_parent: bool,
    /// Load a plugin with dialects
    #[arg(long, value_name = "LIB")]
    pub load_dialect_plugin: Vec<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs, reason = "a comment would become the command's help")]
    pub common: Common,
}

const DEFAULT_LIMIT: u32 = 1_000_000;
const DEFAULT_SECONDS: u32 = 10;

impl Verify {
    /// The options with which other commands decide patterns.
    pub(in crate::commands) fn within(
        common: &Common,
        define: &[PathBuf],
        load_dialect_plugin: &[PathBuf],
    ) -> Self {
        Verify {
            inputs: Vec::new(),
            pattern: Vec::new(),
            define: define.to_vec(),
            allow_undecided: false,
            solver: None,
            limit: DEFAULT_LIMIT,
            solver_seconds: DEFAULT_SECONDS,
            threads: None,
            format: Format::default(),
            output: None,
            baseline: None,
            update_baseline: false,
            emit_smt: None,
            split_input_file: None,
            ends_with_parent: false,
            load_dialect_plugin: load_dialect_plugin.to_vec(),
            common: common.clone(),
        }
    }
}

/// How verdicts look.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Lines for people
    #[default]
    Text,
    /// One JSON object per line
    Json,
}
