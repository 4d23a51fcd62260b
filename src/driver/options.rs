//! The command line.

use super::{
    split::DEFAULT_MARK,
    warnings::{self, Policy, Selection},
};
use crate::{diagnostic::Diagnostics, ods, session::Session, source::Loader};
use clap::{Args, Parser, Subcommand, ValueEnum, value_parser};
use std::{
    io::{self, IsTerminal},
    path::PathBuf,
};

/// Compile MLIR pattern files and run them
#[derive(Debug, Parser)]
#[command(name = NAME, version = VERSION, max_term_width = 100)]
pub struct Options {
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
    Compile(Compile),
    /// Apply pattern files to an MLIR file
    Apply(Box<Apply>),
    /// Check pattern files, and print diagnostics only
    Check(Check),
    /// Run mlir-opt, with all of MLIR's dialects and passes and `apply-pdll`
    #[command(disable_help_flag = true)]
    Opt {
        /// The arguments of mlir-opt
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Print what a shell needs to complete command lines
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

/// Options of every command.
#[derive(Debug, Clone, Default, Args)]
pub struct Common {
    /// Look for included files there, after the folder of the including file
    #[arg(short = 'I', value_name = "DIR")]
    pub include_dirs: Vec<PathBuf>,
    /// How diagnostics look [default: pretty on a terminal, else text]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub error_format: Option<ErrorFormat>,
    /// Whether pretty diagnostics have colors
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    pub color: Color,
    /// Warnings: `all`, `none`, `error` to make them errors, NAME, `no-NAME`;
    /// `help` lists the names
    #[arg(short = 'W', value_name = "WARNING", value_parser = warnings::Parser)]
    pub warnings: Vec<Selection>,
    /// Print errors only
    #[arg(short, long)]
    pub quiet: bool,
    /// Read `.td` files anew, and keep no results; otherwise they are kept in
    /// $PDLL_CACHE_DIR, or `pdll` in the user's cache folder
    #[arg(long)]
    pub no_ods_cache: bool,
}

/// How diagnostics look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ErrorFormat {
    /// As LLVM's tools print them
    Text,
    /// Framed source with labels
    Pretty,
    /// A JSON object a line
    Json,
}

/// When to color.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Common {
    /// A session that looks for includes, reads `.td` files, and takes errors
    /// for warnings, as these options say.
    pub(super) fn session<'l>(&self, loader: &'l dyn Loader) -> Session<'l> {
        let mut session = Session::new(loader, self.include_dirs.clone());
        session.diagnostics = Policy::new(&self.warnings).diagnostics();
        session.ods.cache = match self.no_ods_cache {
            true => None,
            false => ods::Cache::of_user(),
        };
        session
    }

    /// The diagnostics as `-W` wants them, sorted by their place.
    pub(super) fn select(&self, mut diagnostics: Diagnostics) -> Diagnostics {
        let policy = Policy::new(&self.warnings);
        let mut selected = Diagnostics::default();
        selected.extend(
            diagnostics
                .take_sorted()
                .into_iter()
                .filter_map(|one| policy.apply(one)),
        );
        selected
    }

    pub(super) fn error_format(&self) -> ErrorFormat {
        let default = if io::stderr().is_terminal() {
            ErrorFormat::Pretty
        } else {
            ErrorFormat::Text
        };
        self.error_format.unwrap_or(default)
    }

    pub(super) fn colored(&self) -> bool {
        match self.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
        }
    }
}

