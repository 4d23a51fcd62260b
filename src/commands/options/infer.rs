//! `pdll-opt infer`

use super::Common;
use clap::Args;
use std::path::PathBuf;

/// `pdll-opt infer`
#[derive(Debug, Args)]
pub struct Infer {
    /// A program with one function
    #[arg(value_name = "BEFORE")]
    pub before: PathBuf,
    /// The same function as the pattern should leave it
    #[arg(value_name = "AFTER")]
    pub after: PathBuf,
    /// The name of the pattern
    #[arg(long, value_name = "NAME", default_value = "Inferred")]
    pub name: String,
    /// The file to write [default: standard output]
    #[arg(short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Trust what the file says about operations, as `verify` does
    #[arg(long, value_name = "FILE")]
    pub define: Vec<PathBuf>,
    /// Load a plugin with dialects
    #[arg(long, value_name = "LIB")]
    pub load_dialect_plugin: Vec<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs, reason = "a comment would become the command's help")]
    pub common: Common,
}
