//! A condition, ready to be asked.

use super::resolve;
use crate::{ffi::predicates as raw, ods::Constraint};
use melior::ir::{Attribute, OperationRef, Type};
use std::fmt;

/// Checks a constraint of a `.td` file without any C++ compiler.
#[derive(Debug)]
pub struct Checker {
    raw: raw::Condition,
}

impl Checker {
    /// Prepares to check a constraint.
    ///
    /// # Errors
    ///
    /// The C++ in it whose meaning is not known.
    pub fn new(constraint: &Constraint) -> Result<Self, Uncovered> {
        let condition = resolve(constraint.subject, &constraint.predicate)?;
        let raw = raw::Condition::new(constraint.subject, &condition)?;
        Ok(Checker { raw })
    }

    /// Whether it holds of a type. A constraint of something else does not.
    pub fn holds_of_type(&self, ty: Type<'_>) -> bool {
        self.raw.holds_of_type(ty)
    }

    /// Whether it holds of an attribute. A constraint of something else does
    /// not.
    pub fn holds_of_attribute(&self, attribute: Attribute<'_>) -> bool {
        self.raw.holds_of_attribute(attribute)
    }

    /// Whether it holds of an operation. A constraint of something else does
    /// not.
    pub fn holds_of_operation(&self, operation: OperationRef<'_, '_>) -> bool {
        self.raw.holds_of_operation(operation)
    }
}

/// C++ whose meaning is not known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Uncovered {
    /// The code, apart from blanks and from what it is qualified by.
    pub code: String,
}

impl fmt::Display for Uncovered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the meaning of `{}` is not known", self.code)
    }
}

impl std::error::Error for Uncovered {}
