//! `pdll-opt verify`: proves patterns right, or shows values for which they are wrong.
//!
//! | module | subject |
//! |---|---|
//! | `decision` | what is said about a pattern, as text and as JSON |
//! | `confirm` | counterexamples are run |
//! | `kept` | verdicts of earlier runs |
//! | `baseline` | verdicts that the user accepts |
//! | `programs` | counterexamples as programs to run |
//! | `definitions` | the files that say what operations mean |
//! | `functions` | the native functions that these define |
//! | `judge` | verdicts about patterns that another command makes up |
//! | `unproven` | verdicts as warnings of other commands |
//! | `proofs` | verdicts as parts of explanations |

mod baseline;
mod confirm;
mod decision;
mod definitions;
mod functions;
mod judge;
mod kept;
mod programs;
mod proofs;
mod unproven;

pub(super) use judge::{Judge, Judged};
pub(super) use proofs::Proofs;
pub(super) use unproven::Unproven;

use super::{
    Input, Outcome, Status, Stdin,
    compile::parts,
    dialects::{Dialects, new_context},
    options::{Verify, VerifyFormat},
};
use crate::{
    back::check,
    back::explain::matches_glob,
    back::graph::{Locations, pattern::Pattern},
    back::verify::{Described, SHARES, Ticket, Verdict, Verifier, WHOLE},
    base::diagnostic::{Diagnostic, Severity},
    base::source::Disk,
    front::hir::Native,
    library::{
        pattern_set::files::{self, PatternFile},
        session::Session,
    },
    mlir::diagnostics::{Catcher, spans},
};
use baseline::Baseline;
use confirm::{Confirmed, confirm, is_alone};
use decision::{Decision, Entry, Place};
use kept::Kept;
use melior::{
    Context,
    ir::{Location, Module},
};
use pdll_verify::{
    command::External,
    crew::{Crew, Source},
    record::{Record, Recorded},
    refine::Limits,
    solver::Solver,
    z3::Z3,
};
use std::{env, mem::ManuallyDrop, path::Path, sync::Arc, thread, time::Duration};

/// How many values are tried for a pattern at some types before the solver is asked.
const NUM_TRIES: u32 = 256;

/// Runs the command.
pub fn run(options: &Verify, dialects: &dyn Dialects, stdin: &Stdin) -> Outcome {
    if options.ends_with_parent {
        end_with_parent();
    }
    let loader = Disk;
    let mut session = options.common.session(&loader);
    for problem in dialects.problems() {
        let error = Diagnostic::error_without_place(problem);
        session.diagnostics.push(error);
    }
    let mut baseline = options.baseline.as_deref().and_then(|path| {
        let read = Baseline::read(path, options.update_baseline);
        report_error(&mut session, read)
    });
    let record = options.emit_smt.clone().map(Record::new).transpose();
    let record = report_error(&mut session, record.map_err(|failure| failure.0));
    let chosen = Chosen::new(options, record.flatten());
    let chosen = match report_error(&mut session, chosen) {
        Some(chosen) if !session.diagnostics.has_errors() => chosen,
        _ => return Outcome::new(Vec::new(), session, &options.common),
    };
    let missing = chosen.missing.clone();
    let mut command = Command::new(options, dialects, chosen);
    for path in &options.inputs {
        let Some(input) = stdin.read(path, &mut session) else {
            continue;
        };
        command.verify_input(&mut session, input);
    }
    let entries = command.entries;
    if let (Some(reason), true) = (missing, entries.iter().any(Entry::is_open)) {
        let remedy = "install z3, or name a solver with --solver; for Python's package: pip \
                      install \"mlir-pdll[verify]\"";
        warn(&mut session, format!("{reason}; {remedy}"));
    }
    if let (Some(folder), false) = (&options.output, session.diagnostics.has_errors()) {
        report_error(&mut session, programs::write(folder, &entries));
    }
    let is_accepted = |entry: &Entry| baseline.as_mut().is_some_and(|it| it.accepts(entry));
    let fails = fails(&entries, options, is_accepted);
    if let Some(baseline) = baseline {
        for stale in baseline.stale(&entries, !options.pattern.is_empty()) {
            warn(&mut session, stale);
        }
        if options.update_baseline && !session.diagnostics.has_errors() {
            report_error(
                &mut session,
                baseline.write(&entries, !options.pattern.is_empty()),
            );
        }
    }
    finish(session, options, &entries, fails)
}

/// Lets the system end this process when the one ends that has started it, in whatever way.
fn end_with_parent() {
    #[cfg(target_os = "linux")]
    if rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))
        .is_err()
    {
        // It ends by itself, only later.
    }
}

