//! The definitions of native functions.

use crate::{
    hir::{CodeSlot, Declared, Native, NativeBody},
    ods::{self, Predicate, TypeDef, is_named_code},
    sema::{
        Sema,
        decl::{Body, Slot},
        expr::Ty,
    },
    syntax::ast::{CallableDecl, CallableKind, StringLit},
};
use smol_str::SmolStr;
use std::sync::Arc;

impl Body<'_, '_> {
    /// Keeps the definition of a native function with a body in C++.
    pub(in crate::sema) fn define_code(
        &mut self,
        decl: &CallableDecl,
        code: &StringLit,
        native: &SmolStr,
        parameters: &[Slot],
        results: &[Slot],
    ) {
        let body = NativeBody::Code {
            code: code.clone(),
            parameters: self.sema.code_slots(parameters),
            results: self.sema.code_slots(results),
        };
        self.sema.natives.push(Native {
            name: native.clone(),
            is_constraint: decl.kind == CallableKind::Constraint,
            returns_outcome: false,
            span: decl.name.as_ref().map_or(decl.keyword, |name| name.span),
            body,
        });
    }

    /// Keeps the declaration of a native function without a body.
    pub(in crate::sema) fn define_declared(
        &mut self,
        kind: CallableKind,
        native: &SmolStr,
        parameters: &[Slot],
        results: &[Slot],
    ) {
        let declared = Declared {
            name: native.clone(),
            is_constraint: kind == CallableKind::Constraint,
            parameters: self.sema.code_slots(parameters),
            results: self.sema.code_slots(results),
        };
        self.sema.declared.push(declared);
    }
}

impl Sema<'_> {
    /// Keeps the definition of a constraint of a `.td` file.
    pub(in crate::sema) fn define_predicate(&mut self, constraint: &ods::Constraint) {
        let predicate = match self.ods.type_def(&constraint.name) {
            Some(def) => check_of_type(def, &constraint.predicate),
            None => constraint.predicate.clone(),
        };
        self.natives.push(Native {
            name: constraint.name.clone(),
            is_constraint: true,
            returns_outcome: false,
            span: constraint.span,
            body: NativeBody::Predicate {
                subject: constraint.subject,
                predicate,
                condition: constraint.condition.clone(),
                by_name: constraint.by_name.clone(),
            },
        });
    }

    fn code_slots(&self, slots: &[Slot]) -> Vec<CodeSlot> {
        slots.iter().map(|slot| self.code_slot(slot)).collect()
    }

    fn code_slot(&self, slot: &Slot) -> CodeSlot {
        let constraint = slot
            .constraint
            .as_ref()
            .and_then(|(function, _)| self.ods.constraint(function.native.as_deref()?))
            .map(|constraint| constraint.class.clone());
        let class = match &slot.ty {
            Ty::Operation(Some(name)) => self.ods.operation(name).map(|op| op.class.clone()),
            _ => constraint,
        };
        CodeSlot {
            name: slot.name.clone(),
            ty: slot.ty.kind(),
            class,
        }
    }
}

/// The check that something is a type of a dialect. A type whose class pdll does not
/// know is known by its name.
fn check_of_type(def: &TypeDef, predicate: &Arc<Predicate>) -> Arc<Predicate> {
    if def.builds_known_type().is_some() {
        return predicate.clone();
    }
    Arc::new(Predicate::Leaf(is_named_code("$_self", &def.type_name)))
}
