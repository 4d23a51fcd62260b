//! `pdll-opt compile`

use super::Common;
use crate::base::source::split::DEFAULT_MARK;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// `pdll-opt compile`
#[derive(Debug, Clone, Default, Args)]
pub struct Compile {
    /// The pattern file, or `-` for standard input
    #[arg(default_value = "-")]
    pub input: PathBuf,
    /// More pattern files; only a plugin can consist of several
    #[arg(value_name = "INPUT")]
    pub more_inputs: Vec<PathBuf>,
    /// What to print
    #[arg(short = 'x', long, value_enum, default_value_t)]
    pub emit: Emit,
    /// What runs the patterns of a C++ header (with `-x cpp`) [default: native]
    #[arg(long, value_enum)]
    pub matcher: Option<HeaderMatcher>,
    /// Header that C++ code in pattern files sees (with `-x plugin`)
    #[arg(long, value_name = "FILE")]
    pub native_prelude: Vec<PathBuf>,
    /// Report what MLIRs without pdll cannot run as an error (with `-x pdl`), or else each
    /// use of what MLIR's `mlir-pdll` does not have
    #[arg(long)]
    pub portable: bool,
    /// Leave out rewrite rules of `.td` files that have errors, with a warning
    #[arg(long)]
    pub skip_unsupported: bool,
    /// Name of the pass (with `-x plugin`)
    #[arg(long, value_name = "NAME")]
    pub pass: Option<String>,
    /// Build the plugin for a tool that links MLIR statically and exports its symbols
    #[arg(long)]
    pub static_host: bool,
    /// C++ files that register native functions for a plugin, as
    /// pdll/NativeRegistry.h says
    #[arg(long, value_name = "FILE", value_delimiter = ',')]
    pub natives: Vec<PathBuf>,
    /// Format of the syntax tree (with `-x ast`)
    #[arg(long, value_enum, default_value_t)]
    pub format: AstFormat,
    /// The file to write [default: standard output]
    #[arg(short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write the names of all included files to FILE, as a rule for make
    #[arg(short = 'd', value_name = "FILE", requires = "output")]
    pub dependencies: Option<PathBuf>,
    /// Split the input at lines that start with MARK, and compile each part
    #[arg(long, value_name = "MARK", num_args = 0..=1, require_equals = true, default_missing_value = DEFAULT_MARK)]
    pub split_input_file: Option<String>,
    /// The line between the outputs of parts
    #[arg(long, value_name = "MARK", default_value = DEFAULT_MARK)]
    pub output_split_marker: String,
    /// Leave the output file alone if it has the right contents already
    #[arg(long)]
    pub write_if_changed: bool,
    /// Print no locations
    #[arg(long)]
    pub no_debuginfo: bool,
    /// Print what the included `.td` files define, to standard error
    #[arg(long)]
    pub dump_ods: bool,
    /// Whether to behave as `mlir-pdll`, whose modules call only the native functions of
    /// the source.
    #[arg(skip)]
    pub as_mlir_pdll: bool,
    /// Load a plugin with dialects
    #[arg(long, value_name = "LIB")]
    pub load_dialect_plugin: Vec<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs, reason = "a comment would become the command's help")]
    pub common: Common,
}

impl Compile {
    /// Why the options mean nothing together, if they do not.
    pub fn problem(&self) -> Option<&'static str> {
        let has_file = self
            .output
            .as_ref()
            .is_some_and(|path| path.as_os_str() != "-");
        if self.matcher.is_some() && self.emit != Emit::Cpp {
            return Some("`--matcher` is for C++ headers: add `-x cpp`");
        }
        match self.emit {
            Emit::Plugin if !has_file => {
                Some("a plugin must be written to a file: name it with `-o`")
            }
            Emit::Plugin if self.pass.is_none() => {
                Some("a plugin needs a name for its pass: `--pass my-patterns`")
            }
            Emit::Plugin if !self.pass.as_deref().is_some_and(is_pass_name) => {
                Some("the name of a pass can contain only letters, digits, `-`, `_` and `.`")
            }
            Emit::Plugin if self.split_input_file.is_some() => {
                Some("`-x plugin` does not support `--split-input-file`")
            }
            Emit::Plugin => None,
            Emit::Python if self.split_input_file.is_some() => {
                Some("`-x python` does not support `--split-input-file`")
            }
            _ if self.pass.is_some() || self.static_host || !self.natives.is_empty() => {
                Some("`--pass`, `--natives` and `--static-host` are for plugins: add `-x plugin`")
            }
            _ if !self.more_inputs.is_empty() => {
                Some("only a plugin is made of several files: add `-x plugin`")
            }
            _ => None,
        }
    }

    /// What runs the patterns of a C++ header.
    pub fn header_matcher(&self) -> HeaderMatcher {
        let default = match self.as_mlir_pdll {
            true => HeaderMatcher::Interpreter,
            false => HeaderMatcher::Native,
        };
        self.matcher.unwrap_or(default)
    }

    /// Whether an MLIR without pdll runs the result.
    pub fn runs_without_pdll(&self) -> bool {
        self.emit == Emit::Python || self.emit == Emit::Pdl && self.portable
    }

    /// What generated C++ calls the file that it is in.
    pub(in crate::commands) fn cpp_file(&self, input: &str) -> String {
        match &self.output {
            Some(path) if path.as_os_str() != "-" => path.display().to_string(),
            _ => format!("<generated from {input}>"),
        }
    }
}

/// Whether a pipeline can name a pass so.
fn is_pass_name(name: &str) -> bool {
    let is_fine = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    !name.is_empty() && name.chars().all(is_fine)
}

/// What `compile` prints.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Emit {
    /// The syntax tree
    Ast,
    /// A module of `pdl` operations
    #[value(alias = "mlir")]
    #[default]
    Pdl,
    /// How patterns are found and applied, for people
    Matcher,
    /// A picture of the patterns
    Svg,
    /// A C++ header with the patterns
    Cpp,
    /// A Python module with the patterns for MLIRs without pdll
    Python,
    /// A plugin for mlir-opt whose pass applies the patterns
    Plugin,
}

/// What runs the patterns of a C++ header.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum HeaderMatcher {
    /// C++ functions of the header, which need no `pdl`
    Native,
    /// MLIR's interpreter of `pdl`, as in a header of `mlir-pdll`
    #[value(alias = "pdl")]
    Interpreter,
}

/// How the syntax tree looks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum AstFormat {
    /// An indented tree
    #[default]
    Text,
    /// JSON
    Json,
}
