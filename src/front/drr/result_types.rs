//! The result types of operations that rules create.
//!
//! They are, as in MLIR: those that the rule says; those of the root, if the operation
//! replaces its results; otherwise what the operation infers, or what a builder of its
//! C++ class finds out. An operation without a class has the types that its definition
//! implies.

use super::{
    Analysis,
    arguments::Parts,
    directives::Directives,
    matching::Match,
    rewrite::Place,
    snippet::{Function, Snippet},
};
use crate::{
    hir::{CallKind, NodeId, RESULT_TYPE_OF, Type},
    ods::{self, TypeSourceKind, body_of_attribute_type, rules::OperationRecord},
};

impl<'a> Analysis<'a> {
    /// The result types of an operation to create.
    pub(super) fn types(
        &mut self,
        section: &mut Match<'a>,
        record: &OperationRecord,
        directives: &Directives<'a>,
        is_partial: bool,
        place: Place,
        parts: &Parts<'a>,
    ) -> Option<Types> {
        let definition = self.definition(record);
        let is_root = matches!(place, Place::Replacement(_));
        if let Some(dag) = directives.return_type {
            if is_root && !is_partial {
                self.error("the operation that replaces the root has the types of the root, so that `returnType` does not fit");
                return None;
            }
            return Some(Types::known(self.return_types(section, dag)?));
        }
        let count = definition.results.len();
        if has_types_of_operands(definition) {
            let first = parts.operands.iter().flatten().next().copied();
            let is_single = |value: &NodeId| section.nodes.builder.ty(*value) == Some(Type::Value);
            return Some(match first.filter(is_single) {
                Some(value) => Types::known(vec![self.type_of(section, value); count]),
                None => Types::inferred(),
            });
        }
        if record.has_type_of_attribute {
            let Some((_, attribute)) = parts.attributes.first() else {
                let name = &definition.name;
                self.error_with_help(
                    format!("`{name}` takes its result types from its first attribute, which may be missing here"),
                    "write `returnType`",
                );
                return None;
            };
            let ty = self.type_of_attribute(section, *attribute)?;
            return Some(Types::known(vec![ty; count]));
        }
        match place {
            Place::Replacement(first) if !is_partial => {
                Some(Types::known(self.root_types(section, first, count)))
            }
            _ if count == 0 => Some(Types::known(Vec::new())),
            _ => {
                if let Some(types) = self.types_by_definition(section, definition, parts) {
                    return Some(Types::known(types));
                }
                Some(Types {
                    types: None,
                    by_builder: !definition.infers_result_types,
                })
            }
        }
    }

    /// The types of all results of an operation that only its definition describes. None
    /// if that does not say.
    fn types_by_definition(
        &mut self,
        section: &mut Match<'a>,
        definition: &ods::Operation,
        parts: &Parts<'a>,
    ) -> Option<Vec<NodeId>> {
        let count = definition.sources_of_types()?.len();
        if !definition.has_no_class(self.host) {
            return None;
        }
        (0..count)
            .map(|index| self.type_of_result(section, definition, index, parts, count))
            .collect()
    }

    /// The type of a result, which may follow from those of others, but not from `steps`
    /// of them in a row.
    fn type_of_result(
        &mut self,
        section: &mut Match<'a>,
        definition: &ods::Operation,
        index: usize,
        parts: &Parts<'a>,
        steps: usize,
    ) -> Option<NodeId> {
        let source = definition.type_sources.get(index)?;
        let other = source.index as usize;
        let from = match source.kind {
            TypeSourceKind::Built => None,
            TypeSourceKind::Operand => {
                let [value] = parts.operands.get(other)?[..] else {
                    return None;
                };
                if section.nodes.builder.ty(value) != Some(Type::Value) {
                    return None;
                }
                Some(self.type_of(section, value))
            }
            TypeSourceKind::Attribute => {
                let name = &definition.attributes.get(other)?.name;
                let mut given = parts.attributes.iter();
                let (_, node) = given.find(|(attribute, _)| attribute.name == *name)?;
                Some(self.type_of_attribute(section, *node)?)
            }
            TypeSourceKind::Result if steps > 0 => {
                Some(self.type_of_result(section, definition, other, parts, steps - 1)?)
            }
            TypeSourceKind::Result => return None,
        };
        if let Some(from) = from.filter(|_| source.is_same()) {
            return Some(from);
        }
        let mut snippet = Snippet::default();
        let other = from.map(|from| snippet.parameter(from, Type::Type, None));
        snippet.statement(&source.body(other.as_deref().unwrap_or_default()));
        let name = format!("{RESULT_TYPE_OF}{}", definition.name);
        let function = Function::rewrite(&name, self.rule.span, &[Type::Type]);
        let results = self.call(&mut section.nodes.builder, function, snippet);
        results.first().copied()
    }

    /// Types of results of the root.
    fn root_types(&self, section: &Match<'a>, first: usize, count: usize) -> Vec<NodeId> {
        let root = section.operations.first().expect("a pattern has a root");
        let root = section
            .nodes
            .builder
            .operation(*root)
            .expect("the root is an operation");
        let types = root.result_types.as_deref().unwrap_or_default();
        types.iter().skip(first).take(count).copied().collect()
    }

    /// The type of a value.
    pub(super) fn type_of(&mut self, section: &mut Match<'a>, value: NodeId) -> NodeId {
        if let Some(known) = section.nodes.builder.known_type(value) {
            return known;
        }
        let kind = CallKind::Rewrite;
        self.library(section, kind, "TypeOf", vec![value], &[Type::Type])[0]
    }

    fn type_of_attribute(&mut self, section: &mut Match<'a>, attribute: NodeId) -> Option<NodeId> {
        let mut snippet = Snippet::default();
        let name = snippet.parameter(attribute, Type::Attribute, None);
        snippet.statement(&body_of_attribute_type(&name));
        let name = "type of attribute";
        let function = Function::rewrite(name, self.rule.span, &[Type::Type]);
        self.call(&mut section.nodes.builder, function, snippet)
            .first()
            .copied()
    }
}

/// Whether the results of an operation have the type of its operands.
pub(super) fn has_types_of_operands(definition: &ods::Operation) -> bool {
    let name = "::mlir::OpTrait::SameOperandsAndResultType";
    definition.traits.iter().any(|one| one == name)
}

/// The result types of an operation to create.
pub(super) struct Types {
    /// None if the operation infers them, or its builder does.
    pub(super) types: Option<Vec<NodeId>>,
    pub(super) by_builder: bool,
}

impl Types {
    fn known(types: Vec<NodeId>) -> Self {
        Types {
            types: Some(types),
            by_builder: false,
        }
    }

    fn inferred() -> Self {
        Types {
            types: None,
            by_builder: false,
        }
    }
}
