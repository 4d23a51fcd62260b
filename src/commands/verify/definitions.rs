//! The files that say what operations mean.

use super::functions;
use crate::{
    back::{
        check,
        graph::Checked,
        verify::{Definitions, Function, Problem, called, mismatch},
    },
    base::{
        diagnostic::{Diagnostic, Severity},
        source::Disk,
    },
    front::hir::Native,
    library::{
        pattern_set::files::{self, PatternFile},
        session::Session,
    },
    mlir::diagnostics::{Catcher, spans},
};
use melior::{
    Context,
    ir::{Location, Module},
};
use std::{collections::BTreeSet, path::PathBuf};

/// The patterns that define operations, and their functions.
pub(super) struct Defining<'c> {
    module: Module<'c>,
    natives: Vec<Native>,
    /// The native functions that they define for others.
    functions: Vec<Function>,
}

/// Compiles the files for patterns that may call their functions. Returns `None` if one has
/// errors, which go to the session.
pub(super) fn read<'c>(
    session: &mut Session<'_>,
    context: &'c Context,
    paths: &[PathBuf],
    rules: &Checked<'_, '_>,
) -> Option<Defining<'c>> {
    let before = session.diagnostics.take();
    let (files, functions) = with_functions(session, paths, rules);
    let compiled = match session.diagnostics.has_errors() {
        true => None,
        false => compile(session, context, files),
    };
    // Warnings are about how the patterns are applied, which they are not.
    let mut found = session.diagnostics.take();
    found.retain(|one| one.severity == Severity::Error);
    for diagnostic in before.into_iter().chain(found) {
        session.diagnostics.push(diagnostic);
    }
    let (module, natives) = compiled?;
    Some(Defining {
        module,
        natives,
        functions,
    })
}

/// The files, with patterns for the functions that others call.
fn with_functions(
    session: &mut Session<'_>,
    paths: &[PathBuf],
    rules: &Checked<'_, '_>,
) -> (Vec<PatternFile>, Vec<Function>) {
    let mut wanted: BTreeSet<String> = called(rules).map(str::to_owned).collect();
    let mut texts = Vec::new();
    for path in paths {
        let name = path.display().to_string();
        let Some(text) = session.read(path) else {
            continue;
        };
        if !files::is_mlir(&name, &text) {
            wanted.extend(functions::open(session, &name, &text));
        }
        texts.push((name, text));
    }
    let mut found = Vec::new();
    let mut files = Vec::new();
    for (name, mut text) in texts {
        if !files::is_mlir(&name, &text) {
            functions::add_patterns(session, &name, &mut text, &wanted, &mut found);
        }
        files.push(PatternFile::InMemory(name, text));
    }
    (files, found)
}

/// Compiles files to a module and its functions. Returns `None` if one has errors, which go
/// to the session.
pub(super) fn compile<'c>(
    session: &mut Session<'_>,
    context: &'c Context,
    files: Vec<PatternFile>,
) -> Option<(Module<'c>, Vec<Native>)> {
    let catcher = Catcher::of_this_thread(context);
    let compiled = files::compile(session, context, files);
    let caught = catcher.finish(&mut session.sources, &Disk);
    session.diagnostics.extend(caught);
    let compiled = compiled?;
    let natives = compiled.definitions.into_iter();
    let natives = natives.map(|definition| definition.native).collect();
    Some((compiled.module, natives))
}

impl<'c> Defining<'c> {
    /// All that verdicts depend on.
    pub(super) fn text(&self) -> String {
        let natives = self.natives.iter().map(|native| &native.body);
        let natives: Vec<_> = natives.collect();
        let functions = &self.functions;
        format!("{}{natives:?}{functions:?}", self.module.as_operation())
    }

    /// The graphs of the patterns, unless MLIR refuses some.
    pub(super) fn check(&self, context: &'c Context) -> Option<Checked<'_, 'c>> {
        check::for_elsewhere(context, &self.module)
    }
}

/// What the patterns define. One that defines nothing is an error, and so is a call in
/// `rules` or in a definition of a function that is defined otherwise.
pub(super) fn find<'p, 'c>(
    session: &mut Session<'_>,
    checked: &'p Checked<'p, 'c>,
    defining: &'p Defining<'c>,
    rules: &Checked<'_, 'c>,
) -> Option<Definitions<'p, 'c>> {
    let mut definitions = Definitions::default();
    let natives = defining.natives.iter();
    let added = definitions.add(checked, natives, &defining.functions);
    let mut is_valid = true;
    for problem in added.err().into_iter().flatten() {
        is_valid = false;
        match problem {
            Problem::NoDefinition(place) => {
                let text = "the pattern defines no operation";
                let help = "a definition matches one operation by its name, and replaces it";
                report(session, place, text, help);
            }
            Problem::AsksForOperations(function) => {
                let name = &function.name;
                let text = format!("the definition of `{name}` asks for operations");
                let help =
                    "the definition of a native function says something of its arguments only";
                let error = Diagnostic::error_without_place(text).help(help);
                session.diagnostics.push(error);
            }
        }
    }
    for graph in [rules, checked] {
        if let Some((pattern, text)) = mismatch(graph, &defining.functions) {
            is_valid = false;
            let help = "a definition is of the same kind, and takes and returns the same; in \
                        place of an attribute it may return the value that is its constant";
            let place = graph.locations()[pattern].pattern;
            report(session, place, &text, help);
        }
    }
    is_valid.then_some(definitions)
}

fn report(session: &mut Session<'_>, place: Location<'_>, text: &str, help: &str) {
    let spans = spans(place, &mut session.sources, &Disk);
    let error = match spans.first() {
        Some(span) => Diagnostic::error(*span, text),
        None => Diagnostic::error_without_place(text),
    };
    session.diagnostics.push(error.help(help));
}
