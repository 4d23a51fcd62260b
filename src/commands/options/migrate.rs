//! `pdll-opt migrate`

use super::Common;
use clap::Args;
use std::path::PathBuf;

/// `pdll-opt migrate`
#[derive(Debug, Args)]
pub struct Migrate {
    /// The `.td` file with the rewrite rules, or `-` for standard input
    pub input: PathBuf,
    /// The file to write [default: standard output]
    #[arg(short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Leave out rules with errors and rules that PDLL cannot express, with a comment
    /// and a warning
    #[arg(long)]
    pub skip_unsupported: bool,
    /// Load a plugin with dialects
    #[arg(long, value_name = "LIB")]
    pub load_dialect_plugin: Vec<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs, reason = "a comment would become the command's help")]
    pub common: Common,
}
