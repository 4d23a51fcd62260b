//! Constraint lists: what they say together about a variable.

use super::Ty;
use crate::{
    base::diagnostic::Diagnostic,
    base::source::Span,
    hir::Type,
    portable::Extension,
    sema::{
        decl::{Body, Section},
        hints::FunctionUse,
        names::{Function, PredicateId},
    },
    syntax::ast::{CallableKind, Constraint, ConstraintKind, Expr, OpName},
};
use std::rc::Rc;

/// What a constraint list says about a variable.
#[derive(Default)]
pub(in crate::sema) struct Requirements<'c> {
    pub(in crate::sema) ty: Option<Type>,
    /// The name of the operation, and the constraint that says so.
    pub(in crate::sema) op_name: Option<(OpName, Span)>,
    /// The type in `Value<…>` and its like, and the constraint it stands in.
    pub(in crate::sema) type_expr: Option<(&'c Expr, Span)>,
    /// The constraints that are called with the variable, in order, and where
    /// they stand.
    pub(in crate::sema) checks: Vec<Check<'c>>,
}

/// A constraint that is called with a variable.
pub(in crate::sema) struct Check<'c> {
    pub(in crate::sema) callee: Checked<'c>,
    pub(in crate::sema) span: Span,
    /// Whether it is about the variable's type, and not about the variable.
    pub(in crate::sema) of_type: bool,
}

/// What is called with a variable.
pub(in crate::sema) enum Checked<'c> {
    Function(Rc<Function>),
    /// A predicate, and its arguments after `self`.
    Predicate(PredicateId, &'c [Expr]),
}

