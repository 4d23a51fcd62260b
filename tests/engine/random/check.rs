//! Applies the patterns of a case, and looks at what comes of it.

use crate::random::{
    cases::{Anchor, Case, Folding, Independence, Run, Way},
    definitions, legality,
    patterns::Pattern,
    reference::{
        import::import,
        program::Program,
        rewriting::Problem,
        walk::{Failure, best_match, reachable, walk},
    },
};
use melior::{
    Context,
    diagnostic::{Diagnostic, DiagnosticSeverity},
    dialect::DialectRegistry,
    ir::{BlockLike, Module, OperationRef, operation::OperationLike},
    utility::register_all_dialects,
};
use pdll::pattern_set::{
    Conversion, ConversionOptions, Driver, Failed, Options, PatternSet, Strictness,
};
use std::sync::{Arc, Mutex};

/// Checks cases, one after the other, in one context.
pub(crate) struct Checker {
    pub(crate) context: Context,
    errors: Arc<Mutex<Vec<String>>>,
}

/// What became of a run.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The patterns were refused, with this message.
    Refused(String),
    /// It ended as it should, with a program or with an error.
    Rewritten,
    Failed,
    /// What is wrong.
    Wrong(String),
}

impl Checker {
    pub(crate) fn new() -> Self {
        let registry = DialectRegistry::new();
        register_all_dialects(&registry);
        let context = Context::new_with_registry(&registry, false);
        context.set_allow_unregistered_dialects(true);
        let errors = Arc::new(Mutex::new(vec![]));
        let sink = Arc::clone(&errors);
        context.attach_diagnostic_handler(move |diagnostic| {
            if matches!(diagnostic.severity(), DiagnosticSeverity::Error) {
                let mut errors = sink.lock().expect("nothing panics with it");
                errors.push(describe(&diagnostic));
            }
            true
        });
        Checker { context, errors }
    }

    /// Checks all runs of a case. The reference applies `expected`, which are the
    /// patterns of the case unless they are wrong on purpose. `begin` learns
    /// which run is next.
    pub(crate) fn check(
        &self,
        case: &Case,
        expected: &[Pattern],
        mut begin: impl FnMut(usize),
    ) -> Vec<Outcome> {
        self.take_errors();
        let text = case.print();
        begin(0);
        let patterns = PatternSet::builder(&self.context)
            .include_dir(definitions::folder())
            .text("p.pdll", text);
        let patterns = match patterns.build() {
            Ok(patterns) => patterns,
            Err(failed) => return vec![refused(&failed)],
        };
        let mut outcomes = vec![];
        for (index, run) in case.runs.iter().enumerate() {
            begin(index);
            let outcome = self.run(expected, &patterns, run, case.independence);
            outcomes.push(outcome.unwrap_or_else(Outcome::Wrong));
        }
        outcomes
    }

    fn run(
        &self,
        expected: &[Pattern],
        patterns: &PatternSet<'_>,
        run: &Run,
        independence: Independence,
    ) -> Result<Outcome, String> {
        self.take_errors();
        let Some(module) = Module::parse(&self.context, &run.program) else {
            return Err(format!("the program is invalid: {:?}", self.take_errors()));
        };
        let mut outcome = Outcome::Rewritten;
        for root in roots(&module, run.anchor) {
            let apply = Application {
                checker: self,
                expected,
                patterns,
                root,
                independence,
            };
            let result = match &run.way {
                Way::Walk { max_rewrites } => apply.walk(*max_rewrites)?,
                Way::Greedy(options) => apply.greedy(options)?,
                Way::WalkAlone => apply.greedy(&Options {
                    driver: Driver::Walk,
                    ..Options::default()
                })?,
                Way::Conversion(options, folding) => {
                    let conversion = Conversion::new(&self.context, options);
                    let conversion =
                        conversion.map_err(|error| format!("the options are wrong: {error}"))?;
                    apply.conversion(&conversion, options, *folding)?
                }
            };
            // As a pass manager does, no operation follows one that failed.
            if result == Outcome::Failed {
                return Ok(result);
            }
            outcome = result;
        }
        Ok(outcome)
    }

    fn take_errors(&self) -> Vec<String> {
        std::mem::take(&mut self.errors.lock().expect("nothing panics with it"))
    }

