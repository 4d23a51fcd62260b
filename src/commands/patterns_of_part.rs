//! The patterns of a part of the input, for what takes more of MLIR than its parser.

use super::dialects::{Dialects, new_context};
use crate::{
    back::check,
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

/// Compiles a part, and calls `run` with the patterns and their native functions
/// unless the part has errors. What MLIR then reports about them goes to the session.
pub(super) fn with_patterns<T>(
    session: &mut Session<'_>,
    part: FileId,
    patterns: Box<dyn PatternFile>,
    dialects: &dyn Dialects,
    run: impl FnOnce(&Context, &mut Module<'_>, &NativeFunctions, &mut Session<'_>) -> Option<T>,
) -> Option<T> {
    // The process ends soon, and to destroy all of this takes time.
    let context = ManuallyDrop::new(new_context());
    dialects.make_available(&context);
    with_patterns_in(
        &context,
        session,
        part,
        &*patterns,
        |module, functions, session| run(&context, module, functions, session),
    )
    .map(|(result, module)| {
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
