//! What the operations of MLIR's dialects compute.
//!
//! A meaning says for operands, attributes and types what an operation returns, when that
//! is poison, and when the operation has undefined behaviour. Its source is the text of
//! the operation in its dialect's definition, as of LLVM 22. `docs/verify.md` has the
//! table of all of them.

/// A table of meanings: names, attributes, what they compute, and at which types if nothing
/// else says that.
macro_rules! meanings {
    ($($name:literal $attributes:expr => $compute:expr $(, $fits:expr)?;)*) => {
        &[$(Meaning {
            name: $name,
            attributes: $attributes,
            compute: $compute,
            fits: meanings!(@fits $($fits)?),
        },)*]
    };
    (@fits) => { None };
    (@fits $fits:expr) => { Some($fits) };
}

mod arith;
mod bits;
mod comb;
mod floats;
mod index;
mod integers;
mod llvm;
mod math;
#[cfg(test)]
mod tests;
mod ub;

use crate::{
    term::{Term, Terms},
    value::{Type, Value},
};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// What an operation means.
#[derive(Debug)]
pub struct Meaning {
    pub name: &'static str,
    /// The attributes that say what is computed.
    pub attributes: &'static [(&'static str, AttributeKind)],
    pub compute: fn(&mut Operation<'_>) -> Option<Outcome>,
    /// At which types it exists, if MLIR's verifier does not say that.
    pub fits: Option<Fits>,
}

/// Whether there is an operation with operands and results of some types.
pub type Fits = fn(&[Type], &[Type]) -> bool;

/// What an attribute is to the operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttributeKind {
    /// A number or float of the type of the result.
    Value,
    /// A number of a type of its own, with so many bits. Without the attribute, it is 0.
    Number { width: u32 },
    /// Bits, each of which is a flag. Without the attribute, none is set.
    Flags {
        bits: u32,
        values: &'static [&'static str],
        /// The attribute of MLIR, as in `#arith.overflow<nsw>`.
        name: &'static str,
    },
    /// One of so many cases, by its number.
    Choice { cases: u32 },
    /// There, or not.
    Unit,
    /// If it is there, nothing is known of the operation.
    Absent,
}

/// An operation at some types, with its operands.
#[derive(Debug)]
pub struct Operation<'a> {
    pub terms: &'a mut Terms,
    pub operands: &'a [Value],
    pub operand_types: &'a [Type],
    pub result_types: &'a [Type],
    /// In the order of the meaning's attributes: bits, or whether it is there.
    pub attributes: &'a [Term],
    pub reading: Reading,
}

/// How points are read that the texts of dialects leave open. Each is read against the
/// pattern first: what is replaced is defined, and what replaces it is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reading {
    /// Whether the remainder of the smallest number by -1 is undefined behaviour, as it is
    /// in LLVM IR, or 0, as MLIR's folder says.
    pub remainder_of_min_is_undefined: bool,
}

impl Reading {
    /// All ways to read them.
    pub const ALL: [Reading; 2] = [
        Reading {
            remainder_of_min_is_undefined: false,
        },
        Reading {
            remainder_of_min_is_undefined: true,
        },
    ];
}

/// What comes of an operation.
#[derive(Debug, Clone)]
pub struct Outcome {
    pub results: Vec<Value>,
    /// Whether it has undefined behaviour.
    pub is_undefined: Term,
    /// What must hold for this to be all that can come of it, in words and as a term.
    pub assumptions: Vec<(&'static str, Term)>,
    /// Variables of its own for what it chooses freely each time it runs.
    pub choices: Vec<Term>,
    /// When there is such an operation, if that depends on its attributes.
    pub exists: Option<Term>,
}

/// The meaning of an operation, if it is known.
#[must_use]
pub fn find(name: &str) -> Option<&'static Meaning> {
    static BY_NAME: LazyLock<FxHashMap<&'static str, &'static Meaning>> =
        LazyLock::new(|| all().map(|meaning| (meaning.name, meaning)).collect());
    BY_NAME.get(name).copied()
}

/// Why nothing at all can be said of a pattern that has the operation.
#[must_use]
pub fn refusal(name: &str) -> Option<&'static str> {
    (name == "llvm.mlir.undef")
        .then_some("`llvm.mlir.undef` may be another value each time that it is used")
}

/// What every statement about an operation takes for granted.
#[must_use]
pub fn premise(name: &str) -> Option<&'static str> {
    name.starts_with("llvm.").then_some("if no value is undef")
}

/// The number of bits of the number of a case.
#[must_use]
pub fn choice_width(cases: u32) -> u32 {
    (cases - 1).ilog2() + 1
}

/// All meanings, in the order of the documentation.
pub fn all() -> impl Iterator<Item = &'static Meaning> {
    [
        arith::ALL,
        math::ALL,
        index::ALL,
        llvm::ALL,
        ub::ALL,
        comb::ALL,
    ]
    .into_iter()
    .flatten()
}

impl Outcome {
    /// Results of an operation that does nothing else.
    pub fn new(terms: &mut Terms, results: Vec<Value>) -> Self {
        Outcome {
            results,
            is_undefined: terms.bool(false),
            assumptions: Vec::new(),
            choices: Vec::new(),
            exists: None,
        }
    }
}

impl Operation<'_> {
    fn content(&self, index: usize) -> Term {
        self.operands[index].content
    }

    /// Whether one of the operands is poison.
    fn has_poison(&mut self) -> Term {
        let poison: Vec<_> = self.operands.iter().map(|value| value.is_poison).collect();
        self.terms.any(&poison)
    }

    /// Results that are poison if an operand is, or if a condition holds.
    fn results(&mut self, contents: &[Term], or_poison: &[Term]) -> Outcome {
        let mut poison = vec![self.has_poison()];
        poison.extend(or_poison);
        let is_poison = self.terms.any(&poison);
        let results = contents.iter().map(|content| Value {
            content: *content,
            is_poison,
        });
        Outcome::new(self.terms, results.collect())
    }

    /// Results that are never poison.
    fn defined(&mut self, content: Term) -> Outcome {
        let value = Value::known(self.terms, content);
        Outcome::new(self.terms, vec![value])
    }

    /// Whether a flag of the first attribute is set.
    fn flag(&mut self, attribute: usize, bit: u32) -> Term {
        let flag = self.terms.extract(self.attributes[attribute], bit, 1);
        self.terms.is_set(flag)
    }

    /// The number of bits of integers of a type.
    fn integer_width(ty: Type) -> Option<u32> {
        match ty {
            Type::Integer(width) | Type::Index(width) => Some(width),
            Type::Float(_) | Type::Opaque => None,
        }
    }
}
