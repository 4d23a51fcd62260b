//! Verdicts as warnings of other commands.

use super::{
    Chosen, Command,
    decision::{Decision, Entry, Wrong},
    report_error,
};
use crate::{
    back::verify::Described,
    base::{
        diagnostic::{Diagnostic, Severity, UNPROVEN},
        source::FileId,
    },
    commands::{dialects::Dialects, options::Verify},
    front::frontend,
    library::session::Session,
};

/// What warns of patterns that are not proven.
pub(in crate::commands) struct Unproven<'o>(Command<'o>);

impl<'o> Unproven<'o> {
    /// Returns `None` if there are errors, which go to the session.
    pub(in crate::commands) fn new(
        options: &'o Verify,
        dialects: &'o dyn Dialects,
        session: &mut Session<'_>,
    ) -> Option<Self> {
        let chosen = report_error(session, Chosen::new(options, None))?;
        Some(Unproven(Command::new(options, dialects, chosen)))
    }

    /// Adds the warnings about the patterns of a file, or of a part of one, that was found to
    /// have no errors.
    pub(in crate::commands) fn check(
        &mut self,
        session: &mut Session<'_>,
        part: FileId,
        is_whole: bool,
        patterns: &dyn frontend::PatternFile,
    ) {
        let name = session.sources.file(part).name().to_owned();
        let described = Described::new(patterns.definitions());
        self.0
            .verify_patterns(session, &name, is_whole, &described, |session, context| {
                let before = session.diagnostics.take();
                let compiled = session.check_in_detail(context, part, patterns);
                // Warnings are known already.
                let mut repeated = session.diagnostics.take();
                repeated.retain(|one| one.severity == Severity::Error);
                session
                    .diagnostics
                    .extend(before.into_iter().chain(repeated));
                compiled
            });
        let entries = self.0.entries.drain(..);
        session
            .diagnostics
            .extend(entries.filter_map(|entry| warning(&entry)));
    }
}

/// `None` if the pattern is proven.
fn warning(entry: &Entry) -> Option<Diagnostic> {
    let subject = match &*entry.name {
        "" => "the pattern".to_owned(),
        name => format!("`{name}`"),
    };
    Some(match &entry.decision {
        Decision::Proven { open: None, .. } => return None,
        Decision::Proven {
            types,
            open: Some((open, reason)),
            ..
        } => at(
            entry,
            format!("{subject} is proven for {types}, but not for {open}: {reason}"),
        ),
        Decision::Wrong(wrong) => {
            let warning = at(entry, format!("{subject} is wrong for {}", wrong.types));
            explained(warning, wrong)
        }
        Decision::Invalid {
            types,
            reason,
            remedy,
        } => {
            let what = "it creates an invalid operation";
            let warning = at(
                entry,
                format!("{subject} is wrong for {types}: {what}: {reason}"),
            );
            remedied(warning, remedy.as_deref())
        }
        Decision::Undecided(reason) => at(entry, format!("{subject} is not proven: {reason}")),
    })
}

fn at(entry: &Entry, message: String) -> Diagnostic {
    Diagnostic {
        name: Some(UNPROVEN),
        ..Diagnostic::new(Severity::Warning, entry.place.span, message)
    }
}

/// A warning with the counterexample.
fn explained(mut warning: Diagnostic, wrong: &Wrong) -> Diagnostic {
    let results = wrong.results.iter();
    let results = results.map(|(before, after)| format!("before: {before}, after: {after}"));
    let mut notes: Vec<String> = results.collect();
    if !wrong.values.is_empty() {
        notes.insert(0, format!("with {}", wrong.values.join(", ")));
    }
    if let Some(reason) = &wrong.not_run {
        notes.push(format!("the pattern was not run: {reason}"));
    }
    if let Some(only_if) = &wrong.only_if {
        notes.push(format!("only if {only_if}"));
    }
    for note in notes {
        warning = warning.note_maybe_at(None, note);
    }
    remedied(warning, wrong.remedy.as_deref())
}

fn remedied(warning: Diagnostic, remedy: Option<&str>) -> Diagnostic {
    match remedy {
        Some(remedy) => warning.help(remedy),
        None => warning,
    }
}
