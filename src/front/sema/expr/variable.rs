//! Variables, from their constraint list or from a value.

use super::{
    Single, Ty, Value,
    requirement::{Check, Checked, Requirements},
};
use crate::{
    base::diagnostic::Diagnostic,
    base::source::Span,
    contract::TYPE_OF,
    hir::{self, Call, CallKind, NodeId, NodeKind, Type},
    portable::Extension,
    sema::decl::{Body, Section},
    syntax::ast::{Constraint, Expr, Ident},
};
use smol_str::SmolStr;

impl Body<'_, '_> {
    /// The value of a variable with these constraints and initial value, or
    /// `None` when there is an error. `place` is the variable's.
    pub(in crate::sema) fn variable(
        &mut self,
        name: Option<&Ident>,
        constraints: &[Constraint],
        init: Option<&Expr>,
        place: Span,
    ) -> Option<Value> {
        let requirements = self.requirements(constraints);
        match init {
            Some(init) => {
                let value = self.expr(init);
                self.initialized(&requirements?, value?, init.span)
            }
            None => Some(self.uninitialized(&requirements?, name, place)?.into()),
        }
    }

    /// An initial value, made to fit the constraints.
    fn initialized(
        &mut self,
        requirements: &Requirements<'_>,
        value: Value,
        span: Span,
    ) -> Option<Value> {
        if let Some((_, constraint)) = requirements.type_expr {
            self.sema.report(
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
        let single = match &requirements.op_name {
            Some((name, _)) => {
                let expected = Ty::Operation(Some(name.text.clone()));
                let single = self.single_or(&value, &format!("`{expected}`"), span)?;
                match single.ty {
                    Ty::Operation(_) => self.refine(single, name, span)?,
                    _ => self.convert(single, &expected, span)?,
                }
            }
            // The type keeps the name of the operation.
            None => match &value {
                Value::Single(single) if single.ty.kind() == ty => single.clone(),
                _ => self.convert_value(value, &Ty::of(ty), span)?,
            },
        };
        self.check_variable(&requirements.checks, &single, None)?;
        Some(single.into())
    }

    /// A variable that stands for whatever the match binds it to.
    fn uninitialized(
        &mut self,
        requirements: &Requirements<'_>,
        name: Option<&Ident>,
        place: Span,
    ) -> Option<Single> {
        let ty = self.type_to_bind(requirements, name, place)?;
        let type_node = self.type_of_variable(requirements, ty, place)?;
        let op_name = requirements.op_name.as_ref();
        let op_name = op_name.map(|(name, _)| name.text.clone());
        let kind = match ty {
            Type::Attribute => NodeKind::Attribute { ty: type_node },
            Type::Type => NodeKind::Type,
            Type::TypeRange => NodeKind::Types,
            Type::Value => NodeKind::Operand { ty: type_node },
            Type::ValueRange => NodeKind::Operands { ty: type_node },
            Type::Operation => self.any_operation(op_name.clone(), place),
            Type::Region | Type::Block | Type::Place => {
                self.report_free_part(ty, place);
                return None;
            }
        };
        let ty = match ty {
            Type::Operation => Ty::Operation(op_name),
            other => Ty::of(other),
        };
        let node = self.push(kind, place);
        if self.frame.section == Section::Rewrite && ty == Ty::Attribute {
            let shown = name.map_or_else(|| "_".into(), |name| name.text.clone());
            self.frame.open_attributes.push((node, shown));
        }
        let single = Single { node, ty };
        self.check_variable(&requirements.checks, &single, type_node)?;
        Some(single)
    }

    /// The type or types of a variable of type `ty`, if its constraints are about them. The
    /// outer none is an error.
    pub(in crate::sema) fn type_of_variable(
        &mut self,
        requirements: &Requirements<'_>,
        ty: Type,
        place: Span,
    ) -> Option<Option<NodeId>> {
        if let Some((expr, _)) = requirements.type_expr {
            let expected = match ty {
                Type::ValueRange => Type::TypeRange,
                _ => Type::Type,
            };
            let value = self.expr_for(expr, Some(&Ty::of(expected)))?;
            return Some(Some(self.expect_kind(value, expected, expr.span)?));
        }
        let is_checked = requirements.checks.iter().any(|check| check.of_type);
        Some(is_checked.then(|| self.push(NodeKind::Type, place)))
    }

    /// The type of a variable without an initial value, or an error if it has no
    /// type or cannot be bound here.
    pub(in crate::sema) fn type_to_bind(
        &mut self,
        requirements: &Requirements<'_>,
        name: Option<&Ident>,
        place: Span,
    ) -> Option<Type> {
        let shown = name.map_or("_", |name| &name.text);
        let Some(ty) = requirements.ty else {
            let message =
                format!("`{shown}` has no type, expected a constraint or an initial value");
            // It may be something else than a value, so this is not an edit.
            let help = format!("write `{shown}: Value`, for example");
            self.sema
                .report(Diagnostic::error(place, message).help(help));
            return None;
        };
        // The types of an operation that computes them are known afterwards, and a
        // predicate may evaluate an attribute without a type.
        let is_open = match ty {
            Type::Type | Type::TypeRange => true,
            Type::Attribute => requirements.type_expr.is_none(),
            Type::Operation
            | Type::Value
            | Type::ValueRange
            | Type::Region
            | Type::Block
            | Type::Place => false,
        };
        if self.frame.section == Section::Rewrite && !is_open {
            self.report_unbound(shown, place);
            return None;
        }
        Some(ty)
    }

    /// Reports a region or block that is in no operation.
    fn report_free_part(&mut self, ty: Type, place: Span) {
        let (message, help) = match ty {
            Type::Block => (
                "a block of the match is in a region of an operation",
                "write its label there: `op<…>(…) ({ ^body: … })`",
            ),
            _ => (
                "a region of the match is one of an operation",
                "write it in the list of its regions: `op<…>(…) (body: Region)`",
            ),
        };
        self.sema
            .report(Diagnostic::error(place, message).help(help));
    }

    /// Reports a variable of a rewrite that nothing gives a value.
    pub(super) fn report_unbound(&mut self, shown: &str, place: Span) {
        let message = format!("`{shown}` has no value: the rewrite section cannot bind variables");
        self.sema.report(
            Diagnostic::error(place, message)
                .help("define it in the match section, or give it an initial value"),
        );
    }

    /// An operation about which at most the name is known.
    fn any_operation(&mut self, name: Option<SmolStr>, place: Span) -> NodeKind {
        NodeKind::from(hir::Operation {
            name,
            operands: vec![self.push(NodeKind::Operands { ty: None }, place)],
            attributes: Vec::new(),
            result_types: Some(vec![self.push(NodeKind::Types, place)]),
            operand_lengths: hir::RangeLengths::default(),
            result_lengths: hir::RangeLengths::default(),
            inside: None,
            is_last: false,
            num_regions: None,
            regions: Vec::new(),
        })
    }

    /// Calls the constraints with the variable, or with its type.
    pub(in crate::sema) fn check_variable(
        &mut self,
        checks: &[Check<'_>],
        variable: &Single,
        mut type_node: Option<NodeId>,
    ) -> Option<()> {
        for check in checks {
            if self.frame.section == Section::Rewrite
                && let Checked::Function(function) = &check.callee
            {
                self.sema
                    .extended(Extension::ConstraintInRewrite, check.span);
                self.warn_unchecked(function, check.span);
                continue;
            }
            if self.frame.section == Section::Rewrite && check.of_type {
                self.report_unchecked(check.span);
                return None;
            }
            let argument = match (check.of_type, type_node) {
                (false, _) => variable.node,
                (true, Some(ty)) => ty,
                (true, None) => *type_node.insert(self.type_of(variable.node, check.span)),
            };
            match &check.callee {
                Checked::Function(function) => {
                    self.inline(function, &[argument], check.span)?;
                }
                Checked::Predicate(id, arguments) => {
                    let ty = match check.of_type {
                        true => Type::Type,
                        false => variable.ty.kind(),
                    };
                    self.apply_to(*id, (argument, ty), arguments, check.span)?;
                }
            }
        }
        Some(())
    }

    /// The type of a value that is there already.
    fn type_of(&mut self, value: NodeId, span: Span) -> NodeId {
        let call = Call {
            kind: CallKind::Constraint,
            function: TYPE_OF.into(),
            arguments: vec![value],
            parameters: vec![Type::Value],
            results: vec![Type::Type],
        };
        let call = self.push(call.into(), span);
        let result = NodeKind::CallResult {
            call,
            index: 0,
            ty: Type::Type,
        };
        self.push(result, span)
    }
}
