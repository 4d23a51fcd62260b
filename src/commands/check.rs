//! `pdll-opt check`: compiles files for their diagnostics.

use super::{
    Outcome, Stdin,
    compile::parts,
    dialects::{Dialects, core::CoreDialects, new_context},
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
use std::{mem::ManuallyDrop, ops::ControlFlow};

/// Finds all errors that need no program.
pub fn run(options: &Check, dialects: &dyn Dialects, stdin: &Stdin) -> Outcome {
    let common = &options.common;
    let verify = common
        .is_enabled(UNPROVEN)
        .then(|| Verify::within(common, &options.define, &options.load_dialect_plugin));
    let mut unproven = None;
    let mut check = |session: &mut Session<'_>, part| {
        let patterns = &*session.patterns(part);
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
    };
    let outcome = run_with(options, dialects.problems(), stdin, |session, part| {
        check(session, part);
        ControlFlow::Continue(())
    });
    outcome.expect("nothing breaks off")
}

/// The same, in a program that has only the core of MLIR. None if it takes more.
pub fn run_light(options: &Check, stdin: &Stdin) -> Option<Outcome> {
    if needs_more(options) {
        return None;
    }
    let core = CoreDialects::find()?;
    run_with(options, &[], stdin, |session, part| {
        if core.seem_missed(session.sources.file(part).text()) {
            return ControlFlow::Break(());
        }
        let patterns = session.patterns(part);
        match session.check_in_core(&core, part, patterns) {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    })
}

fn needs_more(options: &Check) -> bool {
    !options.load_dialect_plugin.is_empty()
        || options.native_code == NativeCode::Compile
        || options.common.is_enabled(UNPROVEN)
}

/// Runs a check of each part of the inputs. None if one breaks off.
fn run_with(
    options: &Check,
    problems: &[String],
    stdin: &Stdin,
    mut check: impl FnMut(&mut Session<'_>, FileId) -> ControlFlow<()>,
) -> Option<Outcome> {
    let loader = Disk;
    let mut session = options.common.session(&loader);
    session.native_preludes.clone_from(&options.native_prelude);
    session.ods.skip_unsupported = options.skip_unsupported;
    session.is_portable = options.portable;
    for problem in problems {
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
            if check(&mut session, part).is_break() {
                return None;
            }
        }
        let after = session.diagnostics.take();
        session.diagnostics.extend(before.into_iter().chain(after));
    }
    session.diagnostics = options.common.select(session.diagnostics);
    Some(Outcome::new(Vec::new(), session, &options.common))
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
    let Some(natives) = session.check(&context, part, patterns) else {
        return false;
    };
    if options.native_code == NativeCode::Compile {
        let file = session.sources.file(part).name().to_owned();
        native_code::check(natives, &file, &options.common.include_dirs, session);
    }
    !session.diagnostics.has_errors()
}
