//! `pdll-opt compile -x svg`.

use super::patterns_of_part::{PatternPart, with_patterns};
use crate::{
    back::check, back::picture::Artist, library::session::Session, mlir::ffi::pattern_set::Filter,
};

/// Draws the patterns of a part, unless it has errors.
pub(super) fn draw(session: &mut Session<'_>, part: &PatternPart<'_>) -> Option<String> {
    with_patterns(session, part, |context, module, _, _| {
        let checked = check::for_this_process(context, module, None, &Filter::default())?;
        Some(Artist::new(&checked).all())
    })
}
