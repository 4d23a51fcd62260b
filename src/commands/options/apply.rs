//! `pdll-opt apply`

use super::Setup;
use crate::base::source::split::DEFAULT_MARK;
use clap::Args;
use std::path::{Path, PathBuf};

/// `pdll-opt apply`
#[derive(Debug, Args)]
pub struct Apply {
    #[command(flatten)]
    #[allow(missing_docs, reason = "a comment would become the command's help")]
    pub setup: Setup,
    /// The file to write [default: standard output]
    #[arg(short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Split the input at lines that start with MARK, and rewrite each part
    #[arg(long, value_name = "MARK", num_args = 0..=1, require_equals = true, default_missing_value = DEFAULT_MARK)]
    pub split_input_file: Option<String>,
    /// Check the diagnostics against the `expected-error` and similar comments in
    /// the input
    #[arg(long)]
    pub verify_diagnostics: bool,
    /// Print operations in their generic form
    #[arg(long)]
    pub mlir_print_op_generic: bool,
    /// Write to FILE a page that shows each rewrite
    #[arg(long, value_name = "FILE")]
    pub trace_html: Option<PathBuf>,
}

impl Apply {
    /// Returns all files that are written.
    pub(in crate::commands) fn outputs(&self) -> Vec<&Path> {
        let own = [&self.output, &self.trace_html];
        let own = own.into_iter().flatten().map(PathBuf::as_path);
        let of_pass = ["report", "trace", "explain"]
            .into_iter()
            .flat_map(|name| self.setup.pass.values(name))
            .map(Path::new);
        let outputs = own.chain(of_pass);
        outputs.filter(|file| *file != Path::new("-")).collect()
    }

    /// Returns why the options mean nothing together, if they do not.
    pub fn problem(&self) -> Option<String> {
        if let Some(problem) = self.setup.problem() {
            return Some(problem);
        }
        if self.trace_html.as_deref() == Some(Path::new("-")) {
            let problem = "`--trace-html` needs a file: name it";
            return Some(problem.to_owned());
        }
        if self.trace_html.is_some() && self.setup.pass.values("trace") == ["-"] {
            let problem = "`--trace-html` needs the trace in a file: name one with `--trace`";
            return Some(problem.to_owned());
        }
        None
    }
}
