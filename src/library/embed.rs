//! Compiles patterns in a build script, so that the crate contains them.
//!
//! In `Cargo.toml`, pdll is a dependency and a build dependency. The crate's
//! `build.rs`, which runs in the folder of the crate:
//!
//! ```no_run
//! pdll::embed::Files::new()
//!     .file("src/fold.pdll")
//!     .compile("fold");
//! ```
//!
//! and in the crate, with [`include_patterns!`](crate::include_patterns):
//!
//! ```ignore
//! let patterns = PatternSet::builder(&context)
//!     .embedded(pdll::include_patterns!("fold"))
//!     .build()?;
//! ```
//!
//! At run time, neither the pattern files nor the files that they include are
//! needed.

#[doc(inline)]
pub use crate::base::diagnostic::Severity;

use crate::{
    base::diagnostic::{Diagnostic, text},
    base::source::{Disk, SourceMap, io_reason, open},
    front::hir::NativeBody,
    front::ods,
    front::ods::CodeClasses,
    library::compile::Definition,
    library::dialects::{AllDialects, Dialects},
    library::pattern_set::{
        embedded,
        files::{self, PatternFile},
        native_bodies, ods_constraints,
    },
    library::session::Session,
    mlir::diagnostics::Catcher,
};
use melior::{Context, ir::operation::OperationLike};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process,
};

/// Pattern files that become one set of patterns.
#[derive(Debug, Default)]
pub struct Files {
    files: Vec<String>,
    include_dirs: Vec<PathBuf>,
    dialect_plugins: Vec<PathBuf>,
}

/// The result of compiling pattern files.
#[derive(Debug)]
pub struct Embeddable {
    /// The patterns as MLIR bytecode; `None` if there are errors among the
    /// messages.
    pub bytes: Option<Vec<u8>>,
    /// Errors and warnings, in the order of their places.
    pub messages: Vec<Message>,
    /// The files that were read, sorted.
    pub files: Vec<PathBuf>,
}

/// A message about pattern files.
#[derive(Debug)]
pub struct Message {
    /// The severity of the message.
    pub severity: Severity,
    /// `FILE:LINE:COLUMN: ` and the message, or the message alone if it has no
    /// place.
    pub line: String,
    /// The message with the source line, a caret, and notes.
    pub text: String,
}

impl Files {
    /// Starts without files.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a pattern file: PDLL, a `.td` file of rewrite rules, or MLIR that holds
    /// `pdl.pattern` operations.
    #[must_use]
    pub fn file(mut self, path: impl Into<String>) -> Self {
        self.files.push(path.into());
        self
    }

    /// Adds a folder in which `#include` looks for files.
    #[must_use]
    pub fn include_dir(mut self, path: impl Into<PathBuf>) -> Self {
        self.include_dirs.push(path.into());
        self
    }

    /// Adds a plugin of dialects. Literals in the files may use its dialects,
    /// besides those of MLIR.
    #[must_use]
    pub fn dialect_plugin(mut self, path: impl Into<PathBuf>) -> Self {
        self.dialect_plugins.push(path.into());
        self
    }

    /// Compiles the files to `NAME.mlirbc` in `$OUT_DIR`. Tells Cargo which
    /// files to watch, and reports errors and warnings. After errors, ends the
    /// build script.
    #[expect(
        clippy::print_stdout,
        clippy::print_stderr,
        reason = "Cargo reads what build scripts print"
    )]
    pub fn compile(&self, name: &str) {
        let Embeddable {
            bytes,
            messages,
            files,
        } = self.run();
        for Message {
            severity,
            line,
            text,
        } in &messages
        {
            match severity {
                Severity::Error => println!("cargo::error={line}"),
                Severity::Warning | Severity::Remark => println!("cargo::warning={line}"),
            }
            eprint!("{text}");
        }
        let written = bytes.map(|bytes| write(name, &bytes));
        if let Some(Err(reason)) = &written {
            println!("cargo::error={reason}");
        }
        if !matches!(written, Some(Ok(()))) {
            // Cargo needs no files to watch: it runs a failed build script
            // again.
            process::exit(1);
        }
        for file in &files {
            println!("cargo::rerun-if-changed={}", file.display());
        }
    }

    /// Compiles the files.
    ///
    /// # Panics
    ///
    /// Panics if the compiled patterns do not verify, which is a bug of pdll.
    pub fn run(&self) -> Embeddable {
        let mut session = Session::new(&Disk, self.include_dirs.clone());
        session.ods.cache = ods::Cache::of_user();
        let dialects = AllDialects::new(&self.dialect_plugins);
        for problem in dialects.problems() {
            let error = Diagnostic::error_without_place(problem);
            session.diagnostics.push(error);
        }
        let context = Context::new();
        dialects.make_available(&context);
        let bytes = self.compile_in(&context, &mut session);
        let diagnostics = session.diagnostics.take_sorted();
        let has_errors = diagnostics
            .iter()
            .any(|diagnostic| diagnostic.severity == Severity::Error);
        let message = |diagnostic| Message::new(diagnostic, &session.sources);
        let mut files = session.files;
        files.sort();
        files.dedup();
        Embeddable {
            bytes: bytes.filter(|_| !has_errors),
            messages: diagnostics.iter().map(message).collect(),
            files,
        }
    }

    fn compile_in(&self, context: &Context, session: &mut Session<'_>) -> Option<Vec<u8>> {
        let catcher = Catcher::of_this_thread(context);
        let files = self.files.iter().cloned().map(PatternFile::OnDisk);
        let mut compiled = files::compile(session, context, files.collect());
        let caught = catcher.finish(&mut session.sources, &Disk);
        session.diagnostics.extend(caught);
        let compiled = compiled.as_mut()?;
        let classes = &compiled.classes;
        let obstacle = |definition| obstacle(definition, classes);
        let errors = compiled.definitions.iter().filter_map(obstacle);
        session.diagnostics.extend(errors);
        let module = &mut compiled.module;
        assert!(
            module.as_operation().verify(),
            "the compiled patterns do not verify"
        );
        Some(embedded::write(
            context,
            module,
            &compiled.definitions,
            classes,
            &session.sources,
        ))
    }
}

/// The reason why a function cannot be embedded, if there is one.
fn obstacle(definition: &Definition, classes: &CodeClasses) -> Option<Diagnostic> {
    match &definition.native.body {
        NativeBody::Predicate { .. } => ods_constraints::check(definition, classes),
        NativeBody::Code { .. } => native_bodies::check(definition, classes),
    }
}

impl Message {
    fn new(diagnostic: &Diagnostic, sources: &SourceMap) -> Self {
        let place = diagnostic.span.map(|span| {
            let position = sources.position(span);
            let file = sources.file(span.file).name();
            format!("{file}:{}:{}: ", position.line, position.column)
        });
        Message {
            severity: diagnostic.severity,
            line: place.unwrap_or_default() + &diagnostic.message,
            text: text::render(sources, diagnostic),
        }
    }
}

/// Writes the patterns where [`include_patterns!`](crate::include_patterns)
/// finds them.
fn write(name: &str, bytes: &[u8]) -> Result<(), String> {
    let Some(folder) = env::var_os("OUT_DIR") else {
        return Err("only a build script can embed patterns: Cargo runs it with `OUT_DIR`".into());
    };
    let path = Path::new(&folder).join(format!("{name}.mlirbc"));
    // An unchanged file keeps its time, so that Cargo compiles nothing again.
    if open::read(&path).is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    fs::write(&path, bytes)
        .map_err(|error| format!("cannot write `{}`: {}", path.display(), io_reason(&error)))
}
