//! How users of the crate learn what went wrong.

use crate::{
    base::diagnostic::{Diagnostic, json, text},
    base::source::{Disk, SourceMap},
    library::session::emit,
    mlir::diagnostics::{Catcher, placed},
};
use melior::{Context, diagnostic as mlir};
use std::{error, fmt};

/// What went wrong: the errors as messages for the user, each with its place, the
/// source line and notes.
///
/// `Debug` shows the same as `Display`, because it is what Rust prints when `main`
/// returns an error.
#[derive(Clone, PartialEq, Eq)]
pub struct Failed {
    messages: Vec<String>,
    records: Vec<String>,
}

impl Failed {
    /// Runs something that reports errors to the diagnostic engine of a context. If
    /// it has no result, returns the errors that this thread has reported, and the
    /// engine does not see them. Warnings and remarks go to the engine.
    ///
    /// ```
    /// # use melior::{Context, ir::Module};
    /// # use pdll::pattern_set::Failed;
    /// let context = Context::new();
    /// let parsed = Failed::catch(&context, || Module::parse(&context, "module {"));
    /// let failed = parsed.expect_err("a brace is missing");
    /// assert!(failed.to_string().contains(": error: "));
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if `run` returns `None`.
    pub fn catch<T>(context: &Context, run: impl FnOnce() -> Option<T>) -> Result<T, Failed> {
        Self::catch_with(context, &SourceMap::default(), run)
    }

    /// As [`Failed::catch`], with the texts of files that are not on disk.
    pub(super) fn catch_with<T>(
        context: &Context,
        texts: &SourceMap,
        run: impl FnOnce() -> Option<T>,
    ) -> Result<T, Failed> {
        let catcher = Catcher::of_errors(context);
        let result = run();
        if catcher.is_empty()
            && let Some(result) = result
        {
            return Ok(result);
        }
        let mut sources = texts.clone();
        let errors = catcher.finish(&mut sources, &Disk);
        Self::unless(result, context, &sources, &errors)
    }

    /// Returns the messages, each with its notes.
    pub fn messages(&self) -> &[String] {
        &self.messages
    }

    /// Returns the errors for programs: each as a JSON object with the fields that
    /// `pdll-opt --error-format=json` prints.
    pub fn json(&self) -> &[String] {
        &self.records
    }

    /// Returns the result if there is one, and then hands the errors to the engine.
    pub(crate) fn unless<T>(
        result: Option<T>,
        context: &Context,
        sources: &SourceMap,
        errors: &[Diagnostic],
    ) -> Result<T, Failed> {
        let Some(result) = result else {
            let messages = errors.iter().map(|error| text::render(sources, error));
            let records = errors.iter().map(|error| json::render(sources, error));
            return Err(Failed {
                messages: messages.collect(),
                records: records.collect(),
            });
        };
        for error in errors {
            emit(context, sources, error);
        }
        Ok(result)
    }
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.messages.concat().trim_end_matches('\n') {
            "" => "failed without an error message",
            messages => messages,
        })
    }
}

impl fmt::Debug for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl error::Error for Failed {}

/// Returns a diagnostic of MLIR's in the shape that [`Failed`] shows, and reads
/// the files that it mentions. This is for handlers of diagnostics:
///
/// ```
/// # use melior::Context;
/// # let context = Context::new();
/// context.attach_diagnostic_handler(|diagnostic| {
///     eprint!("{}", pdll::pattern_set::render(&diagnostic));
///     true
/// });
/// ```
#[must_use]
pub fn render(diagnostic: &mlir::Diagnostic<'_>) -> String {
    let mut sources = SourceMap::default();
    let diagnostic = placed(diagnostic, &mut sources, &Disk);
    text::render(&sources, &diagnostic)
}
