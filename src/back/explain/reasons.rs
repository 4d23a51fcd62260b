//! Why constraints of the library do not hold.
//!
//! The library itself only answers whether they hold, because matching must not wait for
//! sentences. Each sentence here is a clause such as "the value has 2 uses, in lines 13
//! and 14". It is made of the arguments, and of what other functions of the library return
//! for them. There is one module for each file of the library.

mod attributes;
mod constants;
mod numbers;
mod operations;
mod predicates;
mod ranges;
mod regions;
mod shapes;
mod symbols;
mod types;
mod uses;

use super::words::{describe, shortened, value_text as value};
use crate::{
    front::contract::LIBRARY_PREFIX,
    mlir::ffi::{
        entity::{self, Entity},
        native::{Answer, LibraryConstraint},
    },
};
use melior::{
    Context,
    ir::{Attribute, AttributeLike, OperationRef, Type, Value},
};

/// A clause. It is an error where an argument is not what the function takes, so that `?`
/// ends the sentence. It is empty where the function holds of all other arguments.
type Said = Result<String, String>;

/// The line in which an operation stands, if that is known.
pub(super) type LineOf<'l, 'a> = &'l dyn Fn(OperationRef<'a, 'a>) -> Option<u32>;

/// What a constraint was called with.
pub(super) struct Call<'c, 'a> {
    pub(super) context: &'a Context,
    pub(super) arguments: &'c [Option<Entity<'a>>],
    pub(super) line_of: LineOf<'c, 'a>,
}

/// Says why a constraint of the library, by its name in `pdl`, does not hold. There is
/// nothing to say of functions of users, and of those that always hold.
pub(super) fn why(function: &str, call: &Call<'_, '_>) -> Option<String> {
    let name = function.strip_prefix(LIBRARY_PREFIX)?;
    let modules = [
        uses::why,
        operations::why,
        attributes::why,
        constants::why,
        numbers::why,
        ranges::why,
        regions::why,
        symbols::why,
        shapes::why,
        types::why,
        predicates::why,
    ];
    let said = modules.iter().find_map(|module| module(name, call))?;
    let clause = said.unwrap_or_else(|said| said);
    (!clause.is_empty()).then_some(clause)
}

/// The arguments of a call. The signature of the function is known, so that each is of its
/// kind.
impl<'a> Call<'_, 'a> {
    fn entity(&self, index: usize) -> &Entity<'a> {
        let argument = self.arguments.get(index).and_then(Option::as_ref);
        argument.expect("the function has been called with it")
    }

    fn attribute(&self, index: usize) -> Attribute<'a> {
        match self.entity(index) {
            Entity::Attribute(attribute) => *attribute,
            other => panic!("expected an attribute, found {}", describe(other)),
        }
    }

    fn operation(&self, index: usize) -> OperationRef<'a, 'a> {
        match self.entity(index) {
            Entity::Operation(operation) => *operation,
            other => panic!("expected an operation, found {}", describe(other)),
        }
    }

    fn r#type(&self, index: usize) -> Type<'a> {
        match self.entity(index) {
            Entity::Type(ty) => *ty,
            other => panic!("expected a type, found {}", describe(other)),
        }
    }

    fn value(&self, index: usize) -> Value<'a, 'a> {
        match self.entity(index) {
            Entity::Value(value) => *value,
            other => panic!("expected a value, found {}", describe(other)),
        }
    }

    /// How many values or types a range has.
    fn length(&self, index: usize) -> usize {
        match self.entity(index) {
            Entity::Values(values) => values.len(),
            Entity::Types(types) => types.len(),
            other => panic!("expected a range, found {}", describe(other)),
        }
    }

    fn string(&self, index: usize) -> Result<String, String> {
        let attribute = self.attribute(index);
        match attribute.is_string() {
            true => Ok(attribute.to_string().trim_matches('"').to_owned()),
            false => Err(format!("{} is not a string", shown(attribute))),
        }
    }

    /// The number in an integer, without its type.
    fn integer(&self, index: usize) -> Result<String, String> {
        let attribute = self.attribute(index);
        match attribute.is_integer() {
            true => Ok(number(attribute)),
            false => Err(format!("{} is not an integer", shown(attribute))),
        }
    }

    fn float(&self, index: usize) -> Result<String, String> {
        let attribute = self.attribute(index);
        match attribute.is_float() {
            true => Ok(number(attribute)),
            false => Err(format!("{} is not a float", shown(attribute))),
        }
    }

    fn shaped(&self, index: usize) -> Result<Type<'a>, String> {
        let ty = self.r#type(index);
        match entity::element_type(ty) {
            Some(_) => Ok(ty),
            None => Err(format!("{} is not a shaped type", shown(ty))),
        }
    }

    /// The only result of another function of the library, if that holds.
    fn ask(&self, function: &str, arguments: &[Entity<'a>]) -> Option<Entity<'a>> {
        let arguments: Vec<_> = arguments.iter().cloned().map(Some).collect();
        match self.answer(function, &arguments, 1) {
            Answer::Holds(results) => results.into_iter().next().flatten(),
            _ => None,
        }
    }

    fn holds(&self, function: &str, arguments: &[Entity<'a>]) -> bool {
        let arguments: Vec<_> = arguments.iter().cloned().map(Some).collect();
        matches!(self.answer(function, &arguments, 0), Answer::Holds(_))
    }

    fn answer(
        &self,
        function: &str,
        arguments: &[Option<Entity<'a>>],
        num_results: usize,
    ) -> Answer<'a> {
        let function = LibraryConstraint::find(&format!("{LIBRARY_PREFIX}{function}"));
        let function = function.expect("the library has it");
        function.call(self.context, arguments, num_results)
    }

    /// An operation with its line, if that is known.
    fn with_line(&self, operation: OperationRef<'a, 'a>) -> String {
        let name = super::name_of(operation);
        match (self.line_of)(operation) {
            Some(line) => format!("`{name}` in line {line}"),
            None => format!("`{name}`"),
        }
    }
}

/// A part of the program, in backquotes.
fn shown(part: impl ToString) -> String {
    format!("`{}`", shortened(&part.to_string()))
}

/// A number as the program writes it, without its type.
fn number(attribute: Attribute<'_>) -> String {
    let text = attribute.to_string();
    let digits = text.split(" : ").next().unwrap_or_default();
    shortened(digits)
}
