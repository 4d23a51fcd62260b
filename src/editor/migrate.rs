//! Rewrite rules as PDLL that a person would have written.
//!
//! ```text
//! rules ─drr→ hir ─form→ without what follows from definitions ─printer→ PDLL
//!                   ↑                                                     │
//!                   └──────────────── compared by `canonical` ←── sema ───┘
//! ```
//!
//! The PDLL is compiled again: what it means must be what the rules mean. A rule that would
//! mean something else is left out.
//!
//! | module | subject |
//! |---|---|
//! | `literals` | the texts of literals |
//! | `form`, `understood`, `groups` | patterns without what follows from definitions |
//! | `canonical` | the comparison |
//! | `printer`, `operations`, `matching`, `rewriting` | patterns as PDLL |
//! | `functions`, `code`, `brackets` | native functions, and their C++ |
//! | `constants` | C++ that is a literal |
//! | `pdll_names` | names that PDLL accepts |
//! | `comments`, `notes` | comments of rules, and what is said about them |
//! | `file` | the file as a whole |
//! | `comparison` | the comparison with the rules |

mod brackets;
mod canonical;
mod code;
mod comments;
mod comparison;
mod constants;
mod file;
mod form;
mod functions;
mod groups;
mod literals;
mod matching;
mod notes;
mod operations;
mod pdll_names;
mod printer;
mod rewriting;
#[cfg(test)]
mod tests;
mod understood;

use crate::{
    base::diagnostic::Diagnostics, base::source::SourceMap, front::drr, front::format,
    front::host::Host, front::ods::RuleFile, library::session::Session,
};
use comparison::Mistake;
use file::Wrong;
use literals::Recorder;
use std::mem::ManuallyDrop;

/// How rules become a file of PDLL.
pub(crate) struct Request<'r> {
    /// The rules.
    pub(crate) rules: &'r RuleFile,
    /// The name of the file to write. Includes are looked for from there.
    pub(crate) output: &'r str,
    /// What the file includes, as it names it.
    pub(crate) includes: Vec<String>,
    /// Whether the file includes the file of the rules itself.
    pub(crate) includes_rules: bool,
    /// How the file names the file of the rules.
    pub(crate) path_of_rules: String,
    /// Whether rules that PDLL cannot say are left out.
    pub(crate) skip_unsupported: bool,
}

impl Request<'_> {
    /// Includes the file of the rules in place of what that includes.
    fn include_rules(&mut self) {
        self.includes_rules = true;
        self.includes = vec![self.path_of_rules.clone()];
    }
}

/// The PDLL that means the same as the rules. After an error, there is none. What needs a
/// hand is said in the diagnostics of the session.
///
/// The PDLL is compiled again. A rule that would do something else as PDLL is left out as
/// one that PDLL cannot say. What all this needs stays in memory until the process ends.
pub(crate) fn migrate(
    mut request: Request<'_>,
    session: &mut Session<'_>,
    host: &mut dyn Host,
) -> Option<String> {
    let mut recorder = Recorder::new(host);
    let rules = request.rules;
    let analyzed = drr::analyze_each(&rules.rules, &rules.ods, &mut recorder);
    // The command ends soon. To destroy all of this before would only take time.
    let analyzed = ManuallyDrop::new(analyzed);
    let (meanings, natives) = &*analyzed;
    let mut wrong = Wrong::new();
    loop {
        let sources = &session.sources;
        let printed = file::print(&request, meanings, natives, &wrong, sources, &mut recorder);
        let mut printed = ManuallyDrop::new(printed);
        let problems = printed.diagnostics.take();
        match comparison::check(&printed, request.output, session, &mut recorder) {
            Ok(formatted) => {
                session.diagnostics.extend(problems);
                return (!session.diagnostics.has_errors()).then_some(formatted);
            }
            Err(Mistake::Rules(others)) => wrong.extend(others),
            // A file that needs the definitions of what includes it cannot be included
            // by itself.
            Err(Mistake::Includes(_)) if !request.includes_rules => request.include_rules(),
            Err(Mistake::Includes(errors)) => {
                session.diagnostics.extend(errors);
                return None;
            }
        }
    }
}

/// A rule in PDLL, for people to read.
#[derive(Debug)]
pub(crate) struct Preview {
    /// The rule, with the functions that it calls, before it is formatted.
    text: Option<String>,
    /// The benefit of its first form, unless it has an error.
    pub(crate) benefit: Option<u16>,
}

impl Preview {
    /// The rule, with the functions that it calls. `None` if it has an error, or PDLL
    /// cannot express it. It is formatted only now: there is a preview of each rule after
    /// each keystroke, and people read few.
    pub(crate) fn text(&self) -> Option<String> {
        let text = self.text.clone()?;
        let mut sources = SourceMap::default();
        let file = sources.add("migrated.pdll", text, None);
        let formatted = format::format(&sources, file, &mut Diagnostics::default());
        Some(formatted.expect("the formatter changes white space only"))
    }
}

/// Prints each rule by itself.
pub(crate) fn previews(rules: &RuleFile, sources: &SourceMap, host: &mut dyn Host) -> Vec<Preview> {
    let mut recorder = Recorder::new(host);
    let (meanings, natives) = drr::analyze_each(&rules.rules, &rules.ods, &mut recorder);
    let request = Request {
        rules,
        output: "",
        includes: Vec::new(),
        includes_rules: true,
        path_of_rules: String::new(),
        skip_unsupported: false,
    };
    let texts = file::texts(&request, &meanings, &natives, sources, &mut recorder);
    let rules = std::iter::zip(texts, meanings);
    rules
        .map(|(text, meaning)| Preview {
            text,
            benefit: meaning.patterns.first().map(|pattern| pattern.benefit),
        })
        .collect()
}
