//! The page that `--trace-html` asks for.

use crate::{
    base::diagnostic::{Diagnostic, Diagnostics},
    commands::deliver,
    commands::options::Apply,
    commands::output::Target,
    commands::trace_html::Page,
};
use std::path::Path;

/// A page that is made of a trace.
pub(super) struct TracePage<'o> {
    input: &'o Path,
    path: &'o Path,
    page: Page,
}

impl<'o> TracePage<'o> {
    /// Prepares a page if the options ask for one.
    pub(super) fn new(options: &'o Apply) -> Option<Self> {
        Some(TracePage {
            input: options.setup.input(),
            path: options.trace_html.as_ref()?,
            page: Page::default(),
        })
    }

    /// Adds a line of the trace.
    pub(super) fn add(&mut self, line: &str) {
        self.page.add(line);
    }

    /// Writes the page.
    pub(super) fn write(self, diagnostics: &mut Diagnostics) {
        let title = format!("Rewrites of {}", self.input.display());
        match self.page.render(&title) {
            Ok(page) => {
                let target = Target {
                    path: self.path,
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
}
