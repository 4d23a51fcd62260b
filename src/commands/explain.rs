//! `pdll-opt explain`: says why patterns match, or do not.

mod history;
#[cfg(test)]
mod lit_inputs;
mod page;
mod program;
mod replay;
mod selection;

use super::{
    Outcome, Status, Stdin,
    apply::{pipeline::Pipeline, register},
    deliver,
    options::{Answer, Explain, Format, State},
    output::{self, Target},
    output_file,
};
use crate::{
    back::check,
    back::explain::{self, Places, Report, json, text},
    back::graph::Checked,
    back::reference::Reference,
    base::diagnostic::{Diagnostic, UNKNOWN_OPERATION},
    base::source::{Disk, FileText},
    library::pattern_set::{Builder, PatternSet},
    library::session::Session,
    mlir::diagnostics::Catcher,
    mlir::ffi::{
        checked_module::CheckedModule,
        ir::load_pdl,
        pass::TraceSink,
        pattern_set::{Filter, Natives},
        registration::CompiledPatterns,
    },
    mlir::options::NativeCode,
};
use history::Recorder;
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
    mem::ManuallyDrop,
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
    let file = {
        let text = FileText::decode(input.bytes.clone());
        session.sources.add(&*input.name, text, None)
    };
    let catcher = Catcher::of_all_threads(&context);
    let patterns = Patterns::compile(options, &context);
    let mut recorder = Recorder::new(program::has_texts(options, &input));
    let trace = TraceSink::new(|line| recorder.add(line));
    let program = patterns.and_then(|patterns| {
        let program = Program::read(options, &context, &pipeline, &input, &trace)?;
        let is_complete = match options.at {
            State::Input if !options.no_run => {
                history::run(&context, &pipeline, &program.module, &trace)
            }
            State::Input => false,
            State::Final | State::Step(_) => true,
        };
        Some((patterns, program, is_complete))
    });
    trace.finish()?;
    let past = recorder.finish(options);
    let past = past.map_err(|error| format!("the trace of the run is invalid: {error}"))?;
    let caught = catcher.finish(&mut session.sources, &Disk);
    let common = &options.setup.common;
    session.diagnostics.extend(common.select_in_order(caught));
    let Some((patterns, program, is_complete)) = program else {
        return Ok(None);
    };
    // What failed before the first rewrite says nothing.
    let past = (is_complete || past.history.has_rewrites()).then_some(past);
    let problems = selection.problems(&patterns.names, &patterns.dropped());
    session.diagnostics.extend(problems);
    if session.diagnostics.has_errors() {
        return Ok(None);
    }
    let graph = Checked::read(&context, patterns.checked);
    let reference = Reference::new(&graph, &patterns.natives);
    let root = ManuallyDrop::new(program.module);
    let report = {
        let file = match program.text {
            Some((name, text)) => session.sources.add(name, text, None),
            None => file,
        };
        let text = Some((file, program.places));
        let mut places = Places::new(&mut session.sources, &Disk, text, program.origins);
        explain::explain(
            &reference,
            root.as_operation(),
            &selection.question,
            past.as_ref().map(|past| &past.history),
            &mut places,
        )
    };
    let replay = past.map(|past| past.replay);
    Ok(Some(print(options, selection, &report, replay, session)))
}

/// Patterns that are ready to be explained.
struct Patterns<'c> {
    checked: CheckedModule<'c, 'c>,
    natives: ManuallyDrop<Natives>,
    /// The names of all patterns.
    names: Vec<String>,
    /// The names of those that are used.
    used: Vec<String>,
}

impl<'c> Patterns<'c> {
    /// Compiles the patterns. On failure the errors have gone to the diagnostic engine.
    fn compile(options: &Explain, context: &'c Context) -> Option<Self> {
        let values = |name| options.setup.pass.values(name).to_vec();
        let filter = Filter {
            enabled: values("enable-patterns"),
            disabled: values("disable-patterns"),
        };
        let builder = builder(options, context).select(filter.clone());
        let CompiledPatterns {
            module, natives, ..
        } = builder.compile_or_report()?;
        let module = Box::leak(Box::new(module));
        let names = pattern_names(module);
        let checked = check::for_this_process(context, module, Some(&natives), &filter)?;
        Some(Patterns {
            names,
            used: pattern_names(module),
            checked: checked.module(),
            natives: ManuallyDrop::new(natives),
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

/// A builder with the pattern files and the native functions.
fn builder<'c>(options: &Explain, context: &'c Context) -> Builder<'c> {
    let pass = &options.setup.pass;
    let is_set = |name| {
        pass.values(name)
            .last()
            .is_some_and(|value| value == "true")
    };
    let code = match pass.values("native-code").last().map(String::as_str) {
        Some("compile") => NativeCode::Compile,
        _ => NativeCode::Off,
    };
    let mut builder = PatternSet::builder(context).native_code(code);
    let common = &options.setup.common;
    if common.no_ods_cache {
        builder = builder.without_ods_cache();
    }
    if common.downgrades(UNKNOWN_OPERATION) {
        builder = builder.allow_unknown_operations();
    }
    if is_set("skip-unsupported") {
        builder = builder.skip_unsupported();
    }
    let preludes = pass.values("native-prelude").iter();
    let builder = preludes.fold(builder, Builder::native_prelude);
    let files = pass.values("patterns").iter().cloned();
    let beside = options.setup.pattern_files();
    let files = files.chain(beside.map(|file| file.display().to_string()));
    let builder = files.fold(builder, Builder::file);
    let builder = common
        .include_dirs
        .iter()
        .fold(builder, Builder::include_dir);
    pass.values("natives")
        .iter()
        .fold(builder, Builder::native_library)
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
