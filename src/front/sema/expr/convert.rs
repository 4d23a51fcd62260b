//! Implicit conversions.
//!
//! An operation stands for its results where values are wanted. A single value
//! or type is a range of one, and in a rewrite a tuple of them is a range. A
//! range is not converted to a single value, as it may hold any number of them;
//! but where one value is wanted, `.0` is the first result, also if it could stand
//! for a range that is all results.

use super::{Callee, Single, Ty, Value};
use crate::{
    base::diagnostic::Diagnostic,
    base::source::Span,
    hir::{NodeId, NodeKind, Type},
    ods::Arity,
    portable::Extension,
    sema::decl::{Body, Refinement, Section},
    syntax::ast::{CallableKind, OpName},
};

impl Body<'_, '_> {
    /// The value as one entity of type `to`, or an error at `span`.
    pub(in crate::sema) fn convert_value(
        &mut self,
        value: Value,
        to: &Ty,
        span: Span,
    ) -> Option<Single> {
        let (single, range) = match to.kind() {
            Type::ValueRange => (Ty::Value, Ty::ValueRange),
            Type::TypeRange => (Ty::Type, Ty::TypeRange),
            _ => {
                let single = self.single(&value, to, span)?;
                return self.convert(single, to, span);
            }
        };
        let elements = match value {
            Value::Single(value) => return self.convert(value, to, span),
            Value::Nothing(callee) => {
                self.nothing(&callee, &format!("`{to}`"), span);
                return None;
            }
            Value::Tuple(elements) if self.frame.section == Section::Rewrite => elements,
            Value::Tuple(_) => {
                let message = format!("expected `{to}`, found `{value}`");
                self.sema.report(
                    Diagnostic::error(span, message)
                        .help("a tuple can become a range in the rewrite section only"),
                );
                return None;
            }
        };
        let wrong = elements
            .iter()
            .find(|element| element.value.ty != single && element.value.ty != range);
        if let Some(wrong) = wrong {
            let message = format!(
                "expected `{single}` or `{range}` in the tuple, found `{}`",
                wrong.value.ty
            );
            self.sema.error(span, message);
            return None;
        }
        let nodes = elements.iter().map(|element| element.value.node).collect();
        Some(self.range(nodes, range, span))
    }

    /// The value if it is one entity, or an error that a `to` is expected.
    fn single(&mut self, value: &Value, to: &Ty, span: Span) -> Option<Single> {
        self.single_or(value, &format!("`{to}`"), span)
    }

    /// The value if it is one entity, or an error that `expected` is expected.
    pub(in crate::sema) fn single_or(
        &mut self,
        value: &Value,
        expected: &str,
        span: Span,
    ) -> Option<Single> {
        if let Value::Single(single) = value {
            return Some(single.clone());
        }
        if let Value::Nothing(callee) = value {
            self.nothing(callee, expected, span);
            return None;
        }
        let diagnostic = Diagnostic::error(span, format!("expected {expected}, found `{value}`"));
        self.sema.report(match value {
            Value::Tuple(elements) if elements.len() == 1 => {
                diagnostic.help("parentheses make a tuple; remove them")
            }
            _ => diagnostic,
        });
        None
    }

    /// Reports that what `callee` returned is used as a value.
    pub(in crate::sema) fn nothing(&mut self, callee: &Callee, expected: &str, span: Span) {
        let message = format!("expected {expected}, but {} returns nothing", callee.shown);
        let help = match callee.kind {
            CallableKind::Constraint => {
                "a constraint is a condition: call it in a statement of its own"
            }
            CallableKind::Rewrite => {
                "declare what it returns after `->`, or call it in a statement of its own"
            }
        };
        self.sema.report(
            Diagnostic::error(span, message)
                .note(callee.span, "it is declared here")
                .help(help),
        );
    }

