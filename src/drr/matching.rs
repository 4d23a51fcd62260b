//! The match section of a rule.

use super::{
    Analysis,
    calls::Placeholder,
    choices::Choice,
    constants::Constant,
    nodes::Nodes,
    shape::{Leaf, NativeMatch, Source, SourceArgument},
    snippet::{Function, Snippet},
    symbols::{self, Symbol, Symbols, value_kind},
};
use crate::{
    contract::LIBRARY_PREFIX,
    hir::{self, Call, CallKind, CodeSlot, NodeId, NodeKind, RangeLengths, Type},
    ods::{
        self, Arity, Lengths,
        rules::{OperationArgument, RecordId, RecordKind},
    },
};
use smol_str::{SmolStr, format_smolstr};
use std::collections::HashSet;

/// The match section of a pattern under construction.
pub(super) struct Match<'a> {
    pub(super) nodes: Nodes,
    pub(super) symbols: Symbols<'a>,
    /// The operations: the root, and then each after those that define its operands.
    pub(super) operations: Vec<NodeId>,
    /// The names whose types the pattern names.
    typed: HashSet<SmolStr>,
    choice: Choice,
}

impl<'a> Analysis<'a> {
    /// Builds the match section. Returns the root, too.
    pub(super) fn match_section(
        &mut self,
        source: &Source<'a>,
        choice: Choice,
    ) -> Option<(Match<'a>, NodeId)> {
        let mut section = Match {
            nodes: Nodes::default(),
            symbols: Symbols::default(),
            operations: Vec::new(),
            typed: self.typed_names(),
            choice,
        };
        let root = self.match_operation(&mut section, source)?;
        section.operations.rotate_right(1);
        self.conditions(&mut section, root)?;
        Some((section, root))
    }

    fn match_operation(&mut self, section: &mut Match<'a>, source: &Source<'a>) -> Option<NodeId> {
        let mut order: Vec<_> = (0..source.arguments.len()).collect();
        for either in &source.eithers {
            if section.choice.next() == 1 {
                order.swap(*either, *either + 1);
            }
        }
        let definition = source.definition;
        let mut operands = vec![Vec::new(); definition.operands.len()];
        let mut attributes = Vec::new();
        let mut optional = Vec::new();
        for (argument, position) in std::iter::zip(&source.arguments, order) {
            match source.record.arguments[position] {
                OperationArgument::Operands(group, constraint) => {
                    let slot = Slot {
                        group: &definition.operands[group as usize],
                        constraint,
                    };
                    operands[group as usize] = self.operands(section, slot, argument)?;
                }
                OperationArgument::Attribute(index, constraint) => {
                    let attribute = &definition.attributes[index as usize];
                    if let Some(name) = may_be_missing(attribute, argument) {
                        optional.push((name, attribute));
                        continue;
                    }
                    let node = self.attribute(section, attribute, constraint, argument)?;
                    attributes.extend(node.map(|node| (attribute.name.clone(), node)));
                }
                OperationArgument::Property(index, _) => {
                    self.property(&definition.properties[index as usize], argument)?;
                }
            }
        }
        attributes.extend(self.fixed_segments(section, definition, &operands)?);
        let types: Vec<_> = definition
            .results
            .iter()
            .map(|group| {
                let kind = match group.arity {
                    Arity::Single => NodeKind::Type,
                    Arity::Optional | Arity::Variadic => NodeKind::Types,
                };
                section.nodes.builder.push(kind, self.rule.span)
            })
            .collect();
        let node = section.nodes.builder.push(
            NodeKind::Operation(hir::Operation {
                name: Some(definition.name.clone()),
                operands: operands.concat(),
                attributes,
                result_types: Some(types.clone()),
                operand_lengths: RangeLengths::default(),
                result_lengths: RangeLengths::default(),
            }),
            self.rule.span,
        );
        section.operations.push(node);
        for (name, attribute) in optional {
            let symbol = Symbol::Optional(symbols::Optional {
                operation: node,
                name: attribute.name.clone(),
                class: attribute.storage.to_string(),
            });
            self.bind(&mut section.symbols, name, symbol);
        }
        if let Some(symbol) = &source.symbol {
            section.nodes.builder.name(node, symbol);
            let operation = symbols::Operation {
                node,
                definition,
                types,
            };
            self.bind(&mut section.symbols, symbol, Symbol::Operation(operation));
        }
        Some(node)
    }

