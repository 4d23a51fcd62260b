//! `pdll-opt compile -x cpp`.

use super::{dialects::Dialects, patterns_of_part::with_patterns};
use crate::{emit_cpp, program::Program, session::Session, source::FileId};

/// Makes the header of a part, unless it has errors.
pub(super) fn make(
    session: &mut Session<'_>,
    part: FileId,
    program: Program,
    dialects: &dyn Dialects,
    place: emit_cpp::Place<'_>,
) -> Option<String> {
    with_patterns(
        session,
        part,
        program,
        dialects,
        |context, module, natives, session| {
            emit_cpp::header(
                context,
                module,
                natives,
                &session.sources,
                place,
                &mut session.diagnostics,
            )
        },
    )
}
