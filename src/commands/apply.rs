//! `pdll-opt apply`: runs a pipeline, by default one `apply-pdll`, on a file.

mod culprit;
pub(super) mod limited;
mod never_fired;
pub(super) mod pipeline;
mod trace_page;

use super::{
    Input, Outcome, Status, Stdin, deliver,
    options::{Apply, DEFAULT_PIPELINE, Setup},
    output::{self, Target},
    output_file,
};
use crate::{
    base::diagnostic::{Diagnostic, Note, Severity},
    base::source::{
        Disk, FileText, Span,
        split::{self, DEFAULT_MARK, Part},
    },
    library::pattern_set::PassCompiler,
    library::session::Session,
    mlir::diagnostics::Catcher,
    mlir::ffi::{
        ir,
        pass::TraceSink,
        plugins::{load_dialect_plugin, load_pass_plugin},
        print::{self, PrintOptions},
        registration::register_apply_pass,
        verifier::DiagnosticVerifier,
    },
};
use melior::{
    Context,
    dialect::DialectRegistry,
    utility::{register_all_dialects, register_all_passes},
};
use never_fired::NeverFired;
use pipeline::Pipeline;
use trace_page::TracePage;

/// Runs the command.
pub fn run(options: &Apply, stdin: &Stdin) -> Outcome {
    let mut session = options.setup.common.session(&Disk);
    match Run::prepare(options) {
        Ok(run) => run.perform(session, stdin),
        Err(Refusal::Usage(reason)) => Outcome {
            messages: format!("error: {reason}\n"),
            status: Status::UsageError,
            ..Outcome::default()
        },
        Err(Refusal::Diagnostics(diagnostics)) => {
            session.diagnostics.extend(diagnostics);
            Outcome::new(Vec::new(), session, &options.setup.common)
        }
    }
}

/// The reason why nothing is run.
enum Refusal {
    Usage(String),
    Diagnostics(Vec<Diagnostic>),
}

/// All that is known before the input is read.
struct Run<'o> {
    options: &'o Apply,
    registry: DialectRegistry,
    pipeline: Pipeline<'o>,
}

impl<'o> Run<'o> {
    fn prepare(options: &'o Apply) -> Result<Self, Refusal> {
        let problems = output::conflicts(&options.outputs(), &options.setup.inputs());
        if !problems.is_empty() {
            let errors = problems.into_iter().map(Diagnostic::error_without_place);
            return Err(Refusal::Diagnostics(errors.collect()));
        }
        let registry = register(&options.setup).map_err(Refusal::Diagnostics)?;
        let mut flags = options.setup.pass.clone();
        if options.trace_html.is_some() {
            flags.trace_texts();
        }
        if options.verify_diagnostics {
            // A program need not expect messages about patterns that it has no use for.
            flags.set_default("warn-never-fired", "none");
        }
        for file in options.setup.pattern_files() {
            flags.add_pattern_file(file.display().to_string());
        }
        let settings = flags.into_settings(&options.setup.common);
        let pipeline = Pipeline::new(&options.setup.pass_pipeline, settings)
            .map_err(|reason| Refusal::Usage(format!("invalid pass pipeline:\n{reason}")))?;
        Ok(Run {
            options,
            registry,
            pipeline,
        })
    }

    fn perform(self, mut session: Session<'_>, stdin: &Stdin) -> Outcome {
        let mut page = TracePage::new(self.options);
        let sink = page
            .as_mut()
            .map(|page| TraceSink::new(|line| page.add(line)));
        let (text, as_expected) = self.rewrite_input(&mut session, stdin, sink.as_ref());
        if let Some(Err(problem)) = sink.map(TraceSink::finish) {
            let error = Diagnostic::error_without_place(problem);
            session.diagnostics.push(error);
        }
        // A run that went wrong is worth looking at, too.
        if let Some(page) = page {
            page.write(&mut session.diagnostics);
        }
        let printed = if as_expected {
            self.deliver(text, &mut session)
        } else {
            Vec::new()
        };
        let mut outcome = Outcome::new(printed, session, &self.options.setup.common);
        if !as_expected {
            outcome.status = Status::InputError;
        }
        outcome
    }

    /// Returns the rewritten input, and whether all went as it should. What did
    /// not is in the session, or was printed by MLIR's diagnostic verifier.
    fn rewrite_input(
        &self,
        session: &mut Session<'_>,
        stdin: &Stdin,
        trace: Option<&TraceSink<'_>>,
    ) -> (String, bool) {
        let Some(input) = stdin.read(self.options.setup.input(), session) else {
            return Default::default();
        };
        let mut texts = Vec::new();
        let mut as_expected = true;
        let mut never_fired = NeverFired::default();
        for part in split::split(&input.bytes, self.options.split_input_file.as_deref()) {
            let context = Context::new_with_registry(&self.registry, true);
            context.set_allow_unregistered_dialects(self.options.setup.allow_unregistered_dialect);
            if self.options.verify_diagnostics {
                let (text, is_expected) = self.verify_part(&context, &input, &part, trace);
                texts.extend(text);
                as_expected &= is_expected;
            } else {
                let catcher = Catcher::of_all_threads(&context);
                let text = self.rewrite_part(&context, &input, &part, trace);
                let mut caught = finish(catcher, session, &input, &part);
                if text.is_none() {
                    self.add_culprit(&context, session, &input, &part, &mut caught);
                }
                self.report_part(session, caught, text.is_some(), &mut never_fired);
                texts.extend(text);
            }
        }
        session.diagnostics.extend(never_fired.into_warnings());
        (texts.join(&format!("{DEFAULT_MARK}\n")), as_expected)
    }

