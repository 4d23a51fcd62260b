//! `pdll-opt test`: applies patterns to programs, and compares the results with what is
//! expected.
//!
//! | module | subject |
//! |---|---|
//! | `suite` | which files have tests |
//! | `file` | what stands in them |
//! | `setup` | how their patterns are applied |
//! | `trial` | the runs |
//! | `difference` | what is said of a result that is not the expected one |
//! | `compiled` | functions that are compiled and run for that |
//! | `values` | whether functions return what they returned before |
//! | `coverage` | what the tests reach |

mod compiled;
mod coverage;
mod difference;
mod file;
mod setup;
mod suite;
mod trial;
mod values;

use super::{
    Input, Outcome, Status,
    apply::{pipeline::Pipeline, register},
    deliver, explain,
    options::{Explain, Format, Setup, State, Test},
    output::Target,
};
use crate::{
    base::diagnostic::{Diagnostic, count},
    base::source::{Disk, FileId, Span},
    library::session::Session,
};
use coverage::Coverage;
use difference::{difference, first_line};
use file::{Expected, TestFile};
use melior::{Context, utility::register_all_passes};
use std::{fmt::Write, ops::Range, path::Path};
use trial::{Ran, Rewritten, Trials, printed, without_module};
use values::Values;

/// Runs the command.
pub fn run(options: &Test) -> Outcome {
    let mut session = options.setup.common.session(&Disk);
    let lowering = match lowering(options) {
        Ok(lowering) => lowering,
        Err(reason) => {
            return Outcome {
                messages: format!("error: invalid pass pipeline of --lower:\n{reason}\n"),
                status: Status::UsageError,
                ..Outcome::default()
            };
        }
    };
    let mut suite = Suite::new(options, lowering.as_ref());
    match suite::test_files(&options.setup.files) {
        Ok(files) => {
            for file in files {
                suite.test(&file, &mut session);
            }
            if let Some(values) = &suite.values {
                suite.printed += &values.text();
            }
            suite.finish_coverage(&mut session);
        }
        Err(problems) => {
            let errors = problems.into_iter().map(Diagnostic::error_without_place);
            session.diagnostics.extend(errors);
        }
    }
    let mut outcome = Outcome::new(Vec::new(), session, &options.setup.common);
    // The tests that pass are of interest, too, if others fail.
    outcome.output = suite.printed.into_bytes();
    outcome
}

/// All tests of a run.
struct Suite<'o> {
    options: &'o Test,
    coverage: Option<Coverage>,
    values: Option<Values<'o>>,
    printed: String,
}

/// The numbers of tests of a file.
#[derive(Default)]
struct Counts {
    passed: usize,
    updated: usize,
    failed: usize,
}

impl<'o> Suite<'o> {
    fn new(options: &'o Test, lowering: Option<&'o Pipeline<'o>>) -> Self {
        Suite {
            options,
            coverage: options.coverage.as_ref().map(|_| Coverage::default()),
            values: options.run.then(|| Values::new(lowering)),
            printed: String::new(),
        }
    }

    /// Runs the tests of a file.
    fn test(&mut self, path: &Path, session: &mut Session<'_>) {
        let Some(id) = session.open(path) else {
            return;
        };
        let text = session.sources.file(id).text().to_owned();
        let file = match TestFile::read(&text) {
            Ok(file) => file,
            Err(misplaced) => {
                let errors = misplaced
                    .into_iter()
                    .map(|one| Diagnostic::error(span(id, &one.range), one.message));
                session.diagnostics.extend(errors);
                return;
            }
        };
        let setup = match setup::of_file(&self.options.setup, path, &file.options) {
            Ok(setup) => setup,
            Err(problem) => {
                let place = problem.range.map_or_else(
                    || session.sources.whole(id).at_start(),
                    |range| span(id, &range),
                );
                let error = Diagnostic::error(place, problem.message);
                session.diagnostics.push(error);
                return;
            }
        };
        let mut counts = Counts::default();
        let results = self.run_tests(id, path, &file, &setup, session, &mut counts);
        if !results.is_empty() {
            let results = results.iter().map(|(index, text)| (*index, text.as_str()));
            let target = Target {
                path,
                bytes: file.with_results(results).into_bytes(),
                if_changed: true,
            };
            deliver(&[target], &mut session.diagnostics);
        }
        self.printed += &counts.text(path);
    }

    /// Returns the results to write into the file.
    fn run_tests(
        &mut self,
        id: FileId,
        path: &Path,
        file: &TestFile<'_>,
        setup: &Setup,
        session: &mut Session<'_>,
        counts: &mut Counts,
    ) -> Vec<(usize, String)> {
        let registry = match register(setup) {
            Ok(registry) => registry,
            Err(errors) => {
                session.diagnostics.extend(errors);
                counts.failed += file.tests.len();
                return Vec::new();
            }
        };
        let pipeline = match pipeline(setup) {
            Ok(pipeline) => pipeline,
            Err(reason) => {
                let message = format!("invalid pass pipeline:\n{reason}");
                session
                    .diagnostics
                    .push(Diagnostic::error_without_place(message));
                counts.failed += file.tests.len();
                return Vec::new();
            }
        };
        let context = Context::new_with_registry(&registry, true);
        context.set_allow_unregistered_dialects(setup.allow_unregistered_dialect);
        let name = path.display().to_string();
        let trials = Trials::new(&context, &pipeline, &name);
        if report(trials.prepare(&mut session.sources), setup, session).is_none() {
            counts.failed += file.tests.len();
            return Vec::new();
        }
        let mut results = Vec::new();
        for (index, test) in file.tests.iter().enumerate() {
            let ran = trials.rewrite(&test.program, &mut session.sources);
            let Some(rewritten) = report(ran, setup, session) else {
                counts.failed += 1;
                continue;
            };
            let after = printed(&rewritten.after);
            let Some(expected) = expected(&trials, test, &rewritten, setup, session) else {
                counts.failed += 1;
                continue;
            };
            let is_expected = expected.as_ref() == Some(&after);
            if !is_expected && !self.options.update {
                let error = difference(id, test, expected.as_deref(), &after);
                session.diagnostics.push(error);
            }
            let keeps_values = self.compare_values(id, &name, test, &context, &rewritten, session);
            match (is_expected, keeps_values) {
                (true, true) => counts.passed += 1,
                (false, true) if self.options.update => {
                    counts.updated += 1;
                    results.push((index, without_module(&after)));
                }
                _ => counts.failed += 1,
            }
        }
        if self.coverage.is_some() {
            self.cover(&context, &name, file, setup, session);
        }
        results
    }

