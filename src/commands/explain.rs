//! `pdll-opt explain`: says why patterns match, or do not.

mod history;
mod in_memory;
#[cfg(test)]
mod lit_inputs;
mod page;
mod program;
mod replay;
mod rerun;
mod selection;
mod subject;

pub use in_memory::{Explainable, Explanation, Unexplained};

use super::{
    Input, Outcome, Status, Stdin,
    apply::{pipeline::Pipeline, register},
    deliver,
    dialects::AllDialects,
    options::{Answer, Explain, Format, Verify},
    output::{self, Target},
    output_file,
    verify::Proofs,
};
use crate::{
    back::explain::{PatternReport, Report, are_of_one_rule, json, text},
    base::diagnostic::{Diagnostic, UNKNOWN_OPERATION, count},
    base::source::{Disk, FileText, SourceMap},
    library::pattern_set::PassCompiler,
    library::session::Session,
    mlir::diagnostics::Catcher,
    mlir::ffi::{ir::load_pdl, pattern_set::Filter, registration::PatternSource},
    mlir::options::NativeCode,
};
use melior::Context;
use replay::Replay;
use selection::Selection;
use std::{
    collections::BTreeSet,
    io::{self, IsTerminal},
    mem::{self, ManuallyDrop},
    path::Path,
};
use subject::Subject;

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

/// Compares patterns with programs, one after the other, for a command that reports by
/// itself what is wrong with them. `receive` gets what is found out about each, without
/// hints.
///
/// # Errors
///
/// Why the options cannot be used.
pub(super) fn compare(
    options: &Explain,
    context: &Context,
    programs: impl IntoIterator<Item = Input>,
    mut receive: impl FnMut(&Report, &SourceMap),
) -> Result<(), String> {
    let mut selection = Selection::new(options)?;
    selection.question.wants_hints = false;
    load_pdl(context);
    let _reported = Catcher::of_all_threads(context);
    let Some(compiled) = PassCompiler::read(context, source(options)) else {
        return Ok(());
    };
    for program in programs {
        let pipeline = pipeline(options, &program)?;
        let mut sources = compiled.sources.clone();
        let Some(subject) = Subject::read(options, context, &pipeline, &program, &compiled)? else {
            continue;
        };
        let file = sources.add(&*program.name, FileText::decode(program.bytes), None);
        receive(&subject.explain(&selection, file, &mut sources), &sources);
    }
    Ok(())
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
    let pipeline = pipeline(options, &input)?;
    // The process ends soon, and to destroy all of this takes time.
    let context = ManuallyDrop::new(Context::new_with_registry(&registry, true));
    context.set_allow_unregistered_dialects(options.setup.allow_unregistered_dialect);
    load_pdl(&context);
    let catcher = Catcher::of_all_threads(&context);
    let compiled = PassCompiler::read(&context, source(options));
    let mut compiled = compiled.map(ManuallyDrop::new);
    if let Some(compiled) = &mut compiled {
        session.sources = mem::take(&mut compiled.sources);
    }
    let subject = match &compiled {
        Some(compiled) => Subject::read(options, &context, &pipeline, &input, compiled)?,
        None => None,
    };
    let file = {
        let text = FileText::decode(input.bytes);
        session.sources.add(&*input.name, text, None)
    };
    let caught = catcher.finish(&mut session.sources, &Disk);
    let common = &options.setup.common;
    session.diagnostics.extend(common.select_in_order(caught));
    let Some(subject) = subject else {
        return Ok(None);
    };
    let subject = ManuallyDrop::new(subject);
    session
        .diagnostics
        .extend(subject.problems(selection, options.at));
    if session.diagnostics.has_errors() {
        return Ok(None);
    }
    let mut report = subject.explain(selection, file, &mut session.sources);
    if options.verify {
        add_proofs(options, &mut report, &session.sources);
    }
    let sources = &session.sources;
    let text = print(options, selection, &report, &subject, sources);
    let unmet = options.expect.and_then(|answer| unmet(answer, &report));
    Ok(Some(Printed { text, unmet }))
}

