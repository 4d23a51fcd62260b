//! What expressions stand for, and their static types.
//!
//! The static type is what the source declares; it can say less than the node
//! does, as for a parameter `op: Op` that is called with an `op<a.b>`.

use crate::hir::{self, NodeId};
use smol_str::SmolStr;
use std::fmt;

/// The type of one entity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::sema) enum Ty {
    Attribute,
    /// With the name of the operation, if it is known.
    Operation(Option<SmolStr>),
    Type,
    TypeRange,
    Value,
    ValueRange,
}

impl Ty {
    /// The kind of entity, without the name of an operation.
    pub(in crate::sema) fn kind(&self) -> hir::Type {
        match self {
            Ty::Attribute => hir::Type::Attribute,
            Ty::Operation(_) => hir::Type::Operation,
            Ty::Type => hir::Type::Type,
            Ty::TypeRange => hir::Type::TypeRange,
            Ty::Value => hir::Type::Value,
            Ty::ValueRange => hir::Type::ValueRange,
        }
    }

    pub(in crate::sema) fn of(kind: hir::Type) -> Ty {
        match kind {
            hir::Type::Attribute => Ty::Attribute,
            hir::Type::Operation => Ty::Operation(None),
            hir::Type::Type => Ty::Type,
            hir::Type::TypeRange => Ty::TypeRange,
            hir::Type::Value => Ty::Value,
            hir::Type::ValueRange => Ty::ValueRange,
        }
    }
}

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ty::Operation(Some(name)) => write!(f, "Op<{name}>"),
            other => f.write_str(other.kind().name()),
        }
    }
}

/// One entity: a node, and what is known of it.
#[derive(Debug, Clone)]
pub(in crate::sema) struct Single {
    pub(in crate::sema) node: NodeId,
    pub(in crate::sema) ty: Ty,
}

/// An element of a tuple.
#[derive(Debug, Clone)]
pub(in crate::sema) struct Element {
    pub(in crate::sema) name: Option<SmolStr>,
    pub(in crate::sema) value: Single,
}

/// What an expression stands for.
#[derive(Debug, Clone)]
pub(in crate::sema) enum Value {
    Single(Single),
    /// Several entities. A tuple holds no tuples.
    Tuple(Vec<Element>),
}

impl Value {
    /// What a call without results gives.
    pub(in crate::sema) const NOTHING: Value = Value::Tuple(Vec::new());

    pub(in crate::sema) fn singles(&self) -> Vec<&Single> {
        match self {
            Value::Single(single) => vec![single],
            Value::Tuple(elements) => elements.iter().map(|element| &element.value).collect(),
        }
    }

    /// The same with other nodes.
    pub(in crate::sema) fn map_nodes(mut self, map: impl Fn(NodeId) -> NodeId) -> Value {
        match &mut self {
            Value::Single(single) => single.node = map(single.node),
            Value::Tuple(elements) => {
                for element in elements {
                    element.value.node = map(element.value.node);
                }
            }
        }
        self
    }
}

impl From<Single> for Value {
    fn from(single: Single) -> Self {
        Value::Single(single)
    }
}

/// As the type is written in a message.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Single(single) => single.ty.fmt(f),
            Value::Tuple(elements) => {
                f.write_str("Tuple<")?;
                for (index, element) in elements.iter().enumerate() {
                    if index > 0 {
                        f.write_str(", ")?;
                    }
                    if let Some(name) = &element.name {
                        write!(f, "{name}: ")?;
                    }
                    element.value.ty.fmt(f)?;
                }
                f.write_str(">")
            }
        }
    }
}
