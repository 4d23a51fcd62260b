//! What an operation gets and returns: bits that may be poison.

use crate::term::{Format, Sort, Term, Terms};

/// A value of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Value {
    pub content: Term,
    /// Whether it is poison. The content then means nothing.
    pub is_poison: Term,
}

/// What the verifier knows of a type of MLIR.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Type {
    /// An integer without a sign, of a width.
    Integer(u32),
    /// `index`, with as many bits as are tried at the moment.
    Index(u32),
    Float(Format),
    /// Something else. Its values are equal, or they differ.
    Opaque,
}

impl Type {
    #[must_use]
    pub fn sort(self) -> Sort {
        match self {
            Type::Integer(width) | Type::Index(width) => Sort::Bits(width),
            // Floats are given by their bits, so that a bitcast does nothing.
            Type::Float(format) => Sort::Bits(format.width()),
            // So many that a small pattern never runs out of different ones.
            Type::Opaque => Sort::Bits(32),
        }
    }
}

impl Value {
    /// Any value of a sort, or poison.
    pub fn any(terms: &mut Terms, name: &str, sort: Sort) -> Self {
        Value {
            content: terms.variable(name, sort),
            is_poison: terms.variable(format!("{name} is poison"), Sort::Bool),
        }
    }

    /// A value that is not poison.
    pub fn known(terms: &mut Terms, content: Term) -> Self {
        Value {
            content,
            is_poison: terms.bool(false),
        }
    }
}