/// `pdll-opt compile`
#[derive(Debug, Default, Args)]
pub struct Compile {
    /// The pattern file, or `-` for standard input
    #[arg(default_value = "-")]
    pub input: PathBuf,
    /// More pattern files, of which a plugin may have several
    #[arg(value_name = "INPUT")]
    pub more_inputs: Vec<PathBuf>,
    /// What to print
    #[arg(short = 'x', long, value_enum, default_value_t)]
    pub emit: Emit,
    /// The name of the pass of a plugin
    #[arg(long, value_name = "NAME")]
    pub pass: Option<String>,
    /// The plugin is for tools that contain MLIR and export its symbols
    #[arg(long)]
    pub static_host: bool,
    /// C++ files that register native functions for a plugin, as
    /// pdll/NativeRegistry.h says
    #[arg(long, value_name = "FILE", value_delimiter = ',')]
    pub natives: Vec<PathBuf>,
    /// How the syntax tree looks
    #[arg(long, value_enum, default_value_t)]
    pub format: AstFormat,
    /// The file to write [default: standard output]
    #[arg(short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write the names of all included files to FILE, as a rule for make
    #[arg(short = 'd', value_name = "FILE", requires = "output")]
    pub dependencies: Option<PathBuf>,
    /// Compile the parts of the input between lines that are MARK by themselves
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
    /// Whether a syntax tree must have a meaning to be printed.
    #[arg(skip)]
    pub analyze_tree: bool,
    /// Make the dialects of a plugin known
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
        match self.emit {
            Emit::Plugin if !has_file => Some("a plugin needs a file: give one with `-o`"),
            Emit::Plugin if self.pass.is_none() => {
                Some("a plugin needs a name for its pass: `--pass my-patterns`")
            }
            Emit::Plugin if !self.pass.as_deref().is_some_and(is_pass_name) => {
                Some("the name of a pass has letters, digits, `-`, `_` and `.` only")
            }
            Emit::Plugin if self.split_input_file.is_some() => {
                Some("a plugin is made of whole files, without `--split-input-file`")
            }
            Emit::Plugin => None,
            _ if self.pass.is_some() || self.static_host || !self.natives.is_empty() => {
                Some("`--pass`, `--natives` and `--static-host` are for plugins: add `-x plugin`")
            }
            _ if !self.more_inputs.is_empty() => {
                Some("only a plugin is made of several files: add `-x plugin`")
            }
            _ => None,
        }
    }

    /// What generated C++ calls the file that it is in.
    pub(super) fn cpp_file(&self, input: &str) -> String {
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
    /// A C++ header, in the shape of that of `mlir-pdll -x=cpp`
    Cpp,
    /// A plugin for mlir-opt whose pass applies the patterns
    Plugin,
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

/// `pdll-opt check`
#[derive(Debug, Args)]
pub struct Check {
    /// The pattern files; `-` is standard input
    #[arg(required = true)]
    pub inputs: Vec<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs, reason = "a comment would become the command's help")]
    pub common: Common,
}

/// `pdll-opt apply`
#[derive(Debug, Args)]
pub struct Apply {
    /// The MLIR file, or `-` for standard input
    #[arg(default_value = "-")]
    pub input: PathBuf,
    /// Pattern files: PDLL, or MLIR text or bytecode that holds pdl
    #[arg(long, value_name = "FILE", required = true, value_delimiter = ',')]
    pub patterns: Vec<PathBuf>,
    /// Shared libraries of native constraints and rewrites
    #[arg(long, value_name = "LIB", value_delimiter = ',')]
    pub natives: Vec<PathBuf>,
    /// The pipeline to run; `apply-pdll` in it has this command's options
    #[arg(
        long,
        value_name = "PIPELINE",
        default_value = "builtin.module(apply-pdll)"
    )]
    pub pass_pipeline: String,
    /// The file to write [default: standard output]
    #[arg(short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs, reason = "a comment would become the command's help")]
    pub pass: PassOptions,
    /// Make the dialects of a plugin known
    #[arg(long, value_name = "LIB")]
    pub load_dialect_plugin: Vec<PathBuf>,
    /// Make the passes of a plugin known
    #[arg(long, value_name = "LIB")]
    pub load_pass_plugin: Vec<PathBuf>,
    /// Accept operations of dialects that are not registered
    #[arg(long)]
    pub allow_unregistered_dialect: bool,
    /// Run on the parts of the input between lines that are MARK by themselves
    #[arg(long, value_name = "MARK", num_args = 0..=1, require_equals = true, default_missing_value = DEFAULT_MARK)]
    pub split_input_file: Option<String>,
    /// Succeed if the diagnostics are those that `expected-error` and similar
    /// comments in the input announce
    #[arg(long)]
    pub verify_diagnostics: bool,
    /// Print operations in their generic form
    #[arg(long)]
    pub mlir_print_op_generic: bool,
    /// Write to FILE a page that shows each rewrite
    #[arg(long, value_name = "FILE", conflicts_with_all = ["trace", "trace_texts"])]
    pub trace_html: Option<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs, reason = "a comment would become the command's help")]
    pub common: Common,
}

