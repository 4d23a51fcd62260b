//! What constraints and rewrites take and return.

use super::body::{Body, Owner};
use crate::{
    base::diagnostic::Diagnostic,
    base::source::Span,
    hir::{NodeId, builder::DraftKind},
    sema::{
        expr::{Element, Single, Ty, Value},
        hints::FunctionUse,
        index::EntityKind,
        names::{Entity, Function},
    },
    syntax::ast::{CallableDecl, Constraint, ConstraintKind, Ident, ResultDecl},
};
use smol_str::SmolStr;
use std::rc::Rc;

/// A parameter or result of a signature.
pub(in crate::sema) struct Slot {
    pub(in crate::sema) name: Option<SmolStr>,
    pub(in crate::sema) ty: Ty,
    /// The constraint that it must satisfy.
    pub(in crate::sema) constraint: Option<(Rc<Function>, Span)>,
}

impl Body<'_, '_> {
    pub(in crate::sema) fn parameters(&mut self, decl: &CallableDecl) -> Option<Vec<Slot>> {
        let slots: Vec<_> = decl
            .params
            .iter()
            .map(|param| self.slot(Some(&param.name), &param.constraint))
            .collect();
        let mut checks = Vec::new();
        for (param, slot) in std::iter::zip(&decl.params, &slots) {
            let entity = match slot {
                Some(slot) => {
                    let kind = DraftKind::Parameter(slot.ty.kind());
                    let node = self.builder.push(kind, param.name.span);
                    checks.extend(slot.constraint.clone().map(|check| (node, check)));
                    let ty = slot.ty.clone();
                    Entity::Variable(Single { node, ty }.into())
                }
                None => Entity::Poisoned,
            };
            let kind = EntityKind::Parameter;
            self.sema.define(&param.name, kind, entity);
            // Not every parameter needs a use.
            self.sema.scope.mark_used(&param.name.text);
        }
        for (node, (constraint, span)) in checks {
            self.check_slot(&constraint, node, span);
        }
        slots.into_iter().collect()
    }

    pub(in crate::sema) fn declared_results(&mut self, decl: &CallableDecl) -> Option<Vec<Slot>> {
        if let [
            ResultDecl {
                name: Some(name), ..
            },
        ] = &decl.results[..]
        {
            self.sema.report(
                Diagnostic::error(name.span, "a single result cannot have a name")
                    .help("the value of the call is the result"),
            );
        }
        for (index, result) in decl.results.iter().enumerate() {
            let Some(name) = &result.name else { continue };
            let previous = decl.results[..index]
                .iter()
                .filter_map(|other| other.name.as_ref())
                .find(|other| other.text == name.text);
            if let Some(previous) = previous {
                self.sema.report(
                    Diagnostic::error(name.span, format!("`{}` is already defined", name.text))
                        .note(previous.span, "the previous definition is here"),
                );
            }
        }
        let slots: Vec<_> = decl
            .results
            .iter()
            .map(|result| self.slot(result.name.as_ref(), &result.constraint))
            .collect();
        slots.into_iter().collect()
    }

    /// A parameter or result has one constraint, which says what it is.
    fn slot(&mut self, name: Option<&Ident>, constraint: &Constraint) -> Option<Slot> {
        let mut check = None;
        let ty =
            match &constraint.kind {
                ConstraintKind::Attr(None) => Ty::Attribute,
                ConstraintKind::Value(None) => Ty::Value,
                ConstraintKind::ValueRange(None) => Ty::ValueRange,
                ConstraintKind::Attr(Some(_))
                | ConstraintKind::Value(Some(_))
                | ConstraintKind::ValueRange(Some(_)) => {
                    let message = "a parameter or result cannot constrain its type";
                    self.sema.report(
                        Diagnostic::error(constraint.span, message)
                            .help("constrain the type where the value is matched"),
                    );
                    return None;
                }
                ConstraintKind::Type => Ty::Type,
                ConstraintKind::TypeRange => Ty::TypeRange,
                ConstraintKind::Op(name) => {
                    self.check_operation_name(name.as_ref());
                    Ty::Operation(name.as_ref().map(|name| name.text.clone()))
                }
                ConstraintKind::Named(name) if self.sema.part_named(name).is_some() => {
                    Ty::of(self.sema.part_named(name)?)
                }
                ConstraintKind::Named(_) | ConstraintKind::Inline(_) => {
                    let function = self.constraint_function(constraint, FunctionUse::Signature)?;
                    let ty = function.parameters.first()?.clone();
                    check = Some((function, constraint.span));
                    ty
                }
                ConstraintKind::Valued(name, _) => {
                    let message = "a parameter or result cannot have a predicate";
                    self.sema.report(Diagnostic::error(name.span, message).help(
                        "state what it is, such as `Type`, and apply the predicate in the body",
                    ));
                    return None;
                }
                ConstraintKind::Error => return None,
            };
        Some(Slot {
            name: name.map(|name| name.text.clone()),
            ty,
            constraint: check,
        })
    }

    /// Constraints check what their signature demands. Rewrites run after the
    /// match, so that their signature only says which types the values have.
    pub(in crate::sema) fn check_slot(&mut self, constraint: &Function, node: NodeId, span: Span) {
        if self.frame.owner == Owner::Constraint {
            self.inline(constraint, &[node], span);
        } else {
            self.warn_unchecked(constraint, span);
        }
    }

    /// Warns about a constraint in the rewrite section.
    pub(in crate::sema) fn warn_unchecked(&mut self, constraint: &Function, span: Span) {
        self.warnings.push(
            Diagnostic::warning(
                "unchecked-constraint",
                span,
                format!(
                    "{} is not checked here; it only determines the type",
                    constraint.shown()
                ),
            )
            .help("constraints are checked in the match section"),
        );
    }
}

/// The types of declared results, for messages.
pub(in crate::sema) fn show(results: &[Slot]) -> String {
    if let [result] = results {
        return format!("`{}`", result.ty);
    }
    let element = |slot: &Slot| Element {
        name: slot.name.clone(),
        value: Single {
            node: NodeId(0),
            ty: slot.ty.clone(),
        },
    };
    format!("`{}`", Value::Tuple(results.iter().map(element).collect()))
}
