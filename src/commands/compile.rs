//! `pdll-opt compile`.

use super::{
    Input, Outcome, Stdin,
    dialects::{Dialects, new_context},
    header,
    kept::Kept,
    matcher,
    options::{AstFormat, Compile, Emit, HeaderMatcher},
    patterns_of_part::PatternPart,
    picture, plugin, portable, results,
};
use crate::{
    back::emit_cpp,
    base::diagnostic::{Diagnostic, Severity},
    base::source::{Disk, FileId, FileText, Recorder, split},
    front::frontend::PatternFile,
    front::host::HiddenNatives,
    front::program,
    front::syntax::print,
    library::session::Session,
    mlir::ffi::print::{self as ir_print, PrintOptions},
};
use std::{
    mem::{self, ManuallyDrop},
    path::{Path, PathBuf},
};

/// Runs the command. Literals may use `dialects`.
pub fn run(options: &Compile, dialects: &dyn Dialects, stdin: &Stdin) -> Outcome {
    match options.emit {
        Emit::Plugin => plugin::run(options, dialects, stdin),
        Emit::Cpp => match options.header_matcher() {
            HeaderMatcher::Native => run_with(options, dialects, stdin, header::make_native),
            HeaderMatcher::Interpreter => {
                run_with(options, dialects, stdin, header::make_for_interpreter)
            }
        },
        Emit::Matcher => run_with(options, dialects, stdin, matcher::describe),
        Emit::Svg => run_with(options, dialects, stdin, picture::draw),
        Emit::Python => run_with(options, dialects, stdin, portable::make_python),
        Emit::Pdl if options.portable => run_with(options, dialects, stdin, portable::make_pdl),
        Emit::Ast | Emit::Pdl => run_light(options, dialects, stdin),
    }
}

/// Runs the command in a program that contains only the core of MLIR.
///
/// # Panics
///
/// Panics if the command [needs more](needs_more) of MLIR.
pub fn run_light(options: &Compile, dialects: &dyn Dialects, stdin: &Stdin) -> Outcome {
    run_with(options, dialects, stdin, |_, _| {
        unreachable!("another program makes this")
    })
}

/// Whether the command needs more of MLIR than its parser and the dialect `pdl`.
pub fn needs_more(options: &Compile) -> bool {
    needs_all_of_mlir(options) || !options.load_dialect_plugin.is_empty()
}

fn needs_all_of_mlir(options: &Compile) -> bool {
    match options.emit {
        Emit::Cpp | Emit::Matcher | Emit::Plugin | Emit::Python | Emit::Svg => true,
        Emit::Pdl => options.portable,
        Emit::Ast => false,
    }
}

/// The function that makes a part into something that takes more of MLIR.
type MakeText = fn(&mut Session<'_>, &PatternPart<'_>) -> Option<String>;

fn run_with(
    options: &Compile,
    dialects: &dyn Dialects,
    stdin: &Stdin,
    make_text: MakeText,
) -> Outcome {
    let kept = Kept::of(options);
    let recorder = Recorder::new(&Disk);
    let mut session = options.common.session(&recorder);
    session.ods.skip_unsupported = options.skip_unsupported;
    // What MLIRs without pdll run is another question than what `mlir-pdll` compiles.
    let runs_without_pdll = options.runs_without_pdll();
    session.is_portable = options.portable && !runs_without_pdll;
    let is_interpreted =
        options.emit == Emit::Cpp && options.header_matcher() == HeaderMatcher::Interpreter;
    session.expands_library = runs_without_pdll;
    session.runs_elsewhere = true;
    session.is_for_interpreter = options.emit == Emit::Pdl || is_interpreted || runs_without_pdll;
    if options.as_mlir_pdll || is_interpreted || runs_without_pdll {
        session.hidden_natives = HiddenNatives::Forbidden;
    }
    let mut output = match kept.as_ref().and_then(Kept::load) {
        Some(output) => output,
        None => {
            let output = compile_input(&mut session, options, dialects, stdin, make_text);
            let output = output.unwrap_or_default();
            if let Some(kept) = kept
                && session.diagnostics.is_empty()
            {
                kept.store(&recorder, &output);
            }
            output
        }
    };
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

/// The result of a compilation.
#[derive(Default)]
pub(super) struct Output {
    pub(super) text: String,
    /// The files of one JSON document.
    pub(super) documents: Vec<String>,
    /// The definitions of the included `.td` files, if the user asked for them.
    pub(super) ods: String,
    /// The files that the result depends on.
    pub(super) files: Vec<PathBuf>,
}

fn compile_input(
    session: &mut Session<'_>,
    options: &Compile,
    dialects: &dyn Dialects,
    stdin: &Stdin,
    make_text: MakeText,
) -> Option<Output> {
    for problem in dialects.problems() {
        let error = Diagnostic::error_without_place(problem);
        session.diagnostics.push(error);
    }
    let compilation = Compilation {
        options,
        dialects,
        input: stdin.read(&options.input, session)?,
        make_text,
    };
    let mut output = compilation.run(session);
    output.files.sort();
    output.files.dedup();
    if options.input != Path::new("-") {
        output.files.insert(0, options.input.clone());
    }
    Some(output)
}

/// The compilation of one input.
struct Compilation<'o> {
    options: &'o Compile,
    dialects: &'o dyn Dialects,
    input: Input,
    make_text: MakeText,
}

