//! A condition, ready to be asked.

use super::prepare;
use crate::{ffi::condition as raw, ods::Constraint};
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
    /// Why it cannot be checked.
    pub fn new(constraint: &Constraint) -> Result<Self, Uncovered> {
        let raw = prepare(constraint.subject, &constraint.predicate)?;
        Ok(Checker { raw })
    }

    /// Whether it holds of a type. A constraint of something else does not.
    pub fn holds_of_type(&self, ty: Type<'_>) -> bool {
        self.raw.holds_for_type(ty)
    }

    /// Whether it holds of an attribute. A constraint of something else does
    /// not.
    pub fn holds_of_attribute(&self, attribute: Attribute<'_>) -> bool {
        self.raw.holds_for_attribute(attribute)
    }

    /// Whether it holds of an operation. A constraint of something else does
    /// not.
    pub fn holds_of_operation(&self, operation: OperationRef<'_, '_>) -> bool {
        self.raw.holds_for_operation(operation)
    }
}

/// Why a constraint cannot be checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Uncovered {
    reason: String,
}

impl Uncovered {
    /// Nobody knows what that C++ means.
    pub(crate) fn code(code: &str) -> Self {
        Uncovered {
            reason: format!("the meaning of `{code}` is not known"),
        }
    }

    /// It consists of more than anyone would write.
    pub(super) fn too_large() -> Self {
        Uncovered {
            reason: "it consists of too many parts".to_owned(),
        }
    }
}

impl fmt::Display for Uncovered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for Uncovered {}
