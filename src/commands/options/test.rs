//! `pdll-opt test`

use super::Setup;
use clap::Args;
use std::path::PathBuf;

/// `pdll-opt test`
#[derive(Debug, Args)]
#[command(mut_arg("files", |files| files
    .required(true)
    .help("Files with tests, whose names end in `.test.mlir`, pattern files that have one \
           beside them, and folders with such files")))]
pub struct Test {
    #[command(flatten)]
    #[allow(missing_docs, reason = "a comment would become the command's help")]
    pub setup: Setup,
    /// Write the results into the files where they are missing or others are expected
    #[arg(long)]
    pub update: bool,
    /// Add programs that the patterns match, and what they become
    #[arg(long)]
    pub generate: bool,
    /// Write the tests of NAME.test.mlir as a test for lit and FileCheck, NAME.mlir, into this
    /// folder
    #[arg(long, value_name = "DIR")]
    pub emit_lit: Option<PathBuf>,
    /// Compare also what the functions of the programs return before and after, for all
    /// arguments
    #[arg(long)]
    pub run: bool,
    /// With `--run`: compile functions that have operations without a meaning by this
    /// pipeline, and run them on some arguments
    #[arg(long, value_name = "PIPELINE", requires = "run")]
    pub lower: Option<String>,
    /// Say what the tests do not reach: patterns that rewrite nothing, and conditions that
    /// never fail. With a file, earlier runs that wrote it count, too.
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    pub coverage: Option<Option<PathBuf>>,
}

impl Test {
    /// Returns why the options mean nothing together, if they do not.
    pub fn problem(&self) -> Option<String> {
        self.setup.pass.reports_of_a_run()
    }
}
