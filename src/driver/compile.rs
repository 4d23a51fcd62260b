//! `pdll-opt compile`, and `check`, which is the same without a result.

use super::{
    Input, Outcome, Stdin, deliver,
    dialects::Dialects,
    options::{AstFormat, Check, Compile, Emit},
    output,
    split::{self, DEFAULT_MARK},
};
use crate::{
    diagnostic::Diagnostic,
    ffi::{self, PrintOptions},
    program::{self, Program},
    session::Session,
    source::{Disk, FileId},
    syntax::print,
};
use melior::Context;
use std::{mem::ManuallyDrop, path::Path};

/// Runs the command. Literals may use `dialects`.
pub fn run(options: &Compile, dialects: &dyn Dialects, stdin: &Stdin) -> Outcome {
    let loader = Disk;
    let mut session = Session::new(&loader, options.common.include_dirs.clone());
    let output = compile_input(&mut session, options, dialects, stdin).unwrap_or_default();
    let mut result = Vec::new();
    session.diagnostics = options.common.select(session.diagnostics);
    if !session.diagnostics.has_errors() {
        if let (Some(file), Some(target)) = (&options.dependencies, &options.output) {
            let target = target.display().to_string();
            let rule = output::dependencies(&target, output.files.iter().map(String::as_str));
            deliver(
                Some(file),
                rule.into_bytes(),
                false,
                &mut session.diagnostics,
            );
        }
        result = deliver(
            options.output.as_ref(),
            output.text.into_bytes(),
            options.write_if_changed,
            &mut session.diagnostics,
        );
    }
    Outcome::new(result, session, &options.common)
}

/// Runs `pdll-opt check`: as `compile`, without a result.
pub fn check(options: &Check, dialects: &dyn Dialects, stdin: &Stdin) -> Outcome {
    let loader = Disk;
    let mut session = Session::new(&loader, options.common.include_dirs.clone());
    for path in &options.inputs {
        let Some(input) = stdin.read(path, &mut session) else {
            continue;
        };
        // Each file stands for itself: an error in one hides none in the next.
        let before = session.diagnostics.take();
        for part in parts(&mut session, &input, None) {
            let program = session.parse(part);
            let context = new_context();
            // All there is to know is in the diagnostics.
            let _ = session.compile(&context, part, program, dialects.access());
        }
        let after = session.diagnostics.take();
        session.diagnostics.extend(before.into_iter().chain(after));
    }
    session.diagnostics = options.common.select(session.diagnostics);
    Outcome::new(Vec::new(), session, &options.common)
}

/// What a compilation gives.
#[derive(Default)]
struct Output {
    text: String,
    /// The files it was made of.
    files: Vec<String>,
}

fn compile_input(
    session: &mut Session<'_>,
    options: &Compile,
    dialects: &dyn Dialects,
    stdin: &Stdin,
) -> Option<Output> {
    for problem in dialects.problems() {
        let error = Diagnostic::error_without_place(problem);
        session.diagnostics.push(error);
    }
    let input = stdin.read(&options.input, session)?;
    let mut output = Output::default();
    let mut all_diagnostics = session.diagnostics.take();
    let parts = parts(session, &input, options.split_input_file.as_deref());
    for (index, part) in parts.into_iter().enumerate() {
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
            Emit::Pdl => compile_part(session, options, part, program, dialects, &mut output.text),
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
    dialects: &dyn Dialects,
    out: &mut String,
) {
    // The process ends soon. Taking the IR apart before that would take a good
    // part of the time that making it took.
    let context = ManuallyDrop::new(new_context());
    let module = session.compile(&context, part, program, dialects.access());
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
