//! `pdll-opt verify`: proves patterns right, or shows values for which they are wrong.

mod definitions;

use super::{
    Outcome, Status, Stdin,
    compile::parts,
    dialects::{Dialects, new_context},
    options::Verify,
};
use crate::{
    back::check,
    back::explain::matches_glob,
    back::verify::{Counterexample, Verdict, Verifier, interpret},
    base::diagnostic::Diagnostic,
    base::source::{Disk, FileId},
    front::frontend::PatternFile,
    library::pattern_set::{Driver, Options, PatternSet},
    library::session::Session,
    mlir::diagnostics::{Catcher, spans},
};
use melior::{
    Context,
    ir::{BlockLike, Location, Module},
};
use pdll_verify::{command::External, meanings::Reading, refine::Limits, solver::Solver, z3::Z3};
use std::{fmt::Write, mem::ManuallyDrop, path::Path};

/// How many values are tried for a pattern at some types before the solver is asked.
const NUM_TRIES: u32 = 256;

/// Runs the command.
pub fn run(options: &Verify, dialects: &dyn Dialects, stdin: &Stdin) -> Outcome {
    let loader = Disk;
    let mut session = options.common.session(&loader);
    for problem in dialects.problems() {
        let error = Diagnostic::error_without_place(problem);
        session.diagnostics.push(error);
    }
    let (mut solver, missing) = match solver(options) {
        Ok(solver) => (Some(solver), None),
        Err(reason) => (None, Some(reason)),
    };
    if let (Some(reason), true) = (&missing, options.solver.is_some()) {
        session
            .diagnostics
            .push(Diagnostic::error_without_place(reason.clone()));
    }
    let mut report = Report::default();
    for path in &options.inputs {
        let Some(input) = stdin.read(path, &mut session) else {
            continue;
        };
        for part in parts(&mut session, &input, None) {
            let patterns = session.patterns(part);
            verify_file(
                &mut session,
                part,
                &*patterns,
                dialects,
                options,
                &mut solver,
                &mut report,
            );
        }
    }
    if let (Some(reason), true) = (missing, report.num_open > 0) {
        let _ = writeln!(
            report.text,
            "note: {reason}; install it, or name a solver with --solver"
        );
    }
    session.diagnostics = options.common.select(session.diagnostics);
    let fails = report.num_wrong > 0 || (report.num_open > 0 && !options.allow_undecided);
    let mut outcome = Outcome::new(report.text.into_bytes(), session, &options.common);
    if fails && outcome.status == Status::Success {
        outcome.status = Status::InputError;
    }
    outcome
}

fn solver(options: &Verify) -> Result<Box<dyn Solver>, String> {
    match &options.solver {
        Some(command) => match External::new(command) {
            Ok(external) => Ok(Box::new(external)),
            Err(failure) => Err(failure.0),
        },
        None => Z3::load(None)
            .map(|z3| z3.solver())
            .map_err(|failure| failure.0),
    }
}

/// What is printed, and how many verdicts of each kind there are.
#[derive(Default)]
struct Report {
    text: String,
    num_wrong: usize,
    num_open: usize,
    /// Why the last counterexample was not run, if it was not.
    not_run: Option<&'static str>,
}

fn verify_file(
    session: &mut Session<'_>,
    part: FileId,
    patterns: &dyn PatternFile,
    dialects: &dyn Dialects,
    options: &Verify,
    solver: &mut Option<Box<dyn Solver>>,
    report: &mut Report,
) {
    // The process ends soon. To destroy the IR before would only take time.
    let context = ManuallyDrop::new(new_context());
    dialects.make_available(&context);
    let Some((module, natives)) = session.check(&context, part, patterns) else {
        return;
    };
    let module = ManuallyDrop::new(module);
    if session.diagnostics.has_errors() {
        return;
    }
    context.set_allow_unregistered_dialects(true);
    let checked = {
        // What it reports has been reported before.
        let _repeated = Catcher::of_this_thread(&context);
        check::for_elsewhere(&context, &module)
    };
    let Some(checked) = checked else {
        return;
    };
    let Some(defining) = definitions::read(session, &context, &options.define) else {
        return;
    };
    let defining = ManuallyDrop::new(defining);
    let Some(checked_definitions) = defining.check(&context) else {
        return;
    };
    let Some(meanings) = definitions::find(session, &checked_definitions, &defining) else {
        return;
    };
    let limits = Limits {
        num_tries: NUM_TRIES,
        solver: options.limit,
    };
    let file = session.sources.file(part).name().to_owned();
    let verifier = Verifier::new(&checked, &natives, meanings, limits);
    let locations = checked.locations();
    for (pattern, locations) in checked.patterns().iter().zip(&locations) {
        let globs = &options.pattern;
        if !globs.is_empty() && !globs.iter().any(|glob| matches_glob(glob, &pattern.name)) {
            continue;
        }
        let mut verdict = verifier.verify(pattern, locations, solver.as_deref_mut());
        if let Verdict::Wrong(counterexample) = &verdict {
            let all = checked.patterns().iter();
            let is_known = all.filter(|other| other.name == pattern.name).count() == 1;
            let name = Some(&*pattern.name).filter(|name| !name.is_empty() && is_known);
            match confirm(&context, &file, name, options, counterexample) {
                Ok(not_run) => report.not_run = not_run,
                Err(reason) => verdict = Verdict::Failed(reason),
            }
        }
        let place = place(session, locations.pattern);
        report.add(&place, &pattern.name, &verdict);
    }
}