    /// The values of a group of operands.
    fn operands(
        &mut self,
        section: &mut Match<'a>,
        slot: Slot<'a>,
        argument: &SourceArgument<'a>,
    ) -> Option<Vec<NodeId>> {
        match argument {
            SourceArgument::Variadic { symbol, elements } => {
                let element = Slot {
                    group: slot.group,
                    ..slot
                };
                let mut nodes = Vec::new();
                for one in elements {
                    nodes.push(self.single(section, element, one, Arity::Single)?);
                }
                if let Some(symbol) = symbol {
                    self.bind(&mut section.symbols, symbol, Symbol::Values(nodes.clone()));
                }
                Some(nodes)
            }
            one => Some(vec![self.single(section, slot, one, slot.group.arity)?]),
        }
    }

    /// One value, or a group of them.
    fn single(
        &mut self,
        section: &mut Match<'a>,
        slot: Slot<'a>,
        argument: &SourceArgument<'a>,
        arity: Arity,
    ) -> Option<NodeId> {
        match argument {
            SourceArgument::Leaf(leaf) => self.operand(section, slot, leaf, arity),
            SourceArgument::Operation(source) => {
                let index = section.choice.next();
                let operation = self.match_operation(section, source)?;
                let index = index as u32;
                Some(
                    section
                        .nodes
                        .builder
                        .push(NodeKind::Result { operation, index }, self.rule.span),
                )
            }
            SourceArgument::Native(native) => self.native_match_of(section, native),
            SourceArgument::Variadic { .. } => unreachable!("`variadic` is not nested"),
        }
    }

    /// An operand that the rule names or constrains.
    fn operand(
        &mut self,
        section: &mut Match<'a>,
        slot: Slot<'a>,
        leaf: &Leaf,
        arity: Arity,
    ) -> Option<NodeId> {
        // The verifier has checked the constraint of the definition.
        let constraint = leaf
            .constraint
            .filter(|constraint| *constraint != slot.constraint);
        let known = leaf
            .symbol
            .as_deref()
            .and_then(|name| section.symbols.get(name))
            .cloned();
        let operand = match known {
            Some(Symbol::Operand(operand)) if operand.arity == arity => operand,
            Some(Symbol::Operand(_)) => {
                let name = leaf.symbol.as_deref().unwrap_or_default();
                self.error(format!(
                    "`${name}` stands for a single operand and for a group of any length"
                ));
                return None;
            }
            Some(_) => {
                let name = leaf.symbol.as_deref().unwrap_or_default();
                self.error(format!("`${name}` is bound more than once"));
                return None;
            }
            None => self.new_operand(section, leaf, constraint.is_some(), arity),
        };
        if let Some(constraint) = constraint {
            let Some(ty) = operand.ty else {
                let name = &slot.group.name;
                self.error_with_help(
                    format!("`{name}` may have any number of values, which a constraint of one type does not fit"),
                    "constrain each value inside of `(variadic …)`",
                );
                return None;
            };
            self.type_constraint(section, constraint, ty)?;
        }
        Some(operand.node)
    }

    fn new_operand(
        &mut self,
        section: &mut Match<'a>,
        leaf: &Leaf,
        is_constrained: bool,
        arity: Arity,
    ) -> symbols::Operand {
        let span = self.rule.span;
        let is_typed = is_constrained
            || leaf
                .symbol
                .as_ref()
                .is_some_and(|name| section.typed.contains(name));
        let builder = &mut section.nodes.builder;
        let is_single = arity == Arity::Single;
        let ty = (is_typed && is_single).then(|| builder.push(NodeKind::Type, span));
        let kind = match value_kind(arity) {
            Type::Value => NodeKind::Operand { ty },
            _ => NodeKind::Operands { ty: None },
        };
        let node = builder.push(kind, span);
        let operand = symbols::Operand { node, arity, ty };
        if let Some(symbol) = &leaf.symbol {
            builder.name(node, symbol);
            self.bind(
                &mut section.symbols,
                symbol,
                Symbol::Operand(operand.clone()),
            );
        }
        operand
    }

