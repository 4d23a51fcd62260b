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
use std::mem::ManuallyDrop;

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
    context.set_allow_unregistered_dialects(true);
    session.runs_elsewhere = true;
    session.literal_check = Some(literal_check);
    session.rule_check = Some(check::contradicted_rule);
    let compiled =
        session.compile_with_natives(&context, part, patterns, DialectAccess::Available)?;
    let (module, functions) = compiled;
    let mut module = ManuallyDrop::new(module);
    let catcher = Catcher::of_all_threads(&context);
    let result = run(&context, &mut module, &functions, session);
    let caught = catcher.finish(&mut session.sources, &Disk);
    session.diagnostics.extend(caught);
    result
}
