//! Constraints, ready to be checked.

use super::prepare;
use crate::{front::ods::Constraint, mlir::ffi::condition as raw};
use melior::ir::{Attribute, OperationRef, Type};
use std::fmt;

/// Checks a constraint of a `.td` file without a C++ compiler.
#[derive(Debug)]
pub struct Checker {
    raw: raw::Condition,
}

impl Checker {
    /// Prepares to check a constraint.
    ///
    /// # Errors
    ///
    /// The reason why it cannot be checked.
    pub fn new(constraint: &Constraint) -> Result<Self, Uncovered> {
        let raw = prepare(constraint.subject, &constraint.predicate)?;
        Ok(Checker { raw })
    }

    /// Whether the constraint holds for a type. A constraint on something else
    /// does not.
    pub fn holds_of_type(&self, ty: Type<'_>) -> bool {
        self.raw.holds_for_type(ty)
    }

    /// Whether the constraint holds for an attribute. A constraint on something
    /// else does not.
    pub fn holds_of_attribute(&self, attribute: Attribute<'_>) -> bool {
        self.raw.holds_for_attribute(attribute)
    }

    /// Whether the constraint holds for an operation. A constraint on something
    /// else does not.
    pub fn holds_of_operation(&self, operation: OperationRef<'_, '_>) -> bool {
        self.raw.holds_for_operation(operation)
    }
}

/// Whether a constraint holds of literals. Programs that do not check literals do
/// without the code that can, and so without most of MLIR.
pub trait LiteralCheck {
    /// Whether it holds for a type.
    fn holds_of_type(&self, ty: Type<'_>) -> bool;

    /// Whether it holds for an attribute.
    fn holds_of_attribute(&self, attribute: Attribute<'_>) -> bool;
}

impl LiteralCheck for Checker {
    fn holds_of_type(&self, ty: Type<'_>) -> bool {
        Checker::holds_of_type(self, ty)
    }

    fn holds_of_attribute(&self, attribute: Attribute<'_>) -> bool {
        Checker::holds_of_attribute(self, attribute)
    }
}

/// Prepares to check a constraint of literals; none if only a C++ compiler could.
pub type MakeLiteralCheck = fn(&Constraint) -> Option<Box<dyn LiteralCheck>>;

/// The [`MakeLiteralCheck`] that there is.
pub fn literal_check(constraint: &Constraint) -> Option<Box<dyn LiteralCheck>> {
    Some(Box::new(Checker::new(constraint).ok()?))
}

/// The reason why a constraint cannot be checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Uncovered {
    reason: String,
}

/// How many characters of code a message shows.
const MAX_SHOWN: usize = 200;

impl Uncovered {
    /// The meaning of this C++ code is unknown.
    pub(crate) fn code(code: &str) -> Self {
        let reason = match code.char_indices().nth(MAX_SHOWN) {
            Some((end, _)) => format!("pdll does not know the C++ code `{}…`", &code[..end]),
            None => format!("pdll does not know the C++ code `{code}`"),
        };
        Uncovered { reason }
    }

    /// A body that returns a value ends without one.
    pub(crate) fn no_return() -> Self {
        Uncovered {
            reason: "it can end without a `return`".to_owned(),
        }
    }

    /// The code is larger than anyone would write.
    pub(crate) fn too_large() -> Self {
        Uncovered {
            reason: "its C++ code is too large".to_owned(),
        }
    }
}

impl fmt::Display for Uncovered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for Uncovered {}
