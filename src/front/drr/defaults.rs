//! Attributes that a rule matches where they are missing, by their default values.
//!
//! A missing attribute with a default stands for it, as in the patterns that mlir-tblgen
//! makes of rules.

use super::{
    Analysis,
    constants::{Constant, RuleConstant},
    match_attributes::{Demand, is_flag},
    matching::Match,
    snippet::{Function, Snippet, slot},
};
use crate::{
    hir::{CallKind, NodeId, NodeKind, Type},
    ods::{self, rules::RecordKind},
};

impl<'a> Analysis<'a> {
    /// What a missing attribute stands for, if the rule may allow that. MLIR's own operations
    /// have attributes that are not optional from their creation on, which is faster to match.
    pub(super) fn default_of(
        &mut self,
        definition: &ods::Operation,
        demand: Demand<'_, 'a>,
        constant: &Option<RuleConstant>,
    ) -> Option<Constant> {
        if !demand.attribute.has_default || is_flag(demand.attribute) || demand.is_any() {
            return None;
        }
        let RecordKind::Attribute(record) = self.kind(demand.of_definition) else {
            return None;
        };
        if !record.is_optional && self.host.is_listed(&definition.name) {
            return None;
        }
        let default = self.made(&record.const_builder, record.default.as_ref()?)?;
        let demanded = constant.as_ref().and_then(|one| one.value.literal());
        match (default.literal(), demanded) {
            (Some(default), Some(demanded)) if default != demanded => None,
            // Who can compile it registers the operation, too, which then has it.
            (None, _) if !record.is_optional => None,
            _ => Some(default),
        }
    }

    /// The node for an attribute of `operation`, or for its default if it is missing.
    pub(super) fn attribute_or_default(
        &mut self,
        section: &mut Match<'a>,
        operation: NodeId,
        attribute: &ods::Attribute,
        default: Constant,
    ) -> NodeId {
        let results = match default {
            Constant::Literal(literal) => {
                let name = self.name_of(section, &attribute.name);
                let kind = NodeKind::AttributeLiteral(literal);
                let default = section.nodes.builder.push(kind, self.rule.span);
                let arguments = vec![operation, name, default];
                self.library(
                    section,
                    CallKind::Constraint,
                    "GetAttrOrDefault",
                    arguments,
                    &[Type::Attribute],
                )
            }
            Constant::Code(code) => {
                let mut snippet = Snippet::default();
                let operation = snippet.parameter(operation, Type::Operation, None);
                let name = &attribute.name;
                snippet.statement(&format!(
                    "::mlir::Attribute found = {operation}->getAttr(\"{name}\");"
                ));
                snippet.statement(&format!("if (!found) found = {code};"));
                snippet.statement("results.push_back(found);");
                snippet.statement("return ::llvm::success();");
                let function = Function {
                    results: vec![slot(Type::Attribute)],
                    ..Function::constraint(name, self.rule.span)
                };
                self.call(&mut section.nodes.builder, function, snippet)
            }
        };
        results[0]
    }
}
