//! `pdll-opt check`: compiles files for their diagnostics.

use super::{
    Outcome, Stdin,
    compile::parts,
    dialects::{BuiltinDialect, Dialects, new_context},
    options::{Check, NativeCode, Verify},
    verify::Unproven,
};
use crate::{
    base::diagnostic::{Diagnostic, UNPROVEN},
    base::source::{Disk, FileId},
    front::frontend::PatternFile,
    library::compile as native_code,
    library::session::Session,
};
use std::mem::{self, ManuallyDrop};

/// Finds all errors that need no program.
pub fn run(options: &Check, dialects: &dyn Dialects, stdin: &Stdin) -> Outcome {
    let common = &options.common;
    let verify = common
        .is_enabled(UNPROVEN)
        .then(|| Verify::within(common, &options.define, &options.load_dialect_plugin));
    let mut unproven = None;
    run_with(options, dialects, stdin, |session, part, patterns| {
        let is_right = prepare(session, part, patterns, dialects, options);
        let Some(verify) = verify.as_ref().filter(|_| is_right) else {
            return;
        };
        if unproven.is_none() {
            unproven = Unproven::new(verify, dialects, session);
        }
        if let Some(unproven) = &mut unproven {
            unproven.check(session, part, true, patterns);
        }
    })
}

/// Finds the errors that need no other dialects than the builtin one.
pub fn run_light(options: &Check, dialect: &BuiltinDialect, stdin: &Stdin) -> Outcome {
    run_with(options, dialect, stdin, |session, part, patterns| {
        let context = new_context();
        let _ = session.compile(&context, part, patterns, dialect.access_to_operations());
    })
}

/// Whether the command needs dialects that only another program can load.
pub fn needs_more(options: &Check) -> bool {
    !options.load_dialect_plugin.is_empty() || options.common.is_enabled(UNPROVEN)
}

fn run_with(
    options: &Check,
    dialects: &dyn Dialects,
    stdin: &Stdin,
    mut check: impl FnMut(&mut Session<'_>, FileId, &dyn PatternFile),
) -> Outcome {
    let loader = Disk;
    let mut session = options.common.session(&loader);
    session.native_preludes.clone_from(&options.native_prelude);
    session.ods.skip_unsupported = options.skip_unsupported;
    session.is_portable = options.portable;
    for problem in dialects.problems() {
        let error = Diagnostic::error_without_place(problem);
        session.diagnostics.push(error);
    }
    for path in &options.inputs {
        let Some(input) = stdin.read(path, &mut session) else {
            continue;
        };
        // Files are independent: an error in one must not hide errors in the
        // next.
        let before = session.diagnostics.take();
        for part in parts(&mut session, &input, None) {
            let patterns = session.patterns(part);
            check(&mut session, part, &*patterns);
        }
        let after = session.diagnostics.take();
        session.diagnostics.extend(before.into_iter().chain(after));
    }
    session.diagnostics = options.common.select(session.diagnostics);
    Outcome::new(Vec::new(), session, &options.common)
}

/// Does what precedes each run, with all dialects. Native functions may be
/// missing: only a run knows which ones it has. Returns whether there are no errors.
fn prepare(
    session: &mut Session<'_>,
    part: FileId,
    patterns: &dyn PatternFile,
    dialects: &dyn Dialects,
    options: &Check,
) -> bool {
    // The process ends soon. To destroy the IR before would only take time.
    let context = ManuallyDrop::new(new_context());
    dialects.make_available(&context);
    let Some((module, natives)) = session.check(&context, part, patterns) else {
        return false;
    };
    mem::forget(module);
    if options.native_code == NativeCode::Compile {
        let file = session.sources.file(part).name().to_owned();
        native_code::check(natives, &file, &options.common.include_dirs, session);
    }
    !session.diagnostics.has_errors()
}
