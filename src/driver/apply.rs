//! `pdll-opt apply`: runs a pipeline, by default one `apply-pdll`, on a file.

use super::{
    Input, Outcome, Status, Stdin, deliver,
    mlir_diagnostics::Catcher,
    options::Apply,
    output::Target,
    output_file,
    split::{self, DEFAULT_MARK, Part},
    trace_html,
};
use crate::{
    diagnostic::{Diagnostic, Severity},
    ffi::{
        ir,
        plugins::{load_dialect_plugin, load_pass_plugin},
        print::{self, PrintOptions},
        registration::{ApplyDefaults, register_apply_pass},
        verifier::DiagnosticVerifier,
    },
    pattern_set::PassCompiler,
    session::Session,
    source::{self, Disk, io_reason},
};
use melior::{
    Context,
    dialect::DialectRegistry,
    pass::PassManager,
    utility::{parse_pass_pipeline, register_all_dialects, register_all_passes},
};
use std::{
    fs,
    path::{Path, PathBuf},
};
use tempfile::NamedTempFile;

/// Runs the command.
pub fn run(options: &Apply, stdin: &Stdin) -> Outcome {
    let loader = Disk;
    let mut session = options.common.session(&loader);
    let trace = match options.trace_html.as_ref().map(|_| NamedTempFile::new()) {
        None => None,
        Some(Ok(file)) => Some(file),
        Some(Err(error)) => {
            let message = format!("cannot write a temporary file: {}", io_reason(&error));
            session
                .diagnostics
                .push(Diagnostic::error_without_place(message));
            return Outcome::new(Vec::new(), session, &options.common);
        }
    };
    let Some(registry) = prepare(&mut session, options, trace.as_ref()) else {
        return Outcome::new(Vec::new(), session, &options.common);
    };
    if let Err(reason) = parse_pipeline(&Context::new(), &options.pass_pipeline) {
        return Outcome {
            messages: format!("error: {reason}\n"),
            status: Status::UsageError,
            ..Outcome::default()
        };
    }
    let (text, as_expected) = apply_input(&mut session, options, &registry, &loader, stdin);
    // A run that went wrong is worth looking at, too.
    if let (Some(trace), Some(path)) = (&trace, &options.trace_html) {
        write_page(&mut session, options, trace.path(), path);
    }
    let mut result = Vec::new();
    if !session.diagnostics.has_errors() {
        match output_file(options.output.as_ref()) {
            None => result = text.into_bytes(),
            Some(path) => {
                let target = Target {
                    path,
                    bytes: text.into_bytes(),
                    if_changed: false,
                };
                deliver(&[target], &mut session.diagnostics);
            }
        }
    }
    let mut outcome = Outcome::new(result, session, &options.common);
    if !as_expected {
        outcome.status = Status::InputError;
    }
    outcome
}

/// The rewritten input, and whether all went as it should. What did not is in
/// the session, or was printed by MLIR's diagnostic verifier.
fn apply_input(
    session: &mut Session<'_>,
    options: &Apply,
    registry: &DialectRegistry,
    loader: &Disk,
    stdin: &Stdin,
) -> (String, bool) {
    let Some(input) = stdin.read(&options.input, session) else {
        return Default::default();
    };
    let mut texts = Vec::new();
    let mut as_expected = true;
    for part in split::split(&input.bytes, options.split_input_file.as_deref()) {
        let context = Context::new_with_registry(registry, true);
        context.set_allow_unregistered_dialects(options.allow_unregistered_dialect);
        if options.verify_diagnostics {
            let text = String::from_utf8_lossy(part.text);
            let verifier = DiagnosticVerifier::new(&context, &input.name, &text);
            texts.extend(apply_part(&context, options, &input, &part));
            as_expected &= verifier.finish();
        } else {
            let catcher = Catcher::new(&context);
            let text = apply_part(&context, options, &input, &part);
            let caught = catch(catcher, &context, session, &input, &part, loader);
            let has_reason = caught.iter().any(|one| one.severity == Severity::Error);
            session.diagnostics.extend(caught);
            if text.is_none() && !has_reason {
                let message = "the pass pipeline failed, and no pass said why";
                let error = Diagnostic::error_without_place(message);
                session.diagnostics.push(error);
            }
            texts.extend(text);
        }
    }
    (texts.join(&format!("{DEFAULT_MARK}\n")), as_expected)
}

