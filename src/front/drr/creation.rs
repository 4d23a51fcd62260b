//! Operations that rules create.

use super::{
    Analysis,
    arguments::Parts,
    directives::Directives,
    matching::Match,
    result_types::Types,
    rewrite::Place,
    snippet::{Function, Snippet},
    symbols::{self, Symbol, split},
};
use crate::{
    contract::SEGMENT_SIZES,
    hir::{self, CallKind, NodeId, NodeKind, OPERAND_SIZES, RESULT_SIZES, RangeLengths, Type},
    ods::{
        self, Arity, Lengths,
        rules::{Dag, OperationArgument, OperationRecord},
    },
};
use smol_str::SmolStr;

/// An operation that a rule creates.
pub(super) struct Created {
    pub(super) node: NodeId,
    /// The values that its name stands for.
    pub(super) values: Vec<NodeId>,
}

impl<'a> Analysis<'a> {
    /// Creates an operation.
    pub(super) fn create(
        &mut self,
        section: &mut Match<'a>,
        dag: &'a Dag,
        record: &'a OperationRecord,
        place: Place,
    ) -> Option<Created> {
        let definition = self.definition(record);
        let (arguments, directives) = self.directives(dag)?;
        if !self.has_all_arguments(record, arguments.len()) {
            return None;
        }
        let parts = self.parts(section, record, definition, arguments)?;
        let (pack, index) = match dag.name.as_deref().map(split) {
            Some((pack, index)) => (Some(pack), index),
            None => (None, None),
        };
        let Types { types, by_builder } =
            self.types(section, record, &directives, index.is_some(), place, &parts)?;
        let node = if by_builder {
            self.built(section, definition, record, &directives, &parts)?
        } else {
            self.created(section, definition, &parts, types.clone())?
        };
        if !by_builder {
            self.copy_optional(section, node, &parts);
            self.set_properties(section, node, definition, &parts)?;
            self.set_location(section, node, &directives)?;
        }
        let operation = symbols::Operation {
            node,
            definition,
            types: types.unwrap_or_default(),
        };
        let span = self.rule.span;
        let values = match index {
            Some(index) if index < definition.results.len() => {
                vec![section.nodes.result(&operation, index, span)]
            }
            Some(index) => {
                let name = &definition.name;
                self.error(format!("`{name}` has no result with index {index}"));
                return None;
            }
            // Nothing uses them.
            None if matches!(place, Place::Auxiliary) => Vec::new(),
            None => section.nodes.results(&operation, span),
        };
        if let Some(pack) = pack {
            let name = SmolStr::new(pack);
            section.nodes.builder.name(node, &name);
            self.bind(&mut section.symbols, &name, Symbol::Operation(operation));
        }
        Some(Created { node, values })
    }

    /// Creates an operation with these result types.
    fn created(
        &mut self,
        section: &mut Match<'a>,
        definition: &ods::Operation,
        parts: &Parts<'a>,
        result_types: Option<Vec<NodeId>>,
    ) -> Option<NodeId> {
        let mut attributes: Vec<_> = parts
            .attributes
            .iter()
            .map(|(attribute, node)| (attribute.name.clone(), *node))
            .collect();
        if definition.operand_lengths == Lengths::Segments {
            let groups: Vec<_> = parts
                .operands
                .iter()
                .map(|group| self.group(section, group))
                .collect();
            let sizes = self.segment_sizes(section, &parts.operands, groups)?;
            attributes.push((OPERAND_SIZES.into(), sizes));
        }
        if let Some(types) = &result_types
            && definition.result_lengths == Lengths::Segments
        {
            let each: Vec<_> = types.iter().map(|ty| vec![*ty]).collect();
            let sizes = self.segment_sizes(section, &each, types.clone())?;
            attributes.push((RESULT_SIZES.into(), sizes));
        }
        let operation = hir::Operation {
            name: Some(definition.name.clone()),
            operands: parts.operands.concat(),
            attributes,
            result_types,
            operand_lengths: RangeLengths::default(),
            result_lengths: RangeLengths::default(),
            inside: None,
            is_last: false,
            num_regions: None,
            regions: Vec::new(),
        };
        Some(
            section
                .nodes
                .builder
                .push(NodeKind::from(operation), self.rule.span),
        )
    }

