//! Errors in rules.

use super::Analysis;
use crate::{
    base::diagnostic::{Diagnostic, IS_SKIPPED, SKIPPED_RULE},
    ods::rules::Rule,
};

/// The warning about a rule that is left out because of an error.
pub fn skipped(rule: &Rule, error: Diagnostic) -> Diagnostic {
    let message = format!("{}{IS_SKIPPED}: {}", title(rule), error.message);
    Diagnostic {
        notes: error.notes,
        ..Diagnostic::warning(SKIPPED_RULE, rule.span, message)
    }
}

/// What messages call a rule.
pub fn title(rule: &Rule) -> String {
    match &rule.name {
        Some(name) => format!("the rule `{name}`"),
        None => "the rule".to_owned(),
    }
}

impl Analysis<'_> {
    /// Reports an error in the rule. TableGen knows the place of a rule, but not of
    /// its parts.
    pub(super) fn error(&mut self, message: impl Into<String>) {
        self.report(Diagnostic::error(self.rule.span, message));
    }

    /// As [`Analysis::error`], with a way to mend it.
    pub(super) fn error_with_help(&mut self, message: impl Into<String>, help: impl Into<String>) {
        self.report(Diagnostic::error(self.rule.span, message).help(help));
    }

    /// Reports a diagnostic about the rule.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        let notes = self.rule.instantiated_at.iter();
        let diagnostic = notes.fold(diagnostic, |diagnostic, place| {
            diagnostic.note(*place, "instantiated here")
        });
        self.diagnostics.push(diagnostic);
    }
}
