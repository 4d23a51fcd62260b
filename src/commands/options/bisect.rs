//! `pdll-opt bisect`

use super::{ReportFormat, Setup};
use clap::Args;
use std::{ffi::OsString, path::PathBuf};

/// `pdll-opt bisect`
#[derive(Debug, Args)]
pub struct Bisect {
    #[command(flatten)]
    #[allow(missing_docs, reason = "a comment would become the command's help")]
    pub setup: Setup,
    /// Print operations in their generic form
    #[arg(long)]
    pub mlir_print_op_generic: bool,
    /// The format of the answer
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    pub format: ReportFormat,
    /// Write the programs before and after the rewrite to this folder, as before.mlir and
    /// after.mlir
    #[arg(short, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// The command and its arguments; `{}` stands for the file with the rewritten program,
    /// which is the last argument if there is no `{}`. Exit code 0 is success, and 125 says
    /// that it cannot tell.
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub command: Vec<OsString>,
}

impl Bisect {
    /// Returns why the options mean nothing together, if they do not.
    pub fn problem(&self) -> Option<String> {
        if let Some(problem) = self.setup.problem() {
            return Some(problem);
        }
        self.setup.pass.reports_of_a_run()
    }
}
