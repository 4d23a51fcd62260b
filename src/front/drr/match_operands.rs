//! Operands that rules match.

use super::{
    Analysis,
    matching::Match,
    shape::{Leaf, Source, SourceArgument},
    symbols::{self, Symbol, value_kind},
};
use crate::{
    hir::{CallKind, NodeId, NodeKind, OPERAND_SIZES, Type},
    ods::{
        self, Arity, Lengths,
        rules::{OperationArgument, RecordId},
    },
};
use smol_str::SmolStr;

/// Where an operand stands.
#[derive(Clone, Copy)]
pub(super) struct Slot<'a> {
    pub(super) group: &'a ods::Group,
    pub(super) constraint: RecordId,
    pub(super) elements: Elements,
}

/// How the pattern says which values a group of `(variadic …)` has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Elements {
    /// They are operands in the list of the operation.
    Listed,
    /// The list has the group, and native constraints find its values. The list could
    /// not tell which group a value belongs to, if another group has any length.
    OfRange,
}

impl Elements {
    /// How it is said of an operation with such arguments.
    pub(super) fn of(source: &Source<'_>) -> Self {
        let (mut has_fixed, mut has_open) = (false, false);
        for (argument, slot) in std::iter::zip(&source.arguments, &source.record.arguments) {
            let OperationArgument::Operands(group, _) = slot else {
                continue;
            };
            if source.definition.operands[*group as usize].arity != Arity::Single {
                let is_fixed = matches!(argument, SourceArgument::Variadic { .. });
                has_fixed |= is_fixed;
                has_open |= !is_fixed;
            }
        }
        match has_fixed && has_open {
            true => Elements::OfRange,
            false => Elements::Listed,
        }
    }
}

impl<'a> Analysis<'a> {
    /// The values of a group of operands.
    pub(super) fn operands(
        &mut self,
        section: &mut Match<'a>,
        slot: Slot<'a>,
        argument: &SourceArgument<'a>,
    ) -> Option<Vec<NodeId>> {
        match argument {
            SourceArgument::Variadic { symbol, elements } => {
                if slot.elements == Elements::OfRange {
                    return self.range(section, slot, symbol.as_ref(), elements);
                }
                let mut nodes = Vec::new();
                for one in elements {
                    nodes.push(self.single(section, slot, one, Arity::Single)?);
                }
                if let Some(symbol) = symbol {
                    self.bind(&mut section.symbols, symbol, Symbol::Values(nodes.clone()));
                }
                Some(nodes)
            }
            one => Some(vec![self.single(section, slot, one, slot.group.arity)?]),
        }
    }

    /// A group of operands whose values native constraints find.
    fn range(
        &mut self,
        section: &mut Match<'a>,
        slot: Slot<'a>,
        symbol: Option<&SmolStr>,
        elements: &[SourceArgument<'a>],
    ) -> Option<Vec<NodeId>> {
        let group = Leaf {
            symbol: symbol.cloned(),
            constraint: None,
        };
        let range = self
            .new_operand(section, &group, false, Arity::Variadic)
            .node;
        let length = self.number(section, elements.len())?;
        let kind = CallKind::Constraint;
        self.library(section, kind, "HasLength", vec![range, length], &[]);
        for (index, element) in elements.iter().enumerate() {
            let SourceArgument::Leaf(Leaf {
                symbol,
                constraint: None,
            }) = element
            else {
                let name = &slot.group.name;
                self.error_with_help(
                    format!("the values of `{name}` can only be named here, because another group of operands has any number of values"),
                    "write `(variadic …)` for all groups",
                );
                return None;
            };
            let Some(symbol) = symbol else { continue };
            let index = self.number(section, index)?;
            let arguments = vec![range, index];
            let found = self.library(section, kind, "GetValue", arguments, &[Type::Value]);
            section.nodes.builder.name(found[0], symbol);
            self.bind(&mut section.symbols, symbol, Symbol::Values(found));
        }
        Some(vec![range])
    }

    fn number(&mut self, section: &mut Match<'a>, number: usize) -> Option<NodeId> {
        self.literal(section, &format!("{number} : i64"))
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

    /// The attribute that says how many values each group has, if all have a fixed
    /// number.
    pub(super) fn fixed_segments(
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
        if !has_fixed || has_open || definition.operand_lengths != Lengths::Segments {
            return Some(None);
        }
        Some(Some((
            OPERAND_SIZES.into(),
            self.lengths(section, operands)?,
        )))
    }
}