    /// Returns whether the functions of a program return what they returned before, as far
    /// as that is known, or nobody asks.
    fn compare_values<'c>(
        &mut self,
        id: FileId,
        name: &str,
        test: &file::Test<'_>,
        context: &'c Context,
        rewritten: &Rewritten<'c>,
        session: &mut Session<'_>,
    ) -> bool {
        let Some(values) = &mut self.values else {
            return true;
        };
        let span = span(id, &first_line(&test.program));
        let place = format!("{name}:{}", session.sources.position(span).line);
        let differences = values.compare(context, rewritten, &place);
        let same = differences.is_empty();
        let errors = differences
            .into_iter()
            .map(|one| Diagnostic::error(span, one));
        session.diagnostics.extend(errors);
        same
    }

    /// Adds what the programs of a file reach.
    fn cover(
        &mut self,
        context: &Context,
        name: &str,
        file: &TestFile<'_>,
        setup: &Setup,
        session: &mut Session<'_>,
    ) {
        let Some(coverage) = &mut self.coverage else {
            return;
        };
        let question = question(setup);
        let programs = file.tests.iter().map(|test| Input {
            name: name.to_owned(),
            bytes: test.program.text.as_bytes().to_vec(),
        });
        let compared = explain::compare(&question, context, programs, |report, sources| {
            coverage.add(report, sources);
        });
        if let Err(reason) = compared {
            session
                .diagnostics
                .push(Diagnostic::error_without_place(reason));
        }
    }

    /// Says what the tests do not reach.
    fn finish_coverage(&mut self, session: &mut Session<'_>) {
        let (Some(coverage), Some(path)) = (&mut self.coverage, &self.options.coverage) else {
            return;
        };
        let merged = match path {
            None => Ok(()),
            Some(path) => Coverage::read(path).and_then(|earlier| {
                coverage.add_earlier(earlier);
                coverage.write(path)
            }),
        };
        match merged {
            Ok(()) => self.printed += &coverage.text(),
            Err(reason) => session
                .diagnostics
                .push(Diagnostic::error_without_place(reason)),
        }
    }
}

impl Counts {
    fn text(&self, path: &Path) -> String {
        let Counts {
            passed,
            updated,
            failed,
        } = self;
        let all = count(passed + updated + failed, "test");
        let mut text = format!("{}: {passed} of {all} passed", path.display());
        for (number, what) in [(updated, "updated"), (failed, "failed")] {
            if *number > 0 {
                let _ = write!(text, ", {number} {what}");
            }
        }
        text.push('\n');
        text
    }
}

/// Takes what was reported into the session. Returns the result.
fn report<T>(ran: Ran<T>, setup: &Setup, session: &mut Session<'_>) -> Option<T> {
    let messages = setup.common.select_in_order(ran.messages);
    session.diagnostics.extend(messages);
    ran.result
}

/// The result that a test expects, as MLIR prints it; nothing inside if it does not say
/// anything.
fn expected(
    trials: &Trials<'_>,
    test: &file::Test<'_>,
    rewritten: &Rewritten<'_>,
    setup: &Setup,
    session: &mut Session<'_>,
) -> Option<Option<String>> {
    match &test.expected {
        Expected::Missing => Some(None),
        Expected::Unchanged { .. } => Some(Some(printed(&rewritten.before))),
        Expected::Program { program, .. } => {
            let ran = trials.reprint(program, &mut session.sources);
            report(ran, setup, session).map(Some)
        }
    }
}

/// A part of a file with tests.
fn span(file: FileId, range: &Range<usize>) -> Span {
    Span {
        file,
        start: range.start as u32,
        end: range.end as u32,
    }
}

/// What compiles functions, if something does.
fn lowering(options: &Test) -> Result<Option<Pipeline<'_>>, String> {
    let Some(text) = &options.lower else {
        return Ok(None);
    };
    register_all_passes();
    Pipeline::new(text, Vec::new()).map(Some)
}

/// The passes of the tests of a file.
fn pipeline(setup: &Setup) -> Result<Pipeline<'_>, String> {
    let mut flags = setup.pass.clone();
    // A program need not have a use for each pattern.
    flags.set_default("warn-never-fired", "none");
    for file in setup.pattern_files() {
        flags.add_pattern_file(file.display().to_string());
    }
    Pipeline::new(&setup.pass_pipeline, flags.into_settings(&setup.common))
}

/// What `explain` would be asked.
fn question(setup: &Setup) -> Explain {
    Explain {
        setup: setup.clone(),
        pattern: Vec::new(),
        op: None,
        at: State::Input,
        no_run: false,
        limit: 0,
        all: false,
        format: Format::Text,
        expect: None,
        output: None,
    }
}
