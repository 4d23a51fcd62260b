//! `matchPattern`, with the matchers of mlir/IR/Matchers.h.

use super::{
    convert::Typed,
    operators::call_operator,
    syntax::{Expr, ExprKind, Name},
    types::Ty,
    typing::{Checked, Checker},
};
use crate::mlir::ffi::body::{CastMode, Kind, Node};

impl Checker<'_> {
    /// Whether an attribute, an operation or the operation that defines a value matches.
    pub(super) fn matched(&mut self, subject: &Typed, matcher: &Expr) -> Checked<Typed> {
        let ExprKind::Call(callee, arguments) = &matcher.kind else {
            return Err(self.unknown(matcher));
        };
        let ExprKind::Name(name) = &callee.kind else {
            return Err(self.unknown(matcher));
        };
        let known = match (&*name.path, &arguments[..]) {
            ("m_AnyAttrOf", [_, ..]) => {
                let each = arguments.iter().map(|one| self.matched(subject, one));
                let each: Vec<_> = each.collect::<Checked<_>>()?;
                let nodes = each.into_iter().map(|one| one.node);
                let any = nodes.reduce(|one, other| Node::new(Kind::PdllBodyOr, vec![one, other]));
                any.map(|node| Typed::new(node, Ty::Boolean))
            }
            ("m_Op", []) => self.is_operation(subject.clone(), name),
            ("m_Constant" | "m_ConstantInt" | "m_ConstantFloat", [pointer]) => {
                self.bound(subject, &name.path, pointer)
            }
            ("m_Constant", []) => constant(subject, &name.path)
                .map(|found| found.wrapped(Kind::PdllBodyIsPresent, Ty::Boolean)),
            ("m_ConstantInt" | "m_ConstantFloat" | "m_Any", _) => None,
            (matcher, []) => constant(subject, matcher).filter(|found| found.ty == Ty::Boolean),
            _ => None,
        };
        known.ok_or_else(|| self.unknown(matcher))
    }

    /// `m_Op<Class>()`.
    fn is_operation(&self, subject: Typed, name: &Name) -> Option<Typed> {
        let [class] = &name.arguments[..] else {
            return None;
        };
        let operation = match &subject.ty {
            Ty::Value => call_operator("Value.getDefiningOp", vec![subject])?,
            Ty::Operation(_) => subject,
            _ => return None,
        };
        let mut node = self.class_check(Kind::PdllBodyIsClass, &operation, class)?;
        node.cast = CastMode::PdllBodyCastChecked;
        Some(Typed::new(node, Ty::Boolean))
    }

    /// A matcher that sets a variable.
    fn bound(&self, subject: &Typed, matcher: &str, pointer: &Expr) -> Option<Typed> {
        let ExprKind::Unary('&', variable) = &pointer.kind else {
            return None;
        };
        let ExprKind::Name(variable) = &variable.kind else {
            return None;
        };
        let variable = self.variable(&variable.path)?;
        let found = constant(subject, matcher)?;
        let value = match (&found.ty, &variable.ty) {
            (Ty::Attribute(_), Ty::Attribute(class)) if class == "Attribute" => found.node,
            (Ty::Attribute(_), Ty::Attribute(class)) => {
                let mut node = self.class_check(Kind::PdllBodyCast, &found, class)?;
                node.cast = CastMode::PdllBodyCastDynamic;
                node
            }
            (Ty::Optional(number), own) if **number == *own => found.node,
            _ => return None,
        };
        let mut node = Node::new(Kind::PdllBodyBind, vec![value]);
        node.index = variable.node.index;
        Some(Typed::new(node, Ty::Boolean))
    }
}

/// What the shim's function for a matcher says of the subject.
fn constant(subject: &Typed, matcher: &str) -> Option<Typed> {
    call_operator(&format!("matchPattern {matcher}"), vec![subject.clone()])
}
