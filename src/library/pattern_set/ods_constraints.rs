//! The constraints of `.td` files that patterns call.

use crate::{
    base::diagnostic::Diagnostic,
    code::{
        predicates::Uncovered,
        runnable::{self, Runnable},
    },
    front::{hir::NativeBody, ods::CodeClasses},
    library::{compile::Definition, pattern_set::native_bodies},
    mlir::ffi::pattern_set::Natives,
    mlir::options::NativeCode,
};
use std::path::Path;

/// Registers the constraints that can be interpreted. Returns the definitions
/// left to compile, and an error for each constraint that has a taken name or
/// cannot be interpreted. If C++ code is compiled, constraints that cannot be
/// interpreted are definitions to compile, and no errors.
pub(crate) fn register(
    definitions: Vec<Definition>,
    native_code: NativeCode,
    classes: &CodeClasses,
    natives: &mut Natives,
) -> (Vec<Definition>, Vec<Diagnostic>) {
    let (mut others, mut errors) = (Vec::new(), Vec::new());
    for definition in definitions {
        let NativeBody::Predicate { .. } = &definition.native.body else {
            others.push(definition);
            continue;
        };
        match prepare(&definition, classes) {
            Ok(Runnable::Condition(condition)) => {
                let origin = format!("`{}`", definition.file);
                let name = &definition.native.name;
                let taken = natives.add_condition(name, condition, &origin).err();
                errors.extend(taken.map(|reason| at_use(&definition, reason)));
            }
            Ok(Runnable::Body(body)) => {
                errors.extend(native_bodies::add(&definition, body, natives));
            }
            Err(_) if native_code == NativeCode::Compile => others.push(definition),
            Err(gap) => errors.push(uncovered(&definition, &gap).help(COMPILE)),
        }
    }
    (others, errors)
}

const COMPILE: &str = "use `native-code=compile` to compile such constraints with a C++ compiler";

/// Returns an error if a constraint cannot be checked without its C++ code.
pub(crate) fn check(definition: &Definition, classes: &CodeClasses) -> Option<Diagnostic> {
    let gap = prepare(definition, classes).err()?;
    Some(uncovered(definition, &gap).help(
        "declare a constraint without a body, use it instead, and give the builder of the pattern \
         set a closure or a shared library with it",
    ))
}

fn prepare(definition: &Definition, classes: &CodeClasses) -> Result<Runnable, Uncovered> {
    runnable::prepare(&definition.native, Path::new(&definition.file), classes)
}

fn uncovered(definition: &Definition, gap: &Uncovered) -> Diagnostic {
    let name = &definition.native.name;
    let file = &definition.file;
    let message = format!("the constraint `{name}` of `{file}` cannot be checked: {gap}");
    at_use(definition, message)
}

fn at_use(definition: &Definition, message: String) -> Diagnostic {
    let span = definition.native.span;
    match definition.uses.split_first() {
        Some((first, more)) => {
            let error = Diagnostic::error(*first, message).note(span, "it is defined here");
            more.iter().fold(error, |error, use_| {
                error.note(*use_, "it is needed here too")
            })
        }
        None => Diagnostic::error(span, message),
    }
}