    /// An operand whose operation C++ code examines.
    fn native_match_of(
        &mut self,
        section: &mut Match<'a>,
        native: &NativeMatch<'a>,
    ) -> Option<NodeId> {
        let value = section
            .nodes
            .builder
            .push(NodeKind::Operand { ty: None }, self.rule.span);
        let found = if self.rules.record(native.record).name == CONSTANT_LIKE
            && native.outputs.len() == 1
        {
            self.push_call(
                &mut section.nodes.builder,
                Call {
                    kind: CallKind::Constraint,
                    function: format_smolstr!("{LIBRARY_PREFIX}GetConstant"),
                    arguments: vec![value],
                    parameters: vec![Type::Value],
                    results: vec![Type::Attribute],
                },
            )
        } else {
            self.examined_by_code(section, native, value)?
        };
        for (leaf, node) in std::iter::zip(&native.outputs, found) {
            let class = self.class_of_output(leaf);
            if let Some(symbol) = &leaf.symbol {
                section.nodes.builder.name(node, symbol);
                let symbol_value = match section.nodes.builder.ty(node) {
                    Some(Type::Attribute) => Symbol::Attribute(symbols::Attribute { node, class }),
                    _ => Symbol::Values(vec![node]),
                };
                self.bind(&mut section.symbols, symbol, symbol_value);
            }
            if let Some(constraint) = leaf.constraint {
                self.attribute_constraint(section, constraint, node)?;
            }
        }
        Some(value)
    }

    /// The C++ class of what code sets.
    fn class_of_output(&self, leaf: &Leaf) -> String {
        match leaf.constraint.map(|constraint| self.kind(constraint)) {
            Some(RecordKind::Attribute(record)) => record.constraint.class.clone(),
            _ => "::mlir::Attribute".to_owned(),
        }
    }

    /// Calls code with the operation that defines `value`. Returns what the code
    /// sets.
    fn examined_by_code(
        &mut self,
        section: &mut Match<'a>,
        native: &NativeMatch<'a>,
        value: NodeId,
    ) -> Option<Vec<NodeId>> {
        let mut snippet = Snippet::default();
        let operand = snippet.parameter(value, Type::Value, None);
        snippet.statement(&format!(
            "::mlir::Operation *self = {operand}.getDefiningOp();"
        ));
        snippet.statement("if (!self) return ::llvm::failure();");
        let mut outputs = Vec::new();
        for (index, leaf) in native.outputs.iter().enumerate() {
            let ty = match leaf.constraint.map(|constraint| self.kind(constraint)) {
                Some(RecordKind::Type(_)) => Type::Value,
                _ => Type::Attribute,
            };
            let class = match ty {
                Type::Value => "::mlir::Value".to_owned(),
                _ => self.class_of_output(leaf),
            };
            snippet.statement(&format!("{class} out{index}{{}};"));
            outputs.push(CodeSlot {
                name: None,
                ty,
                class: None,
            });
        }
        let code = self.substituted(native.code, outputs.len(), |part| match part {
            Placeholder::Special("_self") => Some("self".to_owned()),
            Placeholder::Special("_builder") => Some("rewriter".to_owned()),
            Placeholder::Argument(index) if index < outputs.len() => Some(format!("out{index}")),
            _ => None,
        })?;
        snippet.statement(&format!(
            "if (::llvm::failed({code})) return ::llvm::failure();"
        ));
        for index in 0..outputs.len() {
            snippet.statement(&format!("if (!out{index}) return ::llvm::failure();"));
            snippet.statement(&format!("results.push_back(out{index});"));
        }
        snippet.statement("return ::llvm::success();");
        let record = self.rules.record(native.record);
        let function = Function {
            kind: CallKind::Constraint,
            name: &record.title(native.code),
            span: record.span,
            results: outputs,
        };
        Some(self.call(&mut section.nodes.builder, function, snippet))
    }

    /// The node for an attribute, unless anything is allowed.
    fn attribute(
        &mut self,
        section: &mut Match<'a>,
        attribute: &'a ods::Attribute,
        of_definition: RecordId,
        argument: &SourceArgument<'a>,
    ) -> Option<Option<NodeId>> {
        let SourceArgument::Leaf(leaf) = argument else {
            unreachable!("the trees of attributes are refused");
        };
        let constraint = leaf
            .constraint
            .filter(|constraint| *constraint != of_definition);
        if leaf.symbol.is_none() && constraint.is_none() {
            return Some(None);
        }
        let span = self.rule.span;
        let record = match constraint.map(|constraint| self.kind(constraint)) {
            Some(RecordKind::Attribute(record)) => Some(record),
            Some(_) => {
                let name = &attribute.name;
                self.error(format!("expected a constraint of attributes for `{name}`"));
                return None;
            }
            None => None,
        };
        let value = record.filter(|record| record.value().is_some());
        let constant = match value {
            Some(record) => Some(self.constant(record)?),
            None => None,
        };
        let node = match &constant {
            Some(Constant::Literal(literal)) => section
                .nodes
                .builder
                .push(NodeKind::AttributeLiteral(*literal), span),
            _ => section
                .nodes
                .builder
                .push(NodeKind::Attribute { ty: None }, span),
        };
        if let Some(Constant::Code(code)) = &constant {
            self.equals_code(section, node, code);
        } else if let (None, Some(constraint)) = (&constant, constraint) {
            self.attribute_constraint(section, constraint, node)?;
        }
        if let Some(symbol) = &leaf.symbol {
            section.nodes.builder.name(node, symbol);
            let class = attribute.storage.to_string();
            let bound = Symbol::Attribute(symbols::Attribute { node, class });
            self.bind(&mut section.symbols, symbol, bound);
        }
        Some(Some(node))
    }

