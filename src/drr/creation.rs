//! Operations that rules create.
//!
//! Their result types are, as in MLIR: those that the rule says; those of the root,
//! if the operation replaces its results; otherwise what the operation infers, or
//! what a builder of its C++ class finds out.

use super::{
    Analysis,
    constants::Constant,
    directives::Directives,
    matching::{Match, SEGMENTS},
    rewrite::Place,
    shape::shown,
    snippet::{Function, Snippet},
    symbols::{self, Symbol, split},
};
use crate::{
    contract::{LIBRARY_PREFIX, SEGMENT_SIZES, TYPE_OF},
    hir::{self, Call, CallKind, CodeSlot, NodeId, NodeKind, RangeLengths, Type},
    ods::{
        self, Arity, Group, Lengths,
        rules::{Argument, Dag, OperationArgument, OperationRecord, RecordKind, Value},
    },
};
use smol_str::{SmolStr, format_smolstr};

/// What an operation is created with.
#[derive(Debug, Default)]
struct Parts<'a> {
    /// The values of each group of operands.
    operands: Vec<Vec<NodeId>>,
    attributes: Vec<(&'a ods::Attribute, NodeId)>,
    /// Attributes that may be missing where they come from.
    optional: Vec<(&'a ods::Attribute, symbols::Optional)>,
}

impl<'a> Analysis<'a> {
    /// Creates an operation. Returns the values that its name stands for.
    pub(super) fn create(
        &mut self,
        section: &mut Match<'a>,
        dag: &'a Dag,
        record: &'a OperationRecord,
        place: Place,
    ) -> Option<Vec<NodeId>> {
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
        let Types { types, by_builder } = self.types(
            section,
            definition,
            &directives,
            index.is_some(),
            place,
            &parts,
        )?;
        let node = if by_builder {
            self.built(section, definition, record, &directives, &parts)?
        } else {
            self.created(section, definition, &parts, types.clone())?
        };
        self.copy_optional(section, node, &parts);
        if !by_builder {
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
        Some(values)
    }

    fn parts(
        &mut self,
        section: &mut Match<'a>,
        record: &'a OperationRecord,
        definition: &'a ods::Operation,
        arguments: &'a [Argument],
    ) -> Option<Parts<'a>> {
        let mut parts = Parts::default();
        for (argument, slot) in std::iter::zip(arguments, &record.arguments) {
            match *slot {
                OperationArgument::Operands(index, _) => {
                    let group = &definition.operands[index as usize];
                    parts
                        .operands
                        .push(self.operands_of(section, definition, group, argument)?);
                }
                OperationArgument::Attribute(index, _) => {
                    let attribute = &definition.attributes[index as usize];
                    if let Some(optional) = self.optional(section, argument) {
                        parts.optional.push((attribute, optional));
                    } else {
                        let node = self.attribute_of(section, attribute, argument)?;
                        parts.attributes.push((attribute, node));
                    }
                }
                OperationArgument::Property(index, _) => {
                    let name = &definition.properties[index as usize].name;
                    self.error(format!("the property `{name}` of `{}` is not an attribute, and rules can set attributes only", definition.name));
                    return None;
                }
            }
        }
        Some(parts)
    }

    /// The values of a group of operands.
    fn operands_of(
        &mut self,
        section: &mut Match<'a>,
        definition: &ods::Operation,
        group: &Group,
        argument: &'a Argument,
    ) -> Option<Vec<NodeId>> {
        let values = match &argument.value {
            Value::Dag(dag) if self.is_directive(dag.operator, "variadic") => {
                let mut values = Vec::new();
                for element in &dag.arguments {
                    values.extend(self.operand_of(section, Arity::Single, element)?);
                }
                values
            }
            _ => self.operand_of(section, group.arity, argument)?,
        };
        let is_one = |values: &[NodeId]| match values {
            [value] => section.nodes.builder.ty(*value) == Some(Type::Value),
            _ => false,
        };
        if group.arity == Arity::Single && !is_one(&values) {
            let (name, operation) = (&group.name, &definition.name);
            self.error(format!(
                "expected one value for the operand `{name}` of `{operation}`, found several"
            ));
            return None;
        }
        Some(values)
    }

    fn operand_of(
        &mut self,
        section: &mut Match<'a>,
        arity: Arity,
        argument: &'a Argument,
    ) -> Option<Vec<NodeId>> {
        match &argument.value {
            Value::Dag(dag) => self.result(section, dag, Place::Operands(arity)),
            Value::Unset => self.values(section, argument.name.as_deref().unwrap_or_default()),
            Value::Record(record) => match (self.kind(*record), &argument.name) {
                (RecordKind::NativeCall { code, .. }, Some(name)) => {
                    self.transformed(section, *record, code, name, Place::Operands(arity))
                }
                (RecordKind::Type(_), Some(name)) => self.values(section, name),
                _ => {
                    let name = &self.rules.record(*record).name;
                    self.error_with_help(
                        format!("expected a value, found `{name}`"),
                        "a constant becomes a value by an operation with this attribute",
                    );
                    None
                }
            },
            other => {
                self.error(format!(
                    "expected a value in the result pattern, found {}",
                    shown(other)
                ));
                None
            }
        }
    }

    /// The attribute that an argument stands for, if it may be missing.
    fn optional(&self, section: &Match<'a>, argument: &Argument) -> Option<symbols::Optional> {
        match (&argument.value, &argument.name) {
            (Value::Unset, Some(name)) => match section.symbols.get(name) {
                Some(Symbol::Optional(optional)) => Some(optional.clone()),
                _ => None,
            },
            _ => None,
        }
    }

    fn attribute_of(
        &mut self,
        section: &mut Match<'a>,
        attribute: &ods::Attribute,
        argument: &'a Argument,
    ) -> Option<NodeId> {
        let named = |name: &Option<SmolStr>| name.clone().unwrap_or_default();
        match &argument.value {
            Value::Unset => self.attribute_named(section, &named(&argument.name)),
            Value::Dag(dag) => match self.kind(dag.operator) {
                RecordKind::NativeCall { .. } => self
                    .result(section, dag, Place::Attribute)?
                    .first()
                    .copied(),
                _ => {
                    let name = &attribute.name;
                    self.error(format!(
                        "expected a call of C++ for the attribute `{name}`, found another tree"
                    ));
                    None
                }
            },
            Value::Record(record) => match self.kind(*record) {
                RecordKind::Attribute(constant) if constant.value().is_some() => {
                    match self.constant(constant)? {
                        Constant::Literal(literal) => Some(
                            section
                                .nodes
                                .builder
                                .push(NodeKind::AttributeLiteral(literal), self.rule.span),
                        ),
                        Constant::Code(code) => self.made_by_code(section, &code),
                    }
                }
                RecordKind::NativeCall { code, .. } if argument.name.is_some() => {
                    let name = named(&argument.name);
                    self.transformed(section, *record, code, &name, Place::Attribute)?
                        .first()
                        .copied()
                }
                RecordKind::Attribute(_) if argument.name.is_some() => {
                    self.attribute_named(section, &named(&argument.name))
                }
                _ => {
                    let (name, found) = (&attribute.name, &self.rules.record(*record).name);
                    self.error(format!(
                        "expected an attribute for `{name}`, found `{found}`"
                    ));
                    None
                }
            },
            other => {
                let name = &attribute.name;
                self.error(format!(
                    "expected an attribute for `{name}`, found {}",
                    shown(other)
                ));
                None
            }
        }
    }

    fn attribute_named(&mut self, section: &Match<'a>, name: &str) -> Option<NodeId> {
        let (symbol, _) = self.find(&section.symbols, name)?;
        match symbol {
            Symbol::Attribute(attribute) => Some(attribute.node),
            _ => {
                self.error(format!(
                    "`${name}` is not an attribute, which is expected here"
                ));
                None
            }
        }
    }

    /// The attribute that C++ code without arguments makes.
    fn made_by_code(&mut self, section: &mut Match<'a>, code: &str) -> Option<NodeId> {
        let mut snippet = Snippet::default();
        snippet.statement(&format!("return {code};"));
        let function = Function {
            kind: CallKind::Rewrite,
            name: "constant",
            span: self.rule.span,
            results: vec![CodeSlot {
                name: None,
                ty: Type::Attribute,
                class: None,
            }],
        };
        self.call(&mut section.nodes.builder, function, snippet)
            .first()
            .copied()
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
            attributes.push((SEGMENTS.into(), sizes));
        }
        if let Some(types) = &result_types
            && definition.result_lengths == Lengths::Segments
        {
            let each: Vec<_> = types.iter().map(|ty| vec![*ty]).collect();
            let sizes = self.segment_sizes(section, &each, types.clone())?;
            attributes.push((RESULT_SEGMENTS.into(), sizes));
        }
        let operation = hir::Operation {
            name: Some(definition.name.clone()),
            operands: parts.operands.concat(),
            attributes,
            result_types,
            operand_lengths: RangeLengths::default(),
            result_lengths: RangeLengths::default(),
        };
        Some(
            section
                .nodes
                .builder
                .push(NodeKind::Operation(operation), self.rule.span),
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
        let kinds: Vec<_> = groups
            .iter()
            .filter_map(|group| section.nodes.builder.ty(*group))
            .collect();
        let is_single = |node: &NodeId| {
            matches!(
                section.nodes.builder.ty(*node),
                Some(Type::Value | Type::Type)
            )
        };
        if elements.iter().flatten().all(is_single) {
            let lengths = elements.iter().map(|group| group.len().to_string());
            let text = format!("array<i32: {}>", lengths.collect::<Vec<_>>().join(", "));
            let literal = self.host.parse_attribute(&text).ok()?;
            return Some(
                section
                    .nodes
                    .builder
                    .push(NodeKind::AttributeLiteral(literal), self.rule.span),
            );
        }
        let sizes = self.push_call(
            &mut section.nodes.builder,
            Call {
                kind: CallKind::Rewrite,
                function: SEGMENT_SIZES.into(),
                arguments: groups,
                parameters: kinds,
                results: vec![Type::Attribute],
            },
        );
        sizes.first().copied()
    }

    /// Copies the attributes that may be missing.
    fn copy_optional(&mut self, section: &mut Match<'a>, node: NodeId, parts: &Parts<'a>) {
        for (attribute, optional) in &parts.optional {
            let mut name = |text: &str| {
                let literal = self.host.parse_attribute(&format!("{text:?}"));
                let literal = literal.expect("the name of an attribute is a string");
                section
                    .nodes
                    .builder
                    .push(NodeKind::AttributeLiteral(literal), self.rule.span)
            };
            let (from, to) = (name(&optional.name), name(&attribute.name));
            self.push_call(
                &mut section.nodes.builder,
                Call {
                    kind: CallKind::Rewrite,
                    function: format_smolstr!("{LIBRARY_PREFIX}CopyOptionalAttr"),
                    arguments: vec![optional.operation, from, node, to],
                    parameters: vec![
                        Type::Operation,
                        Type::Attribute,
                        Type::Operation,
                        Type::Attribute,
                    ],
                    results: Vec::new(),
                },
            );
        }
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
                OperationArgument::Property(..) => unreachable!("properties are refused"),
            };
            arguments += ", ";
            arguments += &argument;
        }
        let class = &definition.class;
        snippet.statement(&format!(
            "return {class}::create(rewriter, {location}{arguments}).getOperation();"
        ));
        let name = format!("create {}", definition.name);
        let function = Function {
            kind: CallKind::Rewrite,
            name: &name,
            span: self.rule.span,
            results: vec![CodeSlot {
                name: None,
                ty: Type::Operation,
                class: None,
            }],
        };
        self.call(&mut section.nodes.builder, function, snippet)
            .first()
            .copied()
    }

    /// The result types of an operation to create.
    fn types(
        &mut self,
        section: &mut Match<'a>,
        definition: &ods::Operation,
        directives: &Directives<'a>,
        is_partial: bool,
        place: Place,
        parts: &Parts<'a>,
    ) -> Option<Types> {
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
        if has_trait(definition, "::mlir::OpTrait::FirstAttrDerivedResultType") {
            let (_, attribute) = parts.attributes.first()?;
            let ty = self.type_of_attribute(section, *attribute)?;
            return Some(Types::known(vec![ty; count]));
        }
        match place {
            Place::Replacement(first) if !is_partial => {
                Some(Types::known(self.root_types(section, first, count)))
            }
            _ if count == 0 => Some(Types::known(Vec::new())),
            _ if definition.infers_result_types => Some(Types::inferred()),
            _ => Some(Types {
                types: None,
                by_builder: true,
            }),
        }
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
        if let Some(known) = section.nodes.known_type(value) {
            return known;
        }
        let types = self.push_call(
            &mut section.nodes.builder,
            Call {
                kind: CallKind::Rewrite,
                function: TYPE_OF.into(),
                arguments: vec![value],
                parameters: vec![Type::Value],
                results: vec![Type::Type],
            },
        );
        types[0]
    }

    fn type_of_attribute(&mut self, section: &mut Match<'a>, attribute: NodeId) -> Option<NodeId> {
        let mut snippet = Snippet::default();
        let name = snippet.parameter(attribute, Type::Attribute, None);
        snippet.statement(&format!(
            "return ::llvm::isa<::mlir::TypeAttr>({name}) ? \
             ::llvm::cast<::mlir::TypeAttr>({name}).getValue() : \
             ::llvm::cast<::mlir::TypedAttr>({name}).getType();"
        ));
        let function = Function {
            kind: CallKind::Rewrite,
            name: "type of attribute",
            span: self.rule.span,
            results: vec![CodeSlot {
                name: None,
                ty: Type::Type,
                class: None,
            }],
        };
        self.call(&mut section.nodes.builder, function, snippet)
            .first()
            .copied()
    }
}

/// Whether the results of an operation have the type of its operands.
pub(super) fn has_types_of_operands(definition: &ods::Operation) -> bool {
    has_trait(definition, "::mlir::OpTrait::SameOperandsAndResultType")
}

fn has_trait(definition: &ods::Operation, name: &str) -> bool {
    definition.traits.iter().any(|one| one == name)
}

/// The attribute with the lengths of the groups of results.
const RESULT_SEGMENTS: &str = "resultSegmentSizes";

/// The result types of an operation to create.
struct Types {
    /// None if the operation infers them, or its builder does.
    types: Option<Vec<NodeId>>,
    by_builder: bool,
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
