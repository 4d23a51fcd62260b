//! The patterns of a part of the input, for what takes more of MLIR than its parser.

use super::dialects::{Dialects, new_context};
use crate::{
    back::check,
    back::emit_cpp,
    back::lower::DialectAccess,
    base::source::{Disk, FileId},
    code::predicates::literal_check,
    front::frontend::PatternFile,
    front::hir::NativeFunctions,
    library::session::Session,
    mlir::diagnostics::Catcher,
};
use melior::{Context, ir::Module};
use std::mem::{self, ManuallyDrop};

/// A part of an input, and what to say of it.
pub(super) struct PatternPart<'p> {
    pub(super) file: FileId,
    pub(super) patterns: Box<dyn PatternFile>,
    pub(super) dialects: &'p dyn Dialects,
    /// The place of what the part is made into.
    pub(super) place: emit_cpp::Place<'p>,
    /// Whether printed IR has locations.
    pub(super) locations: bool,
}

/// Compiles a part, and calls `run` with the patterns and their native functions
/// unless the part has errors. What MLIR then reports about them goes to the session.
pub(super) fn with_patterns<T>(
    session: &mut Session<'_>,
    part: &PatternPart<'_>,
    run: impl FnOnce(&Context, &mut Module<'_>, &NativeFunctions, &mut Session<'_>) -> Option<T>,
) -> Option<T> {
    // The process ends soon, and to destroy all of this takes time.
    let context = ManuallyDrop::new(new_context());
    part.dialects.make_available(&context);
    let run = |module: &mut Module<'_>, functions: &NativeFunctions, session: &mut Session<'_>| {
        run(&context, module, functions, session)
    };
    let made = with_patterns_in(&context, session, part.file, &*part.patterns, run);
    made.map(|(result, module)| {
        mem::forget(module);
        result
    })
}

/// As [`with_patterns`], in a context of the caller's. Also returns the module.
pub(super) fn with_patterns_in<'c, T>(
    context: &'c Context,
    session: &mut Session<'_>,
    part: FileId,
    patterns: &dyn PatternFile,
    run: impl FnOnce(&mut Module<'c>, &NativeFunctions, &mut Session<'_>) -> Option<T>,
) -> Option<(T, Module<'c>)> {
    context.set_allow_unregistered_dialects(true);
    session.runs_elsewhere = true;
    session.literal_check = Some(literal_check);
    session.rule_check = Some(check::contradicted_rule);
    let (mut module, functions) =
        session.compile_with_natives(context, part, patterns, DialectAccess::Available)?;
    let catcher = Catcher::of_all_threads(context);
    let result = run(&mut module, &functions, session);
    let caught = catcher.finish(&mut session.sources, &Disk);
    session.diagnostics.extend(caught);
    result.map(|result| (result, module))
}
