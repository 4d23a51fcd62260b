//! Operation expressions.
//!
//! In the match section, a list that is not written leaves its part of the
//! operation open; an empty list says that there is nothing. In the rewrite
//! section, operands that are not written are none, and result types that are
//! not written are found when the operation is created.
//!
//! | module | subject |
//! |---|---|
//! | `groups` | the operands and result types |
//! | `lengths` | how many values or types a node stands for |
//! | `segments` | the attributes that say how long each group is |
//! | `attributes` | the attributes |

mod attributes;
mod groups;
mod lengths;
mod segments;

use super::{
    decl::{Body, Section},
    expr::{Single, Ty},
};
use crate::{
    diagnostic::{Diagnostic, closest},
    hir::{self, NodeKind},
    host::OperationKnowledge,
    ods::Lengths,
    source::Span,
    syntax::ast::{OpName, OperationExpr},
};
use groups::{OPERANDS, RESULT_TYPES};

impl Body<'_, '_> {
    pub(in crate::sema) fn operation(
        &mut self,
        expr: &OperationExpr,
        span: Span,
    ) -> Option<Single> {
        let in_match = self.frame.section == Section::Match;
        if expr.name.is_none() && !in_match {
            let message = "expected the name of the operation to create";
            self.sema.error(expr.keyword, message);
        }
        self.check_operation_name(expr.name.as_ref());
        let ods = self.sema.ods;
        let known = expr.name.as_ref();
        let known = known.and_then(|name| ods.operation(&name.text));
        let operands = match &expr.operands {
            Some(list) => self.groups(list, &OPERANDS, known, expr.keyword),
            None if in_match => Some(vec![
                self.push(NodeKind::Operands { ty: None }, expr.keyword),
            ]),
            None => self.groups(&[], &OPERANDS, known, expr.keyword),
        };
        let attributes = self.attributes(&expr.attributes, known);
        let result_types = match &expr.result_types {
            Some(list) => self
                .groups(list, &RESULT_TYPES, known, expr.keyword)
                .map(Some),
            None if in_match => Some(Some(vec![self.push(NodeKind::Types, expr.keyword)])),
            None => Some(None),
        };
        let name = expr.name.as_ref().map(|name| name.text.clone());
        if name.is_none() && !in_match {
            return None;
        }
        let (operands, mut attributes, result_types) = (operands?, attributes?, result_types?);
        if let Some(known) = known.filter(|_| !in_match) {
            let place = expr.keyword;
            self.segments(known, &OPERANDS, &operands, &mut attributes, place)?;
            if let Some(types) = &result_types {
                self.segments(known, &RESULT_TYPES, types, &mut attributes, place)?;
            }
        }
        let ty = Ty::Operation(name.clone());
        let operation = hir::Operation {
            name,
            operands,
            attributes,
            result_types,
            operand_lengths: known.map_or_else(Lengths::default, |known| known.operand_lengths),
            result_lengths: known.map_or_else(Lengths::default, |known| known.result_lengths),
        };
        let end = span.end;
        let span = Span {
            end,
            ..expr.keyword
        };
        let node = self.push(NodeKind::Operation(operation), span);
        Some(Single { node, ty })
    }

    /// The operations of a dialect are known when one of them is, from a `.td`
    /// file. Those that are registered exist in any case.
    pub(in crate::sema) fn check_operation_name(&mut self, name: Option<&OpName>) {
        let ods = self.sema.ods;
        let Some(name) = name.filter(|name| ods.operation(&name.text).is_none()) else {
            return;
        };
        let Some((dialect, _)) = name.text.split_once('.') else {
            return;
        };
        let is_possible = !ods.has_dialect(dialect)
            || self.sema.host.allows_unregistered()
            || self.sema.host.operation(&name.text) != OperationKnowledge::Unknown;
        if is_possible {
            return;
        }
        let names = ods
            .operations()
            .map(|operation| operation.name.as_str())
            .filter(|known| known.split('.').next() == Some(dialect));
        let message = format!(
            "no operation `{}` in the included definitions of `{dialect}`",
            name.text
        );
        let diagnostic = Diagnostic::named_error("unknown-operation", name.span, message);
        self.sema
            .diagnostics
            .push(match closest(&name.text, names) {
                Some(suggestion) => diagnostic.help(format!("did you mean `{suggestion}`?")),
                None => diagnostic.help(
                    "include the `.td` file that defines it, or write `-W unknown-operation`",
                ),
            });
    }
}
