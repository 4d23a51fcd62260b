//! `pdll-opt fmt`

use super::{Color, Common, ErrorFormat};
use clap::Args;
use std::path::PathBuf;

/// `pdll-opt fmt`
#[derive(Debug, Args)]
pub struct Fmt {
    /// PDLL files, which are rewritten; `-` formats standard input to standard output
    #[arg(required = true, value_name = "FILE")]
    pub inputs: Vec<PathBuf>,
    /// Write nothing; print the differences, and exit with 1 if there are any
    #[arg(long)]
    pub check: bool,
    /// The name of standard input in messages
    #[arg(long, value_name = "PATH")]
    pub stdin_filepath: Option<PathBuf>,
    /// The format of diagnostics [default: pretty on a terminal, else text]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub error_format: Option<ErrorFormat>,
    /// Maximum number of errors to print, except as JSON; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub error_limit: usize,
    /// Whether pretty diagnostics have colors
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    pub color: Color,
}

impl Fmt {
    /// How messages look.
    pub(in crate::commands) fn common(&self) -> Common {
        Common {
            error_format: self.error_format,
            error_limit: self.error_limit,
            color: self.color,
            ..Common::default()
        }
    }
}
