//! `pdll-opt compile`, and `check`, which is the same without a result.

use super::{
    Input, Outcome, Stdin,
    dialects::{Dialects, new_context},
    header,
    options::{AstFormat, Check, Compile, Emit},
    plugin, results, split,
};
use crate::{
    diagnostic::Diagnostic,
    emit_cpp,
    ffi::print::{self as ir_print, PrintOptions},
    program::{self, Program},
    session::Session,
    source::{self, Disk, FileId},
    syntax::print,
};
use std::{
    mem::{self, ManuallyDrop},
    path::{Path, PathBuf},
};

/// Runs the command. Literals may use `dialects`.
pub fn run(options: &Compile, dialects: &dyn Dialects, stdin: &Stdin) -> Outcome {
    match options.emit {
        Emit::Plugin => plugin::run(options, dialects, stdin),
        Emit::Cpp => run_with(options, dialects, stdin, header::make),
        Emit::Ast | Emit::Pdl => run_light(options, dialects, stdin),
    }
}

/// Runs the command in a program that has little of MLIR.
///
/// # Panics
///
/// When [`needs_more`] of it.
pub fn run_light(options: &Compile, dialects: &dyn Dialects, stdin: &Stdin) -> Outcome {
    run_with(options, dialects, stdin, |_, _, _, _, _, _| {
        unreachable!("another program makes headers")
    })
}

/// Whether the command needs more of MLIR than its parser and the dialect `pdl`.
pub fn needs_more(options: &Compile) -> bool {
    !options.load_dialect_plugin.is_empty() || matches!(options.emit, Emit::Cpp | Emit::Plugin)
}

/// Makes the header of a part.
type MakeHeader = fn(
    &mut Session<'_>,
    FileId,
    Program,
    &dyn Dialects,
    &Input,
    emit_cpp::Place<'_>,
) -> Option<String>;

fn run_with(
    options: &Compile,
    dialects: &dyn Dialects,
    stdin: &Stdin,
    make_header: MakeHeader,
) -> Outcome {
    let loader = Disk;
    let mut session = options.common.session(&loader);
    let output = compile_input(&mut session, options, dialects, stdin, make_header);
    let mut output = output.unwrap_or_default();
    let ods = mem::take(&mut output.ods);
    session.diagnostics = options.common.select(session.diagnostics);
    let mut result = Vec::new();
    if !session.diagnostics.has_errors() {
        let bytes = output.text.into_bytes();
        result = results::write(options, bytes, &output.files, &mut session.diagnostics);
    }
    let mut outcome = Outcome::new(result, session, &options.common);
    outcome.messages.insert_str(0, &ods);
    outcome
}

/// Runs `pdll-opt check`: as `compile`, without a result.
pub fn check(options: &Check, dialects: &dyn Dialects, stdin: &Stdin) -> Outcome {
    let loader = Disk;
    let mut session = options.common.session(&loader);
    for path in &options.inputs {
        let Some(input) = stdin.read(path, &mut session) else {
            continue;
        };
        // Each file stands for itself: an error in one hides none in the next.
        let before = session.diagnostics.take();
        for part in parts(&mut session, &input, None) {
            let program = session.parse(part);
            analyze(&mut session, part, &program, dialects);
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
    /// What the included `.td` files define, if that was asked for.
    ods: String,
    /// The files it was made of.
    files: Vec<PathBuf>,
}

fn compile_input(
    session: &mut Session<'_>,
    options: &Compile,
    dialects: &dyn Dialects,
    stdin: &Stdin,
    make_header: MakeHeader,
) -> Option<Output> {
    for problem in dialects.problems() {
        let error = Diagnostic::error_without_place(problem);
        session.diagnostics.push(error);
    }
    let input = stdin.read(&options.input, session)?;
    let mut output = Output::default();
    let mut trees = Vec::new();
    let mut all_diagnostics = session.diagnostics.take();
    let parts = parts(session, &input, options.split_input_file.as_deref());
    for (index, part) in parts.into_iter().enumerate() {
        let program = session.parse(part);
        output.files.extend_from_slice(&program.included_paths);
        if options.dump_ods {
            output.ods += &program.ods.to_string();
        }
        if index > 0 {
            output.text += &format!("{}\n", options.output_split_marker);
        }
        match (options.emit, options.format) {
            (Emit::Pdl, _) => {
                compile_part(session, options, part, program, dialects, &mut output.text);
            }
            (Emit::Cpp, _) => {
                let place = emit_cpp::Place {
                    file: &options.cpp_file(&input.name),
                    first_line: output.text.matches('\n').count() as u32 + 1,
                    origin: &input.name,
                };
                let header = make_header(session, part, program, dialects, &input, place);
                output.text += &header.unwrap_or_default();
            }
            (Emit::Plugin, _) => unreachable!("a plugin is made of whole files"),
            (Emit::Ast, format) => {
                if options.analyze_tree {
                    analyze(session, part, &program, dialects);
                }
                match format {
                    AstFormat::Text => {
                        output.text += &print::tree(&program.modules, &session.sources)
                    }
                    AstFormat::Json => trees.push(program),
                }
            }
        }
        // An error in one part hides none in the next.
        all_diagnostics.extend(session.diagnostics.take());
    }
    if (options.emit, options.format) == (Emit::Ast, AstFormat::Json) {
        // One document, which has no lines between its parts.
        let trees: Vec<_> = trees.iter().map(|tree| &*tree.modules).collect();
        output.text = print::json(&trees, &session.sources);
    }
    session.diagnostics.extend(all_diagnostics);
    output.files.sort();
    output.files.dedup();
    if options.input != Path::new("-") {
        output.files.insert(0, options.input.clone());
    }
    Some(output)
}

/// Compiles a part for its diagnostics, which are all there is to know.
fn analyze(session: &mut Session<'_>, part: FileId, program: &Program, dialects: &dyn Dialects) {
    let context = new_context();
    let _ = session.compile(&context, part, program, dialects.access());
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
        ir_print::print(module.as_operation(), print, out);
    }
}

/// Puts the parts of an input into the session's sources.
fn parts(session: &mut Session<'_>, input: &Input, mark: Option<&str>) -> Vec<FileId> {
    let mut files = Vec::new();
    for part in split::split(&input.bytes, mark) {
        let decoded = source::decode(part.text.to_vec());
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