/// Makes a page of the trace.
fn write_page(session: &mut Session<'_>, options: &Apply, trace: &Path, path: &Path) {
    let title = format!("Rewrites of {}", options.input.display());
    let page = fs::read_to_string(trace)
        .map_err(|error| io_reason(&error))
        .and_then(|text| {
            trace_html::render(&title, &text)
                .map_err(|(line, error)| format!("line {line} of the trace: {error}"))
        });
    match page {
        Ok(page) => {
            let target = Target {
                path,
                bytes: page.into_bytes(),
                if_changed: false,
            };
            deliver(&[target], &mut session.diagnostics);
        }
        Err(reason) => {
            let message = format!("cannot make a page of the trace: {reason}");
            session
                .diagnostics
                .push(Diagnostic::error_without_place(message));
        }
    }
}

/// Registers dialects and passes. None when a plugin cannot be loaded.
fn prepare(
    session: &mut Session<'_>,
    options: &Apply,
    trace: Option<&NamedTempFile>,
) -> Option<DialectRegistry> {
    let mut pass = options.pass.clone();
    if let Some(trace) = trace {
        pass.trace_texts_to(trace.path().display().to_string());
    }
    let strings = |paths: &[PathBuf]| -> Vec<String> {
        paths
            .iter()
            .map(|path| path.display().to_string())
            .collect()
    };
    let mut pass_options = pass.to_pipeline();
    if options.common.no_ods_cache {
        pass_options += " ods-cache=false";
    }
    register_apply_pass::<PassCompiler>(&ApplyDefaults {
        patterns: strings(&options.patterns),
        include_dirs: strings(&options.common.include_dirs),
        natives: strings(&options.natives),
        options: pass_options.trim().to_owned(),
    });
    if options.pass_pipeline != DEFAULT_PIPELINE {
        register_all_passes();
    }
    let registry = DialectRegistry::new();
    register_all_dialects(&registry);
    let dialects = options.load_dialect_plugin.iter().map(|path| (path, true));
    let passes = options.load_pass_plugin.iter().map(|path| (path, false));
    for (path, is_dialect) in dialects.chain(passes) {
        let path = path.display().to_string();
        let loaded = match is_dialect {
            true => load_dialect_plugin(&path, &registry),
            false => load_pass_plugin(&path),
        };
        if let Err(reason) = loaded {
            let message = format!("cannot load the plugin `{path}`: {reason}");
            session
                .diagnostics
                .push(Diagnostic::error_without_place(message));
        }
    }
    (!session.diagnostics.has_errors()).then_some(registry)
}

/// What a run without `--pass-pipeline` does.
pub(super) const DEFAULT_PIPELINE: &str = "builtin.module(apply-pdll)";

/// # Errors
///
/// MLIR's reason why the text is no pipeline.
fn parse_pipeline<'c>(context: &'c Context, pipeline: &str) -> Result<PassManager<'c>, String> {
    let manager = PassManager::new(context);
    parse_pass_pipeline(manager.as_operation_pass_manager(), pipeline)
        .map_err(|error| format!("invalid pass pipeline: {}", error.to_string().trim()))?;
    Ok(manager)
}

/// The rewritten part; none when there is an error with the diagnostic engine.
fn apply_part(
    context: &Context,
    options: &Apply,
    input: &Input,
    part: &Part<'_>,
) -> Option<String> {
    // It was parsed before, so it can be parsed again.
    let manager = parse_pipeline(context, &options.pass_pipeline).ok()?;
    let mut module = ir::parse_module(context, part.text, &input.name)?;
    manager.run(&mut module).ok()?;
    let options = PrintOptions {
        locations: false,
        generic: options.mlir_print_op_generic,
    };
    let mut text = String::new();
    print::print(module.as_operation(), options, &mut text);
    Some(text)
}

fn catch(
    catcher: Catcher,
    context: &Context,
    session: &mut Session<'_>,
    input: &Input,
    part: &Part<'_>,
    loader: &Disk,
) -> Vec<Diagnostic> {
    if session.sources.find(&input.name).is_none() {
        let text = source::decode(input.bytes.clone()).text;
        session.sources.add(&*input.name, text, None);
    }
    catcher.finish(
        context,
        input,
        part.first_line,
        &mut session.sources,
        loader,
    )
}

/// Whether a pipeline has a place for the patterns.
pub fn mentions_pass(pipeline: &str) -> bool {
    pipeline.contains("apply-pdll")
}