    /// Says in the first error which rewrite is to blame, if that is found. Only an error
    /// about the program may follow from a rewrite.
    fn add_culprit(
        &self,
        context: &Context,
        session: &Session<'_>,
        input: &Input,
        part: &Part<'_>,
        caught: &mut [Diagnostic],
    ) {
        let mut errors = caught.iter_mut();
        let Some(error) = errors.find(|one| one.severity == Severity::Error) else {
            return;
        };
        let is_input = |span: Span| session.sources.file(span.file).name() == input.name;
        if !error.span.is_some_and(is_input) {
            return;
        }
        let culprit = culprit::find(context, &self.pipeline, part.text, &input.name);
        let note = culprit.map(|culprit| Note::new(None, culprit));
        error.notes.extend(note);
    }

    /// Rewrites a part, and checks its diagnostics against the comments in it.
    fn verify_part(
        &self,
        context: &Context,
        input: &Input,
        part: &Part<'_>,
        trace: Option<&TraceSink<'_>>,
    ) -> (Option<String>, bool) {
        let text = String::from_utf8_lossy(part.text);
        let verifier = DiagnosticVerifier::new(context, &input.name, &text);
        let text = self.rewrite_part(context, input, part, trace);
        (text, verifier.finish())
    }

    /// Takes the diagnostics of a part into the session; there is an error among them
    /// if there is no result.
    fn report_part(
        &self,
        session: &mut Session<'_>,
        caught: Vec<Diagnostic>,
        has_text: bool,
        never_fired: &mut NeverFired,
    ) {
        let mut caught = self.options.setup.common.select_in_order(caught);
        never_fired.take(&mut caught, &self.options.setup.common, &session.sources);
        let has_reason = caught.iter().any(|one| one.severity == Severity::Error);
        session.diagnostics.extend(caught);
        if !has_text && !has_reason {
            let message = "the pass pipeline failed, and no pass reported a reason";
            let error = Diagnostic::error_without_place(message);
            session.diagnostics.push(error);
        }
    }

    /// Rewrites a part. Without a result, there is an error with the diagnostic
    /// engine, unless the pass that failed was silent.
    fn rewrite_part(
        &self,
        context: &Context,
        input: &Input,
        part: &Part<'_>,
        trace: Option<&TraceSink<'_>>,
    ) -> Option<String> {
        let manager = self.pipeline.instantiate(context, trace);
        let mut module = ir::parse_module(context, part.text, &input.name)?;
        manager.run(&mut module).ok()?;
        let options = PrintOptions {
            locations: false,
            generic: self.options.mlir_print_op_generic,
        };
        let mut text = String::new();
        print::print(module.as_operation(), options, &mut text);
        Some(text)
    }

    /// Writes the result to the file that the options name. Returns what goes to
    /// standard output instead. Does nothing after errors.
    fn deliver(&self, text: String, session: &mut Session<'_>) -> Vec<u8> {
        let bytes = text.into_bytes();
        match output_file(self.options.output.as_ref()) {
            _ if session.diagnostics.has_errors() => Vec::new(),
            None => bytes,
            Some(path) => {
                let target = Target {
                    path,
                    bytes,
                    if_changed: false,
                };
                deliver(&[target], &mut session.diagnostics);
                Vec::new()
            }
        }
    }
}

/// Registers the passes and dialects of MLIR, of pdll and of the plugins.
///
/// # Errors
///
/// An error for each plugin that cannot be loaded.
pub(super) fn register(setup: &Setup) -> Result<DialectRegistry, Vec<Diagnostic>> {
    // Our pass comes first: plugins may be another copy of pdll.
    register_apply_pass::<PassCompiler>();
    if setup.pass_pipeline != DEFAULT_PIPELINE {
        register_all_passes();
    }
    let registry = DialectRegistry::new();
    register_all_dialects(&registry);
    let dialects = setup.load_dialect_plugin.iter().map(|path| {
        let path = path.display().to_string();
        (load_dialect_plugin(&path, &registry), path)
    });
    let passes = setup.load_pass_plugin.iter().map(|path| {
        let path = path.display().to_string();
        (load_pass_plugin(&path), path)
    });
    let errors: Vec<_> = dialects
        .chain(passes)
        .filter_map(|(loaded, path)| {
            let reason = loaded.err()?;
            let message = format!("cannot load the plugin `{path}`: {reason}");
            Some(Diagnostic::error_without_place(message))
        })
        .collect();
    if errors.is_empty() {
        Ok(registry)
    } else {
        Err(errors)
    }
}

/// Returns the caught diagnostics as ones about the sources of the session,
/// which then include the input.
fn finish(
    catcher: Catcher<'_>,
    session: &mut Session<'_>,
    input: &Input,
    part: &Part<'_>,
) -> Vec<Diagnostic> {
    if session.sources.find(&input.name).is_none() {
        let text = FileText::decode(input.bytes.clone());
        session.sources.add(&*input.name, text, None);
    }
    catcher.finish_part(&input.name, part.first_line, &mut session.sources, &Disk)
}
