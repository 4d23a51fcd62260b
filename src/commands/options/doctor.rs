//! `pdll-opt doctor`

use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// `pdll-opt doctor`
#[derive(Debug, Args)]
pub struct Doctor {
    /// A program such as `mlir-opt`, a shared library with MLIR, or the folder of a Python
    /// package [default: report on this installation]
    pub tool: Option<PathBuf>,
    /// The plugin to load [default: the `libpdll.so` of this installation]
    #[arg(long, value_name = "LIB", requires = "tool")]
    pub plugin: Option<PathBuf>,
    /// The format of the report
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    pub format: ReportFormat,
}

/// How a report looks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// Lines
    #[default]
    Text,
    /// One JSON object
    Json,
}