impl Compilation<'_> {
    fn run(&self, session: &mut Session<'_>) -> Output {
        let mut output = Output::default();
        let mut all_diagnostics = session.diagnostics.take();
        let mark = self.options.split_input_file.as_deref();
        let parts = parts(session, &self.input, mark);
        for (index, part) in parts.into_iter().enumerate() {
            if index > 0 {
                output.text += &format!("{}\n", self.options.output_split_marker);
            }
            self.part(session, part, &mut output);
            // An error in one part hides none in the next.
            all_diagnostics.extend(session.diagnostics.take());
        }
        if !output.documents.is_empty() {
            // One document, which has no lines between its parts.
            output.text = print::document(&output.documents);
        }
        session.diagnostics.extend(all_diagnostics);
        output
    }

    /// Appends the result of a part to `output`.
    fn part(&self, session: &mut Session<'_>, part: FileId, output: &mut Output) {
        let patterns = session.patterns(part);
        output.files.extend_from_slice(patterns.included_paths());
        if self.options.dump_ods {
            output.ods += &patterns.definitions().to_string();
        }
        match self.options.emit {
            Emit::Pdl if !self.options.portable => {
                self.module(session, part, patterns, &mut output.text);
            }
            Emit::Pdl | Emit::Cpp | Emit::Matcher | Emit::Python | Emit::Svg => {
                self.text(session, part, patterns, &mut output.text);
            }
            Emit::Ast => self.tree(session, part, &*patterns, output),
            Emit::Plugin => unreachable!("a plugin is made of whole files"),
        }
    }

    /// Appends the module of a part, unless it has errors.
    fn module(
        &self,
        session: &mut Session<'_>,
        part: FileId,
        patterns: Box<dyn PatternFile>,
        out: &mut String,
    ) {
        // The process ends soon. To destroy the context before would only take time.
        let context = ManuallyDrop::new(new_context());
        let access = self.dialects.access();
        if !self.options.no_debuginfo {
            let text = session.compile_to_text(&context, part, patterns, access);
            *out += &text.unwrap_or_default();
        } else if let Some(module) = session.compile(&context, part, patterns, access) {
            // Without locations, MLIR gives names to parts of attributes.
            let module = ManuallyDrop::new(module);
            ir_print::print(module.as_operation(), PrintOptions::default(), out);
        }
        self.dialects.look_back(&context);
    }

    /// Appends what a part is made into, unless it has errors.
    fn text(
        &self,
        session: &mut Session<'_>,
        part: FileId,
        patterns: Box<dyn PatternFile>,
        out: &mut String,
    ) {
        let place = emit_cpp::Place {
            file: &self.options.cpp_file(&self.input.name),
            first_line: out.matches('\n').count() as u32 + 1,
            origin: &self.input.name,
        };
        let part = PatternPart {
            file: part,
            patterns,
            dialects: self.dialects,
            place,
            locations: !self.options.no_debuginfo,
        };
        let text = (self.make_text)(session, &part);
        *out += &text.unwrap_or_default();
    }

    /// Adds the tree of a part.
    fn tree(
        &self,
        session: &mut Session<'_>,
        part: FileId,
        patterns: &dyn PatternFile,
        output: &mut Output,
    ) {
        self.report_meaning(session, part, patterns);
        match self.options.format {
            AstFormat::Text => output.text += &patterns.tree(&session.sources),
            AstFormat::Json => {
                let first = output.documents.len();
                let files = patterns.json(first, &session.sources);
                output.documents.extend(files);
            }
        }
    }

    /// Reports what is wrong with the meaning of a part. A tree needs no meaning, so these
    /// are warnings, except under the name `mlir-pdll` and in portable mode.
    fn report_meaning(&self, session: &mut Session<'_>, part: FileId, patterns: &dyn PatternFile) {
        let number_before = session.diagnostics.iter().count();
        let context = new_context();
        let _ = session.compile(&context, part, patterns, self.dialects.access());
        self.dialects.look_back(&context);
        if self.options.as_mlir_pdll || self.options.portable {
            return;
        }
        let mut all = session.diagnostics.take();
        for problem in &mut all[number_before..] {
            if problem.severity == Severity::Error {
                problem.severity = Severity::Warning;
            }
        }
        session.diagnostics.extend(all);
    }
}

/// Adds the parts of an input to the session's sources.
pub(super) fn parts(session: &mut Session<'_>, input: &Input, mark: Option<&str>) -> Vec<FileId> {
    let mut files = Vec::new();
    for part in split::split(&input.bytes, mark) {
        let text = FileText::decode(part.text.to_vec());
        let invalid_at = text.invalid_at();
        let file = session
            .sources
            .add_part(&*input.name, text, None, part.first_line);
        if let Some(offset) = invalid_at {
            session
                .diagnostics
                .push(program::invalid_utf8(file, offset));
        }
        files.push(file);
    }
    files
}
