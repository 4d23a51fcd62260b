//! Attributes and properties that rules match.

use super::{
    Analysis,
    constants::{Constant, RuleConstant},
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

/// What a rule demands of an attribute.
#[derive(Clone, Copy)]
pub(super) struct Demand<'s, 'a> {
    pub(super) attribute: &'a ods::Attribute,
    pub(super) of_definition: RecordId,
    symbol: Option<&'s SmolStr>,
    /// Beside that of the definition.
    constraint: Option<RecordId>,
}

impl<'s, 'a> Demand<'s, 'a> {
    pub(super) fn new(
        attribute: &'a ods::Attribute,
        of_definition: RecordId,
        argument: &'s SourceArgument<'a>,
    ) -> Self {
        let SourceArgument::Leaf(Leaf { symbol, constraint }) = argument else {
            unreachable!("the trees of attributes are refused");
        };
        Demand {
            attribute,
            of_definition,
            symbol: symbol.as_ref(),
            constraint: constraint.filter(|constraint| *constraint != of_definition),
        }
    }

    /// Whether anything is allowed.
    pub(super) fn is_any(&self) -> bool {
        self.symbol.is_none() && self.constraint.is_none()
    }

    /// The name that the rule gives to an attribute that may be missing.
    pub(super) fn optional_name(&self) -> Option<&'s SmolStr> {
        let is_optional =
            self.attribute.is_optional && (!self.attribute.has_default || is_flag(self.attribute));
        self.symbol
            .filter(|_| is_optional && self.constraint.is_none())
    }
}

/// The default of a flag is that it is missing.
pub(super) fn is_flag(attribute: &ods::Attribute) -> bool {
    attribute.storage.trim() == "::mlir::UnitAttr"
}

impl<'a> Analysis<'a> {
    /// The constant that a rule demands, if it demands one.
    pub(super) fn demanded_constant(
        &mut self,
        demand: Demand<'_, 'a>,
    ) -> Option<Option<RuleConstant>> {
        match demand.constraint.map(|constraint| self.kind(constraint)) {
            Some(RecordKind::Attribute(record)) => self.constant(record),
            Some(_) => {
                let name = &demand.attribute.name;
                self.error(format!("expected a constraint of attributes for `{name}`"));
                None
            }
            None => Some(None),
        }
    }

    /// The node for an attribute that must be there, unless anything is allowed.
    pub(super) fn attribute(
        &mut self,
        section: &mut Match<'a>,
        demand: Demand<'_, 'a>,
        constant: Option<RuleConstant>,
    ) -> Option<Option<NodeId>> {
        if demand.is_any() {
            return Some(None);
        }
        let literal = match &constant {
            Some(constant) => constant.value.literal(),
            None => None,
        };
        let kind = match literal {
            Some(literal) => NodeKind::AttributeLiteral(literal),
            None => NodeKind::Attribute { ty: None },
        };
        let node = section.nodes.builder.push(kind, self.rule.span);
        if literal.is_none() {
            self.satisfy(section, node, demand, constant)?;
        }
        self.name_attribute(section, node, demand);
        Some(Some(node))
    }

    /// Demands of an attribute what the rule demands beside its definition.
    pub(super) fn satisfy(
        &mut self,
        section: &mut Match<'a>,
        node: NodeId,
        demand: Demand<'_, 'a>,
        constant: Option<RuleConstant>,
    ) -> Option<()> {
        match (constant, demand.constraint) {
            (Some(constant), _) => self.equals(section, node, &constant),
            (None, Some(constraint)) => self.attribute_constraint(section, constraint, node)?,
            (None, None) => {}
        }
        Some(())
    }

    /// Gives an attribute the name that the rule has for it.
    pub(super) fn name_attribute(
        &mut self,
        section: &mut Match<'a>,
        node: NodeId,
        demand: Demand<'_, 'a>,
    ) {
        if let Some(symbol) = demand.symbol {
            section.nodes.builder.name(node, symbol);
            let class = demand.attribute.storage.to_string();
            let bound = Symbol::Attribute(symbols::Attribute { node, class });
            self.bind(&mut section.symbols, symbol, bound);
        }
    }

    /// Demands that an attribute equals a constant.
    pub(super) fn equals(
        &mut self,
        section: &mut Match<'a>,
        node: NodeId,
        constant: &RuleConstant,
    ) {
        let mut snippet = Snippet::default();
        let attribute = snippet.parameter(node, Type::Attribute, None);
        let expected = match &constant.value {
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
        let written = constant.written.trim().trim_start_matches("::mlir::");
        let name = format!("is {written}");
        let function = Function::constraint(&name, self.rule.span);
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