    /// The errors of a run: those that it returns, and others that it reported.
    fn errors_of(&self, result: &Result<(), Failed>) -> Vec<String> {
        let mut errors = self.take_errors();
        if let Err(failed) = result {
            errors.extend_from_slice(failed.messages());
        }
        errors
    }
}

/// A diagnostic with its place and its notes.
fn describe(diagnostic: &Diagnostic<'_>) -> String {
    let mut text = format!("{}: {diagnostic}", diagnostic.location());
    for index in 0..diagnostic.note_count() {
        let note = diagnostic.note(index).expect("there are so many");
        text.push_str(&format!("; {}: {note}", note.location()));
    }
    text
}

fn roots<'c, 'm>(module: &'m Module<'c>, anchor: Anchor) -> Vec<OperationRef<'c, 'm>> {
    if anchor == Anchor::Module {
        return vec![module.as_operation()];
    }
    let mut roots = vec![];
    let mut next = module.body().first_operation();
    while let Some(op) = next {
        let name = op.name();
        if ["func.func", "builtin.module"].contains(&name.as_string_ref().as_str().unwrap_or("")) {
            roots.push(op);
        }
        next = op.next_in_block();
    }
    roots
}

/// Whether an error says that something is where it must not be.
fn is_about_places(error: &str) -> bool {
    let phrases = [
        "an operand that is computed later",
        "an operand from a region that it is not in",
        "which is isolated from above",
        "without a terminator",
    ];
    phrases.iter().any(|phrase| error.contains(phrase))
}

/// Applies patterns to one operation.
struct Application<'a, 'c, 'm> {
    checker: &'a Checker,
    expected: &'a [Pattern],
    patterns: &'a PatternSet<'c>,
    root: OperationRef<'c, 'm>,
    independence: Independence,
}

impl Application<'_, '_, '_> {
    fn walk(&self, max_rewrites: Option<usize>) -> Result<Outcome, String> {
        let mut program = import(self.root)?;
        let expected = walk(&mut program, self.expected, max_rewrites);
        let options = Options {
            driver: Driver::Walk,
            max_num_rewrites: max_rewrites.map_or(-1, |limit| limit as i64),
            ..Options::default()
        };
        let result = self.patterns.apply(self.root, &options);
        let errors = self.checker.errors_of(&result);
        if errors.first().is_some_and(|error| is_about_places(error)) {
            return self.is_misplaced();
        }
        match (result, expected) {
            (Ok(()), Ok(_)) => {
                self.compare(&program, &errors)?;
                self.verified().map(|()| Outcome::Rewritten)
            }
            (Err(_), Err(failure)) => compare_failure(&failure, &errors),
            (Ok(()), Err(failure)) => Err(format!(
                "the run succeeds; expected {failure:?}\n{}",
                self.print()
            )),
            (Err(_), Ok(_)) => {
                let text = program.text();
                Err(format!(
                    "the run fails:\n{}\nexpected\n{text}",
                    errors.join("\n")
                ))
            }
        }
    }

    /// The reference does not know where values are available. MLIR does.
    fn is_misplaced(&self) -> Result<Outcome, String> {
        match self.root.verify() {
            true => Err(format!("the places are right:\n{}", self.print())),
            false => Ok(Outcome::Failed),
        }
    }

    fn compare(&self, expected: &Program, errors: &[String]) -> Result<Outcome, String> {
        if !errors.is_empty() {
            return Err(format!(
                "the run succeeds with errors:\n{}",
                errors.join("\n")
            ));
        }
        let (actual, expected) = (import(self.root)?.text(), expected.text());
        match actual == expected {
            true => Ok(Outcome::Rewritten),
            false => Err(format!("the result is\n{actual}\nexpected\n{expected}")),
        }
    }

    /// What a walk makes of the program, if any driver must come to the same.
    fn same_for_all(&self) -> Result<Option<Program>, String> {
        if self.independence == Independence::None {
            return Ok(None);
        }
        let mut program = import(self.root)?;
        Ok(walk(&mut program, self.expected, None)
            .ok()
            .map(|_| program))
    }

    fn greedy(&self, options: &Options) -> Result<Outcome, String> {
        let expected = self.same_for_all()?;
        let result = self.patterns.apply(self.root, options);
        if result.is_err() {
            return is_explained(&self.checker.errors_of(&result));
        }
        self.verified()?;
        if options.test_convergence && options.strictness == Strictness::Any {
            self.has_converged()?;
        }
        expected.map_or(Ok(Outcome::Rewritten), |expected| {
            self.compare(&expected, &[])
        })
    }

    fn conversion(
        &self,
        conversion: &Conversion<'_>,
        options: &ConversionOptions,
        folding: Folding,
    ) -> Result<Outcome, String> {
        let expected = self.same_for_all()?;
        let result = self
            .patterns
            .convert(self.root, conversion, folding == Folding::On);
        if result.is_err() {
            let errors = self.checker.errors_of(&result);
            // An operation that no pattern matches has no place in the patterns.
            return match errors.first() {
                None => Err("it fails without an error".to_owned()),
                Some(error) => legality::check_error(error, options).map(|()| Outcome::Failed),
            };
        }
        // What a conversion leaves is verified by the pass manager.
        legality::check_result(&import(self.root)?, options)?;
        expected.map_or(Ok(Outcome::Rewritten), |expected| {
            self.compare(&expected, &[])
        })
    }

    fn verified(&self) -> Result<(), String> {
        let errors = self.checker.take_errors();
        if !errors.is_empty() {
            return Err(format!(
                "the run succeeds with errors:\n{}",
                errors.join("\n")
            ));
        }
        import(self.root)?;
        if self.root.verify() {
            return Ok(());
        }
        let errors = self.checker.take_errors().join("\n");
        Err(format!("the result is invalid: {errors}\n{}", self.print()))
    }

    fn has_converged(&self) -> Result<(), String> {
        let program = import(self.root)?;
        for operation in reachable(&program) {
            if let Some((pattern, _)) = best_match(&program, self.expected, operation) {
                let name = &program.operation(operation).name;
                return Err(format!(
                    "`{}` still matches a `{name}` of\n{}",
                    pattern.name,
                    self.print()
                ));
            }
        }
        Ok(())
    }

    fn print(&self) -> String {
        import(self.root).map_or_else(|error| error, |program| program.text())
    }
}

