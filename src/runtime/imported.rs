//! The constraints of `.td` files that patterns call.

use super::definitions::Definition;
use crate::{
    diagnostic::Diagnostic,
    ffi::{pattern_set::Natives, predicates::Condition},
    hir::NativeBody,
    ods::{Predicate, Subject},
    predicates::{self, Uncovered},
};

/// Makes the constraints callable. Gives an error for each that cannot be
/// checked, or whose name is taken.
pub(crate) fn register(definitions: &[Definition], natives: &mut Natives) -> Vec<Diagnostic> {
    let register = |definition: &Definition| {
        let NativeBody::Predicate {
            subject, predicate, ..
        } = &definition.native.body
        else {
            return None;
        };
        let condition = match condition(*subject, predicate) {
            Ok(condition) => condition,
            Err(gap) => return Some(unchecked(definition, &gap)),
        };
        let origin = format!("`{}`", definition.file);
        let name = &definition.native.name;
        let taken = natives.add_condition(name, condition, &origin).err()?;
        Some(at_use(definition, taken))
    };
    definitions.iter().filter_map(register).collect()
}

fn condition(subject: Subject, predicate: &Predicate) -> Result<Condition, Uncovered> {
    Condition::new(subject, &predicates::resolve(subject, predicate)?)
}

fn unchecked(definition: &Definition, gap: &Uncovered) -> Diagnostic {
    let name = &definition.native.name;
    let file = &definition.file;
    let message = format!("the constraint `{name}` of `{file}` cannot be checked: {gap}");
    at_use(definition, message)
        .help("use `native-code=compile` to compile such constraints with a C++ compiler")
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
