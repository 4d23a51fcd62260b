//! The operands and result types of an operation.
//!
//! If the definition of the operation is known, they are written group by group,
//! or all as one range. Otherwise they are single ones and ranges in order.
//!
//! A tuple stands for a group. In the match section, it lists the values of the group
//! one by one.

use super::lengths::Lengths;
use crate::{
    base::diagnostic::{Diagnostic, Suggestion, count},
    base::source::Span,
    hir::{NodeId, NodeKind, OPERAND_SIZES, RESULT_SIZES},
    host::OperationKnowledge,
    ods::{self, Arity, Group, Operation},
    portable::Extension,
    sema::{
        decl::{Body, Section},
        expr::{Ty, Value},
    },
    syntax::ast::{ConstraintKind, Expr, ExprKind},
};
use std::fmt::Write;

/// One of the two lists of an operation.
pub(in crate::sema) struct GroupKind {
    single: Ty,
    range: Ty,
    pub(in crate::sema) what: &'static str,
    expected: &'static str,
    pub(in crate::sema) segments: &'static str,
    pub(in crate::sema) groups: fn(&Operation) -> &[Group],
    pub(in crate::sema) told_by: fn(&Operation) -> ods::Lengths,
}

pub(in crate::sema) const OPERANDS: GroupKind = GroupKind {
    single: Ty::Value,
    range: Ty::ValueRange,
    what: "operand",
    expected: "an operand of type `Value`, `ValueRange` or `Op`",
    segments: OPERAND_SIZES,
    groups: |operation| &operation.operands,
    told_by: |operation| operation.operand_lengths,
};

pub(in crate::sema) const RESULT_TYPES: GroupKind = GroupKind {
    single: Ty::Type,
    range: Ty::TypeRange,
    what: "result",
    expected: "a result type of type `Type` or `TypeRange`",
    segments: RESULT_SIZES,
    groups: |operation| &operation.results,
    told_by: |operation| operation.result_lengths,
};

/// The nodes of a list.
pub(in crate::sema) struct Listed {
    pub(in crate::sema) nodes: Vec<NodeId>,
    /// The length of each group, if a match demands lengths.
    pub(in crate::sema) lengths: Option<Vec<usize>>,
}

impl From<Vec<NodeId>> for Listed {
    fn from(nodes: Vec<NodeId>) -> Self {
        Listed {
            nodes,
            lengths: None,
        }
    }
}

impl Body<'_, '_> {
    /// The nodes of a list that is written in the operation at `place`.
    pub(in crate::sema) fn groups(
        &mut self,
        list: &[Expr],
        kind: &GroupKind,
        known: Option<&Operation>,
        place: Span,
    ) -> Option<Listed> {
        let Some(known) = known else {
            return self.plain_groups(list, kind).map(Listed::from);
        };
        let groups = (kind.groups)(known);
        match list.len() {
            0 => self.no_groups(kind, known, groups, place).map(Listed::from),
            1 if self.is_created_group(&list[0], known, kind) => {
                self.created_group(&list[0], kind).map(Listed::from)
            }
            1 if groups.len() != 1 || !self.is_listed(&list[0], &groups[0]) => {
                self.whole(list, kind, known, place).map(Listed::from)
            }
            number if number == groups.len() => self.each_group(list, groups, kind, known, place),
            _ => {
                for expr in list {
                    self.expr(expr);
                }
                self.wrong_number(kind, known, list.len(), place);
                None
            }
        }
    }

    /// Whether a tuple lists the values of a group that may have any number of them.
    fn is_listed(&self, expr: &Expr, group: &Group) -> bool {
        self.frame.section == Section::Match
            && group.arity != Arity::Single
            && matches!(expr.kind, ExprKind::Tuple(_))
    }

    /// Whether a tuple stands for the only group of results of a registered operation to
    /// create.
    fn is_created_group(&mut self, expr: &Expr, known: &Operation, kind: &GroupKind) -> bool {
        self.frame.section == Section::Rewrite
            && kind.range == Ty::TypeRange
            && matches!(&known.results[..], [group] if group.arity == Arity::Variadic)
            && matches!(expr.kind, ExprKind::Tuple(_))
            && self.sema.host.operation(&known.name) != OperationKnowledge::Unknown
    }

