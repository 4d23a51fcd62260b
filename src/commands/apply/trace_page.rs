//! The page that `--trace-html` asks for.

use crate::{
    base::diagnostic::{Diagnostic, Diagnostics},
    base::source::io_reason,
    commands::deliver,
    commands::options::Apply,
    commands::output::Target,
    commands::trace_html,
};
use std::{fs, io, path::Path};
use tempfile::NamedTempFile;

/// A page that is made of a trace.
pub(super) struct TracePage<'o> {
    input: &'o Path,
    page: &'o Path,
    trace: Trace<'o>,
}

/// The file of the trace.
enum Trace<'o> {
    /// The user wants it, too.
    Kept(&'o str),
    Temporary(NamedTempFile),
}

impl Trace<'_> {
    fn path(&self) -> &Path {
        match self {
            Trace::Kept(path) => Path::new(path),
            Trace::Temporary(file) => file.path(),
        }
    }
}

impl<'o> TracePage<'o> {
    /// Prepares a page if the options ask for one.
    ///
    /// # Errors
    ///
    /// There is no room for the trace.
    pub(super) fn new(options: &'o Apply) -> io::Result<Option<Self>> {
        let Some(page) = &options.trace_html else {
            return Ok(None);
        };
        let trace = match options.setup.pass.values("trace").first() {
            Some(path) => Trace::Kept(path),
            None => Trace::Temporary(NamedTempFile::new()?),
        };
        Ok(Some(TracePage {
            input: options.setup.input(),
            page,
            trace,
        }))
    }

    /// Returns the file that the trace must be written to.
    pub(super) fn trace_file(&self) -> String {
        self.trace.path().display().to_string()
    }

    /// Writes the page.
    pub(super) fn write(&self, diagnostics: &mut Diagnostics) {
        match self.render() {
            Ok(page) => {
                let target = Target {
                    path: self.page,
                    bytes: page.into_bytes(),
                    if_changed: false,
                };
                deliver(&[target], diagnostics);
            }
            Err(reason) => {
                let message = format!("cannot make a page of the trace: {reason}");
                diagnostics.push(Diagnostic::error_without_place(message));
            }
        }
    }

    fn render(&self) -> Result<String, String> {
        let title = format!("Rewrites of {}", self.input.display());
        let trace =
            fs::read_to_string(self.trace.path()).map_err(|error: io::Error| io_reason(&error))?;
        trace_html::render(&title, &trace)
            .map_err(|(line, error)| format!("line {line} of the trace: {error}"))
    }
}
