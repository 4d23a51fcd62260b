//! Operation expressions.
//!
//! In the match section, a list that is not written matches any values, and an
//! empty list demands that there are none. In the rewrite section, an operation without a
//! list of operands has no operands, and result types that are not written are
//! computed when the operation is created.
//!
//! | module | subject |
//! |---|---|
//! | `names` | their names |
//! | `groups` | the operands and result types |
//! | `lengths` | how many values or types a node stands for |
//! | `segments` | the attributes that say how long each group is |
//! | `attributes` | the attributes |
//! | `created_types` | the result types that a definition implies |
//! | `regions` | which regions are written |
//! | `blocks` | what is in those of a matched operation |
//! | `created_regions` | what is in those of an operation to create |

mod attributes;
mod blocks;
mod created_regions;
mod created_types;
mod groups;
mod lengths;
mod names;
mod regions;
mod segments;

use super::{
    decl::{Body, Section},
    expr::{Single, Ty},
};
use crate::{
    base::source::Span,
    hir::{self, NodeId, NodeKind},
    ods::Operation,
    portable::Extension,
    syntax::ast::OperationExpr,
};
pub(in crate::sema) use created_types::Parts;
pub(in crate::sema) use groups::show;
use groups::{Listed, OPERANDS, RESULT_TYPES};

impl Body<'_, '_> {
    pub(in crate::sema) fn operation(
        &mut self,
        expr: &OperationExpr,
        span: Span,
    ) -> Option<Single> {
        if expr.name.is_none() && self.frame.section == Section::Rewrite {
            let message = "expected the name of the operation to create";
            self.sema.error(expr.keyword, message);
        }
        self.check_operation_name(expr.name.as_ref());
        let ods = self.sema.ods;
        let name = expr.name.as_ref().map(|name| &name.text);
        let known = name.and_then(|name| ods.operation(name));
        let regions = self.listed_regions(expr, known);
        let number = regions.as_ref().and_then(|regions| regions.number);
        let in_match = self.frame.section == Section::Match;
        let operation = self.without_regions(expr, known, number.filter(|_| in_match));
        let (Some(regions), Some(mut operation)) = (regions, operation) else {
            self.poison_regions(expr);
            return None;
        };
        if !in_match {
            operation.regions = self.created_regions(&regions, expr.keyword)?;
        }
        let ty = Ty::Operation(operation.name.clone());
        let end = span.end;
        let span = Span {
            end,
            ..expr.keyword
        };
        let node = self.push(operation.into(), span);
        if in_match {
            self.matched_regions(node, &regions);
        }
        Some(Single { node, ty })
    }

    /// The operation that an expression describes, without what is in its `num_regions`
    /// regions.
    fn without_regions(
        &mut self,
        expr: &OperationExpr,
        known: Option<&Operation>,
        num_regions: Option<u32>,
    ) -> Option<hir::Operation> {
        let in_match = self.frame.section == Section::Match;
        let name = expr.name.as_ref().map(|name| &name.text);
        let operands = self.operands(expr, known);
        let attributes = self.attributes(&expr.attributes, known);
        let result_types = self.result_types(expr, known);
        if name.is_none() && !in_match {
            return None;
        }
        let (operands, mut attributes) = (operands?, attributes?);
        let result_types = match result_types? {
            None => {
                let parts = Parts {
                    operands: &operands.nodes,
                    attributes: &attributes,
                    place: expr.keyword,
                };
                self.created_types(name?, known, &parts)?
            }
            Some(types) => {
                self.fixed_segments(&types, &RESULT_TYPES, known, &mut attributes, expr.keyword)?;
                Some(types.nodes)
            }
        };
        self.fixed_segments(&operands, &OPERANDS, known, &mut attributes, expr.keyword)?;
        let block = self.frame.block;
        let mut operation = hir::Operation {
            name: name.cloned(),
            operands: operands.nodes,
            attributes,
            result_types,
            operand_lengths: hir::RangeLengths::default(),
            result_lengths: hir::RangeLengths::default(),
            inside: block.map(|block| block.node),
            is_last: block.is_some_and(|block| block.last == Some(expr.keyword)),
            num_regions,
            regions: Vec::new(),
        };
        if let Some(known) = known.filter(|_| !in_match) {
            if !known.regions.is_empty() && expr.regions.is_none() {
                self.sema.extended(Extension::ImpliedRegions, expr.keyword);
            }
            self.all_segments(known, &mut operation, expr.keyword)?;
        }
        Some(operation)
    }

    fn operands(&mut self, expr: &OperationExpr, known: Option<&Operation>) -> Option<Listed> {
        match &expr.operands {
            Some(list) => self.groups(list, &OPERANDS, known, expr.keyword),
            None if self.frame.section == Section::Match => {
                let any = self.push(NodeKind::Operands { ty: None }, expr.keyword);
                Some(vec![any].into())
            }
            None => self.groups(&[], &OPERANDS, known, expr.keyword),
        }
    }

    /// The list of result types, which need not be there if the operation is to
    /// be created.
    fn result_types(
        &mut self,
        expr: &OperationExpr,
        known: Option<&Operation>,
    ) -> Option<Option<Listed>> {
        match &expr.result_types {
            Some(list) => Some(Some(self.groups(
                list,
                &RESULT_TYPES,
                known,
                expr.keyword,
            )?)),
            None if self.frame.section == Section::Match => {
                let any = self.push(NodeKind::Types, expr.keyword);
                Some(Some(vec![any].into()))
            }
            None => Some(None),
        }
    }

    /// The result types of an operation to create that does not say them. None leaves
    /// them to MLIR. The outer none is an error.
    fn created_types(
        &mut self,
        name: &str,
        known: Option<&Operation>,
        parts: &Parts<'_>,
    ) -> Option<Option<Vec<NodeId>>> {
        let by_rule = self.types_by_rule(name, parts)?;
        Some(by_rule.or_else(|| self.types_by_definition(known?, parts)))
    }

    /// Adds the attributes that say how long each group is.
    fn all_segments(
        &mut self,
        known: &Operation,
        operation: &mut hir::Operation,
        place: Span,
    ) -> Option<()> {
        let hir::Operation {
            operands,
            attributes,
            result_types,
            ..
        } = operation;
        self.segments(known, &OPERANDS, operands, attributes, place)?;
        match result_types {
            Some(types) => self.segments(known, &RESULT_TYPES, types, attributes, place),
            None => Some(()),
        }
    }
}