/// Patterns that are refused must have an error at a place.
fn refused(failed: &Failed) -> Outcome {
    let errors = failed.to_string();
    match errors.contains("p.pdll") {
        true => Outcome::Refused(errors),
        false => Outcome::Wrong(format!("refused without a place: {errors}")),
    }
}

/// A run that fails must say what pattern is to blame, unless the limits are
/// to blame.
fn is_explained(errors: &[String]) -> Result<Outcome, String> {
    let is_explanation =
        |error: &String| error.contains("p.pdll") || error.contains("no fixpoint was reached");
    match errors.first() {
        Some(error) if is_explanation(error) => Ok(Outcome::Failed),
        _ => Err(format!("it fails without a place:\n{}", errors.join("\n"))),
    }
}

/// Compares what pdll reports first with what it should.
fn compare_failure(expected: &Failure, errors: &[String]) -> Result<Outcome, String> {
    let [error] = errors else {
        return Err(format!("not one error: {}", errors.join("\n")));
    };
    let problem = classify(error);
    let names_pattern = expected
        .pattern
        .as_ref()
        .is_none_or(|name| error.contains(&format!("while pattern `{name}` (p.pdll:")));
    match problem == expected.problem && names_pattern && error.contains("p.pdll") {
        true => Ok(Outcome::Failed),
        false => Err(format!("the error is {error}; expected {expected:?}")),
    }
}

fn classify(error: &str) -> Problem {
    let phrases = [
        ("are in use", Problem::ErasedInUse),
        ("with the wrong number of values", Problem::WrongNumber),
        ("with its own result", Problem::OwnResult),
        ("there is no result", Problem::MissingResult),
        ("lacks the result", Problem::MissingResult),
        ("native rewrite `", Problem::NativeFails),
        ("to a block that it inlines", Problem::BlockArguments),
        ("inlines a block whose argument", Problem::BlockArguments),
        ("with a value from the block itself", Problem::OwnValue),
        ("that ends in a branch", Problem::Branch),
        ("has results that are used", Problem::UsedEnd),
        ("into itself", Problem::IntoItself),
        ("in a region that it takes", Problem::IntoItself),
        ("that it has inlined before", Problem::InlinedBefore),
        (
            "erases or replaces this operation twice",
            Problem::ErasedTwice,
        ),
    ];
    let mut phrases = phrases.into_iter();
    let found = phrases.find(|(phrase, _)| error.contains(phrase));
    found.map_or(Problem::Invalid, |(_, problem)| problem)
}