    pub(in crate::sema) fn range(&mut self, elements: Vec<NodeId>, ty: Ty, span: Span) -> Single {
        let kind = NodeKind::Range {
            ty: ty.kind(),
            elements,
        };
        let node = self.push(kind, span);
        Single { node, ty }
    }

    /// The entity as one of type `to`, or an error at `span`.
    pub(in crate::sema) fn convert(&mut self, from: Single, to: &Ty, span: Span) -> Option<Single> {
        match (&from.ty, to) {
            (found, expected) if found == expected => Some(from),
            (Ty::Operation(_), Ty::Operation(None)) => Some(Single {
                ty: to.clone(),
                ..from
            }),
            (Ty::Operation(_), Ty::ValueRange) => Some(self.all_results(from.node, span)),
            (Ty::Operation(name), Ty::Value) => {
                let name = name.clone();
                self.single_result(from.node, name.as_deref(), span)
            }
            (Ty::ValueRange, Ty::Value) if self.frame.first_groups.contains(&from.node) => {
                Some(self.first_of_group(from.node, span))
            }
            (Ty::Value, Ty::ValueRange) | (Ty::Type, Ty::TypeRange) => {
                if self.frame.section == Section::Rewrite {
                    return Some(self.range(vec![from.node], to.clone(), span));
                }
                let ty = to.clone();
                Some(Single { ty, ..from })
            }
            _ => {
                self.mismatch(&from.ty, to, span);
                None
            }
        }
    }

    /// The first result of the only group of an operation, which `.0` also names.
    fn first_of_group(&mut self, group: NodeId, span: Span) -> Single {
        let Some(NodeKind::ResultGroup { operation, .. } | NodeKind::Results { operation }) =
            self.builder.kind(group)
        else {
            unreachable!("it is a group of results");
        };
        self.sema.extended(Extension::FirstResult, span);
        let (operation, index) = (*operation, 0);
        let node = self.push(NodeKind::Result { operation, index }, span);
        let ty = Ty::Value;
        Single { node, ty }
    }

    /// All results of an operation.
    pub(in crate::sema) fn all_results(&mut self, operation: NodeId, span: Span) -> Single {
        let node = self.push(NodeKind::Results { operation }, span);
        let ty = Ty::ValueRange;
        Single { node, ty }
    }

    /// The result of an operation that stands where one value is wanted.
    fn single_result(
        &mut self,
        operation: NodeId,
        name: Option<&str>,
        span: Span,
    ) -> Option<Single> {
        let ods = self.sema.ods;
        if let Some(known) = name.and_then(|name| ods.operation(name)) {
            let single = |arity: Arity| arity == Arity::Single;
            let required = known.results.iter().filter(|group| single(group.arity));
            let problem = match (known.results.len(), required.count()) {
                (0, _) => Some("has no results"),
                (_, 0 | 1) => None,
                _ => Some("has several results"),
            };
            if let Some(problem) = problem {
                let message = format!("expected `Value`, but `{}` {problem}", known.name);
                let mut diagnostic = Diagnostic::error(span, message)
                    .note(known.span, "the operation is defined here");
                if !known.results.is_empty() {
                    diagnostic = diagnostic.help("name one of them, as in `operation.result`");
                }
                self.sema.report(diagnostic);
                return None;
            }
        }
        let index = 0;
        let node = self.push(NodeKind::Result { operation, index }, span);
        let ty = Ty::Value;
        Some(Single { node, ty })
    }

    /// The entity if it is of that kind without a conversion, or an error at
    /// `span`.
    pub(in crate::sema) fn expect_kind(
        &mut self,
        value: Value,
        kind: Type,
        span: Span,
    ) -> Option<NodeId> {
        let expected = Ty::of(kind);
        let single = self.single(&value, &expected, span)?;
        if single.ty.kind() == kind {
            return Some(single.node);
        }
        self.mismatch(&single.ty, &expected, span);
        None
    }

