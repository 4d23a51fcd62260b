//! The command line: the commands, and in a file each what they take.

mod apply;
mod bisect;
mod check;
mod common;
mod compile;
mod doctor;
mod epilogue;
mod explain;
mod fmt;
mod infer;
mod lsp;
mod migrate;
mod pass;
mod play;
mod setup;
mod test;
mod verify;

pub use apply::Apply;
pub use bisect::Bisect;
pub use check::{Check, NativeCode};
pub use common::{Color, Common, ErrorFormat};
pub use compile::{AstFormat, Compile, Emit, HeaderMatcher};
pub use doctor::{Doctor, ReportFormat};
pub use explain::{Answer, Explain, Format, State};
pub use fmt::Fmt;
pub use infer::Infer;
pub use lsp::{InputStyle, LogLevel, Lsp};
pub use migrate::Migrate;
pub use pass::PassFlags;
pub use play::Play;
pub(super) use setup::DEFAULT_PIPELINE;
pub use setup::Setup;
pub use test::Test;
pub use verify::{Format as VerifyFormat, Verify};

use super::warnings;
use clap::{Parser, Subcommand, ValueEnum};
use std::{convert::Infallible, path::PathBuf};

/// Compile MLIR pattern files and run them
#[derive(Debug, Parser)]
#[command(
    name = NAME,
    version = VERSION,
    max_term_width = 100,
    after_long_help = epilogue::PROGRAM
)]
pub struct Options {
    /// List the warnings; all else about them stands after the command
    #[arg(short = 'W', value_name = "help", value_parser = warnings::HelpParser, hide_possible_values = true)]
    pub help: Option<Infallible>,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

pub(super) const NAME: &str = "pdll-opt";

pub(super) const VERSION: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    " (LLVM ",
    env!("PDLL_LLVM_VERSION"),
    ")"
);

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Compile a pattern file, and print the result
    #[command(after_long_help = epilogue::COMPILE)]
    Compile(Compile),
    /// Apply pattern files to an MLIR file
    #[command(after_long_help = epilogue::APPLY)]
    Apply(Box<Apply>),
    /// Say why patterns match an MLIR file, or do not
    #[command(after_long_help = epilogue::EXPLAIN)]
    Explain(Box<Explain>),
    /// Find the rewrite after which a command fails
    #[command(after_long_help = epilogue::BISECT)]
    Bisect(Box<Bisect>),
    /// Apply patterns to programs, and compare the results with what is expected
    #[command(after_long_help = epilogue::TEST)]
    Test(Box<Test>),
    /// Check pattern files, and print diagnostics only
    #[command(after_long_help = epilogue::CHECK)]
    Check(Check),
    /// Prove that patterns are right, or show values for which they are wrong
    #[command(after_long_help = epilogue::VERIFY)]
    Verify(Verify),
    /// Infer a pattern from a function before and after
    #[command(after_long_help = epilogue::INFER)]
    Infer(Infer),
    /// Print rewrite rules of a `.td` file as PDLL
    #[command(after_long_help = epilogue::MIGRATE)]
    Migrate(Migrate),
    /// Format PDLL files
    #[command(after_long_help = epilogue::FMT)]
    Fmt(Fmt),
    /// Serve an editor: the language server, at standard input and output
    #[command(after_long_help = epilogue::LSP)]
    Lsp(Lsp),
    /// Try patterns in a browser, while you type
    #[command(after_long_help = epilogue::PLAY)]
    Play(Box<Play>),
    /// Say whether a tool can load the plugin, and what to use instead
    #[command(after_long_help = epilogue::DOCTOR)]
    Doctor(Doctor),
    /// Run mlir-opt, with all of MLIR's dialects and passes and `apply-pdll`
    #[command(disable_help_flag = true)]
    Opt {
        /// The arguments of mlir-opt
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Print a shell completion script
    #[command(hide = true)]
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: Shell,
    },
    /// Print the folder in which cargo has left the archives that plugins need
    #[command(hide = true)]
    ArchiveFolder,
    /// Write a manual page for each command
    #[command(hide = true)]
    Manual {
        /// The folder to write them to
        folder: PathBuf,
    },
}

/// A shell that completes command lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Shell {
    Bash,
    Fish,
    Zsh,
}
