//! Operations that bodies create with the builders that MLIR makes for each class.

use super::{
    convert::Typed,
    members::class_of,
    syntax::Expr,
    types::Ty,
    typing::{Checked, Checker},
};
use crate::{
    front::{hir::Type, ods::OperationClass},
    mlir::ffi::body::{Kind, Node},
};

impl Checker<'_> {
    /// `Class::create(rewriter, location, …)`, without the first argument.
    pub(super) fn created(
        &mut self,
        expr: &Expr,
        class: &str,
        arguments: &[Expr],
    ) -> Checked<Typed> {
        let [location, arguments @ ..] = arguments else {
            return Err(self.unknown(expr));
        };
        let known = self.classes.operations.get(class).cloned();
        let known = known.filter(|known| known.has_default_builders && self.can_change());
        let known = known.ok_or_else(|| self.unknown(expr))?;
        let location = self.expression(location)?;
        let location = self.convert(expr, location, &Ty::Attribute("Location".into()))?;
        let mut values = Vec::new();
        for argument in arguments {
            values.push(self.expression(argument)?);
        }
        let parts = with_types(&known, &values).or_else(|| with_inferred_types(&known, &values));
        let (types, operands, attributes) = parts.ok_or_else(|| self.unknown(expr))?;
        let children = vec![location, types, operands, attributes];
        let mut node = Node::new(Kind::PdllBodyCreate, children);
        node.text = known.name.to_string();
        node.number = i64::from(known.operands.lengths == "segments")
            + 2 * i64::from(known.results.lengths == "segments");
        Ok(Typed::new(node, Ty::Operation(class.into())))
    }
}

/// The types of the groups of results, the groups of operands, and the attributes.
type Parts = (Node, Node, Node);

/// The builder that takes a type for each result first.
fn with_types(class: &OperationClass, values: &[Typed]) -> Option<Parts> {
    let count = class.results.groups.len();
    let (types, rest) = values.split_at_checked(count)?;
    let types = std::iter::zip(types, class.results.groups.chars());
    let types = types.map(|(ty, arity)| match arity {
        '1' => Some(list(vec![as_one(ty, Type::Type)?])),
        '*' => as_many(ty, Type::Type),
        _ => Some(optional(as_one(ty, Type::Type)?)),
    });
    let types = list(types.collect::<Option<Vec<_>>>()?);
    let (operands, attributes) = with_arguments(class, rest)?;
    Some((types, operands, attributes))
}

/// The builder that finds the types out.
fn with_inferred_types(class: &OperationClass, values: &[Typed]) -> Option<Parts> {
    if !class.infers_types {
        return None;
    }
    let (operands, attributes) = with_arguments(class, values)?;
    let types = Node::new(Kind::PdllBodyMissing, Vec::new());
    Some((types, operands, attributes))
}

/// Operands and attributes in their order. The last attributes may be left out if the
/// operation may lack them.
fn with_arguments(class: &OperationClass, values: &[Typed]) -> Option<(Node, Node)> {
    let (mut operands, mut attributes) = (Vec::new(), Vec::new());
    let mut arities = class.operands.groups.chars();
    let mut members = class.attributes.iter();
    let mut values = values.iter();
    for kind in class.arguments.chars() {
        match kind {
            'o' => {
                let value = values.next()?;
                operands.push(match arities.next()? {
                    '1' => list(vec![as_one(value, Type::Value)?]),
                    '*' => as_many(value, Type::Value)?,
                    _ => optional(as_one(value, Type::Value)?),
                });
            }
            'a' => {
                let member = members.next()?;
                let Some(value) = values.next() else {
                    if !member.is_optional {
                        return None;
                    }
                    continue;
                };
                // Another class would be an error of a compiler.
                let storage = Ty::Attribute(class_of(&member.storage)?.as_str().into());
                let (value, _) = value.clone().converted(&storage)?;
                attributes.push(list(vec![Typed::text(&member.name).node, value]));
            }
            _ => return None,
        }
    }
    let is_all = values.next().is_none();
    is_all.then(|| (list(operands), list(attributes)))
}

/// An entity of a kind.
fn as_one(value: &Typed, kind: Type) -> Option<Node> {
    let ty = Ty::of_kind(kind);
    value.clone().converted(&ty).map(|(node, _)| node)
}

/// A list of entities of a kind.
fn as_many(value: &Typed, kind: Type) -> Option<Node> {
    let ty = Ty::List(Box::new(Ty::of_kind(kind)));
    value.clone().converted(&ty).map(|(node, _)| node)
}

/// The list of an entity, or of none if it is null.
fn optional(value: Node) -> Node {
    let is_present = Node::new(Kind::PdllBodyIsPresent, vec![value.clone()]);
    let children = vec![is_present, list(vec![value]), list(Vec::new())];
    Node::new(Kind::PdllBodyConditional, children)
}

fn list(elements: Vec<Node>) -> Node {
    Node::new(Kind::PdllBodyList, elements)
}
