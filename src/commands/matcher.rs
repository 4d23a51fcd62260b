//! `pdll-opt compile -x matcher`.

use super::patterns_of_part::{PatternPart, with_patterns};
use crate::{
    back::check,
    back::matcher::{self, print::print},
    library::session::Session,
    mlir::ffi::pattern_set::Filter,
};

/// Describes how the patterns of a part are found and applied, unless it has errors.
pub(super) fn describe(session: &mut Session<'_>, part: &PatternPart<'_>) -> Option<String> {
    with_patterns(session, part, |context, module, _, _| {
        let checked = check::for_this_process(context, module, None, &Filter::default())?;
        Some(print(&matcher::compile(&checked)))
    })
}