/// Says of the patterns whether they are right.
fn add_proofs(options: &Explain, report: &mut Report, sources: &SourceMap) {
    let setup = &options.setup;
    let plugins = &setup.load_dialect_plugin;
    let verify = Verify {
        pattern: options.pattern.clone(),
        ..Verify::within(&setup.common, &[], plugins)
    };
    let patterns = setup.pass.values("patterns").iter().map(Path::new);
    let files: Vec<_> = patterns.chain(setup.pattern_files()).collect();
    let skips = setup.pass.values("skip-unsupported").last();
    let skips = skips.is_some_and(|value| value == "true");
    let proofs = Proofs::find(&verify, &AllDialects::new(plugins), &files, skips);
    for pattern in &mut report.patterns {
        pattern.proof = proofs.of(pattern, sources);
    }
}

/// The passes of a run up to the state that is looked at.
///
/// # Errors
///
/// Why the options give no pipeline.
fn pipeline<'o>(options: &'o Explain, input: &Input) -> Result<Pipeline<'o>, String> {
    let settings = program::settings(options, input);
    Pipeline::new(&options.setup.pass_pipeline, settings)
        .map_err(|reason| format!("invalid pass pipeline:\n{reason}"))
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
        script: None,
        only_finds: None,
    }
}

/// The explanation in the format that the options ask for.
fn print(
    options: &Explain,
    selection: &Selection,
    report: &Report,
    subject: &Subject<'_, '_>,
    sources: &SourceMap,
) -> String {
    match options.format {
        Format::Text => {
            let is_on_terminal = options.output.is_none() && io::stdout().is_terminal();
            let style = text::Style {
                is_colored: options.setup.common.colored_on(is_on_terminal),
                lists_conditions: selection.is_about_a_place(),
            };
            print_text(selection, report, subject, sources, style)
        }
        Format::Html => {
            let title = format!("Patterns on {}", options.setup.input().display());
            let extras = page::Extras {
                states: subject.replay().and_then(Replay::to_json),
                artist: subject.artist(),
            };
            page::render(&title, report, &extras, sources)
        }
        Format::Json => json::render(report, &options.at.name(), sources),
    }
}

fn print_text(
    selection: &Selection,
    report: &Report,
    subject: &Subject<'_, '_>,
    sources: &SourceMap,
    style: text::Style,
) -> String {
    let mut printed = text::render(report, sources, style);
    if report.patterns.is_empty() {
        printed += &selection.nothing(report.num_operations, &subject.operation_names());
    }
    printed
}

/// How many operations a pattern matches, or another one that its rule makes, as rules with
/// `either` do.
fn num_matches_of_rule(pattern: &PatternReport, report: &Report) -> usize {
    // Most patterns need no others.
    if pattern.num_matches == pattern.num_candidates {
        return pattern.num_matches;
    }
    let others = report.patterns.iter().filter(|other| {
        other.span == pattern.span
            && are_of_one_rule(
                (&pattern.name, &pattern.labels),
                (&other.name, &other.labels),
            )
    });
    let matched = others.flat_map(|other| &other.matched);
    let matched: BTreeSet<_> = matched.chain(&pattern.matched).collect();
    matched.len()
}

/// What differs from an expectation, if something does.
fn unmet(expected: Answer, report: &Report) -> Option<String> {
    let mut patterns = report.patterns.iter();
    match expected {
        Answer::Match if report.patterns.is_empty() => {
            Some("no pattern could match any of the selected operations".to_owned())
        }
        Answer::Match => patterns.find_map(|pattern| {
            let (name, all) = (&pattern.name, pattern.num_candidates);
            let matches = num_matches_of_rule(pattern, report);
            (all == 0 || all != matches).then(|| {
                format!(
                    "`{name}` matches {matches} of {}, but all of them are expected to match",
                    count(all, "operation")
                )
            })
        }),
        Answer::NoMatch => {
            let other = patterns.find(|one| one.num_matches > 0)?;
            Some(format!(
                "`{}` matches {} of {}, but none are expected to match",
                other.name,
                other.num_matches,
                count(other.num_candidates, "operation")
            ))
        }
    }
}
