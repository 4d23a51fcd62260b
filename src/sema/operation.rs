//! Operation expressions.
//!
//! In the match section, a list that is not written leaves its part of the
//! operation open; an empty list says that there is nothing. In the rewrite
//! section, operands that are not written are none, and result types that are
//! not written are found when the operation is created.

use super::pattern::{PatternSema, Section};
use crate::{
    diagnostic::Diagnostic,
    hir::{self, NodeId, NodeKind, Type},
    source::Span,
    syntax::ast::{Expr, NamedAttribute, OperationExpr},
};
use smol_str::SmolStr;

impl PatternSema<'_, '_> {
    pub(super) fn operation(&mut self, expr: &OperationExpr, span: Span) -> Option<NodeId> {
        let in_match = self.section == Section::Match;
        if expr.name.is_none() && !in_match {
            let message = "expected the name of the operation to create";
            self.sema.error(expr.keyword, message);
        }
        let operands = match &expr.operands {
            Some(list) => self.group(list, OPERANDS),
            None if in_match => Some(vec![
                self.push(NodeKind::Operands { ty: None }, expr.keyword),
            ]),
            None => Some(Vec::new()),
        };
        let attributes = self.attributes(&expr.attributes);
        let result_types = match &expr.result_types {
            Some(list) => self.group(list, RESULT_TYPES).map(Some),
            None if in_match => Some(Some(vec![self.push(NodeKind::Types, expr.keyword)])),
            None => Some(None),
        };
        let name = expr.name.as_ref().map(|name| name.text.clone());
        if name.is_none() && !in_match {
            return None;
        }
        let (operands, attributes, result_types) = (operands?, attributes?, result_types?);
        let operation = hir::Operation {
            name,
            operands,
            attributes,
            result_types,
        };
        Some(self.push(
            NodeKind::Operation(operation),
            Span {
                end: span.end,
                ..expr.keyword
            },
        ))
    }

    /// The operands or result types: single ones and ranges, in order.
    fn group(&mut self, list: &[Expr], kind: GroupKind) -> Option<Vec<NodeId>> {
        let nodes: Vec<_> = list
            .iter()
            .map(|expr| {
                let node = self.expr(expr)?;
                let ty = self.node(node).kind.ty()?;
                if ty == kind.single || ty == kind.range {
                    return Some(node);
                }
                if ty == Type::Operation && kind.range == Type::ValueRange {
                    return self.convert(node, Type::ValueRange, expr.span);
                }
                let message = format!("expected {}, found `{}`", kind.expected, ty.name());
                self.sema.error(expr.span, message);
                None
            })
            .collect();
        nodes.into_iter().collect()
    }

    fn attributes(&mut self, list: &[NamedAttribute]) -> Option<Vec<(SmolStr, NodeId)>> {
        let mut attributes = Vec::with_capacity(list.len());
        let mut failed = false;
        for (index, attribute) in list.iter().enumerate() {
            failed |= !self.check_attribute_name(list, index);
            match self.attribute_value(attribute) {
                Some(node) => attributes.push((attribute.name.text.clone(), node)),
                None => failed = true,
            }
        }
        (!failed).then_some(attributes)
    }

    fn attribute_value(&mut self, attribute: &NamedAttribute) -> Option<NodeId> {
        let Some(value) = &attribute.value else {
            return Some(self.push(NodeKind::UnitAttribute, attribute.name.span));
        };
        let node = self.expr(value)?;
        self.expect_type(node, Type::Attribute, value.span)
    }

    fn check_attribute_name(&mut self, list: &[NamedAttribute], index: usize) -> bool {
        let name = &list[index].name;
        if name.text.is_empty() {
            self.sema
                .error(name.span, "an attribute name cannot be empty");
            return false;
        }
        let Some(previous) = list[..index]
            .iter()
            .find(|other| other.name.text == name.text)
        else {
            return true;
        };
        self.sema.diagnostics.push(
            Diagnostic::error(
                name.span,
                format!("the attribute `{}` is already given", name.text),
            )
            .note(previous.name.span, "it is first given here"),
        );
        false
    }
}

/// One of the two lists of an operation.
#[derive(Clone, Copy)]
struct GroupKind {
    single: Type,
    range: Type,
    expected: &'static str,
}

const OPERANDS: GroupKind = GroupKind {
    single: Type::Value,
    range: Type::ValueRange,
    expected: "an operand of type `Value`, `ValueRange` or `Op`",
};

const RESULT_TYPES: GroupKind = GroupKind {
    single: Type::Type,
    range: Type::TypeRange,
    expected: "a result type of type `Type` or `TypeRange`",
};
