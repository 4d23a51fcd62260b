//! Questions about one entity, which the tables of ODS conditions answer.

use super::{
    convert::Typed,
    syntax::{Expr, ExprKind},
    types::{INT64, Ty},
    typing::Checker,
};
use crate::{
    code::predicates::{
        Parameter, Uncovered,
        leaf::{cast_of, without_constants},
        tokens::{Token, closing, join},
    },
    mlir::ffi::body::{EntityKind, Kind, Node, OwnConstant, QuestionKind, find_question},
};
use smol_str::SmolStr;

impl Checker<'_> {
    /// The meaning of an expression whose text, about its only entity, is a known
    /// question. Objects of a class also answer the questions about its bases.
    pub(super) fn question(&mut self, expr: &Expr) -> Option<Typed> {
        let (entity, range) = self.only_entity(expr)?;
        let kind = match &entity.ty {
            Ty::Attribute(_) => EntityKind::PdllAttribute,
            Ty::Type(_) => EntityKind::PdllType,
            Ty::Operation(_) => EntityKind::PdllOperation,
            _ => return None,
        };
        let (mut start, mut end) = (expr.start, expr.end);
        while start < range.0
            && self.tokens[start].is("(")
            && closing(self.tokens, start) == Some(end)
        {
            (start, end) = (start + 1, end - 1);
        }
        let before = &self.tokens[start..range.0];
        let after = &self.tokens[range.1..end];
        let about = |class: &SmolStr| {
            let (tokens, constants) = without_constants(&[before, &subject(class), after].concat());
            let text = join(&tokens);
            let (part, ty) = match find_question(kind, &text) {
                QuestionKind::PdllQuestionOfTruth => (Kind::PdllBodyQuestion, Ty::Boolean),
                QuestionKind::PdllQuestionOfNumber => (Kind::PdllBodyNumber, Ty::Integer(INT64)),
                QuestionKind::PdllQuestionUnknown => return None,
            };
            Some((part, ty, text, constants))
        };
        let (part, ty, text, constants) = entity.ty.classes().iter().find_map(about)?;
        let mut node = Node::new(part, vec![entity.node]);
        node.text = text;
        node.entity_kind = kind;
        node.constants = constants.into_iter().map(own_constant).collect();
        Some(Typed::new(node, ty))
    }

    /// The largest part of an expression that is an entity, and its tokens. `None`
    /// if there are several.
    fn only_entity(&mut self, expr: &Expr) -> Option<(Typed, (usize, usize))> {
        let mut found = None;
        for part in parts(expr) {
            let entity = match self.expression(part) {
                Ok(typed) if is_subject(&typed.ty) => Some((typed, (part.start, part.end))),
                Err(gap) if gap == Uncovered::too_large() => return None,
                Ok(_) | Err(_) => self.only_entity(part),
            };
            if entity.is_some() && found.is_some() {
                return None;
            }
            found = found.or(entity);
        }
        found
    }
}

/// How questions about objects of a class name the entity.
fn subject(class: &str) -> Vec<Token> {
    let own = Token::Word("$_self".to_owned());
    match class {
        "Attribute" | "Type" | "Operation" => vec![own],
        class => cast_of(class, &own),
    }
}

fn is_subject(ty: &Ty) -> bool {
    matches!(ty, Ty::Attribute(_) | Ty::Type(_) | Ty::Operation(_))
}

/// The expressions that an expression consists of. The body of a lambda is no part
/// that has a value of its own.
fn parts(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Unary(_, operand) => vec![operand],
        ExprKind::Binary(_, left, right) => vec![left, right],
        ExprKind::Conditional(condition, then, otherwise) => vec![condition, then, otherwise],
        ExprKind::Member(object, _) => vec![object],
        ExprKind::Call(callee, arguments) => {
            let callee = match &callee.kind {
                ExprKind::Name(_) => None,
                _ => Some(&**callee),
            };
            callee.into_iter().chain(arguments).collect()
        }
        ExprKind::Braces(_, elements) => elements.iter().collect(),
        ExprKind::Index(list, index) => vec![list, index],
        _ => Vec::new(),
    }
}

fn own_constant(parameter: Parameter) -> OwnConstant {
    match parameter {
        Parameter::Number(number) => OwnConstant::Number(number),
        Parameter::Real(real) => OwnConstant::Real(real),
        Parameter::Numbers(numbers) => OwnConstant::Numbers(numbers),
        Parameter::Text(text) => OwnConstant::Text(text),
    }
}
