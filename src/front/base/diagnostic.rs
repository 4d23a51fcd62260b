//! Diagnostics as data.
//!
//! A message says in lower case, with source text in backquotes and without a
//! full stop, what was expected; help says how to fix it. Where the fix is
//! certain, a [`Suggestion`] holds it as an edit of the source. Three sinks
//! render the same data: [`text`] for terminals and tools that know LLVM's
//! shape, [`pretty`] for people, [`json`] for programs. The fourth is MLIR's
//! diagnostic engine, which the plugin uses.

pub mod json;
pub mod pretty;
mod suggestion;
pub mod text;
mod visible;

pub use suggestion::{all_closest, closest};
pub use visible::visible;

use crate::base::source::Span;

/// The name of the error that an operation is not in the included definitions of
/// its dialect.
pub const UNKNOWN_OPERATION: &str = "unknown-operation";

/// The name of the error that MLIR's interpreter gets a pattern of a header wrong.
pub const INTERPRETER: &str = "interpreter";

/// The name of the warning that MLIR's interpreter mixes up results of a constraint.
pub const LOST_RESULT: &str = "lost-result";

/// The name of the warning about a rule that is left out.
pub const SKIPPED_RULE: &str = "skipped-rule";
/// How the message of these warnings goes on after the name of the rule.
pub const IS_SKIPPED: &str = " is left out";

/// The name of the warning about a pattern that is not proven.
pub const UNPROVEN: &str = "unproven";

/// A number of things, as messages say it.
pub fn count(number: usize, what: &str) -> String {
    match number {
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    }
}

/// How bad it is. Any error makes the run fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// The input is rejected.
    Error,
    /// The input is accepted and probably not what was meant.
    Warning,
    /// Something worth knowing.
    Remark,
}

impl Severity {
    /// The word that stands before the message.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Remark => "remark",
        }
    }
}

/// A further message that explains a diagnostic, with a place of its own if it
/// has one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The place the note speaks of.
    pub span: Option<Span>,
    /// The message.
    pub message: String,
    /// If it repeats a warning: what `-W` calls that. The message says so, too.
    pub name: Option<String>,
}

impl Note {
    /// A note that repeats no warning.
    pub fn new(span: Option<Span>, message: impl Into<String>) -> Note {
        Note {
            span,
            message: message.into(),
            name: None,
        }
    }
}

/// A fix as an edit of the source. With it, the diagnostic is gone. Errors that it
/// has hidden may show up instead, but no other warning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion {
    /// What to replace. An empty range is a place to insert at.
    pub span: Span,
    /// What to write there. An empty text removes what is there.
    pub replacement: String,
    /// What the edit does, for the user.
    pub message: String,
}

impl Suggestion {
    /// To write `replacement` in place of `span`.
    pub fn new(
        span: Span,
        replacement: impl Into<String>,
        message: impl Into<String>,
    ) -> Suggestion {
        Suggestion {
            span,
            replacement: replacement.into(),
            message: message.into(),
        }
    }
}

/// A message for the user, with what belongs to it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// The stable name of a warning, by which `-W` selects it; or of an error
    /// that `-W` can make a warning.
    pub name: Option<&'static str>,
    /// The message.
    pub message: String,
    /// Where it is, unless no source text is to blame.
    pub span: Option<Span>,
    /// Explanations, in the order in which to read them.
    pub notes: Vec<Note>,
    /// Whether it is there for its notes only, and says nothing without them.
    pub needs_notes: bool,
    /// How to fix it, in words.
    pub help: Option<String>,
    /// How to fix it, as an edit.
    pub suggestion: Option<Suggestion>,
}