/// Whether a verdict is one that makes the command fail.
fn fails(entries: &[Entry], options: &Verify, mut is_accepted: impl FnMut(&Entry) -> bool) -> bool {
    let mut fails = false;
    for entry in entries {
        let matters = entry.is_wrong() || (entry.is_open() && !options.allow_undecided);
        // Each entry is asked for, so that all that apply are known.
        fails |= matters & !is_accepted(entry);
    }
    fails && !options.update_baseline
}

fn finish(mut session: Session<'_>, options: &Verify, entries: &[Entry], fails: bool) -> Outcome {
    let text: String = entries
        .iter()
        .map(|entry| match options.format {
            VerifyFormat::Text => entry.text(),
            VerifyFormat::Json => entry.json(),
        })
        .collect();
    session.diagnostics = options.common.select(session.diagnostics);
    let mut outcome = Outcome::new(text.into_bytes(), session, &options.common);
    if fails && outcome.status == Status::Success {
        outcome.status = Status::InputError;
    }
    outcome
}

fn report_error<T>(session: &mut Session<'_>, result: Result<T, String>) -> Option<T> {
    result
        .map_err(|reason| {
            let error = Diagnostic::error_without_place(reason);
            session.diagnostics.push(error);
        })
        .ok()
}

fn warn(session: &mut Session<'_>, message: String) {
    session.diagnostics.push(Diagnostic {
        severity: Severity::Warning,
        ..Diagnostic::error_without_place(message)
    });
}

fn num_threads(options: &Verify) -> usize {
    let all = || thread::available_parallelism().map_or(1, usize::from);
    options.threads.map_or_else(all, |threads| threads.get())
}

/// The solver that the user has chosen.
struct Chosen {
    source: Option<Source>,
    /// What tells it from others whose verdicts may differ.
    name: String,
    /// Why there is none.
    missing: Option<String>,
}

impl Chosen {
    fn new(options: &Verify, record: Option<Record>) -> Result<Self, String> {
        let recorded = move |solver: Box<dyn Solver>| match record.clone() {
            Some(record) => Box::new(Recorded { solver, record }),
            None => solver,
        };
        if let Some(command) = &options.solver {
            let limit = Duration::from_secs(options.solver_seconds.into());
            let external = External::new(command, limit).map_err(|failure| failure.0)?;
            return Ok(Chosen {
                source: Some(Arc::new(move || recorded(Box::new(external.clone())))),
                name: command.clone(),
                missing: None,
            });
        }
        Ok(match Z3::load(env::var_os("PDLL_Z3").as_deref()) {
            Ok(z3) => Chosen {
                name: z3.version(),
                source: Some(Arc::new(move || recorded(z3.solver()))),
                missing: None,
            },
            Err(failure) => Chosen {
                source: None,
                name: String::new(),
                missing: Some(failure.0),
            },
        })
    }
}

/// The command, as far as it has come.
struct Command<'o> {
    options: &'o Verify,
    dialects: &'o dyn Dialects,
    crew: Crew<Ticket>,
    solver: String,
    entries: Vec<Entry>,
}

impl<'o> Command<'o> {
    fn new(options: &'o Verify, dialects: &'o dyn Dialects, chosen: Chosen) -> Self {
        Command {
            options,
            dialects,
            crew: Crew::new(num_threads(options), chosen.source.as_ref()),
            solver: chosen.name,
            entries: Vec::new(),
        }
    }

    /// Decides the patterns of a file.
    fn verify_input(&mut self, session: &mut Session<'_>, input: Input) {
        if files::is_mlir(&input.name, &input.bytes) {
            let file = PatternFile::InMemory(input.name.clone(), input.bytes);
            let described = Described::default();
            let name = input.name;
            self.verify_patterns(session, &name, true, &described, |session, context| {
                definitions::compile(session, context, vec![file])
            });
            return;
        }
        let parts = parts(session, &input, self.options.split_input_file.as_deref());
        let is_whole = parts.len() == 1;
        for part in parts {
            let patterns = session.patterns(part);
            let name = session.sources.file(part).name().to_owned();
            let described = Described::new(patterns.definitions());
            self.verify_patterns(session, &name, is_whole, &described, |session, context| {
                session.check_in_detail(context, part, &*patterns)
            });
        }
    }

