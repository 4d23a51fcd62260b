//! Implicit conversions of C++.

use super::{
    functions,
    types::{INT64, Ty, is_derived},
};
use crate::mlir::ffi::body::{Kind, Node};

/// An expression that is understood.
#[derive(Debug, Clone)]
pub(super) struct Typed {
    pub(super) node: Node,
    pub(super) ty: Ty,
}

impl Typed {
    pub(super) fn new(node: Node, ty: Ty) -> Self {
        Typed { node, ty }
    }

    /// A constant.
    pub(super) fn boolean(value: bool) -> Self {
        let mut node = Node::new(Kind::PdllBodyBoolean, Vec::new());
        node.number = i64::from(value);
        Typed::new(node, Ty::Boolean)
    }

    /// A constant.
    pub(super) fn integer(value: i64) -> Self {
        let mut node = Node::new(Kind::PdllBodyInteger, Vec::new());
        node.number = value;
        Typed::new(node, Ty::Integer(INT64))
    }

    /// A constant.
    pub(super) fn text(value: &str) -> Self {
        let mut node = Node::new(Kind::PdllBodyText, Vec::new());
        value.clone_into(&mut node.text);
        Typed::new(node, Ty::Text)
    }

    /// A part of that kind with this expression as its only child.
    pub(super) fn wrapped(self, kind: Kind, ty: Ty) -> Typed {
        Typed::new(Node::new(kind, vec![self.node]), ty)
    }

    /// The expression as a condition.
    pub(super) fn into_condition(self) -> Option<Node> {
        match self.ty {
            Ty::Optional(_) => Some(self.wrapped(Kind::PdllBodyIsPresent, Ty::Boolean).node),
            Ty::Attribute(_)
            | Ty::Type(_)
            | Ty::Operation(_)
            | Ty::Value
            | Ty::BlockArgument
            | Ty::Place(_) => Some(self.wrapped(Kind::PdllBodyIsPresent, Ty::Boolean).node),
            _ => self.converted(&Ty::Boolean).map(|(node, _)| node),
        }
    }

    /// The expression as one of another type, and what the conversion costs: 0 if
    /// there is none. `None` if C++ has no such conversion.
    pub(super) fn converted(self, to: &Ty) -> Option<(Node, u32)> {
        if self.ty == *to {
            return Some((self.node, 0));
        }
        match (&self.ty, to) {
            (Ty::Attribute(class), Ty::Attribute(base)) | (Ty::Type(class), Ty::Type(base)) => {
                is_derived(class, base).then_some((self.node, 1))
            }
            (Ty::Operation(_), Ty::Operation(base)) => {
                (base == "Operation").then_some((self.node, 1))
            }
            (Ty::BlockArgument, Ty::Value) => Some((self.node, 1)),
            // An object of a class of operations is its only result.
            (Ty::Operation(class), Ty::Value) if class != "Operation" => {
                let result = super::operators::call_operator("Operation.getResult", vec![self])?;
                Some((result.node, 2))
            }
            (Ty::Boolean, Ty::Integer(width)) | (Ty::Integer(_), Ty::Integer(width)) => {
                let raw = width.raw();
                let mut node = self.wrapped(Kind::PdllBodyToInteger, to.clone()).node;
                node.integer = raw;
                Some((node, 1))
            }
            (Ty::Integer(width), Ty::Real | Ty::Single) => {
                let raw = width.raw();
                let is_single = *to == Ty::Single;
                let mut node = self.wrapped(Kind::PdllBodyToReal, Ty::Real).node;
                node.integer = raw;
                node.number = i64::from(is_single);
                Some((node, 2))
            }
            (Ty::Single, Ty::Real) => Some((self.node, 1)),
            (Ty::Real, Ty::Single) => {
                Some((self.wrapped(Kind::PdllBodyToSingle, Ty::Single).node, 2))
            }
            (Ty::Integer(_), Ty::Boolean) => {
                let zero = Node::new(Kind::PdllBodyInteger, Vec::new());
                let mut node = Node::new(Kind::PdllBodyCompare, vec![self.node, zero]);
                node.comparison = crate::mlir::ffi::body::Comparison::PdllNotEqual;
                Some((node, 2))
            }
            (Ty::Null, _) => null(to).map(|node| (node, 1)),
            (Ty::Attribute(class), Ty::Text) if class == "StringAttr" => {
                let function = functions::find("StringAttr.getValue").first()?;
                let mut node = self.wrapped(Kind::PdllBodyCall, Ty::Text).node;
                node.index = function.index;
                Some((node, 2))
            }
            (Ty::Braces(_) | Ty::List(_), Ty::List(element)) => self.into_list(element),
            (Ty::Attribute(class), Ty::List(_)) if is_dense_array(class) => {
                let list = self.elements()?;
                (list.ty == *to).then_some((list.node, 2))
            }
            (Ty::Attribute(_) | Ty::Value | Ty::Type(_), Ty::List(element)) => {
                let (node, _) = self.converted(element)?;
                Some((Node::new(Kind::PdllBodyList, vec![node]), 3))
            }
            (own, Ty::List(element)) if *own == **element => {
                Some((Node::new(Kind::PdllBodyList, vec![self.node]), 3))
            }
            _ => None,
        }
    }

    /// The elements of an attribute that is a list.
    pub(super) fn elements(self) -> Option<Typed> {
        let Ty::Attribute(class) = &self.ty else {
            return None;
        };
        let method = match &**class {
            "ArrayAttr" => "ArrayAttr.getValue".to_owned(),
            class if is_dense_array(class) => format!("{class}.asArrayRef"),
            _ => return None,
        };
        super::operators::call_operator(&method, vec![self])
    }

    /// The list as one of elements of another type. Lists that are no braces only
    /// convert if their elements need not change.
    fn into_list(self, element: &Ty) -> Option<(Node, u32)> {
        let Ty::Braces(types) = self.ty else {
            let Ty::List(own) = &self.ty else { return None };
            let keeps = match (&**own, element) {
                (Ty::Attribute(class), Ty::Attribute(base)) | (Ty::Type(class), Ty::Type(base)) => {
                    is_derived(class, base)
                }
                _ => false,
            };
            return keeps.then_some((self.node, 1));
        };
        let children = std::iter::zip(self.node.children, types);
        let converted = children.map(|(node, ty)| Typed::new(node, ty).converted(element));
        let converted: Vec<_> = converted.collect::<Option<_>>()?;
        let cost = converted.iter().map(|(_, cost)| cost).max();
        let cost = cost.copied().unwrap_or_default() + 1;
        let nodes = converted.into_iter().map(|(node, _)| node).collect();
        Some((Node::new(Kind::PdllBodyList, nodes), cost))
    }
}

/// Whether attributes of this class are arrays of numbers, `array<i64: 1, 2>`.
fn is_dense_array(class: &str) -> bool {
    let prefix = class.strip_suffix("ArrayAttr");
    let element = prefix.and_then(|prefix| prefix.strip_prefix("Dense"));
    element.is_some_and(|element| !element.is_empty())
}

/// The null entity of a type.
pub(super) fn null(ty: &Ty) -> Option<Node> {
    if !matches!(
        ty,
        Ty::Attribute(_) | Ty::Type(_) | Ty::Operation(_) | Ty::Value | Ty::BlockArgument
    ) {
        return None;
    }
    let mut node = Node::new(Kind::PdllBodyNull, Vec::new());
    node.entity_kind = ty.entity_kind()?;
    Some(node)
}
