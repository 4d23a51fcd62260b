//! Implicit conversions.
//!
//! An operation stands for its results where values are wanted. A single value
//! or type is a range of one. A range is no single value: it may hold any
//! number of them.

use super::pattern::{PatternSema, Section};
use crate::{
    diagnostic::Diagnostic,
    hir::{NodeId, NodeKind, Type},
    source::Span,
    syntax::ast::OpName,
};

impl PatternSema<'_, '_> {
    /// The value as one of type `to`, or an error at `span`.
    pub(super) fn convert(&mut self, node: NodeId, to: Type, span: Span) -> Option<NodeId> {
        let from = self.node(node).kind.ty()?;
        match (from, to) {
            (Type::Operation, Type::ValueRange) => {
                Some(self.push(NodeKind::Results { operation: node }, span))
            }
            (Type::Operation, Type::Value) => Some(self.push(
                NodeKind::Result {
                    operation: node,
                    index: 0,
                },
                span,
            )),
            (Type::Value, Type::ValueRange) | (Type::Type, Type::TypeRange) => Some(node),
            _ => self.expect_type(node, to, span),
        }
    }

    /// The value if it is of type `expected` as it is, or an error at `span`.
    pub(super) fn expect_type(
        &mut self,
        node: NodeId,
        expected: Type,
        span: Span,
    ) -> Option<NodeId> {
        let found = self.node(node).kind.ty()?;
        if found == expected {
            return Some(node);
        }
        let message = format!("expected `{}`, found `{}`", expected.name(), found.name());
        let mut diagnostic = Diagnostic::error(span, message);
        if matches!(
            (found, expected),
            (Type::ValueRange, Type::Value) | (Type::TypeRange, Type::Type)
        ) {
            diagnostic = diagnostic.help("a range may hold none or several");
        }
        self.sema.diagnostics.push(diagnostic);
        None
    }

    /// Gives an operation of the match section a name, if it has none yet. As
    /// the match section has no order, it is as if it had been there from the
    /// start.
    pub(super) fn refine(&mut self, node: NodeId, name: &OpName, span: Span) -> Option<NodeId> {
        let section = self.section;
        let NodeKind::Operation(operation) = &mut self.nodes[node.index()].kind else {
            return None;
        };
        match &operation.name {
            Some(known) if *known == name.text => Some(node),
            Some(known) => {
                let message = format!("expected `Op<{}>`, found `Op<{known}>`", name.text);
                self.sema.error(span, message);
                None
            }
            None if section == Section::Match => {
                operation.name = Some(name.text.clone());
                Some(node)
            }
            None => {
                let message = format!("expected `Op<{}>`, found `Op`", name.text);
                self.sema.diagnostics.push(
                    Diagnostic::error(span, message)
                        .help("constrain the operation's name in the match section"),
                );
                None
            }
        }
    }
}
