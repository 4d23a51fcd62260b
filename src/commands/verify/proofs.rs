//! Verdicts as parts of explanations.

use super::{Chosen, Command, decision::Entry, report_error};
use crate::{
    back::explain::{PatternReport, Proof},
    base::source::{Disk, SourceMap},
    commands::{Stdin, dialects::Dialects, options::Verify},
};
use std::path::Path;

/// What is known about the patterns of some files.
pub(in crate::commands) struct Proofs(Vec<Entry>);

impl Proofs {
    /// Decides the patterns of files. Others report what is wrong with the files.
    pub(in crate::commands) fn find(
        options: &Verify,
        dialects: &dyn Dialects,
        files: &[&Path],
        skip_unsupported: bool,
    ) -> Self {
        let mut session = options.common.session(&Disk);
        session.ods.skip_unsupported = skip_unsupported;
        let Some(chosen) = report_error(&mut session, Chosen::new(options, None)) else {
            return Proofs(Vec::new());
        };
        let mut command = Command::new(options, dialects, chosen);
        // What comes through a pipe was read before.
        for file in files.iter().filter(|file| file.is_file()) {
            session.diagnostics.take();
            if let Some(input) = Stdin::default().read(file, &mut session) {
                command.verify_input(&mut session, input);
            }
        }
        Proofs(command.entries)
    }

    /// What is known about a pattern.
    pub(in crate::commands) fn of(
        &self,
        pattern: &PatternReport,
        sources: &SourceMap,
    ) -> Option<Proof> {
        let span = pattern.span?;
        let (file, line) = (sources.file(span.file).name(), sources.position(span).line);
        let has_name = |one: &&Entry| one.name == pattern.name;
        let in_file = || self.0.iter().filter(|one| one.place.file == file);
        let is_there = |one: &&Entry| one.place.position.is_some_and(|(at, _)| at == line);
        let there: Vec<_> = in_file().filter(is_there).collect();
        let named: Vec<_> = in_file().filter(has_name).collect();
        let both = there.iter().copied().find(|one| has_name(one));
        // The name may stand in another line than the word before it.
        let only = [&there, &named].into_iter().find(|found| found.len() == 1);
        let entry = both.or_else(|| only.map(|found| found[0]))?;
        Some(Proof {
            sentence: entry.sentence(),
            details: entry.body(),
            json: entry.object(),
        })
    }
}
