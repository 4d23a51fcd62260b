//! `pdll-opt check`

use super::Common;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// `pdll-opt check`
#[derive(Debug, Args)]
pub struct Check {
    /// The pattern files; `-` is standard input
    #[arg(required = true)]
    pub inputs: Vec<PathBuf>,
    /// Also find errors in native functions whose C++ code is in pattern files:
    /// compile it, and do not run it
    #[arg(long, value_enum, value_name = "WHAT", default_value_t)]
    pub native_code: NativeCode,
    /// Header that this C++ code sees
    #[arg(long, value_name = "FILE")]
    pub native_prelude: Vec<PathBuf>,
    /// Report each use of what MLIR's `mlir-pdll` does not have as an error
    #[arg(long)]
    pub portable: bool,
    /// Trust what the file says about operations (with `-W unproven`), as `verify` does
    #[arg(long, value_name = "FILE")]
    pub define: Vec<PathBuf>,
    /// Leave out rewrite rules of `.td` files that have errors, with a warning
    #[arg(long)]
    pub skip_unsupported: bool,
    /// Load a plugin with dialects
    #[arg(long, value_name = "LIB")]
    pub load_dialect_plugin: Vec<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs, reason = "a comment would become the command's help")]
    pub common: Common,
}

/// What is done with C++ code in pattern files.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum NativeCode {
    /// Nothing
    #[default]
    Off,
    /// It is compiled with the C++ compiler of the system: `$CXX`, or else clang
    /// or gcc
    Compile,
}
