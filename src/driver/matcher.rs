//! `pdll-opt compile -x matcher`.

use super::dialects::{Dialects, new_context};
use crate::{
    emit_cpp,
    ffi::pattern_set::{Filter, PatternSet},
    lower::DialectAccess,
    matcher::{self, RunsIn, print::print},
    mlir_diagnostics::{Catcher, of_patterns},
    predicates::literal_check,
    program::Program,
    session::Session,
    source::{Disk, FileId},
};
use std::mem::ManuallyDrop;

/// Describes how the patterns of a part are found and applied, unless it has errors.
pub(super) fn describe(
    session: &mut Session<'_>,
    part: FileId,
    program: Program,
    dialects: &dyn Dialects,
    _: emit_cpp::Place<'_>,
) -> Option<String> {
    let context = ManuallyDrop::new(new_context());
    dialects.make_available(&context);
    context.set_allow_unregistered_dialects(true);
    session.literal_check = Some(literal_check);
    let compiled =
        session.compile_with_natives(&context, part, program, DialectAccess::Available)?;
    let module = ManuallyDrop::new(compiled.0);
    let catcher = Catcher::new(&context);
    let is_sound = PatternSet::prepare(&module, None, &Filter::default());
    let caught = catcher.finish(&mut session.sources, &Disk);
    session.diagnostics.extend(of_patterns(caught));
    is_sound.then(|| print(&matcher::compile(&context, &module, RunsIn::ThisProcess)))
}
