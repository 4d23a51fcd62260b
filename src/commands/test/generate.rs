//! New tests: programs that patterns match, and what they become.

use super::{
    file::{Piece, TestFile},
    trial::{Trials, printed, without_module},
};
use crate::{
    back::{
        check,
        explain::matches_glob,
        verify::{Definitions, Described, Verifier},
    },
    base::{
        diagnostic::{Severity, count},
        source::SourceMap,
    },
    commands::options::Setup,
    library::session::Session,
    mlir::diagnostics::Catcher,
};
use melior::{Context, dialect::DialectRegistry};
use pdll_verify::{refine::Limits, z3::Z3};
use std::{env, fmt::Write, path::Path};

/// How much is done to find values for which a pattern matches.
const LIMITS: Limits = Limits {
    num_tries: 256,
    solver: 1_000_000,
};

/// Programs for a pattern.
pub(super) struct Sample {
    pattern: String,
    /// Or why there is none.
    programs: Result<Vec<String>, String>,
}

/// Programs that the patterns of some files match. Nothing after errors, which the session
/// has.
pub(super) fn samples(
    session: &mut Session<'_>,
    registry: &DialectRegistry,
    setup: &Setup,
) -> Option<Vec<Sample>> {
    let z3 = Z3::load(env::var_os("PDLL_Z3").as_deref()).ok();
    let mut samples = Vec::new();
    for path in setup.pattern_files() {
        samples.extend(samples_of(session, registry, setup, path, z3.as_ref())?);
    }
    Some(samples)
}

fn samples_of(
    session: &mut Session<'_>,
    registry: &DialectRegistry,
    setup: &Setup,
    path: &Path,
    z3: Option<&Z3>,
) -> Option<Vec<Sample>> {
    let context = Context::new_with_registry(registry, false);
    context.set_allow_unregistered_dialects(true);
    let file = session.open(path)?;
    let patterns = session.patterns(file);
    let before = session.diagnostics.take();
    let checked = session.check_in_detail(&context, file, &*patterns);
    // The tests show what is to be said of the patterns.
    session.diagnostics.take();
    session.diagnostics.extend(before);
    let (module, natives) = checked?;
    let graph = {
        let _reported = Catcher::of_this_thread(&context);
        check::for_elsewhere(&context, &module)?
    };
    let described = Described::new(patterns.definitions());
    let none = Definitions::default();
    let verifier = Verifier::new(&graph, &natives, &described, none, LIMITS);
    let locations = graph.locations();
    let all = graph.patterns().iter().zip(&locations);
    let wanted = all.filter(|(pattern, _)| wants(setup, &pattern.name));
    let samples = wanted.map(|(pattern, locations)| Sample {
        pattern: pattern.name.clone(),
        programs: verifier.samples(pattern, locations, z3.map(Z3::solver)),
    });
    Some(samples.collect())
}

fn wants(setup: &Setup, name: &str) -> bool {
    let any = |option| {
        let mut globs = setup.pass.values(option).iter();
        globs.any(|glob| matches_glob(glob, name))
    };
    let enabled = setup.pass.values("enable-patterns");
    (enabled.is_empty() || any("enable-patterns")) && !any("disable-patterns")
}

/// What is added to a file.
pub(super) struct Added {
    /// The text of the file with it.
    pub(super) text: String,
    pub(super) count: usize,
    /// Why there is nothing for some patterns.
    pub(super) missing: Vec<String>,
}

/// Adds the programs that change when the patterns are applied, and that are not there yet.
pub(super) fn add(
    text: &str,
    file: &TestFile<'_>,
    samples: &[Sample],
    trials: &Trials<'_>,
) -> Added {
    let mut added = Added {
        text: text.to_owned(),
        count: 0,
        missing: Vec::new(),
    };
    let is_known = |program: &str| {
        let mut tests = file.tests.iter();
        tests.any(|test| test.program.text.contains(program.trim()))
    };
    for sample in samples {
        let name = match &*sample.pattern {
            "" => "pattern",
            name => name,
        };
        let mut problems = Vec::new();
        problems.extend(sample.programs.as_ref().err().cloned());
        let mut is_shown = false;
        for program in sample.programs.iter().flatten() {
            if is_known(program) {
                is_shown = true;
                continue;
            }
            match result(program, trials) {
                Ok(result) => {
                    added.push(name, program, &result);
                    is_shown = true;
                }
                Err(problem) => problems.push(problem),
            }
        }
        let problem = problems.into_iter().next().filter(|_| !is_shown);
        added
            .missing
            .extend(problem.map(|problem| format!("no program for {name}: {problem}")));
    }
    added
}

/// What becomes of a program.
///
/// # Errors
///
/// Why it is no test.
fn result(program: &str, trials: &Trials<'_>) -> Result<String, String> {
    let piece = Piece {
        text: program,
        range: 0..program.len(),
        line: 1,
    };
    let ran = trials.rewrite(&piece, &mut SourceMap::default());
    let Some(rewritten) = ran.result else {
        let mut errors = ran.messages.iter();
        let error = errors.find(|one| one.severity == Severity::Error);
        let reason = error.map_or("no reason is known", |error| &error.message);
        return Err(format!("a rewrite fails: {reason}"));
    };
    let (before, after) = (printed(&rewritten.before), printed(&rewritten.after));
    match before == after {
        true => Err("the programs that were tried stay as they are".to_owned()),
        false => Ok(without_module(&after)),
    }
}

impl Added {
    fn push(&mut self, name: &str, program: &str, result: &str) {
        if !self.text.trim().is_empty() {
            self.text.truncate(self.text.trim_end().len());
            self.text.push_str("\n\n// -----\n\n");
        }
        let (program, result) = (program.trim_end(), result.trim_end());
        let _ = writeln!(self.text, "// {name}\n{program}\n// becomes\n{result}");
        self.count += 1;
    }

    /// Lines about it.
    pub(super) fn report(&self, path: &Path) -> String {
        let tests = count(self.count, "test");
        let mut text = format!("{}: {tests} added\n", path.display());
        for reason in &self.missing {
            let _ = writeln!(text, "  {reason}");
        }
        text
    }
}