    /// One node for a group.
    fn group(&self, section: &mut Match<'a>, values: &[NodeId]) -> NodeId {
        match values {
            [one] => *one,
            _ => {
                let range = NodeKind::Range {
                    ty: Type::ValueRange,
                    elements: values.to_vec(),
                };
                section.nodes.builder.push(range, self.rule.span)
            }
        }
    }

    /// The attribute with the lengths of groups.
    fn segment_sizes(
        &mut self,
        section: &mut Match<'a>,
        elements: &[Vec<NodeId>],
        groups: Vec<NodeId>,
    ) -> Option<NodeId> {
        let is_single = |node: &NodeId| {
            matches!(
                section.nodes.builder.ty(*node),
                Some(Type::Value | Type::Type)
            )
        };
        if elements.iter().flatten().all(is_single) {
            return self.lengths(section, elements);
        }
        let (kind, sizes) = (CallKind::Rewrite, SEGMENT_SIZES.into());
        let sizes = self.call_known(section, kind, sizes, groups, &[Type::Attribute]);
        sizes.first().copied()
    }

    /// Creates an operation by a builder of its C++ class.
    fn built(
        &mut self,
        section: &mut Match<'a>,
        definition: &ods::Operation,
        record: &OperationRecord,
        directives: &Directives<'a>,
        parts: &Parts<'a>,
    ) -> Option<NodeId> {
        let mut snippet = Snippet::default();
        let location = self.location_code(section, &mut snippet, directives.location)?;
        let mut arguments = String::new();
        let (mut operands, mut attributes) = (parts.operands.iter(), parts.attributes.iter());
        let mut properties = parts.properties.iter();
        for slot in &record.arguments {
            let argument = match slot {
                OperationArgument::Operands(index, _) => {
                    let group = operands.next().expect("each group has values");
                    let is_single = definition.operands[*index as usize].arity == Arity::Single;
                    let names = group.iter().map(|node| {
                        let ty = section
                            .nodes
                            .builder
                            .ty(*node)
                            .expect("a value is an entity");
                        snippet.parameter(*node, ty, None).to_string()
                    });
                    let names = names.collect::<Vec<_>>().join(", ");
                    if is_single || group.len() == 1 {
                        names
                    } else {
                        format!("::mlir::ValueRange{{{names}}}")
                    }
                }
                OperationArgument::Attribute(index, _) => {
                    let attribute = &definition.attributes[*index as usize];
                    let optional = parts
                        .optional
                        .iter()
                        .find(|(own, _)| own.name == attribute.name);
                    if let Some((_, optional)) = optional {
                        let operation =
                            snippet.parameter(optional.operation, Type::Operation, None);
                        let (class, name) = (&optional.class, &optional.name);
                        format!("{operation}->getAttrOfType<{class}>(\"{name}\")")
                    } else {
                        let (attribute, node) =
                            attributes.next().expect("each attribute has a value");
                        snippet
                            .parameter(*node, Type::Attribute, Some(&attribute.storage))
                            .to_string()
                    }
                }
                OperationArgument::Property(..) => {
                    let (_, value) = properties.next().expect("each property has a value");
                    self.property_code(section, &mut snippet, value)?
                }
            };
            arguments += ", ";
            arguments += &argument;
        }
        let class = &definition.class;
        snippet.statement(&format!(
            "return {class}::create(rewriter, {location}{arguments}).getOperation();"
        ));
        let name = format!("create {}", definition.name);
        let mut function = Function::rewrite(&name, self.rule.span, &[Type::Operation]);
        function.results[0].class = Some(class.clone());
        self.call(&mut section.nodes.builder, function, snippet)
            .first()
            .copied()
    }
}
