//! `pdll-opt compile`, and the part of `check` that is alike.

use super::{
    Input, Outcome, deliver,
    options::{AstFormat, Compile, Emit},
    output, read_input, report,
    split::{self, DEFAULT_MARK},
};
use crate::{
    diagnostic::Diagnostic,
    ffi::{self, PrintOptions},
    lower::DialectAccess,
    program::{self, Program},
    session::Session,
    source::{Disk, FileId},
    syntax::print,
};
use melior::{Context, dialect::DialectRegistry, utility::register_all_dialects};
use std::{
    mem::ManuallyDrop,
    path::{Path, PathBuf},
};

/// Runs the command.
pub fn run(options: &Compile) -> Outcome {
    let loader = Disk;
    let mut session = Session::new(&loader, options.common.include_dirs.clone());
    let output = compile_input(&mut session, options).unwrap_or_default();
    let Session {
        sources,
        mut diagnostics,
        ..
    } = session;

    let mut result = Vec::new();
    if !diagnostics.has_errors() {
        if let (Some(file), Some(target)) = (&options.dependencies, &options.output) {
            let target = target.display().to_string();
            let rule = output::dependencies(&target, output.files.iter().map(String::as_str));
            deliver(Some(file), rule.into_bytes(), false, &mut diagnostics);
        }
        let target = options.output.as_ref();
        result = deliver(
            target,
            output.text.into_bytes(),
            options.write_if_changed,
            &mut diagnostics,
        );
    }
    let (messages, success) = report(&sources, &mut diagnostics, &options.common);
    Outcome {
        output: if success { result } else { Vec::new() },
        messages,
        success,
    }
}

/// Checks a file as if it was compiled, and leaves the diagnostics in the
/// session. A file with several parts is checked part by part.
pub(super) fn check_file(session: &mut Session<'_>, path: &Path) {
    let Some(input) = read_input(path, session) else {
        return;
    };
    let registry = Registry::default();
    // Each file stands for itself: errors in one hide none in the next.
    let before = session.diagnostics.take();
    for part in parts(session, &input, None) {
        let program = session.parse(part);
        let context = new_context();
        let _ = session.compile(&context, part, &program, registry.access());
    }
    let after = session.diagnostics.take();
    session.diagnostics.extend(before.into_iter().chain(after));
}

/// What a compilation gives.
#[derive(Default)]
struct Output {
    text: String,
    /// The files it was made of.
    files: Vec<String>,
}

fn compile_input(session: &mut Session<'_>, options: &Compile) -> Option<Output> {
    let input = read_input(&options.input, session)?;
    let registry = Registry {
        plugins: &options.load_dialect_plugin,
    };
    registry.check(session);
    let mut output = Output::default();
    let mut all_diagnostics = session.diagnostics.take();
    for (index, part) in parts(session, &input, options.split_input_file.as_deref())
        .into_iter()
        .enumerate()
    {
        let program = session.parse(part);
        let included = program.included_paths.iter();
        output
            .files
            .extend(included.map(|path| path.display().to_string()));
        if index > 0 {
            output.text += &format!("{DEFAULT_MARK}\n");
        }
        match options.emit {
            Emit::Ast => output.text += &print_tree(session, &program, options.format),
            Emit::Pdl => compile_part(session, options, part, program, &registry, &mut output.text),
        }
        // An error in one part hides none in the next.
        all_diagnostics.extend(session.diagnostics.take());
    }
    session.diagnostics.extend(all_diagnostics);
    output.files.sort();
    output.files.dedup();
    if options.input != Path::new("-") {
        output.files.insert(0, input.name);
    }
    Some(output)
}

fn print_tree(session: &Session<'_>, program: &Program, format: AstFormat) -> String {
    match format {
        AstFormat::Text => print::tree(program, &session.sources),
        AstFormat::Json => print::json(program, &session.sources),
    }
}

/// Appends the module of a part to `out`, unless it has errors.
fn compile_part(
    session: &mut Session<'_>,
    options: &Compile,
    part: FileId,
    program: Program,
    registry: &Registry<'_>,
    out: &mut String,
) {
    // The process ends soon. Taking the IR apart before that would take a good
    // part of the time that making it took.
    let context = ManuallyDrop::new(new_context());
    let module = session.compile(&context, part, program, registry.access());
    if let Some(module) = module.map(ManuallyDrop::new) {
        let print = PrintOptions {
            locations: !options.no_debuginfo,
            generic: false,
        };
        ffi::print(module.as_operation(), print, out);
    }
}

/// Puts the parts of an input into the session's sources.
fn parts(session: &mut Session<'_>, input: &Input, mark: Option<&str>) -> Vec<FileId> {
    let mut files = Vec::new();
    for part in split::split(&input.bytes, mark) {
        let decoded = program::decode(part.text.to_vec());
        let file = session
            .sources
            .add_part(&*input.name, decoded.text, None, part.first_line);
        if let Some(offset) = decoded.invalid_at {
            session
                .diagnostics
                .push(program::invalid_utf8(file, offset));
        }
        files.push(file);
    }
    files
}

/// A context for compiling. It runs nothing, so it needs no threads.
fn new_context() -> Context {
    Context::new_with_threading(false)
}

/// The dialects that literals may use: all of MLIR's, and those of plugins.
#[derive(Default)]
struct Registry<'o> {
    plugins: &'o [PathBuf],
}

impl Registry<'_> {
    /// Reports plugins that cannot be loaded.
    fn check(&self, session: &mut Session<'_>) {
        for plugin in self.plugins {
            let path = plugin.display().to_string();
            if let Err(reason) = ffi::load_dialect_plugin(&path, &DialectRegistry::new()) {
                let message = format!("cannot load the dialect plugin `{path}`: {reason}");
                session
                    .diagnostics
                    .push(Diagnostic::error_without_place(message));
            }
        }
    }

    fn access(&self) -> DialectAccess<'_> {
        DialectAccess::OnDemand(Box::new(|context| {
            let registry = DialectRegistry::new();
            register_all_dialects(&registry);
            for plugin in self.plugins {
                // A plugin that does not load was reported by `check`.
                let _ = ffi::load_dialect_plugin(&plugin.display().to_string(), &registry);
            }
            context.append_dialect_registry(&registry);
        }))
    }
}
