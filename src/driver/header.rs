//! `pdll-opt compile -x cpp`.

use super::dialects::{Dialects, new_context};
use crate::{
    emit_cpp,
    lower::DialectAccess,
    mlir_diagnostics::{Catcher, of_patterns},
    predicates::literal_check,
    program::Program,
    session::Session,
    source::{Disk, FileId},
};
use std::mem::ManuallyDrop;

/// Makes the header of a part, unless it has errors.
pub(super) fn make(
    session: &mut Session<'_>,
    part: FileId,
    program: Program,
    dialects: &dyn Dialects,
    place: emit_cpp::Place<'_>,
) -> Option<String> {
    let context = ManuallyDrop::new(new_context());
    dialects.make_available(&context);
    context.set_allow_unregistered_dialects(true);
    session.literal_check = Some(literal_check);
    let compiled =
        session.compile_with_natives(&context, part, program, DialectAccess::Available)?;
    let (module, natives) = compiled;
    let mut module = ManuallyDrop::new(module);
    let catcher = Catcher::new(&context);
    let header = emit_cpp::header(
        &context,
        &mut module,
        &natives,
        &session.sources,
        place,
        &mut session.diagnostics,
    );
    let caught = catcher.finish(&mut session.sources, &Disk);
    session.diagnostics.extend(of_patterns(caught));
    header
}
