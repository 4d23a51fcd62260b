//! Constraints of `.td` files: native constraints of one argument.

use super::{
    Sema,
    function::{Fragment, Function},
    value::{Ty, Value},
};
use crate::{
    hir::{Call, CallKind, Node, NodeId, NodeKind},
    ods::{self, Subject},
    syntax::ast::CallableKind,
};
use std::rc::Rc;

impl Sema<'_> {
    /// The constraint of that name in the included `.td` files.
    pub(super) fn imported(&mut self, name: &str) -> Option<Rc<Function>> {
        if let Some(function) = self.functions.imported.get(name) {
            return Some(function.clone());
        }
        let constraint = self.ods.constraint(name)?;
        let function = Rc::new(import(constraint));
        self.define_predicate(constraint);
        self.functions
            .imported
            .insert(name.into(), function.clone());
        Some(function)
    }
}

fn import(constraint: &ods::Constraint) -> Function {
    let ty = match constraint.subject {
        Subject::Attribute => Ty::Attribute,
        Subject::Type => Ty::Type,
        Subject::Operation => Ty::Operation(None),
    };
    let node = |kind| Node {
        kind,
        span: constraint.span,
        name: None,
        call: None,
    };
    let call = NodeKind::Call(Call {
        kind: CallKind::Constraint,
        function: constraint.name.clone(),
        arguments: vec![NodeId(0)],
        parameters: vec![ty.kind()],
        results: Vec::new(),
    });
    Function {
        kind: CallableKind::Constraint,
        name: Some(constraint.name.clone()),
        span: constraint.span,
        native: Some(constraint.name.clone()),
        depth: 0,
        fragment: Fragment {
            start: 0,
            nodes: vec![node(NodeKind::Parameter(ty.kind())), node(call)],
            first_call: 0,
            calls: Vec::new(),
            refinements: Vec::new(),
            result: Value::NOTHING,
        },
        parameters: vec![ty],
    }
}
