//! `pdll-opt compile -x cpp`.

use super::{
    interpreter,
    patterns_of_part::{PatternPart, with_patterns},
};
use crate::{back::emit_cpp, base::diagnostic::INTERPRETER, library::session::Session};

/// Makes the header of a part, whose patterns are C++ code, unless the part has errors.
pub(super) fn make_native(session: &mut Session<'_>, part: &PatternPart<'_>) -> Option<String> {
    with_patterns(session, part, |context, module, functions, session| {
        let (natives, place) = (&functions.natives, part.place);
        let (sources, diagnostics) = (&session.sources, &mut session.diagnostics);
        emit_cpp::native_header(context, module, natives, sources, place, diagnostics)
    })
}

/// The same with patterns that MLIR's interpreter runs.
pub(super) fn make_for_interpreter(
    session: &mut Session<'_>,
    part: &PatternPart<'_>,
) -> Option<String> {
    let report = interpreter::Report {
        name: Some(INTERPRETER),
        help: "make the header with `pdll-opt compile -x cpp` and its default, \
               `--matcher=native`",
        is_for_any_mlir: false,
    };
    let definitions = part.patterns.definitions();
    with_patterns(session, part, |context, module, functions, session| {
        report.faults(context, module, definitions, session)?;
        let (natives, place) = (&functions.natives, part.place);
        let (sources, diagnostics) = (&session.sources, &mut session.diagnostics);
        emit_cpp::interpreter_header(context, module, natives, sources, place, diagnostics)
    })
}
