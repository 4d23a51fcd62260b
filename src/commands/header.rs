//! `pdll-opt compile -x cpp`.

use super::{dialects::Dialects, patterns_of_part::with_patterns};
use crate::{
    back::emit_cpp,
    base::diagnostic::Diagnostics,
    base::source::{FileId, SourceMap},
    front::frontend::PatternFile,
    front::hir::Native,
    library::session::Session,
};
use melior::{Context, ir::Module};

/// Makes the header of a part, unless it has errors.
pub(super) fn make(
    session: &mut Session<'_>,
    part: FileId,
    patterns: Box<dyn PatternFile>,
    dialects: &dyn Dialects,
    place: emit_cpp::Place<'_>,
) -> Option<String> {
    make_with(emit_cpp::header, session, part, patterns, dialects, place)
}

/// The same with patterns that are C++ code.
pub(super) fn make_native(
    session: &mut Session<'_>,
    part: FileId,
    patterns: Box<dyn PatternFile>,
    dialects: &dyn Dialects,
    place: emit_cpp::Place<'_>,
) -> Option<String> {
    make_with(
        emit_cpp::native_header,
        session,
        part,
        patterns,
        dialects,
        place,
    )
}

/// A function that writes a header.
type Write = fn(
    &Context,
    &mut Module<'_>,
    &[Native],
    &SourceMap,
    emit_cpp::Place<'_>,
    &mut Diagnostics,
) -> Option<String>;

fn make_with(
    write: Write,
    session: &mut Session<'_>,
    part: FileId,
    patterns: Box<dyn PatternFile>,
    dialects: &dyn Dialects,
    place: emit_cpp::Place<'_>,
) -> Option<String> {
    with_patterns(
        session,
        part,
        patterns,
        dialects,
        |context, module, natives, session| {
            write(
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