    /// The groups of an operation whose definition is known, one by one.
    fn each_group(
        &mut self,
        list: &[Expr],
        groups: &[Group],
        kind: &GroupKind,
        known: &Operation,
        place: Span,
    ) -> Option<Listed> {
        let parts: Vec<_> = std::iter::zip(list, groups)
            .map(|(expr, group)| match self.is_listed(expr, group) {
                true => self.listed_group(expr, kind),
                false => Some(vec![self.group(expr, group, kind)?]),
            })
            .collect();
        let mut parts: Vec<Vec<NodeId>> = parts.into_iter().collect::<Option<_>>()?;
        let is_tuple = |(expr, group)| self.is_listed(expr, group);
        let is_tuple: Vec<_> = std::iter::zip(list, groups).map(is_tuple).collect();
        let has_tuple = is_tuple.contains(&true);
        let is_open = |node: &NodeId| self.builder.ty(*node) == Some(kind.range.kind());
        if !has_tuple || !parts.iter().flatten().any(is_open) {
            let lengths = has_tuple.then(|| parts.iter().map(Vec::len).collect());
            let nodes = parts.concat();
            return Some(Listed { nodes, lengths });
        }
        // The definition says how long the groups are, so each of them has one node.
        for ((part, is_tuple), expr) in parts.iter_mut().zip(is_tuple).zip(list) {
            if !is_tuple {
                continue;
            }
            if !part.is_empty() {
                let message = format!(
                    "cannot tell which {}s of `{}` belong to the tuple, because another group has any length",
                    kind.what, known.name
                );
                let help = "write tuples for all groups, or call `HasLength` and `GetValue` of `pdll/std.pdll`";
                self.sema
                    .report(Diagnostic::error(place, message).help(help));
                return None;
            }
            part.push(self.empty_group(kind, expr.span));
        }
        Some(parts.concat().into())
    }

    /// A group of the match section that has no values or types.
    fn empty_group(&mut self, kind: &GroupKind, span: Span) -> NodeId {
        let types = self.range(Vec::new(), Ty::TypeRange, span).node;
        match kind.range {
            Ty::TypeRange => types,
            _ => self.push(NodeKind::Operands { ty: Some(types) }, span),
        }
    }

    /// The values or types that a tuple of the match section lists.
    fn listed_group(&mut self, expr: &Expr, kind: &GroupKind) -> Option<Vec<NodeId>> {
        let Value::Tuple(elements) = self.expr_for(expr, None)? else {
            unreachable!("the expression is a tuple");
        };
        self.sema.extended(Extension::TupleOfGroup, expr.span);
        let nodes: Vec<_> = elements
            .into_iter()
            .map(|element| Some(self.convert(element.value, &kind.single, expr.span)?.node))
            .collect();
        nodes.into_iter().collect()
    }

    /// One group of an operation whose definition is known.
    fn group(&mut self, expr: &Expr, group: &Group, kind: &GroupKind) -> Option<NodeId> {
        let value = self.expr_for(expr, Some(&kind.single))?;
        let is_range = match &value {
            Value::Tuple(_) => self.frame.section == Section::Rewrite,
            Value::Single(single) => single.ty == kind.range,
            Value::Nothing(_) => false,
        };
        if group.arity == Arity::Optional && matches!(value, Value::Tuple(_)) {
            self.sema.extended(Extension::LeftOut, expr.span);
        }
        let one =
            |value: &Value| matches!(value, Value::Single(single) if single.ty == kind.single);
        let expected = match group.arity {
            Arity::Single => &kind.single,
            Arity::Optional if is_range => &kind.range,
            Arity::Optional => &kind.single,
            // A single one needs no conversion to be a range of one.
            Arity::Variadic if one(&value) => &kind.single,
            Arity::Variadic => &kind.range,
        };
        Some(self.convert_value(value, expected, expr.span)?.node)
    }

    /// No operand or result type is written.
    fn no_groups(
        &mut self,
        kind: &GroupKind,
        known: &Operation,
        groups: &[Group],
        place: Span,
    ) -> Option<Vec<NodeId>> {
        if groups.iter().any(|group| group.arity == Arity::Single) {
            self.wrong_number(kind, known, 0, place);
            return None;
        }
        if self.frame.section == Section::Match || groups.len() < 2 {
            return Some(Vec::new());
        }
        // Each group must be there, so that the operation knows their lengths.
        let empty = groups
            .iter()
            .map(|_| self.range(Vec::new(), kind.range.clone(), place).node);
        Some(empty.collect())
    }

