//! Conditions that are trees of TableGen, as expressions.

use super::{Origin, TdPredicate, declaration, expr, kind, name_of, place::Places};
use crate::{
    base::source::Span,
    ods::{NamedTerm, Ods, Term, TypePredicate},
    syntax::ast::{Connective, Constraint, Expr, ExprKind, Ident, Param, PredicateBody},
};
use smol_str::{SmolStr, format_smolstr};
use std::collections::BTreeSet;

/// Writes the condition of one predicate.
pub(super) struct Writer<'a> {
    predicate: &'a TypePredicate,
    ods: &'a Ods,
    places: &'a mut Places,
    /// What must hold of named arguments, besides the condition that is written.
    further: Vec<Expr>,
    /// Predicates that stand for `and` and `or` in the place of an argument.
    pub(super) auxiliary: Vec<TdPredicate>,
}

/// The first parameter of an auxiliary predicate. TableGen has no such names.
const SELF: &str = "the argument";

impl<'a> Writer<'a> {
    pub(super) fn new(predicate: &'a TypePredicate, ods: &'a Ods, places: &'a mut Places) -> Self {
        Writer {
            predicate,
            ods,
            places,
            further: Vec::new(),
            auxiliary: Vec::new(),
        }
    }

    /// A condition. `this` is what it is about in the place of an argument; without
    /// it, the condition states all arguments.
    pub(super) fn condition(&mut self, term: &Term, this: Option<&str>) -> Expr {
        let outer = std::mem::take(&mut self.further);
        let condition = self.single_condition(term, this);
        let further = std::mem::replace(&mut self.further, outer);
        if further.is_empty() {
            return condition;
        }
        let span = condition.span;
        let parts = std::iter::once(condition).chain(further).collect();
        expr(ExprKind::Joined(Connective::And, parts), span)
    }

    /// What a term that stands in the place of `name` says about it.
    pub(super) fn about(&mut self, term: &Term, name: &str) -> Expr {
        match term {
            Term::Predicate(predicate) => self.call(predicate, Some(name), &[]),
            _ => self.condition(term, Some(name)),
        }
    }

    fn single_condition(&mut self, term: &Term, this: Option<&str>) -> Expr {
        match term {
            Term::Application(operator, parts) => match connective(operator) {
                Some(connective) => {
                    let span = self.places.of(operator);
                    let parts = parts.iter().map(|one| self.condition(&one.term, this));
                    let parts = parts.collect();
                    expr(ExprKind::Joined(connective, parts), span)
                }
                None => self.call(operator, this, parts),
            },
            // Only a connective in the place of an argument has such parts.
            _ => {
                let value = self.value(term, "", None);
                match this {
                    Some(this) => self.equality(this, value),
                    None => value,
                }
            }
        }
    }

    /// A predicate and its arguments, where `this` comes before them.
    fn call(&mut self, operator: &str, this: Option<&str>, arguments: &[NamedTerm]) -> Expr {
        let name = self.predicate_name(operator);
        let span = name.span;
        let this = this.map(|this| expr(ExprKind::Name(ident(this, span)), span));
        let skipped = usize::from(this.is_some());
        let mut all: Vec<_> = this.into_iter().collect();
        all.extend(self.arguments(operator, skipped, arguments));
        let callee = Box::new(expr(ExprKind::Name(name), span));
        expr(ExprKind::Call(callee, all), span)
    }

    fn arguments(&mut self, operator: &str, skipped: usize, list: &[NamedTerm]) -> Vec<Expr> {
        let arguments = list.iter().enumerate().map(|(index, argument)| {
            let is_type = is_type(self.ods, operator, index + skipped);
            self.argument(argument, is_type)
        });
        arguments.collect()
    }

    /// An argument, and whether it is a type, where that is known.
    fn argument(&mut self, argument: &NamedTerm, is_type: Option<bool>) -> Expr {
        let value = self.value(&argument.term, &argument.name, is_type);
        if argument.name.is_empty() || matches!(argument.term, Term::Variable) {
            return value;
        }
        if !matches!(value.kind, ExprKind::Any) {
            let equality = self.equality(&argument.name, value);
            self.further.push(equality);
        }
        self.variable(&argument.name)
    }

