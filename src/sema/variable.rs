//! Constraint lists, and the variables they define.

use super::{
    pattern::{PatternSema, Section},
    scope::Entity,
};
use crate::{
    diagnostic::Diagnostic,
    hir::{self, NodeId, NodeKind, Type},
    source::Span,
    syntax::ast::{Constraint, ConstraintKind, Expr, Ident, OpName},
};

/// What a constraint list says of a variable.
#[derive(Default)]
struct Requirements<'a> {
    ty: Option<Type>,
    op_name: Option<&'a OpName>,
    /// The type in `Value<…>` and its like, and the constraint it stands in.
    type_expr: Option<(&'a Expr, Span)>,
}

impl PatternSema<'_, '_> {
    /// The value of a variable with these constraints and initial value, or
    /// `None` when there is an error. `place` is the variable's.
    pub(super) fn variable(
        &mut self,
        name: Option<&Ident>,
        constraints: &[Constraint],
        init: Option<&Expr>,
        place: Span,
    ) -> Option<NodeId> {
        let requirements = self.requirements(constraints);
        match init {
            Some(init) => {
                let value = self.expr(init);
                self.initialized(&requirements?, value?, init.span)
            }
            None => self.uninitialized(&requirements?, name, place),
        }
    }

    /// An initial value, made to fit the constraints.
    fn initialized(
        &mut self,
        requirements: &Requirements<'_>,
        value: NodeId,
        span: Span,
    ) -> Option<NodeId> {
        if let Some((_, constraint)) = requirements.type_expr {
            self.sema.diagnostics.push(
                Diagnostic::error(
                    constraint,
                    "a variable with an initial value cannot constrain its type",
                )
                .help("constrain the type where the value is matched"),
            );
            return None;
        }
        let Some(ty) = requirements.ty else {
            return Some(value);
        };
        let value = self.convert(value, ty, span)?;
        match requirements.op_name {
            Some(name) => self.refine(value, name, span),
            None => Some(value),
        }
    }

    /// A variable that stands for whatever the match binds it to.
    fn uninitialized(
        &mut self,
        requirements: &Requirements<'_>,
        name: Option<&Ident>,
        place: Span,
    ) -> Option<NodeId> {
        let shown = name.map_or("_", |name| &name.text);
        let Some(ty) = requirements.ty else {
            let message =
                format!("`{shown}` has no type, expected a constraint or an initial value");
            self.sema.diagnostics.push(
                Diagnostic::error(place, message)
                    .help(format!("write `{shown}: Value`, for example")),
            );
            return None;
        };
        if self.section == Section::Rewrite {
            let message = format!("`{shown}` has no value: the rewrite section binds no variables");
            self.sema.diagnostics.push(
                Diagnostic::error(place, message)
                    .help("define it in the match section, or give it an initial value"),
            );
            return None;
        }
        let type_node = match requirements.type_expr {
            Some((expr, _)) => {
                let expected = if ty == Type::ValueRange {
                    Type::TypeRange
                } else {
                    Type::Type
                };
                let node = self.expr(expr)?;
                Some(self.expect_type(node, expected, expr.span)?)
            }
            None => None,
        };
        let kind = match ty {
            Type::Attribute => NodeKind::Attribute { ty: type_node },
            Type::Type => NodeKind::Type,
            Type::TypeRange => NodeKind::Types,
            Type::Value => NodeKind::Operand { ty: type_node },
            Type::ValueRange => NodeKind::Operands { ty: type_node },
            Type::Operation => NodeKind::Operation(hir::Operation {
                name: requirements.op_name.map(|name| name.text.clone()),
                operands: vec![self.push(NodeKind::Operands { ty: None }, place)],
                attributes: Vec::new(),
                result_types: Some(vec![self.push(NodeKind::Types, place)]),
            }),
        };
        Some(self.push(kind, place))
    }

    /// What the constraints say together, or `None` when they contradict each
    /// other.
    fn requirements<'c>(&mut self, constraints: &'c [Constraint]) -> Option<Requirements<'c>> {
        let mut all = Requirements::default();
        let mut failed = false;
        for constraint in constraints {
            failed |= self.requirement(&mut all, constraint).is_none();
        }
        (!failed).then_some(all)
    }

    fn requirement<'c>(
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
                self.merge_op_name(all, name.as_ref(), constraint.span)?;
                (Type::Operation, None)
            }
            ConstraintKind::Named(name) => return self.named_constraint(name),
            ConstraintKind::Inline(decl) => {
                self.sema
                    .unsupported(decl.keyword, decl.span, "inline constraints");
                return None;
            }
            ConstraintKind::Error => return None,
        };
        if let Some(previous) = all.ty.filter(|previous| *previous != ty) {
            let message = format!(
                "`{}` contradicts an earlier constraint, by which this is of type `{}`",
                ty.name(),
                previous.name()
            );
            self.sema.error(constraint.span, message);
            return None;
        }
        all.ty = Some(ty);
        if let Some(expr) = type_expr {
            if let Some((_, previous)) = all.type_expr {
                self.sema.diagnostics.push(
                    Diagnostic::error(constraint.span, "the type is already constrained")
                        .note(previous, "it is first constrained here"),
                );
                return None;
            }
            all.type_expr = Some((expr, constraint.span));
        }
        Some(())
    }

    fn merge_op_name<'c>(
        &mut self,
        all: &mut Requirements<'c>,
        name: Option<&'c OpName>,
        span: Span,
    ) -> Option<()> {
        match (all.op_name, name) {
            (Some(previous), Some(name)) if previous.text != name.text => {
                let message = format!("`Op<{}>` contradicts `Op<{}>`", name.text, previous.text);
                self.sema.error(span, message);
                None
            }
            (_, name) => {
                all.op_name = all.op_name.or(name);
                Some(())
            }
        }
    }

    fn named_constraint(&mut self, name: &Ident) -> Option<()> {
        match self.sema.scope.find(&name.text) {
            Some((Entity::Poisoned, _)) => {}
            Some((_, definition)) => self.sema.diagnostics.push(
                Diagnostic::error(
                    name.span,
                    format!("expected a constraint, `{}` is none", name.text),
                )
                .note(definition, "it is defined here"),
            ),
            None => {
                let core = ["Attr", "Op", "Type", "TypeRange", "Value", "ValueRange"];
                self.undefined(
                    name,
                    super::scope::closest(&name.text, core).map(str::to_owned),
                );
            }
        }
        None
    }
}