/// Applies a pattern to the program for which it is wrong. Returns the reason if that is not
/// possible.
///
/// # Errors
///
/// Fails if the engine refuses to apply it.
///
/// # Panics
///
/// If the pattern does something else than the verifier says, which is a bug of ours.
fn confirm(
    context: &Context,
    file: &str,
    name: Option<&str>,
    options: &Verify,
    counterexample: &Counterexample,
) -> Result<Option<&'static str>, String> {
    let Some(programs) = &counterexample.programs else {
        return Ok(Some("its program cannot be written"));
    };
    let Some(name) = name else {
        return Ok(Some("no name tells it from the others"));
    };
    if !Path::new(file).is_file() {
        return Ok(Some("it is no file of its own"));
    }
    let dirs = options.common.include_dirs.iter();
    let builder = PatternSet::builder(context)
        .file(file)
        .enable_patterns(name);
    let builder = dirs.fold(builder, |builder, dir| builder.include_dir(dir));
    let Ok(patterns) = builder.build() else {
        return Ok(Some("its functions need a compiler"));
    };
    let Some(module) = Module::parse(context, &programs.before) else {
        panic!(
            "MLIR does not read what it has printed: {}",
            programs.before
        );
    };
    let how = Options {
        driver: Driver::Walk,
        max_num_rewrites: 1,
        fold: false,
        ..Options::default()
    };
    if let Err(failed) = patterns.apply(module.as_operation(), &how) {
        return Err(format!(
            "the pattern cannot be applied to the program: {failed}"
        ));
    }
    let function = module.body().first_operation();
    let Counterexample {
        arguments,
        index_width,
        ..
    } = counterexample;
    let agrees = |reading| {
        let returned = interpret(context, function?, arguments, *index_width, reading)?;
        (returned == counterexample.returned).then_some(())
    };
    assert!(
        Reading::ALL.into_iter().find_map(agrees).is_some(),
        "the pattern does something else than was computed: {}",
        module.as_operation()
    );
    Ok(None)
}

/// Where a pattern stands, with a colon, if that is known.
fn place(session: &mut Session<'_>, location: Location<'_>) -> String {
    let spans = spans(location, &mut session.sources, &Disk);
    match spans.first() {
        Some(span) => {
            let position = session.sources.position(*span);
            let file = session.sources.file(span.file).name();
            format!("{file}:{}:{}: ", position.line, position.column)
        }
        None => String::new(),
    }
}

impl Report {
    fn add(&mut self, place: &str, name: &str, verdict: &Verdict) {
        let name = if name.is_empty() { "pattern" } else { name };
        let _ = write!(self.text, "{place}{name}: ");
        let _ = match verdict {
            Verdict::Proven {
                types,
                assumptions,
                open,
            } => {
                let mut text = format!("proven for {types}");
                for assumption in assumptions {
                    let _ = write!(text, ", {assumption}");
                }
                if let Some(open) = open {
                    let _ = write!(
                        text,
                        "; undecided for {open}: the solver has reached its limit"
                    );
                    self.num_open += 1;
                }
                writeln!(self.text, "{text}")
            }
            Verdict::Wrong(counterexample) => {
                self.num_wrong += 1;
                self.wrong(counterexample);
                Ok(())
            }
            Verdict::Invalid { types, reason } => {
                self.num_wrong += 1;
                writeln!(
                    self.text,
                    "wrong for {types}: it creates an invalid operation: {reason}"
                )
            }
            Verdict::Undecided(reason) => {
                self.num_open += 1;
                writeln!(self.text, "undecided: {reason}")
            }
            Verdict::Failed(reason) => {
                self.num_open += 1;
                writeln!(self.text, "undecided: {reason}")
            }
        };
    }

    fn wrong(&mut self, counterexample: &Counterexample) {
        let Counterexample {
            types,
            values,
            results,
            programs,
            only_if,
            ..
        } = counterexample;
        let _ = writeln!(self.text, "wrong for {types}");
        if let Some(programs) = programs {
            for (which, program) in [("before", &programs.before), ("after", &programs.after)] {
                let _ = writeln!(self.text, "  {which}:");
                for line in program.lines() {
                    let _ = writeln!(self.text, "    {line}");
                }
            }
        }
        if !values.is_empty() {
            let _ = writeln!(self.text, "  with {}", values.join(", "));
        }
        for (before, after) in results {
            let _ = writeln!(self.text, "  before: {before}, after: {after}");
        }
        if let Some(reason) = self.not_run {
            let _ = writeln!(self.text, "  The pattern was not run: {reason}.");
        }
        if let Some(only_if) = only_if {
            let _ = writeln!(self.text, "  only if {only_if}");
        }
    }
}
