//! Verdicts about patterns that another command makes up.

use super::{Chosen, Command, decision::Decision};
use crate::{
    base::{diagnostic::Severity, source::Disk},
    commands::{Input, dialects::Dialects, options::Verify},
};

/// Decides pattern files, one after the other.
pub(in crate::commands) struct Judge<'o> {
    options: &'o Verify,
    command: Command<'o>,
    /// Why there is no solver.
    pub(in crate::commands) missing: Option<String>,
}

/// What is known of a pattern, in a line.
pub(in crate::commands) struct Judged {
    pub(in crate::commands) is_proven: bool,
    pub(in crate::commands) sentence: String,
    /// All that there is to say.
    pub(in crate::commands) text: String,
}

impl<'o> Judge<'o> {
    /// # Errors
    ///
    /// Why the solver cannot be used.
    pub(in crate::commands) fn new(
        options: &'o Verify,
        dialects: &'o dyn Dialects,
    ) -> Result<Self, String> {
        let chosen = Chosen::new(options, None)?;
        let missing = chosen.missing.clone();
        Ok(Judge {
            options,
            command: Command::new(options, dialects, chosen),
            missing,
        })
    }

    /// Decides the only pattern of a file.
    ///
    /// # Errors
    ///
    /// What is wrong with the file.
    pub(in crate::commands) fn judge(&mut self, text: &str) -> Result<Judged, String> {
        let mut session = self.options.common.session(&Disk);
        let input = Input {
            name: "inferred.pdll".to_owned(),
            bytes: text.as_bytes().to_vec(),
        };
        self.command.verify_input(&mut session, input);
        let entry = self.command.entries.pop();
        let mut messages = session.diagnostics.iter();
        let error = messages.find(|one| one.severity == Severity::Error);
        match (entry, error) {
            (Some(entry), None) => Ok(Judged {
                is_proven: matches!(entry.decision, Decision::Proven { .. }),
                sentence: entry.sentence(),
                text: entry.body(),
            }),
            (_, Some(error)) => Err(error.message.clone()),
            (None, None) => Err("it has no pattern".to_owned()),
        }
    }
}
