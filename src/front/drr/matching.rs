//! The match section of a rule.

use super::{
    Analysis,
    choices::Choice,
    match_attributes::Demand,
    match_operands::{Elements, Slot},
    nodes::Nodes,
    shape::{Source, SourceArgument},
    symbols::{self, Symbol, Symbols},
};
use crate::{
    hir::{self, NodeId, NodeKind, RangeLengths},
    ods::{Arity, rules::OperationArgument},
};
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

/// The match section of a pattern under construction.
pub(super) struct Match<'a> {
    pub(super) nodes: Nodes,
    pub(super) symbols: Symbols<'a>,
    /// The operations: the root, and then each after those that define its operands.
    pub(super) operations: Vec<NodeId>,
    /// The names whose types the pattern names.
    pub(super) typed: FxHashSet<SmolStr>,
    pub(super) choice: Choice,
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

    pub(super) fn match_operation(
        &mut self,
        section: &mut Match<'a>,
        source: &Source<'a>,
    ) -> Option<NodeId> {
        let mut order: Vec<_> = (0..source.arguments.len()).collect();
        for either in &source.eithers {
            if section.choice.next() == 1 {
                order.swap(*either, *either + 1);
            }
        }
        let definition = source.definition;
        let mut operands = vec![Vec::new(); definition.operands.len()];
        let elements = Elements::of(source);
        let mut attributes = Vec::new();
        let (mut optional, mut defaulted) = (Vec::new(), Vec::new());
        let mut properties = Vec::new();
        for (argument, position) in std::iter::zip(&source.arguments, order) {
            match source.record.arguments[position] {
                OperationArgument::Operands(group, constraint) => {
                    let slot = Slot {
                        group: &definition.operands[group as usize],
                        constraint,
                        elements,
                    };
                    operands[group as usize] = self.operands(section, slot, argument)?;
                }
                OperationArgument::Attribute(index, constraint) => {
                    let attribute = &definition.attributes[index as usize];
                    let demand = Demand::new(attribute, constraint, argument);
                    let constant = self.demanded_constant(demand)?;
                    if let Some(name) = demand.optional_name() {
                        optional.push((name, attribute));
                    } else if let Some(value) = self.default_of(definition, demand, &constant) {
                        defaulted.push((demand, constant, value));
                    } else {
                        let node = self.attribute(section, demand, constant)?;
                        attributes.extend(node.map(|node| (attribute.name.clone(), node)));
                    }
                }
                OperationArgument::Property(index, constraint) => {
                    let SourceArgument::Leaf(leaf) = argument else {
                        unreachable!("the trees of properties are refused");
                    };
                    let property = &definition.properties[index as usize];
                    properties.push((property, constraint, leaf));
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
            NodeKind::from(hir::Operation {
                name: Some(definition.name.clone()),
                operands: operands.concat(),
                attributes,
                result_types: Some(types.clone()),
                operand_lengths: RangeLengths::default(),
                result_lengths: RangeLengths::default(),
                inside: None,
                is_last: false,
                num_regions: None,
                regions: Vec::new(),
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
        for (demand, constant, value) in defaulted {
            let attribute = self.attribute_or_default(section, node, demand.attribute, value);
            self.satisfy(section, attribute, demand, constant)?;
            self.name_attribute(section, attribute, demand);
        }
        for (property, constraint, leaf) in properties {
            self.property(section, (node, definition), (property, constraint), leaf)?;
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
}
