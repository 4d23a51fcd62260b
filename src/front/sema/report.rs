//! The diagnostics of analysis.
//!
//! For a statement that the parser did not understand, the syntax error is
//! enough: whatever analysis finds wrong there follows from what is missing.

use crate::{
    base::diagnostic::{Diagnostic, Diagnostics, Severity},
    base::source::Span,
    syntax::ast::Stmt,
};
use rustc_hash::FxHashSet;

/// Takes the diagnostics of analysis.
pub(super) struct Report<'a> {
    diagnostics: &'a mut Diagnostics,
    /// Where the parser reported errors, in order.
    syntax_errors: Vec<Span>,
    /// The statements that are analyzed now and were not understood, and expressions
    /// without meaning.
    damaged: Vec<Damaged>,
    /// The number of errors that were found in them and not reported.
    hidden_errors: usize,
    /// The places and messages of errors.
    errors: FxHashSet<(Span, String)>,
}

/// A statement that the parser did not understand.
struct Damaged {
    span: Span,
    /// The name that it defines, which was understood.
    name: Option<Span>,
    /// Whether it was understood, and an error has left it without meaning.
    is_for_editors: bool,
}

/// What is around a statement.
pub(super) struct Outside {
    /// The number of damaged statements around it.
    damaged: usize,
}

impl<'a> Report<'a> {
    /// `diagnostics` holds what the parser reported.
    pub(super) fn new(diagnostics: &'a mut Diagnostics) -> Self {
        let mut syntax_errors: Vec<_> = diagnostics.iter().filter_map(|one| one.span).collect();
        syntax_errors.sort_unstable();
        Report {
            diagnostics,
            syntax_errors,
            damaged: Vec::new(),
            hidden_errors: 0,
            errors: FxHashSet::default(),
        }
    }

    /// Adds a diagnostic, unless it follows from a syntax error, or is an error that
    /// was reported: the definition of a predicate is read at each use of it.
    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
        let is_hidden = |statement: &Damaged| {
            let place = diagnostic.span;
            place != statement.name && place.is_some_and(|place| statement.span.contains(place))
        };
        let is_error = diagnostic.severity == Severity::Error;
        let is_said = is_error
            && diagnostic
                .span
                .is_some_and(|span| !self.errors.insert((span, diagnostic.message.clone())));
        if is_said || self.damaged.iter().any(is_hidden) {
            self.hidden_errors += usize::from(is_error);
        } else {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Adds the warnings about a declaration without errors.
    pub(super) fn extend(&mut self, warnings: Vec<Diagnostic>) {
        self.diagnostics.extend(warnings);
    }

    /// The number of errors so far, including those that are not reported.
    pub(super) fn error_count(&self) -> usize {
        self.diagnostics.error_count() + self.hidden_errors
    }

    /// The diagnostics, for checks that have nothing to do with syntax.
    pub(super) fn diagnostics(&mut self) -> &mut Diagnostics {
        self.diagnostics
    }

    /// Whether the parser had to skip something in there.
    pub(super) fn has_syntax_error(&self, whole: Span) -> bool {
        let first = self
            .syntax_errors
            .partition_point(|error| (error.file, error.start) < (whole.file, whole.start));
        let next = self.syntax_errors.get(first);
        next.is_some_and(|error| error.file == whole.file && error.start <= whole.end)
    }

    /// Begins a statement. Returns what [`Report::leave`] needs at its end.
    ///
    /// The statements in `rewrite … with { … }` are read one by one, so that an
    /// error in one of them says nothing about the others.
    pub(super) fn enter(&mut self, stmt: &Stmt) -> Outside {
        let outside = Outside {
            damaged: self.damaged.len(),
        };
        let span = stmt.span();
        let name = match stmt {
            Stmt::Rewrite(_) => return outside,
            Stmt::Let(stmt) => Some(stmt.name.span).filter(|name| name.start > span.start),
            _ => None,
        };
        let mut inside = span;
        if !matches!(stmt, Stmt::Let(_)) || name.is_some() {
            // An error at the start is about what is before it, unless it is a
            // missing `let`.
            inside.start += 1;
        }
        if self.has_syntax_error(inside) {
            self.damaged.push(Damaged {
                span,
                name,
                is_for_editors: false,
            });
        }
        outside
    }

    /// Begins something that an error was reported about. Other errors inside follow
    /// from that one.
    pub(super) fn hide(&mut self, span: Span) -> Outside {
        let outside = Outside {
            damaged: self.damaged.len(),
        };
        self.damaged.push(Damaged {
            span,
            name: None,
            is_for_editors: true,
        });
        outside
    }

    /// Whether what is analyzed now is for editors only. Then no error may make a
    /// later one go away.
    pub(super) fn is_for_editors(&self) -> bool {
        self.damaged.iter().any(|damaged| damaged.is_for_editors)
    }

    /// Begins the signature of a function, as a statement is begun.
    pub(super) fn enter_signature(&mut self, span: Span) -> Outside {
        let outside = Outside {
            damaged: self.damaged.len(),
        };
        if self.has_syntax_error(span) {
            self.damaged.push(Damaged {
                span,
                name: None,
                is_for_editors: false,
            });
        }
        outside
    }

    /// Ends a statement or signature.
    pub(super) fn leave(&mut self, outside: &Outside) {
        self.damaged.truncate(outside.damaged);
    }
}