/// Options of the pass, under the same names.
#[derive(Debug, Clone, Args)]
pub struct PassOptions {
    /// What to do with native functions whose C++ code is in the pattern files
    #[arg(long, value_name = "WHAT", value_parser = ["off", "compile"])]
    native_code: Option<String>,
    /// How patterns are applied
    #[arg(long, value_name = "DRIVER", value_parser = ["greedy", "walk", "conversion"])]
    driver: Option<String>,
    /// Visit operations top down at first
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    top_down: Option<bool>,
    /// How much to simplify control flow
    #[arg(long, value_name = "LEVEL", value_parser = ["disabled", "normal", "aggressive"])]
    region_simplify: Option<String>,
    /// Start over at most so often; -1 is without limit
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = value_parser!(i64).range(-1..))]
    max_iterations: Option<i64>,
    /// Apply at most so many patterns in an iteration; -1 is without limit
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = value_parser!(i64).range(-1..))]
    max_num_rewrites: Option<i64>,
    /// Fold operations
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    fold: Option<bool>,
    /// Merge equal constants
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    cse_constants: Option<bool>,
    /// Which operations to visit
    #[arg(long, value_name = "WHICH", value_parser = ["any", "existing-and-new", "existing"])]
    strictness: Option<String>,
    /// Fail when patterns still match at the end
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    test_convergence: Option<bool>,
    /// Use only the patterns of these names and labels; `*` and `?` stand for
    /// any letters and any one
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    enable_patterns: Vec<String>,
    /// Do not use the patterns of these names and labels
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    disable_patterns: Vec<String>,
    /// What a conversion has to reach
    #[arg(long, value_name = "MODE", value_parser = ["partial", "full", "analysis"])]
    mode: Option<String>,
    /// Dialects of legal operations; `*` is all others
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    legal_dialects: Vec<String>,
    /// Legal operations
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    legal_ops: Vec<String>,
    /// Dialects of operations that are legal if none of their types is converted
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    dynamic_dialects: Vec<String>,
    /// Operations that are legal if none of their types is converted
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    dynamic_ops: Vec<String>,
    /// Dialects of illegal operations
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    illegal_dialects: Vec<String>,
    /// Illegal operations
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    illegal_ops: Vec<String>,
    /// Which types become which, as in `index=i64,f64=f32`
    #[arg(long, value_name = "TYPES")]
    type_conversion: Option<String>,
    /// Convert the types of functions too, with calls, returns and branches
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    convert_signatures: Option<bool>,
    /// Write to FILE what each pattern did, as JSON
    #[arg(long, value_name = "FILE")]
    report: Option<String>,
    /// Print a table of what each pattern did to standard error
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    statistics: Option<bool>,
    /// Write each rewrite to FILE, or `-`, as a line of JSON
    #[arg(long, value_name = "FILE")]
    trace: Option<String>,
    /// Trace what is around each rewritten operation, too
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    trace_texts: Option<bool>,
}

/// Names as a pipeline lists them; none if there are none.
fn list(names: &[String]) -> Option<String> {
    (!names.is_empty()).then(|| format!("{{{}}}", names.join(",")))
}

/// A value as a pipeline has it, whatever is in it.
fn quote(value: &str) -> String {
    let quote = if value.contains('"') { '\'' } else { '"' };
    format!("{quote}{value}{quote}")
}

fn boolean(value: Option<bool>) -> Option<String> {
    value.map(|value| value.to_string())
}

fn number(value: Option<i64>) -> Option<String> {
    value.map(|value| value.to_string())
}

impl PassOptions {
    /// Traces to that file, with all that a page needs.
    pub(super) fn trace_texts_to(&mut self, file: String) {
        self.trace = Some(file);
        self.trace_texts = Some(true);
    }

    /// The options that were given, as a textual pipeline has them.
    pub(super) fn to_pipeline(&self) -> String {
        let text = |value: &Option<String>| value.as_deref().map(quote);
        let given = [
            ("native-code", self.native_code.clone()),
            ("driver", self.driver.clone()),
            ("top-down", boolean(self.top_down)),
            ("region-simplify", self.region_simplify.clone()),
            ("max-iterations", number(self.max_iterations)),
            ("max-num-rewrites", number(self.max_num_rewrites)),
            ("fold", boolean(self.fold)),
            ("cse-constants", boolean(self.cse_constants)),
            ("strictness", self.strictness.clone()),
            ("test-convergence", boolean(self.test_convergence)),
            ("enable-patterns", list(&self.enable_patterns)),
            ("disable-patterns", list(&self.disable_patterns)),
            ("mode", self.mode.clone()),
            ("legal-dialects", list(&self.legal_dialects)),
            ("legal-ops", list(&self.legal_ops)),
            ("dynamic-dialects", list(&self.dynamic_dialects)),
            ("dynamic-ops", list(&self.dynamic_ops)),
            ("illegal-dialects", list(&self.illegal_dialects)),
            ("illegal-ops", list(&self.illegal_ops)),
            ("type-conversion", text(&self.type_conversion)),
            ("convert-signatures", boolean(self.convert_signatures)),
            ("report", text(&self.report)),
            ("statistics", boolean(self.statistics)),
            ("trace", text(&self.trace)),
            ("trace-texts", boolean(self.trace_texts)),
        ];
        let texts: Vec<_> = given
            .into_iter()
            .filter_map(|(name, value)| Some(format!("{name}={}", value?)))
            .collect();
        texts.join(" ")
    }
}
