//! `pdll-opt compile -x matcher`.

use super::{dialects::Dialects, patterns_of_part::with_patterns};
use crate::{
    back::check,
    back::emit_cpp,
    back::matcher::{self, print::print},
    base::source::FileId,
    front::frontend::PatternFile,
    library::session::Session,
    mlir::ffi::pattern_set::Filter,
};

/// Describes how the patterns of a part are found and applied, unless it has errors.
pub(super) fn describe(
    session: &mut Session<'_>,
    part: FileId,
    patterns: Box<dyn PatternFile>,
    dialects: &dyn Dialects,
    _: emit_cpp::Place<'_>,
) -> Option<String> {
    with_patterns(
        session,
        part,
        patterns,
        dialects,
        |context, module, _, _| {
            let checked = check::for_this_process(context, module, None, &Filter::default())?;
            Some(print(&matcher::compile(&checked)))
        },
    )
}
