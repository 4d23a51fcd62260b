//! Patterns for MLIRs without pdll: `pdll-opt compile -x pdl --portable`, and `-x python`.

use super::{
    interpreter::{self, error_at},
    patterns_of_part::{PatternPart, with_patterns, with_patterns_in},
};
use crate::{
    back::elsewhere::{self, Function, Obstacle},
    back::emit_cpp,
    back::emit_python::python_module,
    base::diagnostic::Diagnostic,
    base::source::FileId,
    front::hir::{NativeFunctions, Type},
    front::host::HiddenNatives,
    front::ods::Ods,
    library::session::Session,
    mlir::ffi::print::{self as ir_print, PrintOptions},
};
use melior::{
    Context,
    ir::{Module, operation::OperationLike},
};
use std::path::Path;

/// Compiles a file, of which other MLIRs run the patterns that `select` leaves in the module.
/// Without a text, the errors are in the session.
pub fn pdl_of_file<'c>(
    context: &'c Context,
    session: &mut Session<'_>,
    file: FileId,
    select: impl FnOnce(&Module<'c>) -> bool,
) -> Option<String> {
    // Places in a text from one process say nothing in another one.
    const LOCATIONS: bool = false;
    session.expands_library = true;
    session.is_for_interpreter = true;
    session.hidden_natives = HiddenNatives::Forbidden;
    let patterns = session.patterns(file);
    let definitions = patterns.definitions();
    let run = |module: &mut Module<'c>, functions: &NativeFunctions, session: &mut Session<'_>| {
        select(module).then_some(())?;
        pdl_of_module(context, module, functions, definitions, session, LOCATIONS)
    };
    let made = with_patterns_in(context, session, file, &*patterns, run);
    made.map(|(text, _)| text)
}

/// Makes the module of a part, unless other MLIRs cannot run it.
pub(super) fn make_pdl(session: &mut Session<'_>, part: &PatternPart<'_>) -> Option<String> {
    let definitions = part.patterns.definitions();
    with_patterns(session, part, |context, module, functions, session| {
        pdl_of_module(
            context,
            module,
            functions,
            definitions,
            session,
            part.locations,
        )
    })
}

fn pdl_of_module<'c>(
    context: &'c Context,
    module: &Module<'c>,
    functions: &NativeFunctions,
    definitions: &Ods,
    session: &mut Session<'_>,
    locations: bool,
) -> Option<String> {
    let obstacles = elsewhere::calls_of_code(module, functions);
    let text = printed(module, locations);
    refuse(session, obstacles);
    check(context, module, definitions, session)?;
    Some(text)
}

/// Makes the Python module of a part, unless other MLIRs or their bindings cannot run it.
pub(super) fn make_python(session: &mut Session<'_>, part: &PatternPart<'_>) -> Option<String> {
    let definitions = part.patterns.definitions();
    with_patterns(session, part, |context, module, functions, session| {
        let called = functions_in_python(module, functions, session);
        // The places of a pattern file would change the text with each of its lines.
        let text = printed(module, false);
        check(context, module, definitions, session)?;
        let name = module_name(part.place);
        Some(python_module(part.place.origin, &name, &called, &text))
    })
}

/// The name by which programs import the module.
fn module_name(place: emit_cpp::Place<'_>) -> String {
    let file = match place.file.ends_with(".py") {
        true => place.file,
        false => place.origin,
    };
    let stem = Path::new(file).file_stem();
    stem.map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
}

/// The text of patterns, before the checks change them.
fn printed(module: &Module<'_>, locations: bool) -> String {
    let mut text = String::new();
    let options = PrintOptions {
        locations,
        generic: elsewhere::has_no_short_form(module),
    };
    let operation = module.as_operation();
    assert!(operation.verify(), "the compiled patterns do not verify");
    ir_print::print(operation, options, &mut text);
    text
}

/// The functions to write in Python, of which those of the library are not, as `check`
/// says.
fn functions_in_python<'n>(
    module: &Module<'_>,
    functions: &'n NativeFunctions,
    session: &mut Session<'_>,
) -> Vec<Function<'n>> {
    let called = elsewhere::called(module, functions);
    for (function, location) in &called {
        let slots = function.parameters.iter().chain(&function.results);
        let mut ranges = slots.filter(|slot| slot.ty.element().is_some());
        let Some(range) = ranges.next().map(|slot| slot.ty) else {
            continue;
        };
        let message = format!(
            "MLIR's Python bindings cannot pass a `{}` to or from `{}`",
            range.name(),
            function.name
        );
        let error = error_at(*location, message, session).help(match range {
            Type::TypeRange => "pass the types one by one, or the operation that has them",
            _ => "pass the values one by one, or the operation that has them",
        });
        session.diagnostics.push(error);
    }
    called.into_iter().map(|(function, _)| function).collect()
}

const NO_PATTERNS: &str = "there are no patterns, and other MLIRs cannot read a module without any";

/// Reports what other MLIRs do not have, or get wrong.
fn check<'c>(
    context: &'c Context,
    module: &Module<'c>,
    definitions: &Ods,
    session: &mut Session<'_>,
) -> Option<()> {
    refuse(session, elsewhere::calls_of_the_library(module));
    if elsewhere::is_empty(module) {
        let error = Diagnostic::error_without_place(NO_PATTERNS);
        let help = "declare a pattern, or leave the file out";
        session.diagnostics.push(error.help(help));
        return None;
    }
    let report = interpreter::Report {
        name: None,
        help: "run the pattern with pdll, or make a header with `pdll-opt compile -x cpp`, which \
               needs no interpreter",
        is_for_any_mlir: true,
    };
    report
        .faults(context, module, definitions, session)
        .map(drop)
}

fn refuse(session: &mut Session<'_>, obstacles: Vec<Obstacle<'_>>) {
    for one in obstacles {
        let message = format!("other MLIRs do not have {}", one.reason);
        let error = error_at(one.location, message, session).help(one.help);
        session.diagnostics.push(error);
    }
}
