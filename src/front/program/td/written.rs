//! Types and attributes that pdll knows by their names only: nothing but a `.td` file
//! describes them. They are taken apart and built by how they are written.

use super::{Origin, TdPredicate, clause, declaration, def_params, expr, kind, this};
use crate::{
    base::source::{Span, StringLit},
    ods::{self, Ods, TypeDef},
    syntax::ast::{
        ClauseKind, Constraint, Expr, ExprKind, Ident, Param, PredicateBody, PredicateDecl,
    },
};

/// The predicates of definitions of unknown classes, and those that they are made of.
pub(super) fn predicates(defs: &[&TypeDef], ods: &Ods) -> Vec<TdPredicate> {
    let mut all: Vec<_> = defs.iter().map(|def| predicate(def, ods)).collect();
    if let Some(first) = defs.first() {
        all.extend(HELPERS.iter().map(|helper| helper.predicate(first.span)));
    }
    all
}

fn predicate(def: &TypeDef, ods: &Ods) -> TdPredicate {
    let span = def.span;
    let params = def_params(def);
    let (body, origin) = match ods::form(def, ods) {
        Ok(form) => (
            PredicateBody::Condition(condition(def, form, &params)),
            Origin::Written,
        ),
        Err(reason) => (
            PredicateBody::Clauses(vec![clause(ClauseKind::Check, Vec::new(), None, span)]),
            Origin::Unknown(reason),
        ),
    };
    TdPredicate {
        decl: declaration(&def.name, span, params, body),
        origin,
    }
}

/// `self` is written in that form, and has these parameters.
fn condition(def: &TypeDef, form: String, params: &[Param]) -> Expr {
    let span = def.span;
    let whole = match def.is_attribute {
        true => &ATTRIBUTE,
        false => &TYPE,
    };
    let mut parts = attribute("[]".to_owned(), span);
    for (parameter, param) in std::iter::zip(&def.parameters, &params[1..]).rev() {
        let helper = match parameter.is_type() {
            true => &TYPE_PART,
            false => &ATTRIBUTE_PART,
        };
        parts = helper.call(vec![name(&param.name.text, span), parts], span);
    }
    whole.call(vec![name("self", span), attribute(form, span), parts], span)
}

/// A predicate of the library that no file names.
struct Helper {
    /// What messages call it. No name in a pattern file has blanks.
    name: &'static str,
    /// The name that those of its functions begin with.
    function: &'static str,
    is_of_type: bool,
    /// The other parameters, and whether they are types. The ones that are captured are
    /// last.
    parameters: &'static [(&'static str, bool)],
    captured: usize,
}

const TYPE: Helper = Helper {
    name: "written type",
    function: "WrittenType",
    is_of_type: true,
    parameters: &[("form", false), ("parts", false)],
    captured: 1,
};

const ATTRIBUTE: Helper = Helper {
    name: "written attribute",
    function: "WrittenAttribute",
    is_of_type: false,
    parameters: &[("form", false), ("parts", false)],
    captured: 1,
};

const TYPE_PART: Helper = Helper {
    name: "type parameter",
    function: "TypePart",
    is_of_type: false,
    parameters: &[("first", true), ("rest", false)],
    captured: 2,
};

const ATTRIBUTE_PART: Helper = Helper {
    name: "attribute parameter",
    function: "AttributePart",
    is_of_type: false,
    parameters: &[("first", false), ("rest", false)],
    captured: 2,
};

const HELPERS: &[&Helper] = &[&TYPE, &ATTRIBUTE, &TYPE_PART, &ATTRIBUTE_PART];

impl Helper {
    fn predicate(&self, span: Span) -> TdPredicate {
        let mut params = vec![this(span)];
        params[0].constraint.kind = kind(self.is_of_type);
        params.extend(self.parameters.iter().map(|(name, is_type)| Param {
            name: ident(name, span),
            constraint: Constraint {
                kind: kind(*is_type),
                span,
            },
        }));
        let first = self.parameters.len() - self.captured;
        let captured = self.parameters[first..].iter();
        let captured = captured.map(|(name, _)| ident(name, span)).collect();
        let clauses = vec![
            clause(ClauseKind::Capture, captured, None, span),
            clause(ClauseKind::Evaluate, Vec::new(), None, span),
        ];
        TdPredicate {
            decl: PredicateDecl {
                body: PredicateBody::Clauses(clauses),
                ..declaration(self.name, span, params, PredicateBody::Error)
            },
            origin: Origin::Type(self.function.into()),
        }
    }

    fn call(&self, arguments: Vec<Expr>, span: Span) -> Expr {
        let callee = Box::new(name(self.name, span));
        expr(ExprKind::Call(callee, arguments), span)
    }
}

fn name(text: &str, span: Span) -> Expr {
    expr(ExprKind::Name(ident(text, span)), span)
}

fn attribute(text: String, span: Span) -> Expr {
    expr(
        ExprKind::Attribute(StringLit::at_one_place(text, span)),
        span,
    )
}

fn ident(text: &str, span: Span) -> Ident {
    Ident {
        text: text.into(),
        span,
    }
}