impl Body<'_, '_> {
    /// What the constraints say together, or `None` when they contradict each
    /// other.
    pub(in crate::sema) fn requirements<'c>(
        &mut self,
        constraints: &'c [Constraint],
    ) -> Option<Requirements<'c>> {
        let mut all = Requirements::default();
        let mut failed = false;
        for constraint in constraints {
            failed |= self.core_requirement(&mut all, constraint).is_none();
        }
        for constraint in constraints {
            let is_declared = match &constraint.kind {
                ConstraintKind::Named(name) => self.sema.part_named(name).is_none(),
                ConstraintKind::Valued(..) | ConstraintKind::Inline(_) => true,
                _ => false,
            };
            if is_declared {
                failed |= self.declared_requirement(&mut all, constraint).is_none();
            }
        }
        (!failed).then_some(all)
    }

    fn core_requirement<'c>(
        &mut self,
        all: &mut Requirements<'c>,
        constraint: &'c Constraint,
    ) -> Option<()> {
        let (ty, type_expr) = match &constraint.kind {
            ConstraintKind::Attr(ty) => (Type::Attribute, ty.as_deref()),
            ConstraintKind::Value(ty) => (Type::Value, ty.as_deref()),
            ConstraintKind::ValueRange(ty) => (Type::ValueRange, ty.as_deref()),
            ConstraintKind::Type => (Type::Type, None),
            ConstraintKind::TypeRange => (Type::TypeRange, None),
            ConstraintKind::Op(name) => {
                self.check_operation_name(name.as_ref());
                self.merge_op_name(all, name.clone(), constraint.span)?;
                (Type::Operation, None)
            }
            ConstraintKind::Named(name) if self.sema.part_named(name).is_some() => {
                (self.sema.part_named(name)?, None)
            }
            ConstraintKind::Named(_) | ConstraintKind::Valued(..) | ConstraintKind::Inline(_) => {
                return Some(());
            }
            ConstraintKind::Error => return None,
        };
        self.merge_type(all, ty, constraint.span, None)?;
        if let Some(expr) = type_expr {
            if let Some((_, previous)) = all.type_expr {
                self.sema.report(
                    Diagnostic::error(constraint.span, "the type is already constrained")
                        .note(previous, "it is first constrained here"),
                );
                return None;
            }
            all.type_expr = Some((expr, constraint.span));
        }
        Some(())
    }

    /// A constraint that is declared somewhere. In the list of a `Value`, a
    /// constraint on types is about the type of the value.
    fn declared_requirement<'c>(
        &mut self,
        all: &mut Requirements<'c>,
        constraint: &'c Constraint,
    ) -> Option<()> {
        let span = constraint.span;
        if let Some((id, arguments)) = self.listed_predicate(constraint)? {
            return self.predicate_requirement(all, id, arguments, span);
        }
        let function = self.constraint_function(constraint, FunctionUse::List)?;
        let ty = function.parameters.first()?.clone();
        let of_type = ty == Ty::Type && all.ty == Some(Type::Value);
        if of_type {
            self.sema.extended(Extension::ConstraintOfType, span);
        } else {
            let shown = (function.shown().to_string(), function.span);
            self.merge_type(all, ty.kind(), span, Some(shown))?;
            if let Ty::Operation(Some(name)) = ty {
                self.merge_op_name(all, Some(OpName { text: name, span }), span)?;
            }
        }
        all.checks.push(Check {
            callee: Checked::Function(function),
            span,
            of_type,
        });
        Some(())
    }

    /// The predicate that a constraint names, and its arguments. The outer none is an
    /// error.
    fn listed_predicate<'c>(
        &mut self,
        constraint: &'c Constraint,
    ) -> Option<Option<(PredicateId, &'c [Expr])>> {
        match &constraint.kind {
            ConstraintKind::Valued(name, arguments) => {
                let id = self.valued_predicate(name)?;
                Some(Some((id, arguments)))
            }
            ConstraintKind::Named(name) => {
                let id = self.sema.called_predicate(name, 1, Section::Match);
                Some(id.map(|id| (id, &[][..])))
            }
            _ => Some(None),
        }
    }

    /// A predicate of the variable, or of the type of a `Value`.
    fn predicate_requirement<'c>(
        &mut self,
        all: &mut Requirements<'c>,
        id: PredicateId,
        arguments: &'c [Expr],
        span: Span,
    ) -> Option<()> {
        let Some(predicate) = self.sema.predicate(id) else {
            self.frame.uses_errors = true;
            return None;
        };
        let of_type =
            all.ty == Some(Type::Value) && predicate.parameters[0].ty != Some(Type::Attribute);
        let own = all.ty.filter(|ty| *ty == Type::Attribute);
        let ty = predicate.parameters[0].ty.or(own).unwrap_or(Type::Type);
        if !of_type {
            let shown = (format!("`{}`", predicate.name), predicate.span);
            self.merge_type(all, ty, span, Some(shown))?;
        }
        all.checks.push(Check {
            callee: Checked::Predicate(id, arguments),
            span,
            of_type,
        });
        Some(())
    }

    fn merge_type(
        &mut self,
        all: &mut Requirements<'_>,
        ty: Type,
        span: Span,
        declared: Option<(String, Span)>,
    ) -> Option<()> {
        if let Some(previous) = all.ty.filter(|previous| *previous != ty) {
            let (ty, previous) = (ty.name(), previous.name());
            let diagnostic = match declared {
                Some((shown, declared)) => Diagnostic::error(
                    span,
                    format!("expected a constraint on `{previous}`, but {shown} is one on `{ty}`"),
                )
                .note(declared, "it is declared here"),
                None => Diagnostic::error(
                    span,
                    format!(
                        "`{ty}` contradicts an earlier constraint, which requires type `{previous}`"
                    ),
                ),
            };
            self.sema.report(diagnostic);
            return None;
        }
        all.ty = Some(ty);
        Some(())
    }

    fn merge_op_name(
        &mut self,
        all: &mut Requirements<'_>,
        name: Option<OpName>,
        span: Span,
    ) -> Option<()> {
        match (&all.op_name, name) {
            (Some((previous, _)), Some(name)) if previous.text != name.text => {
                let message = format!("`Op<{}>` contradicts `Op<{}>`", name.text, previous.text);
                self.sema.error(span, message);
                return None;
            }
            (None, Some(name)) => all.op_name = Some((name, span)),
            _ => {}
        }
        Some(())
    }

    /// The constraint that stands in a list or signature. It is about one
    /// entity.
    pub(in crate::sema) fn constraint_function(
        &mut self,
        constraint: &Constraint,
        place: FunctionUse,
    ) -> Option<Rc<Function>> {
        let function = match &constraint.kind {
            ConstraintKind::Named(name) => self.named_function(name, "constraint", place)?,
            ConstraintKind::Inline(decl) => self.inline_function(decl)?,
            _ => return None,
        };
        let message = if function.kind == CallableKind::Rewrite {
            format!(
                "expected a constraint, but {} is a rewrite",
                function.shown()
            )
        } else if function.parameters.len() != 1 {
            format!(
                "expected a constraint with one argument, but {} takes {}",
                function.shown(),
                function.parameters.len()
            )
        } else {
            return Some(function);
        };
        self.sema.report(
            Diagnostic::error(constraint.span, message).note(function.span, "it is declared here"),
        );
        None
    }
}
