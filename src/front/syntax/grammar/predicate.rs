//! Predicates: their declarations, and what only their uses have.
//!
//! `Predicate`, `and`, `or` and the words of clauses are no keywords. They mean
//! something only where a name cannot stand.

use super::{
    super::{
        ast::{
            ClauseKind, Connective, Expr, ExprKind, Ident, PredicateBody, PredicateClause,
            PredicateDecl,
        },
        parser::Parser,
        token::TokenKind as K,
    },
    decl::param,
    expr::expr,
};
use crate::base::diagnostic::Diagnostic;

/// Whether the declaration of a predicate starts here.
pub(super) fn at_predicate(p: &Parser<'_>) -> bool {
    at_word(p, "Predicate") && p.next_kind() == K::Identifier
}

/// `predicateDecl := 'Predicate' name '(' params ')' ( '=' condition | {clause} ) ';'`
pub(super) fn predicate_decl(p: &mut Parser<'_>) -> PredicateDecl {
    let keyword = p.bump();
    let name = p.take_ident();
    p.expect(K::LeftParen, "to start the parameter list");
    let params = p.list(K::RightParen, "after the parameters", param);
    let body = if p.is_lost() {
        PredicateBody::Error
    } else if p.eat(K::Equal) {
        PredicateBody::Condition(condition(p))
    } else {
        clauses(p)
    };
    p.expect(K::Semicolon, "after the declaration");
    PredicateDecl {
        keyword,
        name,
        params: params.into_iter().flatten().collect(),
        body,
        span: p.span_from(keyword),
    }
}

/// `clause := 'check' [code] | 'capture' '(' names ')' [code] | 'evaluate' [code]`
fn clauses(p: &mut Parser<'_>) -> PredicateBody {
    let mut clauses = Vec::new();
    while let Some(kind) = clause_kind(p) {
        let keyword = p.bump();
        let captured = match kind {
            ClauseKind::Capture => captured(p),
            ClauseKind::Check | ClauseKind::Evaluate => Vec::new(),
        };
        let has_code = !p.is_lost() && p.at_string();
        let code = has_code.then(|| p.expect_string("a native body")).flatten();
        clauses.push(PredicateClause {
            kind,
            keyword,
            captured,
            code,
            rewrite_code: None,
            span: p.span_from(keyword),
        });
    }
    if clauses.is_empty() {
        p.expected("`=` and a condition, or `check`, `capture` or `evaluate`");
        return PredicateBody::Error;
    }
    PredicateBody::Clauses(clauses)
}

fn clause_kind(p: &Parser<'_>) -> Option<ClauseKind> {
    let kinds = [
        ("check", ClauseKind::Check),
        ("capture", ClauseKind::Capture),
        ("evaluate", ClauseKind::Evaluate),
    ];
    let kind = kinds.into_iter().find(|(word, _)| at_word(p, word));
    kind.filter(|_| !p.is_lost()).map(|(_, kind)| kind)
}

fn captured(p: &mut Parser<'_>) -> Vec<Ident> {
    p.expect(K::LeftParen, "and the captured parameters");
    let names = p.list(K::RightParen, "after the captured parameters", |p| {
        p.expect_name("the name of a parameter")
    });
    names.into_iter().flatten().collect()
}

/// `condition := conjunction {'or' conjunction}`
pub(super) fn condition(p: &mut Parser<'_>) -> Expr {
    joined(p, Connective::Or, conjunction)
}

/// `conjunction := expr {'and' expr}`
fn conjunction(p: &mut Parser<'_>) -> Expr {
    joined(p, Connective::And, expr)
}

fn joined(p: &mut Parser<'_>, connective: Connective, part: fn(&mut Parser<'_>) -> Expr) -> Expr {
    let word = match connective {
        Connective::And => "and",
        Connective::Or => "or",
    };
    let start = p.span();
    let first = part(p);
    if p.is_lost() || !at_word(p, word) {
        return first;
    }
    let mut parts = vec![first];
    while !p.is_lost() && at_word(p, word) {
        p.bump();
        parts.push(part(p));
    }
    Expr {
        kind: ExprKind::Joined(connective, parts),
        span: p.span_from(start),
    }
}

/// An argument of a call. A `_` is an argument of predicates only.
pub(super) fn argument(p: &mut Parser<'_>) -> Expr {
    let ends = matches!(p.next_kind(), K::Comma | K::RightParen | K::Greater);
    let start = p.span();
    let kind = match p.kind() {
        _ if p.is_lost() || !ends => return joined_argument(p),
        K::Underscore => {
            p.bump();
            ExprKind::Any
        }
        K::Integer => ExprKind::Integer(p.take_ident()),
        _ => return joined_argument(p),
    };
    Expr { kind, span: start }
}

/// An argument that is an expression. One that goes on as a condition is an error.
fn joined_argument(p: &mut Parser<'_>) -> Expr {
    let argument = expr(p);
    if p.is_lost() || !at_connective(p) {
        return argument;
    }
    let found = p.source(p.span());
    let message = format!("expected the end of the argument, found `{found}`");
    let help = "a condition is no argument: name the type, and join the conditions about it, \
                as in `F32(t) or F64(t)`";
    p.complain(Diagnostic::error(p.span(), message).help(help));
    while !p.is_lost() && at_connective(p) {
        p.bump();
        expr(p);
    }
    argument
}

fn at_connective(p: &Parser<'_>) -> bool {
    at_word(p, "or") || at_word(p, "and")
}

/// What follows the `<` after the name of a predicate.
pub(super) fn valued_arguments(p: &mut Parser<'_>) -> Vec<Expr> {
    p.list(K::Greater, "after the arguments of the predicate", argument)
}

fn at_word(p: &Parser<'_>, word: &str) -> bool {
    p.at(K::Identifier) && p.source(p.span()) == word
}
