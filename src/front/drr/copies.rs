//! What operations that rules create get after their creation: attributes that may be
//! missing, and properties that are no attributes.

use super::{
    Analysis,
    arguments::{Parts, PropertyValue},
    match_attributes::accessor,
    matching::Match,
    snippet::{Function, Snippet},
};
use crate::{
    hir::{CallKind, NodeId, NodeKind, Type},
    ods,
};

impl<'a> Analysis<'a> {
    /// Copies the attributes that may be missing.
    pub(super) fn copy_optional(
        &mut self,
        section: &mut Match<'a>,
        node: NodeId,
        parts: &Parts<'a>,
    ) {
        for (attribute, optional) in &parts.optional {
            let from = self.name_of(section, &optional.name);
            let to = self.name_of(section, &attribute.name);
            let arguments = vec![optional.operation, from, node, to];
            self.copy(section, "CopyOptionalAttr", arguments);
        }
    }

    /// Sets the properties that are no attributes.
    pub(super) fn set_properties(
        &mut self,
        section: &mut Match<'a>,
        node: NodeId,
        definition: &ods::Operation,
        parts: &Parts<'a>,
    ) -> Option<()> {
        for (property, value) in &parts.properties {
            match value {
                PropertyValue::Of(source) => {
                    let from = self.name_of(section, &source.name);
                    let to = self.name_of(section, &property.name);
                    let arguments = vec![source.operation, from, node, to];
                    self.copy(section, "CopyProperty", arguments);
                }
                value => {
                    let mut snippet = Snippet::default();
                    let code = self.property_code(section, &mut snippet, value)?;
                    let operation = snippet.parameter(node, Type::Operation, None);
                    let setter = accessor("set", &property.name);
                    let class = &definition.class;
                    snippet.statement(&format!(
                        "::llvm::cast<{class}>({operation}).{setter}({code});"
                    ));
                    let function = Function::rewrite(&property.name, self.rule.span, &[]);
                    self.call(&mut section.nodes.builder, function, snippet);
                }
            }
        }
        Some(())
    }

    /// The name of an attribute or property, as a string attribute.
    pub(super) fn name_of(&mut self, section: &mut Match<'a>, name: &str) -> NodeId {
        let literal = self.host.parse_attribute(&format!("{name:?}"));
        let literal = literal.expect("the name of an attribute is a string");
        let kind = NodeKind::AttributeLiteral(literal);
        section.nodes.builder.push(kind, self.rule.span)
    }

    /// Calls a function of the standard library that copies something of an operation
    /// with a name to another one with a name.
    fn copy(&mut self, section: &mut Match<'a>, function: &str, arguments: Vec<NodeId>) {
        self.library(section, CallKind::Rewrite, function, arguments, &[]);
    }
}