    /// Decides the patterns of a file or, unless it is whole, a part of it, which `compile`
    /// makes into a module and functions, and which includes descriptions of operations.
    fn verify_patterns(
        &mut self,
        session: &mut Session<'_>,
        file: &str,
        is_whole: bool,
        described: &Described<'_>,
        compile: impl for<'c> FnOnce(&mut Session<'_>, &'c Context) -> Option<(Module<'c>, Vec<Native>)>,
    ) {
        // The process ends soon. To destroy the IR before would only take time.
        let context = ManuallyDrop::new(new_context());
        self.dialects.make_available(&context);
        // Patterns may be about dialects that only other programs have.
        context.set_allow_unregistered_dialects(true);
        let Some((module, natives)) = compile(session, &context) else {
            return;
        };
        let module = ManuallyDrop::new(module);
        if session.diagnostics.has_errors() {
            return;
        }
        let checked = {
            // What it reports has been reported before.
            let _repeated = Catcher::of_this_thread(&context);
            check::for_elsewhere(&context, &module)
        };
        let Some(checked) = checked else {
            return;
        };
        let defining = definitions::read(session, &context, &self.options.define, &checked);
        let Some(defining) = defining.map(ManuallyDrop::new) else {
            return;
        };
        let Some(checked_definitions) = defining.check(&context) else {
            return;
        };
        let Some(meanings) = definitions::find(session, &checked_definitions, &defining, &checked)
        else {
            return;
        };
        let limits = Limits {
            num_tries: NUM_TRIES,
            solver: self.options.limit,
        };
        let verifier = Verifier::new(&checked, &natives, described, meanings, limits);
        let locations = checked.locations();
        let kept = Kept::new(
            self.options,
            &self.solver,
            limits,
            &module,
            &natives,
            described,
            &defining.text(),
        );
        let all = checked.patterns();
        let selected: Vec<_> = (0..all.len())
            .filter(|index| self.wants(&all[*index].name))
            .collect();
        let names: Vec<_> = all.iter().map(|pattern| &*pattern.name).collect();
        let file_to_run = Some(file).filter(|file| is_whole && Path::new(file).is_file());
        let can_be_run = |index| file_to_run.is_some() && own_name(&names, index).is_some();
        let mut open = Vec::new();
        for index in selected {
            let decision = kept
                .as_ref()
                .and_then(|kept| kept.load(index, &locations[index], can_be_run(index)));
            if decision.is_none() {
                open.push((index, self.entries.len()));
            }
            self.entries.push(Entry {
                place: place(session, file, locations[index].pattern),
                name: all[index].name.clone(),
                decision: decision.unwrap_or(Decision::Undecided(String::new())),
            });
        }
        // Names for files about patterns, which no other one of the run has.
        let unique = programs::names(&self.entries);
        let labels: Vec<_> = open
            .iter()
            .map(|(_, entry)| unique[*entry].clone())
            .collect();
        let subjects: Vec<(&Pattern, &Locations<'_>)> = open
            .iter()
            .map(|(index, _)| (&all[*index], &locations[*index]))
            .collect();
        let operations = kept::patterns(&module);
        let (options, entries) = (self.options, &mut self.entries);
        let shares = match options.solver {
            Some(_) => WHOLE,
            None => SHARES,
        };
        verifier.verify_all(
            &subjects,
            &labels,
            shares,
            &mut self.crew,
            |which, verdict| {
                let (index, entry) = open[which];
                let may_keep = !matches!(verdict, Verdict::Failed(_));
                let decision = decided(&context, options, verdict, || Confirmed {
                    file: file_to_run,
                    name: own_name(&names, index),
                    text: kept::text(operations[index]),
                    is_alone: is_alone(&all[index], checked.pool()),
                });
                if let (Some(kept), true) = (&kept, may_keep) {
                    kept.store(index, &locations[index], can_be_run(index), &decision);
                }
                entries[entry].decision = decision;
            },
        );
    }

    fn wants(&self, name: &str) -> bool {
        let globs = &self.options.pattern;
        globs.is_empty() || globs.iter().any(|glob| matches_glob(glob, name))
    }
}

/// The name of a pattern, if no other one has it.
fn own_name<'n>(names: &[&'n str], index: usize) -> Option<&'n str> {
    let is_known = names.iter().filter(|name| **name == names[index]).count() == 1;
    Some(names[index]).filter(|name| !name.is_empty() && is_known)
}

/// What is said of a verdict. A counterexample is run before.
fn decided<'p>(
    context: &Context,
    options: &Verify,
    verdict: Verdict,
    pattern: impl FnOnce() -> Confirmed<'p>,
) -> Decision {
    let Verdict::Wrong(counterexample) = &verdict else {
        return Decision::new(verdict, None);
    };
    match confirm(context, &pattern(), options, counterexample) {
        Ok(not_run) => Decision::new(verdict, not_run),
        Err(reason) => Decision::Undecided(reason),
    }
}

/// Where a pattern stands, as far as that is known.
fn place(session: &mut Session<'_>, file: &str, location: Location<'_>) -> Place {
    let spans = spans(location, &mut session.sources, &Disk);
    let found = spans.first().map(|span| {
        let position = session.sources.position(*span);
        (
            session.sources.file(span.file).name().to_owned(),
            position.line,
            position.column,
        )
    });
    match found {
        Some((file, line, column)) => Place {
            span: spans.first().copied(),
            file,
            position: Some((line, column)),
        },
        None => Place {
            span: None,
            file: file.to_owned(),
            position: None,
        },
    }
}
