//! `pdll-opt apply`

use super::{Common, PassFlags};
use crate::driver::split::DEFAULT_MARK;
use clap::Args;
use std::path::PathBuf;

/// The pipeline of a run without `--pass-pipeline`.
pub(in crate::driver) const DEFAULT_PIPELINE: &str = "builtin.module(apply-pdll)";

/// `pdll-opt apply`
#[derive(Debug, Args)]
pub struct Apply {
    /// The MLIR file, or `-` for standard input
    #[arg(default_value = "-")]
    pub input: PathBuf,
    #[command(flatten)]
    #[allow(missing_docs, reason = "a comment would become the command's help")]
    pub pass: PassFlags,
    /// The pipeline to run; the flags of the pass are defaults of each
    /// `apply-pdll` in it
    #[arg(long, value_name = "PIPELINE", default_value = DEFAULT_PIPELINE)]
    pub pass_pipeline: String,
    /// The file to write [default: standard output]
    #[arg(short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Make the dialects of a plugin known
    #[arg(long, value_name = "LIB")]
    pub load_dialect_plugin: Vec<PathBuf>,
    /// Make the passes of a plugin known
    #[arg(long, value_name = "LIB")]
    pub load_pass_plugin: Vec<PathBuf>,
    /// Accept operations of dialects that are not registered
    #[arg(long)]
    pub allow_unregistered_dialect: bool,
    /// Run on the parts of the input between lines that are MARK by themselves
    #[arg(long, value_name = "MARK", num_args = 0..=1, require_equals = true, default_missing_value = DEFAULT_MARK)]
    pub split_input_file: Option<String>,
    /// Succeed if the diagnostics are those that `expected-error` and similar
    /// comments in the input announce
    #[arg(long)]
    pub verify_diagnostics: bool,
    /// Print operations in their generic form
    #[arg(long)]
    pub mlir_print_op_generic: bool,
    /// Write to FILE a page that shows each rewrite
    #[arg(long, value_name = "FILE", conflicts_with_all = ["trace", "trace-texts"])]
    pub trace_html: Option<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs, reason = "a comment would become the command's help")]
    pub common: Common,
}

impl Apply {
    /// Returns why the options mean nothing together, if they do not.
    pub fn problem(&self) -> Option<&'static str> {
        (!self.pass_pipeline.contains("apply-pdll"))
            .then_some("the pass pipeline has no `apply-pdll`, so the patterns would not be used")
    }
}