impl Diagnostic {
    /// An error at a place in the source.
    pub fn error(span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, Some(span), message)
    }

    /// An error that has no place in a source file.
    pub fn error_without_place(message: impl Into<String>) -> Self {
        Self::new(Severity::Error, None, message)
    }

    /// A warning at a place in the source. `name` is what `-W` calls it.
    pub fn warning(name: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self {
            name: Some(name),
            ..Self::new(Severity::Warning, Some(span), message)
        }
    }

    /// An error that `-W` can make a warning. `name` is what `-W` calls it.
    pub fn named_error(name: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self {
            name: Some(name),
            ..Self::error(span, message)
        }
    }

    /// A diagnostic of any severity.
    pub fn new(severity: Severity, span: Option<Span>, message: impl Into<String>) -> Self {
        Self {
            severity,
            name: None,
            message: message.into(),
            span,
            notes: Vec::new(),
            needs_notes: false,
            help: None,
            suggestion: None,
        }
    }

    /// Adds a note at a place in the source.
    pub fn note(self, span: Span, message: impl Into<String>) -> Self {
        self.note_maybe_at(Some(span), message)
    }

    /// Adds a note that may have no place.
    pub fn note_maybe_at(mut self, span: Option<Span>, message: impl Into<String>) -> Self {
        self.notes.push(Note::new(span, message));
        self
    }

    /// Says how to fix it.
    pub fn help(mut self, message: impl Into<String>) -> Self {
        self.help = Some(message.into());
        self
    }

    /// Says how to fix it, in the words of the suggestion.
    pub fn suggest(self, suggestion: Suggestion) -> Self {
        self.help(suggestion.message.clone()).edit(suggestion)
    }

    /// Asks whether the name at `span` was meant to be `known`, if there is one.
    pub fn did_you_mean(self, span: Span, known: Option<&str>) -> Self {
        match known {
            Some(known) => {
                let message = format!("did you mean `{known}`?");
                self.suggest(Suggestion::new(span, known, message))
            }
            None => self,
        }
    }

    /// As [`Diagnostic::did_you_mean`], about several names that are as likely.
    pub fn did_you_mean_one_of(self, span: Span, known: &[&str]) -> Self {
        match known {
            [] | [_] => self.did_you_mean(span, known.first().copied()),
            [others @ .., last] => {
                let others: Vec<_> = others.iter().map(|name| format!("`{name}`")).collect();
                self.help(format!("did you mean {} or `{last}`?", others.join(", ")))
            }
        }
    }

    /// Adds an edit that needs no words beside the message.
    pub fn edit(mut self, suggestion: Suggestion) -> Self {
        self.suggestion = Some(suggestion);
        self
    }
}

/// Collects diagnostics in the order in which they are found.
#[derive(Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    errors: usize,
    /// The names of errors that are warnings here.
    downgraded: Vec<&'static str>,
}

impl Diagnostics {
    /// From now on, errors of that name are warnings. This must be known when
    /// they are found: after errors, a compilation does not go on.
    pub fn downgrade(&mut self, name: &'static str) {
        self.downgraded.push(name);
    }

    /// Adds one.
    pub fn push(&mut self, mut diagnostic: Diagnostic) {
        if diagnostic
            .name
            .is_some_and(|name| self.downgraded.contains(&name))
        {
            diagnostic.severity = Severity::Warning;
        }
        self.errors += usize::from(diagnostic.severity == Severity::Error);
        self.list.push(diagnostic);
    }

    /// Whether there is any error among them.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// The number of errors among them.
    pub fn error_count(&self) -> usize {
        self.errors
    }

    /// The number of all.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter()
    }

    /// Takes them out, and is empty then.
    pub fn take(&mut self) -> Vec<Diagnostic> {
        self.errors = 0;
        std::mem::take(&mut self.list)
    }

    /// Takes them out in the order of the source: by file, in the order in
    /// which the files were read, and by place. What has no place comes first.
    pub fn take_sorted(&mut self) -> Vec<Diagnostic> {
        let mut list = self.take();
        list.sort_by_key(|diagnostic| diagnostic.span.map(|span| (span.file, span.start)));
        list
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, iter: I) {
        for diagnostic in iter {
            self.push(diagnostic);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::source::SourceMap;

    #[test]
    fn errors_with_a_name_can_be_warnings() {
        let span = {
            let mut sources = SourceMap::default();
            let file = sources.add("a.pdll", "", None);
            sources.whole(file)
        };
        let mut diagnostics = Diagnostics::default();
        diagnostics.push(Diagnostic::named_error("a", span, "before"));
        diagnostics.take();
        diagnostics.downgrade("a");
        diagnostics.push(Diagnostic::named_error("a", span, "this"));
        assert!(!diagnostics.has_errors());
        diagnostics.push(Diagnostic::named_error("b", span, "another"));
        assert_eq!(diagnostics.error_count(), 1);
    }
}
