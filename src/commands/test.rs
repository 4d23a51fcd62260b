//! `pdll-opt test`: applies patterns to programs, and compares the results with what is
//! expected.
//!
//! | module | subject |
//! |---|---|
//! | `suite` | which files have tests |
//! | `file` | what stands in them |
//! | `setup` | how their patterns are applied |
//! | `trial` | the runs |
//! | `coverage` | what the tests reach |

mod coverage;
mod file;
mod setup;
mod suite;
mod trial;

use super::{
    Input, Outcome,
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
use file::{Expected, Piece, TestFile};
use melior::Context;
use similar::TextDiff;
use std::{fmt::Write, ops::Range, path::Path};
use trial::{Ran, Rewritten, Trials, without_module};

/// Runs the command.
pub fn run(options: &Test) -> Outcome {
    let mut session = options.setup.common.session(&Disk);
    let mut suite = Suite::new(options);
    match suite::test_files(&options.setup.files) {
        Ok(files) => {
            for file in files {
                suite.test(&file, &mut session);
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
    printed: String,
}

/// The numbers of tests of a file.
#[derive(Default)]
struct Counts {
    passed: usize,
    updated: usize,
    failed: usize,
}

impl Suite<'_> {
    fn new(options: &Test) -> Suite<'_> {
        Suite {
            options,
            coverage: options.coverage.as_ref().map(|_| Coverage::default()),
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
            let Some(expected) = expected(&trials, test, &rewritten, setup, session) else {
                counts.failed += 1;
                continue;
            };
            if expected.as_ref() == Some(&rewritten.after) {
                counts.passed += 1;
            } else if self.options.update {
                counts.updated += 1;
                results.push((index, without_module(&rewritten.after)));
            } else {
                counts.failed += 1;
                let error = difference(id, test, expected.as_deref(), &rewritten.after);
                session.diagnostics.push(error);
            }
        }
        if self.coverage.is_some() {
            self.cover(&context, &name, file, setup, session);
        }
        results
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
    rewritten: &Rewritten,
    setup: &Setup,
    session: &mut Session<'_>,
) -> Option<Option<String>> {
    match &test.expected {
        Expected::Missing => Some(None),
        Expected::Unchanged { .. } => Some(Some(rewritten.before.clone())),
        Expected::Program { program, .. } => {
            let ran = trials.reprint(program, &mut session.sources);
            report(ran, setup, session).map(Some)
        }
    }
}

/// The error about a result that is not the expected one.
fn difference(
    id: FileId,
    test: &file::Test<'_>,
    expected: Option<&str>,
    result: &str,
) -> Diagnostic {
    let help = "`pdll-opt test --update` writes the result into the file";
    let result = without_module(result);
    let (place, message, shown) = match &test.expected {
        Expected::Missing => {
            let message = "the test does not say what becomes of the program";
            (first_line(&test.program), message, result)
        }
        Expected::Unchanged { mark } => {
            let message = "the patterns change the program";
            (mark.range.clone(), message, changes(expected, &result))
        }
        Expected::Program { mark, .. } => {
            let message = "the patterns make something else of the program";
            (mark.range.clone(), message, changes(expected, &result))
        }
    };
    let place = span(id, &place);
    let what = match test.expected {
        Expected::Missing => "it becomes",
        _ => "what is expected (-), and what it becomes (+)",
    };
    Diagnostic::error(place, message)
        .note_maybe_at(None, format!("{what}:\n{}", shown.trim_end()))
        .help(help)
}

/// The lines that differ, and some around them.
fn changes(expected: Option<&str>, result: &str) -> String {
    const CONTEXT: usize = 3;
    let expected = without_module(expected.unwrap_or_default());
    let diff = TextDiff::from_lines(expected.as_str(), result);
    let mut text = String::new();
    for (index, group) in diff.grouped_ops(CONTEXT).iter().enumerate() {
        if index > 0 {
            text.push_str("  ...\n");
        }
        for change in group.iter().flat_map(|change| diff.iter_changes(change)) {
            let _ = write!(text, "{}{}", change.tag(), change.value());
        }
    }
    text
}

/// The first line of a program that is no comment.
fn first_line(program: &Piece<'_>) -> Range<usize> {
    let mut start = program.range.start;
    for line in program.text.split_inclusive('\n') {
        let text = line.trim();
        if !text.is_empty() && !text.starts_with("//") {
            return start..start + line.trim_end().len();
        }
        start += line.len();
    }
    program.range.clone()
}

fn span(file: FileId, range: &Range<usize>) -> Span {
    Span {
        file,
        start: range.start as u32,
        end: range.end as u32,
    }
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
