//! `pdll-opt explain`: says why patterns match, or do not.

mod history;
#[cfg(test)]
mod lit_inputs;
mod page;
mod program;
mod replay;
mod selection;

use super::{
    Input, Outcome, Status, Stdin,
    apply::{pipeline::Pipeline, register},
    deliver,
    options::{Answer, Explain, Format, State},
    output::{self, Target},
    output_file,
};
use crate::{
    back::explain::{self, Places, Report, json, text},
    back::graph::Checked,
    back::reference::Reference,
    base::diagnostic::{Diagnostic, UNKNOWN_OPERATION},
    base::source::{Disk, FileId, FileText, SourceMap},
    library::pattern_set::{CompiledPatterns, PassCompiler},
    library::session::Session,
    mlir::diagnostics::Catcher,
    mlir::ffi::{
        ir::load_pdl,
        pass::TraceSink,
        pattern_set::{Filter, Natives},
        registration::{Offer, PatternSource},
    },
    mlir::options::NativeCode,
};
use history::{Past, Recorder};
use melior::{
    Context,
    ir::{BlockLike, Module, OperationRef, attribute::StringAttribute, operation::OperationLike},
};
use program::Program;
use replay::Replay;
use selection::Selection;
use std::{
    io::{self, IsTerminal},
    iter,
    mem::{self, ManuallyDrop},
};

/// Runs the command.
pub fn run(options: &Explain, stdin: &Stdin) -> Outcome {
    let mut session = options.setup.common.session(&Disk);
    let selection = match Selection::new(options) {
        Ok(selection) => selection,
        Err(reason) => return usage_error(&reason),
    };
    for problem in output::conflicts(&options.outputs(), &options.setup.inputs()) {
        session
            .diagnostics
            .push(Diagnostic::error_without_place(problem));
    }
    let answer = if session.diagnostics.has_errors() {
        None
    } else {
        match answer(options, &selection, stdin, &mut session) {
            Ok(answer) => answer,
            Err(reason) => return usage_error(&reason),
        }
    };
    let (bytes, unmet) = answer.map_or((Vec::new(), None), |answer| {
        (answer.text.into_bytes(), answer.unmet)
    });
    let bytes = match output_file(options.output.as_ref()) {
        Some(path) if !session.diagnostics.has_errors() => {
            let target = Target {
                path,
                bytes,
                if_changed: false,
            };
            deliver(&[target], &mut session.diagnostics);
            Vec::new()
        }
        _ => bytes,
    };
    let mut outcome = Outcome::new(bytes, session, &options.setup.common);
    if let Some(unmet) = unmet {
        outcome.messages += &format!("error: {unmet}\n");
        outcome.status = Status::InputError;
    }
    outcome
}

fn usage_error(reason: &str) -> Outcome {
    Outcome {
        messages: format!("error: {reason}\n"),
        status: Status::UsageError,
        ..Outcome::default()
    }
}

/// What the command prints.
struct Printed {
    text: String,
    /// What differs from what is expected, if something does.
    unmet: Option<String>,
}

/// Explains the patterns. Without an answer, there are errors in the session.
///
/// # Errors
///
/// Why the options cannot be used.
fn answer(
    options: &Explain,
    selection: &Selection,
    stdin: &Stdin,
    session: &mut Session<'_>,
) -> Result<Option<Printed>, String> {
    let registry = match register(&options.setup) {
        Ok(registry) => registry,
        Err(errors) => {
            session.diagnostics.extend(errors);
            return Ok(None);
        }
    };
    let Some(input) = stdin.read(options.setup.input(), session) else {
        return Ok(None);
    };
    let settings = program::settings(options, &input);
    let pipeline = Pipeline::new(&options.setup.pass_pipeline, settings)
        .map_err(|reason| format!("invalid pass pipeline:\n{reason}"))?;
    // The process ends soon, and to destroy all of this takes time.
    let context = ManuallyDrop::new(Context::new_with_registry(&registry, true));
    context.set_allow_unregistered_dialects(options.setup.allow_unregistered_dialect);
    load_pdl(&context);
    let catcher = Catcher::of_all_threads(&context);
    let patterns = Patterns::compile(source(options), &context, &mut session.sources);
    let file = {
        let text = FileText::decode(input.bytes.clone());
        session.sources.add(&*input.name, text, None)
    };
    let subject = match patterns {
        Some(patterns) => Subject::read(options, &context, &pipeline, &input, patterns)?,
        None => None,
    };
    let caught = catcher.finish(&mut session.sources, &Disk);
    let common = &options.setup.common;
    session.diagnostics.extend(common.select_in_order(caught));
    let Some(subject) = subject else {
        return Ok(None);
    };
    let patterns = &subject.patterns;
    let problems = selection.problems(&patterns.names, &patterns.dropped());
    session.diagnostics.extend(problems);
    if session.diagnostics.has_errors() {
        return Ok(None);
    }
    let (report, replay) = subject.explain(selection, file, session);
    Ok(Some(print(options, selection, &report, replay, session)))
}

