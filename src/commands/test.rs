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
//! | `generate` | tests that the patterns add |
//! | `lit` | tests as a file for lit |
//! | `values` | whether functions return what they returned before |
//! | `coverage` | what the tests reach |

mod compiled;
mod coverage;
mod difference;
mod file;
mod generate;
mod lit;
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
    base::source::{Disk, FileId, Span, io_reason},
    library::session::Session,
};
use coverage::Coverage;
use difference::{difference, first_line};
use file::{Expected, TestFile};
use melior::{Context, dialect::DialectRegistry, utility::register_all_passes};
use std::{fmt::Write, fs, ops::Range, path::Path};
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
    match suite::test_files(&options.setup.files, options.generate) {
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

    /// Runs the tests of a file, with those that the patterns add to it.
    fn test(&mut self, path: &Path, session: &mut Session<'_>) {
        if self.options.generate {
            // What comes after would be read twice.
            let sources = session.sources.clone();
            self.generate(path, session);
            if session.diagnostics.has_errors() {
                return;
            }
            session.sources = sources;
            if !path.exists() {
                return;
            }
        }
        let results = with_file(path, self.options, session, |ready, session| {
            let mut counts = Counts::default();
            let results = self.run_tests(&ready, session, &mut counts);
            if self.coverage.is_some() {
                self.cover(&ready, session);
            }
            self.printed += &counts.text(path);
            if let (Some(folder), 0) = (&self.options.emit_lit, counts.failed) {
                emit_lit(folder, &ready, session);
            }
            let results = results.iter().map(|(index, text)| (*index, text.as_str()));
            ready.file.with_results(results)
        });
        if let Some(text) = results {
            write(path, text, session);
        }
    }

    /// Adds tests to a file, which need not be there yet.
    fn generate(&mut self, path: &Path, session: &mut Session<'_>) {
        let added = with_file(path, self.options, session, |ready, session| {
            let samples = generate::samples(session, ready.registry, ready.setup)?;
            Some(generate::add(
                ready.text,
                ready.file,
                &samples,
                ready.trials,
            ))
        });
        let Some(added) = added.flatten() else {
            return;
        };
        self.printed += &added.report(path);
        if added.count > 0 {
            write(path, added.text, session);
        }
    }

    /// Returns the results to write into the file.
    fn run_tests(
        &mut self,
        ready: &Ready<'_, '_>,
        session: &mut Session<'_>,
        counts: &mut Counts,
    ) -> Vec<(usize, String)> {
        let mut results = Vec::new();
        for (index, test) in ready.file.tests.iter().enumerate() {
            let ran = ready.trials.rewrite(&test.program, &mut session.sources);
            let rewritten = report(ran, ready.setup, session);
            let expected = rewritten
                .as_ref()
                .and_then(|rewritten| expected(ready, test, rewritten, session));
            let (Some(rewritten), Some(expected)) = (rewritten, expected) else {
                counts.failed += 1;
                continue;
            };
            let after = printed(&rewritten.after);
            let is_expected = expected.as_ref() == Some(&after);
            if !is_expected && !self.options.update {
                let error = difference(ready.id, test, expected.as_deref(), &after);
                session.diagnostics.push(error);
            }
            let keeps_values = self.compare_values(ready, test, &rewritten, session);
            match (is_expected, keeps_values) {
                (true, true) => counts.passed += 1,
                (false, true) if self.options.update => {
                    counts.updated += 1;
                    results.push((index, without_module(&after)));
                }
                _ => counts.failed += 1,
            }
        }
        results
    }

    /// Returns whether the functions of a program return what they returned before, as far
    /// as that is known, or nobody asks.
    fn compare_values<'c>(
        &mut self,
        ready: &Ready<'_, 'c>,
        test: &file::Test<'_>,
        rewritten: &Rewritten<'c>,
        session: &mut Session<'_>,
    ) -> bool {
        let Some(values) = &mut self.values else {
            return true;
        };
        let span = span(ready.id, &first_line(&test.program));
        let place = format!("{}:{}", ready.name, session.sources.position(span).line);
        let differences = values.compare(ready.context, rewritten, &place);
        let same = differences.is_empty();
        let errors = differences
            .into_iter()
            .map(|one| Diagnostic::error(span, one));
        session.diagnostics.extend(errors);
        same
    }

    /// Adds what the programs of a file reach.
    fn cover(&mut self, ready: &Ready<'_, '_>, session: &mut Session<'_>) {
        let Some(coverage) = &mut self.coverage else {
            return;
        };
        let question = question(ready.setup);
        let programs = ready.file.tests.iter().map(|test| Input {
            name: ready.name.clone(),
            bytes: test.program.text.as_bytes().to_vec(),
        });
        let compared = explain::compare(&question, ready.context, programs, |report, sources| {
            coverage.add(report, sources);
        });
        if let Err(reason) = compared {
            let error = Diagnostic::error_without_place(reason);
            session.diagnostics.push(error);
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

/// A file with tests, and what is needed to run them.
struct Ready<'r, 'c> {
    id: FileId,
    name: String,
    text: &'r str,
    file: &'r TestFile<'r>,
    setup: &'r Setup,
    registry: &'r DialectRegistry,
    context: &'c Context,
    trials: &'r Trials<'c>,
}

/// Reads a file and compiles its patterns. Nothing is done after errors, which go to the
/// session. Without a file, there are no tests.
fn with_file<T>(
    path: &Path,
    options: &Test,
    session: &mut Session<'_>,
    act: impl FnOnce(Ready<'_, '_>, &mut Session<'_>) -> T,
) -> Option<T> {
    let name = path.display().to_string();
    let id = match options.generate && !path.exists() {
        true => session.add(&name, Vec::new()),
        false => session.open(path)?,
    };
    let text = session.sources.file(id).text().to_owned();
    let file = match TestFile::read(&text) {
        Ok(file) => file,
        Err(misplaced) => {
            let errors = misplaced.into_iter();
            let errors = errors.map(|one| Diagnostic::error(span(id, &one.range), one.message));
            session.diagnostics.extend(errors);
            return None;
        }
    };
    let setup = match setup::of_file(&options.setup, path, &file.options) {
        Ok(setup) => setup,
        Err(problem) => {
            let start = session.sources.whole(id).at_start();
            let place = problem.range.map_or(start, |range| span(id, &range));
            session
                .diagnostics
                .push(Diagnostic::error(place, problem.message));
            return None;
        }
    };
    let registry = match register(&setup) {
        Ok(registry) => registry,
        Err(errors) => {
            session.diagnostics.extend(errors);
            return None;
        }
    };
    let pipeline = match pipeline(&setup) {
        Ok(pipeline) => pipeline,
        Err(reason) => return session.fail(format!("invalid pass pipeline:\n{reason}")),
    };
    let context = Context::new_with_registry(&registry, true);
    context.set_allow_unregistered_dialects(setup.allow_unregistered_dialect);
    let trials = Trials::new(&context, &pipeline, &name);
    report(trials.prepare(&mut session.sources), &setup, session)?;
    let ready = Ready {
        id,
        name,
        text: &text,
        file: &file,
        setup: &setup,
        registry: &registry,
        context: &context,
        trials: &trials,
    };
    Some(act(ready, session))
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
    ready: &Ready<'_, '_>,
    test: &file::Test<'_>,
    rewritten: &Rewritten<'_>,
    session: &mut Session<'_>,
) -> Option<Option<String>> {
    match &test.expected {
        Expected::Missing => Some(None),
        Expected::Unchanged { .. } => Some(Some(printed(&rewritten.before))),
        Expected::Program { program, .. } => {
            let ran = ready.trials.reprint(program, &mut session.sources);
            report(ran, ready.setup, session).map(Some)
        }
    }
}

/// Writes the tests of a file as a test for lit.
fn emit_lit(folder: &Path, ready: &Ready<'_, '_>, session: &mut Session<'_>) {
    let tests = ready.file.tests.iter();
    let results: Option<Vec<_>> = tests
        .clone()
        .map(|test| {
            let ran = ready.trials.rewrite(&test.program, &mut session.sources);
            ran.result
                .map(|rewritten| without_module(&printed(&rewritten.after)))
        })
        .collect();
    let Some(results) = results else {
        return;
    };
    let examples: Vec<_> = tests
        .zip(&results)
        .map(|(test, result)| lit::Example {
            program: test.program.text,
            result,
        })
        .collect();
    let text = lit::test(folder, ready.setup, &examples);
    let path = folder.join(suite::lit_name(&ready.name));
    if let Err(error) = fs::create_dir_all(folder) {
        let (folder, reason) = (folder.display(), io_reason(&error));
        let message = format!("cannot make the folder `{folder}`: {reason}");
        session
            .diagnostics
            .push(Diagnostic::error_without_place(message));
        return;
    }
    write(&path, text, session);
}

/// Writes a file, if it changes.
fn write(path: &Path, text: String, session: &mut Session<'_>) {
    let target = Target {
        path,
        bytes: text.into_bytes(),
        if_changed: true,
    };
    deliver(&[target], &mut session.diagnostics);
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
        verify: false,
        output: None,
    }
}
