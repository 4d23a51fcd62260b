//! What the patterns mean, before any IR is made.
//!
//! A pattern is one list of [`Node`]s in evaluation order: first the match
//! section, then the rewrite section. A node stands for one thing of PDL and
//! refers to earlier nodes only. Every name is resolved to the node that it
//! means, so a `let` is evaluated once however often it is used; every implicit
//! conversion is a node; every variable of the match section is bound to the
//! root. There are no locations but spans, and no MLIR objects: literals are
//! named by the id under which the [`crate::sema::Host`] keeps them.
//!
//! Invariant: a module that analysis returned without errors lowers to IR that
//! verifies.
//!
//! Calls of constraints and rewrites, which the front end does not accept yet,
//! become lists of nodes of their own that are evaluated in place with the
//! nodes of the arguments, and calls of native functions become one node more;
//! a tuple is a name for several nodes and never a node itself.

use crate::source::Span;
use smol_str::SmolStr;

/// The patterns of one compilation.
#[derive(Debug, Default)]
pub struct Module {
    /// In source order.
    pub patterns: Vec<Pattern>,
}

/// One pattern.
#[derive(Debug)]
pub struct Pattern {
    /// Its name, if it has one.
    pub name: Option<SmolStr>,
    /// The word `Pattern`.
    pub span: Span,
    /// Declared, or the number of operations in the match section.
    pub benefit: u16,
    /// Whether it was declared that applying it to its own results ends.
    pub bounded_recursion: bool,
    /// Match section, then rewrite section.
    pub nodes: Vec<Node>,
    /// Where in `nodes` the rewrite section starts.
    pub rewrite_start: usize,
    /// The operation that the rewrite section starts from; a node of the match
    /// section.
    pub root: NodeId,
    /// The statement that starts the rewrite section.
    pub rewrite_span: Span,
}

/// Names a [`Node`] of the same pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The position in [`Pattern::nodes`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// One step of a pattern.
#[derive(Debug)]
pub struct Node {
    /// What it does.
    pub kind: NodeKind,
    /// The source it stands for.
    pub span: Span,
    /// The variable that names its value, if there is one.
    pub name: Option<SmolStr>,
}

/// A literal that the host has parsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LiteralId(pub u32);

/// What a node does.
#[derive(Debug)]
pub enum NodeKind {
    /// An operand of the input, of type `ty` if it is given.
    Operand {
        /// A [`Type::Type`].
        ty: Option<NodeId>,
    },
    /// A range of operands of the input, of types `ty` if they are given.
    Operands {
        /// A [`Type::TypeRange`].
        ty: Option<NodeId>,
    },
    /// A type of the input.
    Type,
    /// A range of types of the input.
    Types,
    /// An attribute of the input, of type `ty` if it is given.
    Attribute {
        /// A [`Type::Type`].
        ty: Option<NodeId>,
    },
    /// A constant attribute.
    AttributeLiteral(LiteralId),
    /// A constant type.
    TypeLiteral(LiteralId),
    /// The unit attribute.
    UnitAttribute,
    /// An operation of the input, or to create.
    Operation(Operation),
    /// The result of an operation with that index, counted over all results.
    Result {
        /// The operation.
        operation: NodeId,
        /// The index.
        index: u32,
    },
    /// All results of an operation.
    Results {
        /// The operation.
        operation: NodeId,
    },
    /// Erases an operation.
    Erase {
        /// The operation.
        operation: NodeId,
    },
    /// Replaces an operation and erases it.
    Replace {
        /// The operation.
        operation: NodeId,
        /// What takes the place of its results.
        with: Replacement,
    },
}

/// An operation to match or to create.
#[derive(Debug)]
pub struct Operation {
    /// Its name. One to create always has a name.
    pub name: Option<SmolStr>,
    /// Values and ranges of values.
    pub operands: Vec<NodeId>,
    /// Attributes by name; no name occurs twice.
    pub attributes: Vec<(SmolStr, NodeId)>,
    /// Types and ranges of types. None for an operation to create whose result
    /// types are found when it is created.
    pub result_types: Option<Vec<NodeId>>,
}

/// What takes the place of an operation's results.
#[derive(Debug)]
pub enum Replacement {
    /// The results of another operation.
    Operation(NodeId),
    /// Values and ranges of values, in order.
    Values(Vec<NodeId>),
}

/// The kind of entity that a value of a pattern is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    /// An attribute.
    Attribute,
    /// An operation.
    Operation,
    /// A type.
    Type,
    /// A range of types.
    TypeRange,
    /// An SSA value.
    Value,
    /// A range of SSA values.
    ValueRange,
}

impl Type {
    /// Its name in the language.
    pub fn name(self) -> &'static str {
        match self {
            Type::Attribute => "Attr",
            Type::Operation => "Op",
            Type::Type => "Type",
            Type::TypeRange => "TypeRange",
            Type::Value => "Value",
            Type::ValueRange => "ValueRange",
        }
    }
}

impl NodeKind {
    /// The kind of entity it gives, or `None` when it gives none.
    pub fn ty(&self) -> Option<Type> {
        Some(match self {
            NodeKind::Operand { .. } | NodeKind::Result { .. } => Type::Value,
            NodeKind::Operands { .. } | NodeKind::Results { .. } => Type::ValueRange,
            NodeKind::Type | NodeKind::TypeLiteral(_) => Type::Type,
            NodeKind::Types => Type::TypeRange,
            NodeKind::Attribute { .. }
            | NodeKind::AttributeLiteral(_)
            | NodeKind::UnitAttribute => Type::Attribute,
            NodeKind::Operation(_) => Type::Operation,
            NodeKind::Erase { .. } | NodeKind::Replace { .. } => return None,
        })
    }
}
