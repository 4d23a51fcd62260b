//! Which warnings there are, and what becomes of them.

use crate::diagnostic::{Diagnostic, Severity};

/// The names of all warnings.
pub(super) const NAMES: [&str; 2] = ["unused-value", "unused-variable"];

/// One `-W`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Selection {
    /// All warnings.
    All,
    /// No warnings.
    None,
    /// Warnings are errors.
    Error,
    /// This warning, or not.
    Named(&'static str, bool),
}

/// Understands the argument of `-W`.
pub(super) fn parse(text: &str) -> Result<Selection, String> {
    let (name, enabled) = match text.strip_prefix("no-") {
        Some(name) => (name, false),
        None => (text, true),
    };
    Ok(match text {
        "all" => Selection::All,
        "none" => Selection::None,
        "error" => Selection::Error,
        _ => match NAMES.into_iter().find(|known| *known == name) {
            Some(known) => Selection::Named(known, enabled),
            None => {
                return Err(format!(
                    "there is no such warning; there are: {}",
                    NAMES.join(", ")
                ));
            }
        },
    })
}

/// What becomes of warnings.
pub(super) struct Policy<'a> {
    selections: &'a [Selection],
}

impl<'a> Policy<'a> {
    pub(super) fn new(selections: &'a [Selection]) -> Self {
        Policy { selections }
    }

    /// The diagnostic as it is to be shown, if it is. The last selection that
    /// speaks of a warning counts.
    pub(super) fn apply(&self, mut diagnostic: Diagnostic) -> Option<Diagnostic> {
        let Some(name) = diagnostic.name else {
            return Some(diagnostic);
        };
        let mut enabled = true;
        for selection in self.selections {
            match selection {
                Selection::All => enabled = true,
                Selection::None => enabled = false,
                Selection::Named(of, on) if *of == name => enabled = *on,
                Selection::Named(..) => {}
                Selection::Error => diagnostic.severity = Severity::Error,
            }
        }
        enabled.then_some(diagnostic)
    }
}
