//! Constraints of `.td` files: native constraints of one argument.

use super::Function;
use crate::{
    hir::{
        Builder, Call, CallKind, NodeKind,
        builder::{DraftKind, FragmentStart},
    },
    ods::{self, Subject},
    portable::Extension,
    sema::{
        Sema,
        expr::{Callee, Ty, Value},
        index::EntityKind,
    },
    syntax::ast::{CallableKind, Ident},
};
use smol_str::format_smolstr;
use std::rc::Rc;

impl Sema<'_> {
    /// The constraint of that name in the included `.td` files.
    pub(in crate::sema) fn imported(&mut self, name: &Ident) -> Option<Rc<Function>> {
        let constraint = self.ods.constraint(&name.text)?;
        self.used(name.span, constraint.span, EntityKind::Constraint);
        if !constraint.is_common {
            self.extended(Extension::AttributeConstraint, name.span);
        }
        if constraint.item > self.scope.item() {
            self.extended(Extension::DeclaredLater, name.span);
        }
        if let Some(function) = self.functions.imported.get(&name.text) {
            return Some(function.clone());
        }
        let function = Rc::new(import(constraint));
        self.define_predicate(constraint);
        let imported = &mut self.functions.imported;
        imported.insert(name.text.clone(), function.clone());
        Some(function)
    }
}

fn import(constraint: &ods::Constraint) -> Function {
    let ty = match constraint.subject {
        Subject::Attribute => Ty::Attribute,
        Subject::Type => Ty::Type,
        Subject::Operation => Ty::Operation(None),
    };
    let mut builder = Builder::default();
    let parameter = builder.push(DraftKind::Parameter(ty.kind()), constraint.span);
    let call = NodeKind::from(Call {
        kind: CallKind::Constraint,
        function: constraint.name.clone(),
        arguments: vec![parameter],
        parameters: vec![ty.kind()],
        results: Vec::new(),
    });
    builder.push(call, constraint.span);
    Function {
        kind: CallableKind::Constraint,
        name: Some(constraint.name.clone()),
        span: constraint.span,
        native: Some(constraint.name.clone()),
        depth: 0,
        fragment: builder.end_fragment(FragmentStart::default()),
        refinements: Vec::new(),
        result: Value::Nothing(Callee {
            shown: format_smolstr!("`{}`", constraint.name),
            kind: CallableKind::Constraint,
            span: constraint.span,
        }),
        parameters: vec![ty],
    }
}
