//! Attributes and properties that rules match.

use super::{
    Analysis,
    constants::Constant,
    matching::Match,
    rule_code::Placeholder,
    shape::{Leaf, SourceArgument},
    snippet::{Function, Snippet},
    symbols::{self, Symbol},
};
use crate::{
    hir::{NodeId, NodeKind, Type},
    ods::{
        self,
        rules::{RecordId, RecordKind},
    },
};
use smol_str::SmolStr;

impl<'a> Analysis<'a> {
    /// The node for an attribute, unless anything is allowed.
    pub(super) fn attribute(
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
        if let Some(constant @ Constant::Code(_)) = &constant {
            self.equals(section, node, constant);
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

    /// Demands that an attribute equals a constant.
    pub(super) fn equals(&mut self, section: &mut Match<'a>, node: NodeId, constant: &Constant) {
        let mut snippet = Snippet::default();
        let attribute = snippet.parameter(node, Type::Attribute, None);
        let expected = match constant {
            Constant::Literal(literal) => {
                let kind = NodeKind::AttributeLiteral(*literal);
                let literal = section.nodes.builder.push(kind, self.rule.span);
                snippet.parameter(literal, Type::Attribute, None).into()
            }
            Constant::Code(code) => format!("({code})"),
        };
        snippet.statement(&format!(
            "return ::llvm::success({attribute} == {expected});"
        ));
        let function = Function::constraint("is constant", self.rule.span);
        self.call(&mut section.nodes.builder, function, snippet);
    }

    /// What a rule demands of a property of `operation`.
    pub(super) fn property(
        &mut self,
        section: &mut Match<'a>,
        operation: (NodeId, &ods::Operation),
        (property, of_definition): (&ods::Property, RecordId),
        leaf: &Leaf,
    ) -> Option<()> {
        let (node, definition) = operation;
        let bound = symbols::Property {
            operation: node,
            name: property.name.clone(),
            getter: accessor("get", &property.name),
            class: definition.class.clone(),
        };
        if let Some(constraint) = leaf.constraint.filter(|one| *one != of_definition) {
            let RecordKind::Property(record) = self.kind(constraint) else {
                let name = &property.name;
                self.error(format!("expected a constraint of properties for `{name}`"));
                return None;
            };
            self.property_condition(section, &bound, constraint, &record.constraint.condition)?;
        }
        if let Some(symbol) = &leaf.symbol {
            self.bind(&mut section.symbols, symbol, Symbol::Property(bound));
        }
        Some(())
    }

    fn property_condition(
        &mut self,
        section: &mut Match<'a>,
        property: &symbols::Property,
        constraint: RecordId,
        condition: &str,
    ) -> Option<()> {
        let mut snippet = Snippet::default();
        let value = property.code(&mut snippet);
        let condition = self.substituted(condition, 0, |part| match part {
            Placeholder::Special("_self") => Some(value.clone().into()),
            _ => None,
        })?;
        snippet.statement(&format!("return ::llvm::success({condition});"));
        let record = self.rules.record(constraint);
        let name = record.title(&condition);
        let function = Function::constraint(&name, record.span);
        self.call(&mut section.nodes.builder, function, snippet);
        Some(())
    }
}

/// The name of a method that ODS generates for a property.
pub(super) fn accessor(verb: &str, property: &str) -> String {
    let words = property.split('_').map(|word| {
        let mut letters = word.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    });
    verb.to_owned() + &words.collect::<String>()
}

/// The name of an attribute that a rule does not demand.
pub(super) fn may_be_missing<'s>(
    attribute: &ods::Attribute,
    argument: &'s SourceArgument<'_>,
) -> Option<&'s SmolStr> {
    // The default of a flag is that it is missing.
    let is_flag = attribute.storage.trim() == "::mlir::UnitAttr";
    let is_optional = attribute.is_optional && (!attribute.has_default || is_flag);
    match argument {
        SourceArgument::Leaf(Leaf {
            symbol: Some(symbol),
            constraint: None,
        }) if is_optional => Some(symbol),
        _ => None,
    }
}
