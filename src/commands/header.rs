//! `pdll-opt compile -x cpp`.

use super::{dialects::Dialects, patterns_of_part::with_patterns};
use crate::{
    back::check,
    back::emit_cpp::{self, Fault},
    base::diagnostic::{Diagnostic, INTERPRETER, LOST_RESULT, Severity},
    base::source::{Disk, FileId},
    front::frontend::PatternFile,
    library::session::Session,
    mlir::diagnostics::spans,
};

/// Makes the header of a part, whose patterns are C++ code, unless the part has errors.
pub(super) fn make_native(
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
        |context, module, functions, session| {
            let diagnostics = &mut session.diagnostics;
            let sources = &session.sources;
            emit_cpp::native_header(
                context,
                module,
                &functions.natives,
                sources,
                place,
                diagnostics,
            )
        },
    )
}

/// The same with patterns that MLIR's interpreter runs. What it gets wrong are errors that
/// `-W` can make warnings.
pub(super) fn make_for_interpreter(
    session: &mut Session<'_>,
    part: FileId,
    patterns: Box<dyn PatternFile>,
    dialects: &dyn Dialects,
    place: emit_cpp::Place<'_>,
) -> Option<String> {
    let definitions = patterns.definitions().clone();
    with_patterns(
        session,
        part,
        patterns,
        dialects,
        |context, module, functions, session| {
            refuse_lost_results(session);
            let graph = check::for_elsewhere(context, module)?;
            for fault in emit_cpp::faults(&graph, &definitions) {
                let error = error(&fault, session);
                session.diagnostics.push(error);
            }
            let diagnostics = &mut session.diagnostics;
            let sources = &session.sources;
            emit_cpp::interpreter_header(
                context,
                module,
                &functions.natives,
                sources,
                place,
                diagnostics,
            )
        },
    )
}

/// These are warnings for those who may run one of the patterns alone.
fn refuse_lost_results(session: &mut Session<'_>) {
    let mut all = session.diagnostics.take();
    for one in &mut all {
        if one.name == Some(LOST_RESULT) {
            one.name = Some(INTERPRETER);
            one.severity = Severity::Error;
        }
    }
    session.diagnostics.extend(all);
}

fn error(fault: &Fault<'_>, session: &mut Session<'_>) -> Diagnostic {
    let name = match &*fault.pattern {
        "" => "this pattern".to_owned(),
        name => format!("`{name}`"),
    };
    let message = format!("MLIR's interpreter cannot run {name}: {}", fault.reason);
    let mut spans = spans(fault.location, &mut session.sources, &Disk).into_iter();
    let error = Diagnostic {
        name: Some(INTERPRETER),
        ..Diagnostic::new(Severity::Error, spans.next(), message)
    };
    spans
        .fold(error, |error, caller| error.note(caller, "called here"))
        .help("make the header with `pdll-opt compile -x cpp` and its default, `--matcher=native`")
}