    /// One value or range that stands for all groups.
    fn whole(
        &mut self,
        list: &[Expr],
        kind: &GroupKind,
        known: &Operation,
        place: Span,
    ) -> Option<Vec<NodeId>> {
        let nodes = self.plain_groups(list, kind)?;
        let wanted = Lengths::of_groups((kind.groups)(known));
        for node in &nodes {
            let found = self.lengths(*node);
            if !found.can_be(wanted) {
                self.wrong_number(kind, known, found.least, place);
                return None;
            }
        }
        Some(nodes)
    }

    /// The types in a tuple that stands for the only group of results of an operation to
    /// create. They need no range if all are single: the verifier of the dialect `pdl` refuses
    /// ranges as result types of registered operations that do not compute them.
    fn created_group(&mut self, expr: &Expr, kind: &GroupKind) -> Option<Vec<NodeId>> {
        let value = self.expr_for(expr, Some(&kind.single))?;
        if let Value::Tuple(elements) = &value
            && !elements.is_empty()
            && elements
                .iter()
                .all(|element| element.value.ty == kind.single)
        {
            return Some(elements.iter().map(|element| element.value.node).collect());
        }
        Some(vec![
            self.convert_value(value, &kind.range, expr.span)?.node,
        ])
    }

    /// The operands or result types of an operation that is not known.
    fn plain_groups(&mut self, list: &[Expr], kind: &GroupKind) -> Option<Vec<NodeId>> {
        let nodes: Vec<_> = list
            .iter()
            .map(|expr| {
                let single = match self.expr_for(expr, Some(&kind.single))? {
                    Value::Single(single) => single,
                    tuple @ (Value::Tuple(_) | Value::Nothing(_)) => {
                        return Some(self.convert_value(tuple, &kind.range, expr.span)?.node);
                    }
                };
                match &single.ty {
                    ty if *ty == kind.single || *ty == kind.range => Some(single.node),
                    Ty::Operation(_) if kind.range == Ty::ValueRange => {
                        Some(self.convert(single, &kind.range, expr.span)?.node)
                    }
                    found => {
                        let message = format!("expected {}, found `{found}`", kind.expected);
                        let diagnostic = Diagnostic::error(expr.span, message);
                        self.sema.report(match typed_value(expr, found, kind) {
                            Some(edit) => diagnostic.suggest(edit),
                            None => diagnostic,
                        });
                        None
                    }
                }
            })
            .collect();
        nodes.into_iter().collect()
    }

    fn wrong_number(&mut self, kind: &GroupKind, known: &Operation, found: usize, place: Span) {
        let groups = (kind.groups)(known);
        let message = format!(
            "`{}` has {} in its definition, found {found}",
            known.name,
            count(groups.len(), kind.what),
        );
        let mut diagnostic =
            Diagnostic::error(place, message).note(known.span, "the operation is defined here");
        let is_variadic = |group: &Group| group.arity == Arity::Variadic;
        let hint = match found > groups.len() && groups.iter().any(is_variadic) {
            true => "; write those of one group in parentheses of their own, as `(x, y)`",
            false => "",
        };
        if !groups.is_empty() {
            diagnostic = diagnostic.help(match groups {
                [_] => format!("it is {}{hint}", show(groups)),
                _ => format!("they are {}{hint}", show(groups)),
            });
        }
        self.sema.report(diagnostic);
    }
}

/// `x: I32`, which was meant as a value of that type.
fn typed_value(expr: &Expr, found: &Ty, kind: &GroupKind) -> Option<Suggestion> {
    let ExprKind::Variable(variable) = &expr.kind else {
        return None;
    };
    let [constraint] = &variable.constraints[..] else {
        return None;
    };
    let ConstraintKind::Named(name) = &constraint.kind else {
        return None;
    };
    let is_meant = *found == Ty::Type && kind.single == Ty::Value;
    is_meant.then(|| {
        let list = format!("[Value, {}]", name.text);
        let help = format!("a value of that type is declared by `{list}`");
        Suggestion::new(constraint.span, list, help)
    })
}

/// The groups of an operation, for messages.
pub(in crate::sema) fn show(groups: &[Group]) -> String {
    let mut text = String::new();
    for (index, group) in groups.iter().enumerate() {
        if index > 0 {
            text.push_str(", ");
        }
        let name = match group.name.as_str() {
            "" => "_",
            name => name,
        };
        let _ = match group.arity {
            Arity::Single => write!(text, "`{name}`"),
            Arity::Optional => write!(text, "`{name}` (optional)"),
            Arity::Variadic => write!(text, "`{name}` (variadic)"),
        };
    }
    text
}