/// Patterns, and a program in the state that is looked at.
struct Subject<'c> {
    patterns: Patterns<'c>,
    program: Program<'c>,
    /// What a run did, if that says something.
    past: Option<Past>,
}

impl<'c> Subject<'c> {
    /// Reads the program, and runs the patterns as the options ask for it. Without a
    /// subject, the errors have gone to the diagnostic engine.
    ///
    /// # Errors
    ///
    /// What is wrong with the trace of the run, which is a bug of ours.
    fn read(
        options: &Explain,
        context: &'c Context,
        pipeline: &Pipeline<'_>,
        input: &Input,
        patterns: Patterns<'c>,
    ) -> Result<Option<Self>, String> {
        let mut recorder = Recorder::new(program::has_texts(options, input));
        let trace = TraceSink::new(|line| recorder.add(line));
        let read = patterns.offer.during(|| {
            let program = Program::read(options, context, pipeline, input, &trace)?;
            let is_complete = match options.at {
                State::Input if !options.no_run => {
                    history::run(context, pipeline, &program.module, &trace)
                }
                State::Input => false,
                State::Final | State::Step(_) => true,
            };
            Some((program, is_complete))
        });
        trace.finish()?;
        let past = recorder.finish(options);
        let past = past.map_err(|error| format!("the trace of the run is invalid: {error}"))?;
        Ok(read.map(|(program, is_complete)| Subject {
            patterns,
            program,
            // What failed before the first rewrite says nothing.
            past: (is_complete || past.history.has_rewrites()).then_some(past),
        }))
    }

    /// Compares the program, which stands in `file` unless it was printed, with the
    /// patterns. Also returns the steps of the run.
    fn explain(
        self,
        selection: &Selection,
        file: FileId,
        session: &mut Session<'_>,
    ) -> (Report, Option<Replay>) {
        let Subject {
            patterns,
            program,
            past,
        } = self;
        let reference = Reference::new(&patterns.graph, &patterns.natives);
        let root = ManuallyDrop::new(program.module);
        let file = match program.text {
            Some((name, text)) => session.sources.add(name, text, None),
            None => file,
        };
        let text = Some((file, program.places));
        let mut places = Places::new(&mut session.sources, &Disk, text, program.origins);
        let report = explain::explain(
            &reference,
            root.as_operation(),
            &selection.question,
            past.as_ref().map(|past| &past.history),
            &mut places,
        );
        (report, past.map(|past| past.replay))
    }
}

/// Patterns that are ready to be explained.
struct Patterns<'c> {
    graph: Checked<'c, 'c>,
    natives: ManuallyDrop<Natives>,
    /// The same for passes.
    offer: Offer<'c, 'c>,
    /// The names of all patterns.
    names: Vec<String>,
    /// The names of those that are used.
    used: Vec<String>,
}