    /// Demands that an attribute equals one that C++ code makes.
    fn equals_code(&mut self, section: &mut Match<'a>, node: NodeId, code: &str) {
        let mut snippet = Snippet::default();
        let attribute = snippet.parameter(node, Type::Attribute, None);
        snippet.statement(&format!("return ::llvm::success({attribute} == ({code}));"));
        let function = Function {
            kind: CallKind::Constraint,
            name: "is constant",
            span: self.rule.span,
            results: Vec::new(),
        };
        self.call(&mut section.nodes.builder, function, snippet);
    }

    fn property(&mut self, property: &ods::Property, argument: &SourceArgument<'a>) -> Option<()> {
        let SourceArgument::Leaf(leaf) = argument else {
            unreachable!("the trees of properties are refused");
        };
        if leaf.symbol.is_none() && leaf.constraint.is_none() {
            return Some(());
        }
        let name = &property.name;
        self.error_with_help(
            format!(
                "the property `{name}` is not an attribute, and rules can examine attributes only"
            ),
            "write `$_` in its place",
        );
        None
    }

    /// The attribute that says how many values each group has, if some have a fixed
    /// number.
    fn fixed_segments(
        &mut self,
        section: &mut Match<'a>,
        definition: &ods::Operation,
        operands: &[Vec<NodeId>],
    ) -> Option<Option<(SmolStr, NodeId)>> {
        let is_open = |(nodes, group): (&Vec<NodeId>, &ods::Group)| {
            group.arity != Arity::Single
                && nodes
                    .iter()
                    .any(|node| section.nodes.builder.ty(*node) == Some(Type::ValueRange))
        };
        let has_fixed = std::iter::zip(operands, &definition.operands)
            .any(|(nodes, group)| group.arity != Arity::Single && !is_open((nodes, group)));
        let has_open = std::iter::zip(operands, &definition.operands).any(is_open);
        if !has_fixed || definition.operand_lengths == Lengths::Counted {
            return Some(None);
        }
        if has_open {
            let name = &definition.name;
            self.error_with_help(
                format!("some groups of operands of `{name}` have a fixed number of values here, and others have any number"),
                "write `(variadic …)` for all groups or for none",
            );
            return None;
        }
        if definition.operand_lengths == Lengths::Equal {
            return Some(None);
        }
        let lengths = operands.iter().map(|nodes| nodes.len().to_string());
        let text = format!("array<i32: {}>", lengths.collect::<Vec<_>>().join(", "));
        let literal = self.host.parse_attribute(&text).ok()?;
        let node = section
            .nodes
            .builder
            .push(NodeKind::AttributeLiteral(literal), self.rule.span);
        Some(Some((SEGMENTS.into(), node)))
    }
}

/// The matcher of constants in MLIR's `PatternBase.td`.
const CONSTANT_LIKE: &str = "ConstantLikeMatcher";

/// The attribute with the lengths of the groups of operands.
pub(super) const SEGMENTS: &str = "operandSegmentSizes";

/// The name of an attribute that a rule does not demand.
fn may_be_missing<'s>(
    attribute: &ods::Attribute,
    argument: &'s SourceArgument<'_>,
) -> Option<&'s SmolStr> {
    let is_optional = attribute.is_optional && !attribute.has_default;
    match argument {
        SourceArgument::Leaf(Leaf {
            symbol: Some(symbol),
            constraint: None,
        }) if is_optional => Some(symbol),
        _ => None,
    }
}

/// Where an operand stands.
#[derive(Clone, Copy)]
struct Slot<'a> {
    group: &'a ods::Group,
    constraint: RecordId,
}