    fn value(&mut self, term: &Term, name: &str, is_type: Option<bool>) -> Expr {
        match term {
            Term::Variable if name.is_empty() => expr(ExprKind::Any, self.predicate.span),
            Term::Variable => self.variable(name),
            Term::Predicate(predicate) => match &**predicate {
                "any" => expr(ExprKind::Any, self.places.of(predicate)),
                _ => {
                    let name = self.predicate_name(predicate);
                    let span = name.span;
                    expr(ExprKind::Name(name), span)
                }
            },
            Term::Number(number) => {
                let digits = number.to_string();
                let span = self.places.of(&digits);
                expr(ExprKind::Integer(ident(&digits, span)), span)
            }
            Term::Application(operator, arguments) => match connective(operator) {
                Some(_) => self.auxiliary(term, is_type),
                None => {
                    let name = self.predicate_name(operator);
                    let span = name.span;
                    let arguments = self.arguments(operator, 1, arguments);
                    expr(ExprKind::Valued(name, arguments), span)
                }
            },
        }
    }

    /// A predicate of its own for `and` and `or` in the place of an argument.
    fn auxiliary(&mut self, term: &Term, is_type: Option<bool>) -> Expr {
        let span = self.predicate.span;
        let mut names = BTreeSet::new();
        variables(term, &mut names);
        let condition = self.condition(term, Some(SELF));
        let number = self.auxiliary.len() + 1;
        let own = name_of(&self.predicate.name, self.predicate.include);
        let name = ident(&format_smolstr!("{own} part {number}"), condition.span);
        let arguments = names.iter().map(|name| {
            let arguments = &self.predicate.arguments;
            arguments.iter().find(|argument| argument.name == *name)
        });
        // Other names are errors of the condition.
        let arguments: Vec<_> = arguments.flatten().collect();
        let this = param(SELF, is_type.unwrap_or(true), span);
        let others = arguments
            .iter()
            .map(|one| param(&one.name, one.is_type, span));
        let params: Vec<_> = std::iter::once(this).chain(others).collect();
        self.auxiliary.push(TdPredicate {
            origin: Origin::Predicate(vec![None; params.len()]),
            decl: declaration(
                &name.text,
                span,
                params,
                PredicateBody::Condition(condition),
            ),
        });
        let arguments = arguments.iter().map(|argument| {
            let span = name.span;
            expr(ExprKind::Name(ident(&argument.name, span)), span)
        });
        let arguments = arguments.collect();
        let at = name.span;
        expr(ExprKind::Valued(name, arguments), at)
    }

    fn equality(&mut self, name: &str, value: Expr) -> Expr {
        let span = value.span;
        let callee = Box::new(expr(ExprKind::Name(ident("eq", span)), span));
        let name = expr(ExprKind::Name(ident(name, span)), span);
        expr(ExprKind::Call(callee, vec![name, value]), span)
    }

    /// The mention of a variable.
    pub(super) fn variable(&mut self, name: &str) -> Expr {
        let span = self.places.of(name);
        expr(ExprKind::Name(ident(name, span)), span)
    }

    fn predicate_name(&mut self, name: &str) -> Ident {
        let span = self.places.of(name);
        ident(&name_of(name, self.predicate.include), span)
    }
}

/// Whether an argument of a predicate is a type, where that is known.
pub(super) fn is_type(ods: &Ods, predicate: &str, position: usize) -> Option<bool> {
    if let Some(def) = ods.predicate_def(predicate) {
        let parameter = |index: usize| def.parameters.get(index);
        return match position.checked_sub(1) {
            None => Some(!def.is_attribute),
            Some(index) => parameter(index).map(|parameter| parameter.is_type()),
        };
    }
    let mut all = ods.type_predicates().iter();
    let found = all.find(|one| one.name == predicate)?;
    Some(found.arguments.get(position)?.is_type)
}

pub(super) fn connective(operator: &str) -> Option<Connective> {
    match operator {
        "and" => Some(Connective::And),
        "or" => Some(Connective::Or),
        _ => None,
    }
}

/// The names of variables in a condition.
fn variables(term: &Term, names: &mut BTreeSet<SmolStr>) {
    if let Term::Application(_, arguments) = term {
        for argument in arguments {
            if !argument.name.is_empty() {
                names.insert(argument.name.clone());
            }
            variables(&argument.term, names);
        }
    }
}

fn ident(text: &str, span: Span) -> Ident {
    Ident {
        text: text.into(),
        span,
    }
}

fn param(name: &str, is_type: bool, span: Span) -> Param {
    Param {
        name: ident(name, span),
        constraint: Constraint {
            kind: kind(is_type),
            span,
        },
    }
}
