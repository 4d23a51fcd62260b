//! `pdll-opt verify`

use super::Common;
use clap::Args;
use std::path::PathBuf;

/// `pdll-opt verify`
#[derive(Debug, Args)]
pub struct Verify {
    /// The pattern files; `-` is standard input
    #[arg(required = true)]
    pub inputs: Vec<PathBuf>,
    /// Decide the patterns of that name only; `*` matches any characters, and `?` any one
    #[arg(long, value_name = "NAME")]
    pub pattern: Vec<String>,
    /// Trust what the file says about operations: each of its patterns replaces one by known
    /// ones
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
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub limit: u32,
    /// Load a plugin with dialects
    #[arg(long, value_name = "LIB")]
    pub load_dialect_plugin: Vec<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs, reason = "a comment would become the command's help")]
    pub common: Common,
}