    fn mismatch(&mut self, found: &Ty, expected: &Ty, span: Span) {
        let mut diagnostic =
            Diagnostic::error(span, format!("expected `{expected}`, found `{found}`"));
        if matches!(
            (found, expected),
            (Ty::ValueRange, Ty::Value) | (Ty::TypeRange, Ty::Type)
        ) {
            diagnostic = diagnostic.help("a range can have any number of elements");
        } else if let Some(help) = instead_of_value(found, expected, self.frame.section) {
            diagnostic = diagnostic.help(help);
        }
        self.sema.report(diagnostic);
    }

    /// The operation as one with a name that its type does not include.
    pub(in crate::sema) fn refine(
        &mut self,
        from: Single,
        name: &OpName,
        span: Span,
    ) -> Option<Single> {
        let ty = Ty::Operation(Some(name.text.clone()));
        if from.ty == ty {
            return Some(from);
        }
        if let Ty::Operation(Some(known)) = &from.ty {
            let message = format!("expected `Op<{}>`, found `Op<{known}>`", name.text);
            self.sema.error(span, message);
            return None;
        }
        // Only the author of a native rewrite knows what it creates.
        if !matches!(
            self.builder.kind(from.node),
            Some(NodeKind::CallResult { .. })
        ) {
            self.refine_node(from.node, name, span, None)?;
        }
        Some(Single { ty, ..from })
    }

    /// Gives an operation of the match section a name, if it has none yet. As
    /// the match section has no order, it is as if it had been there from the
    /// start. A parameter is not an operation yet; the call decides about it.
    ///
    /// `callee` is where a callee wants it, when `span` is a call.
    pub(in crate::sema) fn refine_node(
        &mut self,
        node: NodeId,
        name: &OpName,
        span: Span,
        callee: Option<Span>,
    ) -> Option<()> {
        let in_match = self.frame.section == Section::Match;
        let is_here = self.frame.start.owns(node) && !self.builder.is_parameter(node);
        if in_match && !is_here {
            // Many calls may demand the same; their number can double with each
            // level of calls.
            if self.frame.refined.insert((node, name.text.clone())) {
                let name = name.clone();
                let span = callee.unwrap_or(span);
                self.frame.refinements.push(Refinement { node, name, span });
            }
            return Some(());
        }
        let operation = self.builder.operation(node);
        let known = operation.and_then(|operation| operation.name.clone());
        if known.as_ref() == Some(&name.text) {
            return Some(());
        }
        if in_match && known.is_none() && operation.is_some() {
            self.builder.set_operation_name(node, name.text.clone());
            return Some(());
        }
        let found = Ty::Operation(known);
        let mut diagnostic = Diagnostic::error(
            span,
            format!("expected `Op<{}>`, found `{found}`", name.text),
        );
        if let Some(callee) = callee {
            diagnostic = diagnostic.note(callee, "it is expected here");
        }
        if found == Ty::Operation(None) {
            diagnostic = diagnostic.help("constrain the operation's name in the match section");
        }
        self.sema.report(diagnostic);
        None
    }
}

/// How to get at the type of a value that stands where a type is wanted.
fn instead_of_value(found: &Ty, expected: &Ty, section: Section) -> Option<&'static str> {
    Some(match (found, expected, section) {
        (Ty::Value | Ty::Operation(_), Ty::Type, Section::Match) => {
            "bind the type where the value is matched, as in `x: Value<t: Type>`, and use `t`"
        }
        (Ty::Value | Ty::Operation(_), Ty::Type, Section::Rewrite) => {
            "`TypeOf(x)` of `pdll/std.pdll` is the type of a value"
        }
        (Ty::ValueRange, Ty::TypeRange, Section::Match) => {
            "bind the types where the values are matched, as in `xs: ValueRange<ts: TypeRange>`, \
             and use `ts`"
        }
        (Ty::ValueRange, Ty::TypeRange, Section::Rewrite) => {
            "`TypesOf(xs)` of `pdll/std.pdll` is the types of values"
        }
        _ => return None,
    })
}
