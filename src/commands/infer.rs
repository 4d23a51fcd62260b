//! `pdll-opt infer`: a pattern from a function before and after.
//!
//! | module | subject |
//! |---|---|
//! | `program` | functions as graphs of operations |
//! | `example` | what a pattern has to do |
//! | `guess` | how general a pattern is |
//! | `print` | a guess as PDLL |
//! | `search` | the most general guess that is right |

mod example;
mod guess;
mod print;
mod program;
mod search;

use super::{
    Outcome, Stdin, deliver,
    dialects::{Dialects, new_context},
    options::{Infer, Verify},
    output::Target,
    output_file,
    verify::Judge,
};
use crate::{
    base::diagnostic::{Diagnostic, Diagnostics},
    base::source::{Disk, FileText, SourceMap},
    front::format::format,
    library::session::Session,
    mlir::diagnostics::Catcher,
    mlir::ffi::ir,
};
use example::Example;
use melior::Context;
use program::Function;
use search::{Found, PRELUDE, Search};
use std::{fmt::Write, path::Path};

/// Runs the command.
pub fn run(options: &Infer, dialects: &dyn Dialects, stdin: &Stdin) -> Outcome {
    let mut session = options.common.session(&Disk);
    for problem in dialects.problems() {
        let error = Diagnostic::error_without_place(problem);
        session.diagnostics.push(error);
    }
    let inferred = match session.diagnostics.has_errors() {
        true => None,
        false => infer(options, dialects, stdin, &mut session),
    };
    let bytes = inferred.unwrap_or_default().into_bytes();
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
    Outcome::new(bytes, session, &options.common)
}

/// The text of the pattern. Without it, the session has an error.
fn infer(
    options: &Infer,
    dialects: &dyn Dialects,
    stdin: &Stdin,
    session: &mut Session<'_>,
) -> Option<String> {
    let context = new_context();
    dialects.make_available(&context);
    let before = read(&options.before, &context, stdin, session)?;
    let after = read(&options.after, &context, stdin, session)?;
    let verify = Verify::within(
        &options.common,
        &options.define,
        &options.load_dialect_plugin,
    );
    let found = Example::new(before, after).and_then(|example| {
        let mut judge = Judge::new(&verify, dialects)?;
        let missing = judge.missing.clone();
        let found = Search::new(&example, &mut judge, &options.name).run();
        found.map_err(|reason| {
            let reason = reason.trim_end();
            let missing = missing
                .map(|missing| format!("\n{missing}"))
                .unwrap_or_default();
            format!("what the example shows is not proven right: {reason}{missing}")
        })
    });
    match found {
        Ok(found) => Some(text(options, &found)),
        Err(reason) => session.fail(reason),
    }
}

fn read(
    path: &Path,
    context: &Context,
    stdin: &Stdin,
    session: &mut Session<'_>,
) -> Option<Function> {
    let input = stdin.read(path, session)?;
    let text = FileText::decode(input.bytes.clone());
    session.sources.add(&*input.name, text, None);
    let catcher = Catcher::of_this_thread(context);
    let module = ir::parse_module(context, &input.bytes, &input.name);
    let messages = catcher.finish(&mut session.sources, &Disk);
    session.diagnostics.extend(messages);
    match Function::read(&module?) {
        Ok(function) => Some(function),
        Err(reason) => session.fail(format!("{}: {reason}", input.name)),
    }
}

/// The file with the pattern.
fn text(options: &Infer, found: &Found) -> String {
    let mut text = String::new();
    if found.text.contains("Constant") || found.text.contains("Integers(") {
        text.push_str(PRELUDE);
    }
    let (before, after) = (options.before.display(), options.after.display());
    let _ = writeln!(text, "// From {before} and {after}: {}.", found.verdict);
    for note in &found.notes {
        let _ = writeln!(text, "// {note}.");
    }
    text.push_str(&found.text);
    let mut sources = SourceMap::default();
    let file = sources.add("inferred.pdll", text.clone(), None);
    format(&sources, file, &mut Diagnostics::default()).unwrap_or(text)
}