impl<'c> Patterns<'c> {
    /// Compiles the patterns, whose texts become the sources. On failure the errors have
    /// gone to the diagnostic engine.
    fn compile(
        source: PatternSource,
        context: &'c Context,
        sources: &mut SourceMap,
    ) -> Option<Self> {
        let mut compiled = PassCompiler::read(context, source.clone())?;
        *sources = mem::take(&mut compiled.sources);
        // The process ends soon, and to destroy all of this takes time.
        let compiled: &CompiledPatterns<'_> = Box::leak(Box::new(compiled));
        let names = pattern_names(&compiled.module);
        let (graph, prepared) = compiled.prepare(context, &source.filter)?;
        Some(Patterns {
            graph,
            natives: ManuallyDrop::new(compiled.natives.share()),
            offer: Offer::new(source, prepared),
            names,
            used: pattern_names(&compiled.module),
        })
    }

    /// The names of the patterns that the options have disabled.
    fn dropped(&self) -> Vec<&str> {
        let names = self.names.iter().map(String::as_str);
        names
            .filter(|name| !self.used.iter().any(|used| used == name))
            .collect()
    }
}

fn pattern_names(module: &Module<'_>) -> Vec<String> {
    let first = module.body().first_operation();
    let operations = iter::successors(first, OperationLike::next_in_block);
    let name = |operation: OperationRef<'_, '_>| {
        let name = operation.attribute("sym_name").ok()?;
        Some(StringAttribute::try_from(name).ok()?.value().to_owned())
    };
    operations.filter_map(name).collect()
}

/// Where the patterns come from, as a pass with the same options says it.
fn source(options: &Explain) -> PatternSource {
    let pass = &options.setup.pass;
    let common = &options.setup.common;
    let values = |name| pass.values(name).to_vec();
    let last = |name| pass.values(name).last().map(String::as_str);
    let beside = options.setup.pattern_files();
    let beside = beside.map(|file| file.display().to_string());
    let folders = common.include_dirs.iter();
    PatternSource {
        files: values("patterns").into_iter().chain(beside).collect(),
        include_dirs: folders.map(|folder| folder.display().to_string()).collect(),
        natives: values("natives"),
        use_ods_cache: !common.no_ods_cache,
        native_code: match last("native-code") {
            Some("compile") => NativeCode::Compile,
            _ => NativeCode::Off,
        },
        native_preludes: values("native-prelude"),
        skip_unsupported: last("skip-unsupported") == Some("true"),
        allow_unknown_operations: common.downgrades(UNKNOWN_OPERATION),
        filter: Filter {
            enabled: values("enable-patterns"),
            disabled: values("disable-patterns"),
        },
    }
}

fn print(
    options: &Explain,
    selection: &Selection,
    report: &Report,
    replay: Option<Replay>,
    session: &Session<'_>,
) -> Printed {
    let sources = &session.sources;
    let mut printed = match options.format {
        Format::Text => {
            let is_on_terminal = options.output.is_none() && io::stdout().is_terminal();
            let style = text::Style {
                is_colored: is_on_terminal && options.setup.common.colored(),
                lists_conditions: selection.is_about_a_place(),
            };
            text::render(report, sources, style)
        }
        Format::Html => {
            let title = format!("Patterns on {}", options.setup.input().display());
            page::render(&title, report, replay.and_then(Replay::into_json), sources)
        }
        Format::Json => json::render(report, &options.at.name(), sources),
    };
    if report.patterns.is_empty() && options.format == Format::Text {
        printed += &selection.nothing(report.num_operations);
    }
    Printed {
        text: printed,
        unmet: options.expect.and_then(|answer| unmet(answer, report)),
    }
}

/// What differs from an expectation, if something does.
fn unmet(expected: Answer, report: &Report) -> Option<String> {
    let mut patterns = report.patterns.iter();
    match expected {
        Answer::Match if report.patterns.is_empty() => {
            Some("no pattern could match any of the selected operations".to_owned())
        }
        Answer::Match => {
            let other = patterns
                .find(|one| one.num_candidates == 0 || one.num_candidates != one.num_matches)?;
            Some(format!(
                "`{}` matches {} of {} operations, but all of them are expected to match",
                other.name, other.num_matches, other.num_candidates
            ))
        }
        Answer::NoMatch => {
            let other = patterns.find(|one| one.num_matches > 0)?;
            Some(format!(
                "`{}` matches {} of {} operations, but none are expected to match",
                other.name, other.num_matches, other.num_candidates
            ))
        }
    }
}
