//! Options of every command, and what they mean for a session.

use crate::{
    base::diagnostic::{Diagnostic, Diagnostics},
    base::source::Loader,
    commands::warnings::{self, Policy, Selection},
    front::ods,
    library::session::Session,
    mlir::ffi::option_table,
};
use clap::{Args, ValueEnum};
use std::{
    io::{self, IsTerminal},
    path::PathBuf,
};

/// Options of every command.
#[derive(Debug, Clone, Default, Args)]
pub struct Common {
    #[arg(short = 'I', long, value_name = "DIR", help = option_table::row("include-dirs").help)]
    #[allow(missing_docs, reason = "the table of options has the help")]
    pub include_dirs: Vec<PathBuf>,
    /// The format of diagnostics [default: pretty on a terminal, else text]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub error_format: Option<ErrorFormat>,
    /// Maximum number of errors to print, except as JSON; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = Common::ERROR_LIMIT)]
    pub error_limit: usize,
    /// Whether pretty diagnostics have colors
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    pub color: Color,
    /// Warnings: `all`, `none`, `error` to make them errors, NAME, `no-NAME`;
    /// `help` lists the names
    #[arg(short = 'W', value_name = "WARNING", value_parser = warnings::Parser, hide_possible_values = true)]
    pub warnings: Vec<Selection>,
    /// Print errors only
    #[arg(short, long)]
    pub quiet: bool,
    /// Do not use the cache of `.td` definitions and of results that depend on them, in
    /// $PDLL_CACHE_DIR or `pdll` in the user's cache folder
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
    /// One JSON object per line
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
    /// How many errors are printed unless the user says otherwise.
    pub(in crate::commands) const ERROR_LIMIT: usize = 20;

    /// Creates a session that looks for includes, reads `.td` files, and
    /// treats warnings as these options say.
    pub(in crate::commands) fn session<'l>(&self, loader: &'l dyn Loader) -> Session<'l> {
        let mut session = Session::new(loader, self.include_dirs.clone());
        session.diagnostics = Policy::new(&self.warnings).diagnostics();
        session.ods.cache = if self.no_ods_cache {
            None
        } else {
            ods::Cache::of_user()
        };
        session
    }

    /// Returns the diagnostics that `-W` asks for, sorted by their place.
    pub(in crate::commands) fn select(&self, mut diagnostics: Diagnostics) -> Diagnostics {
        let mut selected = Diagnostics::default();
        selected.extend(self.select_in_order(diagnostics.take_sorted()));
        selected
    }

    /// As [`Common::select`], of diagnostics that keep their order.
    pub(in crate::commands) fn select_in_order(
        &self,
        diagnostics: Vec<Diagnostic>,
    ) -> Vec<Diagnostic> {
        let policy = Policy::new(&self.warnings);
        let selected = diagnostics.into_iter();
        selected.filter_map(|one| policy.apply(one)).collect()
    }

    /// Whether `-W` turns errors of that name into warnings.
    pub(in crate::commands) fn downgrades(&self, name: &str) -> bool {
        let mut selections = self.warnings.iter();
        selections.any(|one| matches!(one, Selection::Named(of, _) if *of == name))
    }

    /// Whether `-W` asks for warnings of that name.
    pub(in crate::commands) fn is_enabled(&self, name: &str) -> bool {
        Policy::new(&self.warnings).is_enabled(name)
    }

    pub(in crate::commands) fn error_format(&self) -> ErrorFormat {
        let default = if self.is_for_terminal() {
            ErrorFormat::Pretty
        } else {
            ErrorFormat::Text
        };
        self.error_format.unwrap_or(default)
    }

    /// Whether a terminal shows the diagnostics.
    pub(in crate::commands) fn is_for_terminal(&self) -> bool {
        io::stderr().is_terminal()
    }

    pub(in crate::commands) fn colored(&self) -> bool {
        self.colored_on(io::stderr().is_terminal())
    }

    /// Whether what is printed somewhere has colors.
    pub(in crate::commands) fn colored_on(&self, is_terminal: bool) -> bool {
        match self.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => is_terminal && std::env::var_os("NO_COLOR").is_none(),
        }
    }
}
