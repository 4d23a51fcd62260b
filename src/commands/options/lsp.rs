//! `pdll-opt lsp`

use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// `pdll-opt lsp`
#[derive(Debug, Default, Args)]
pub struct Lsp {
    /// Add a folder where included files are looked for
    #[arg(short = 'I', long, alias = "pdll-extra-dir", value_name = "DIR")]
    pub include_dirs: Vec<PathBuf>,
    /// A file with include folders for each pattern file; one named
    /// `pdll_compile_commands.yml` in the workspace is found by itself
    #[arg(long, alias = "pdll-compilation-database", value_name = "FILE")]
    pub compilation_database: Vec<PathBuf>,
    /// Load a plugin with dialects
    #[arg(long, value_name = "LIB")]
    pub load_dialect_plugin: Vec<PathBuf>,
    /// Do not use the cache of `.td` definitions, in $PDLL_CACHE_DIR or `pdll` in
    /// the user's cache folder
    #[arg(long)]
    pub no_ods_cache: bool,
    /// How messages to the server are framed
    #[arg(long, value_enum, value_name = "STYLE", default_value_t, hide = true)]
    pub input_style: InputStyle,
    /// Indent messages from the server
    #[arg(long, hide = true)]
    pub pretty: bool,
    /// For lit tests: `--input-style=delimited --pretty`
    #[arg(long, hide = true)]
    pub lit_test: bool,
    /// How much to log; the protocol's own log messages are all there is
    #[arg(long, value_enum, value_name = "LEVEL", hide = true)]
    pub log: Option<LogLevel>,
}

/// How messages to the server are framed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum InputStyle {
    /// As the protocol says
    #[default]
    Standard,
    /// Between lines `// -----`, with comments
    Delimited,
}

/// How much MLIR's server logs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[allow(missing_docs, reason = "the names say it")]
pub enum LogLevel {
    Error,
    Info,
    Verbose,
}
