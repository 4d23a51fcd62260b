//! What `.td` files say about operations and constraints.
//!
//! Plain tables, as the definitions state them. TableGen itself is only met in
//! the shim, in a process of its own; nothing here refers to its records.

use crate::source::Span;
use smol_str::SmolStr;
use std::collections::{BTreeMap, BTreeSet};

/// The definitions of all `.td` files that a program includes. Of two
/// definitions of a name, the first one counts.
#[derive(Debug, Default)]
pub struct Ods {
    operations: BTreeMap<SmolStr, Operation>,
    constraints: BTreeMap<SmolStr, Constraint>,
    dialects: BTreeSet<SmolStr>,
}

impl Ods {
    /// Adds an operation, unless one of that name is known.
    pub fn add_operation(&mut self, operation: Operation) {
        if let Some((dialect, _)) = operation.name.split_once('.') {
            self.dialects.insert(dialect.into());
        }
        self.operations
            .entry(operation.name.clone())
            .or_insert(operation);
    }

    /// Adds a constraint, unless one of that name is known.
    pub fn add_constraint(&mut self, constraint: Constraint) {
        self.constraints
            .entry(constraint.name.clone())
            .or_insert(constraint);
    }

    /// The operation of that full name, such as `arith.addi`.
    pub fn operation(&self, name: &str) -> Option<&Operation> {
        self.operations.get(name)
    }

    /// The constraint of that name, such as `I32Attr`.
    pub fn constraint(&self, name: &str) -> Option<&Constraint> {
        self.constraints.get(name)
    }

    /// All operations, by name.
    pub fn operations(&self) -> impl Iterator<Item = &Operation> {
        self.operations.values()
    }

    /// All constraints, by name.
    pub fn constraints(&self) -> impl Iterator<Item = &Constraint> {
        self.constraints.values()
    }

    /// Whether there is an operation of that dialect.
    pub fn has_dialect(&self, name: &str) -> bool {
        self.dialects.contains(name)
    }
}

/// An operation's definition.
#[derive(Debug, Clone)]
pub struct Operation {
    /// The full name, such as `arith.addi`.
    pub name: SmolStr,
    /// The qualified C++ class, such as `::mlir::arith::AddIOp`.
    pub class: String,
    /// One line about it; may be empty.
    pub summary: String,
    /// More about it; may be empty.
    pub description: String,
    /// Where it is defined.
    pub span: Span,
    /// The operand groups, in order.
    pub operands: Vec<Group>,
    /// The result groups, in order.
    pub results: Vec<Group>,
    /// The attributes, in order, without derived ones.
    pub attributes: Vec<Attribute>,
    /// The properties that are no attributes, in order.
    pub properties: Vec<Property>,
    /// How the lengths of the operand groups are known.
    pub operand_lengths: Lengths,
    /// How the lengths of the result groups are known.
    pub result_lengths: Lengths,
    /// Whether it computes its result types.
    pub infers_result_types: bool,
    /// The number of regions, variadic ones counted once.
    pub regions: u32,
    /// The number of successors, variadic ones counted once.
    pub successors: u32,
    /// The C++ names of its traits and interfaces.
    pub traits: Vec<SmolStr>,
}

/// A group of operands or results.
#[derive(Debug, Clone)]
pub struct Group {
    /// The name; may be empty.
    pub name: SmolStr,
    /// How many values it holds.
    pub arity: Arity,
    /// The def that constrains the type of each, or its summary when that has
    /// no name.
    pub constraint: SmolStr,
}

/// How many values a group holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arity {
    /// One.
    Single,
    /// None or one.
    Optional,
    /// Any number, also of ranges of them.
    Variadic,
}

/// How the lengths of an operation's groups are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lengths {
    /// At most one group is not single; it takes what the others leave.
    Counted,
    /// The attribute `operandSegmentSizes` or `resultSegmentSizes` tells.
    Segments,
    /// All groups that are not single have the same length.
    Equal,
}

/// An attribute of an operation.
#[derive(Debug, Clone)]
pub struct Attribute {
    /// The name.
    pub name: SmolStr,
    /// Whether it may be left out: it is optional or has a default value.
    pub is_optional: bool,
    /// Whether it has a default value.
    pub has_default: bool,
    /// The def that constrains it, or its summary when that has no name.
    pub constraint: SmolStr,
    /// The C++ class that stores it.
    pub storage: SmolStr,
}

/// A property of an operation that is no attribute.
#[derive(Debug, Clone)]
pub struct Property {
    /// The name.
    pub name: SmolStr,
    /// Whether it has a default value.
    pub has_default: bool,
    /// The C++ class that stores it.
    pub storage: SmolStr,
}

/// A constraint of one entity.
#[derive(Debug, Clone)]
pub struct Constraint {
    /// The name of its def, such as `I32Attr`.
    pub name: SmolStr,
    /// What it constrains.
    pub subject: Subject,
    /// One line about it; may be empty.
    pub summary: String,
    /// More about it; may be empty.
    pub description: String,
    /// The C++ expression that must hold of `$_self`.
    pub condition: String,
    /// The C++ class of an entity that satisfies it.
    pub class: String,
    /// Where it is defined.
    pub span: Span,
}

/// What a constraint is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// An attribute.
    Attribute,
    /// A type.
    Type,
    /// An operation: it is an interface of operations.
    Operation,
}
