//! The files that say what operations mean.

use crate::{
    back::{check, graph::Checked, verify::Definitions},
    base::{
        diagnostic::{Diagnostic, Severity},
        source::Disk,
    },
    library::{
        compile::Definition,
        pattern_set::files::{self, PatternFile},
        session::Session,
    },
    mlir::diagnostics::{Catcher, spans},
};
use melior::{Context, ir::Module};
use std::path::PathBuf;

/// The patterns that define operations, and their functions.
pub(super) struct Defining<'c> {
    module: Module<'c>,
    natives: Vec<Definition>,
}

/// Compiles the files. Returns `None` if one has errors, which go to the session.
pub(super) fn read<'c>(
    session: &mut Session<'_>,
    context: &'c Context,
    paths: &[PathBuf],
) -> Option<Defining<'c>> {
    let names = paths.iter().map(|path| path.display().to_string());
    let files = names.map(PatternFile::OnDisk).collect();
    let before = session.diagnostics.take();
    let catcher = Catcher::of_this_thread(context);
    let compiled = files::compile(session, context, files);
    let caught = catcher.finish(&mut session.sources, &Disk);
    session.diagnostics.extend(caught);
    // Warnings are about how the patterns are applied, which they are not.
    let mut found = session.diagnostics.take();
    found.retain(|one| one.severity == Severity::Error);
    for diagnostic in before.into_iter().chain(found) {
        session.diagnostics.push(diagnostic);
    }
    let compiled = compiled?;
    Some(Defining {
        module: compiled.module,
        natives: compiled.definitions,
    })
}

impl<'c> Defining<'c> {
    /// All that verdicts depend on.
    pub(super) fn text(&self) -> String {
        let natives = self
            .natives
            .iter()
            .map(|definition| &definition.native.body);
        let natives: Vec<_> = natives.collect();
        format!("{}{natives:?}", self.module.as_operation())
    }

    /// The graphs of the patterns, unless MLIR refuses some.
    pub(super) fn check(&self, context: &'c Context) -> Option<Checked<'_, 'c>> {
        check::for_elsewhere(context, &self.module)
    }
}

/// What the patterns define. One that defines nothing is an error.
pub(super) fn find<'p, 'c>(
    session: &mut Session<'_>,
    checked: &'p Checked<'p, 'c>,
    defining: &'p Defining<'c>,
) -> Option<Definitions<'p, 'c>> {
    let mut definitions = Definitions::default();
    let natives = defining.natives.iter().map(|definition| &definition.native);
    let Err(wrong) = definitions.add(checked, natives) else {
        return Some(definitions);
    };
    for place in wrong {
        let spans = spans(place, &mut session.sources, &Disk);
        let text = "the pattern defines no operation";
        let error = match spans.first() {
            Some(span) => Diagnostic::error(*span, text),
            None => Diagnostic::error_without_place(text),
        };
        let help = "a definition matches one operation by its name, and replaces it";
        session.diagnostics.push(error.help(help));
    }
    None
}
