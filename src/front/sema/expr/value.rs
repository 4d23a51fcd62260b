//! What expressions stand for, and their static types.
//!
//! The static type is what the source declares; it can say less than the node
//! does, as for a parameter `op: Op` that is called with an `op<a.b>`.

use crate::{
    base::source::Span,
    hir::{self, NodeId},
    syntax::ast::CallableKind,
};
use smol_str::SmolStr;
use std::fmt;

/// The type of one entity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ty {
    /// An attribute.
    Attribute,
    /// An operation, with its name if that is known.
    Operation(Option<SmolStr>),
    /// A type.
    Type,
    /// A range of types.
    TypeRange,
    /// An SSA value.
    Value,
    /// A range of SSA values.
    ValueRange,
    /// A region.
    Region,
    /// A block.
    Block,
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
            Ty::Region => hir::Type::Region,
            Ty::Block => hir::Type::Block,
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
            hir::Type::Region => Ty::Region,
            hir::Type::Block => Ty::Block,
            hir::Type::Place => unreachable!("no variable stands for a place"),
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

/// One entity: a node and its static type.
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
    /// Nothing: the call of a function without results.
    Nothing(Callee),
}

/// The function that was called, for messages.
#[derive(Debug, Clone)]
pub(in crate::sema) struct Callee {
    /// What messages call it.
    pub(in crate::sema) shown: SmolStr,
    pub(in crate::sema) kind: CallableKind,
    /// Where it is declared.
    pub(in crate::sema) span: Span,
}

/// The static type of what an expression stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StaticType {
    /// One entity.
    Single(Ty),
    /// A tuple, with the names of its elements.
    Tuple(Vec<(Option<SmolStr>, Ty)>),
}

/// As it is written in a message.
impl fmt::Display for StaticType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let elements = match self {
            StaticType::Single(ty) => return ty.fmt(f),
            StaticType::Tuple(elements) => elements,
        };
        f.write_str("Tuple<")?;
        for (index, (name, ty)) in elements.iter().enumerate() {
            if index > 0 {
                f.write_str(", ")?;
            }
            if let Some(name) = name {
                write!(f, "{name}: ")?;
            }
            ty.fmt(f)?;
        }
        f.write_str(">")
    }
}

impl Value {
    pub(in crate::sema) fn static_type(&self) -> StaticType {
        match self {
            Value::Single(single) => StaticType::Single(single.ty.clone()),
            Value::Tuple(elements) => {
                let element = |element: &Element| (element.name.clone(), element.value.ty.clone());
                StaticType::Tuple(elements.iter().map(element).collect())
            }
            Value::Nothing(_) => StaticType::Tuple(Vec::new()),
        }
    }

    pub(in crate::sema) fn singles(&self) -> Vec<&Single> {
        match self {
            Value::Single(single) => vec![single],
            Value::Tuple(elements) => elements.iter().map(|element| &element.value).collect(),
            Value::Nothing(_) => Vec::new(),
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
            Value::Nothing(_) => {}
        }
        self
    }
}

impl From<Single> for Value {
    fn from(single: Single) -> Self {
        Value::Single(single)
    }
}

/// As its type is written in a message.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.static_type().fmt(f)
    }
}
