//! Expressions.

use super::{
    super::{
        ast::{
            CallableKind, Expr, ExprKind, Ident, NamedAttribute, OperationExpr, StringLit,
            TupleElement, VariableExpr,
        },
        parser::{Advice, Parser},
        strings,
        token::TokenKind as K,
    },
    constraint::{constraints, op_name_in_angles},
    decl::{Place, callable_decl},
    habits::{instead_of_expr, instead_of_negated, is_builtin_type},
    predicate::{argument, condition, valued_arguments},
    region::{self, regions},
};
use crate::{
    base::diagnostic::{Diagnostic, Suggestion},
    base::source::Span,
};

/// `expr := '_' ':' constraints | primary {postfix}`
pub(super) fn expr(p: &mut Parser<'_>) -> Expr {
    let start = p.span();
    p.nested(|p| {
        if !p.is_lost() && p.at(K::Underscore) {
            return wildcard(p);
        }
        let primary = primary(p);
        postfix(p, primary)
    })
    .unwrap_or(Expr {
        kind: ExprKind::Error,
        span: start,
    })
}

/// `'_' ':' constraints`
fn wildcard(p: &mut Parser<'_>) -> Expr {
    let start = p.bump();
    if !p.at(K::Colon) {
        let words = "a value of any kind is written `_: Value`";
        let advice = Advice::edit(start.at_end(), ": Value", words);
        p.expected_with("`:` and a constraint after `_`", Some(advice));
    }
    let kind = match p.expect(K::Colon, "and a constraint after `_`") {
        Some(_) => ExprKind::Variable(VariableExpr {
            name: None,
            constraints: constraints(p),
        }),
        None => ExprKind::Error,
    };
    Expr {
        kind,
        span: p.span_from(start),
    }
}

fn primary(p: &mut Parser<'_>) -> Expr {
    let start = p.span();
    let is_keyword = |p: &Parser<'_>| p.next_kind() == K::Less;
    let kind = match p.kind() {
        _ if p.is_lost() => ExprKind::Error,
        K::LowerAttr if is_keyword(p) => literal(p).map_or(ExprKind::Error, ExprKind::Attribute),
        K::LowerType if is_keyword(p) => literal(p).map_or(ExprKind::Error, ExprKind::Type),
        K::LowerOp if is_keyword(p) => ExprKind::Operation(Box::new(operation(p))),
        K::Constraint => inline_decl(p, CallableKind::Constraint),
        K::Rewrite => inline_decl(p, CallableKind::Rewrite),
        K::LeftParen => {
            p.bump();
            ExprKind::Tuple(p.list(K::RightParen, "after the tuple's elements", tuple_element))
        }
        K::Not => negation(p),
        K::String => p.expect_string("a string").map_or(ExprKind::Error, |text| {
            let source = p.source(text.span);
            ExprKind::Attribute(strings::as_attribute(source, text))
        }),
        kind if kind.is_name() && lacks_angle(p) => {
            let keyword = kind.describe();
            p.bump();
            let advice = without_angle(p, &keyword);
            p.expected_with(&format!("`<` after {keyword}"), advice);
            ExprKind::Error
        }
        kind if kind.is_name() => name_or_variable(p),
        K::Label => ExprKind::Label(region::take_label(p)),
        _ => {
            let advice = instead_of_expr(p);
            p.expected_with("an expression", advice);
            ExprKind::Error
        }
    };
    Expr {
        kind,
        span: p.span_from(start),
    }
}

fn inline_decl(p: &mut Parser<'_>, kind: CallableKind) -> ExprKind {
    ExprKind::Inline(Box::new(callable_decl(p, kind, Place::Inline)))
}

/// Whether the current token was meant as `attr<`, `op<` or `type<`, and not as
/// a name.
fn lacks_angle(p: &Parser<'_>) -> bool {
    let is_text = matches!(p.next_kind(), K::String | K::Block | K::BadText);
    match p.kind() {
        K::LowerAttr | K::LowerType => {
            is_text || matches!(p.next_kind(), K::LeftParen | K::Identifier)
        }
        K::LowerOp => is_text || p.next_kind() == K::Identifier,
        _ => false,
    }
}

/// What to write instead of what follows `attr`, `op` or `type`.
fn without_angle(p: &Parser<'_>, keyword: &str) -> Option<Advice> {
    let keyword = keyword.trim_matches('`');
    let in_parens = p.at(K::LeftParen)
        && matches!(p.kind_ahead(1), K::String | K::Block)
        && p.kind_ahead(2) == K::RightParen;
    let (whole, text) = match p.kind() {
        K::LeftParen if in_parens => (p.span().to(p.span_ahead(2)), p.source(p.span_ahead(1))),
        K::String | K::Block => (p.span(), p.source(p.span())),
        _ => return None,
    };
    let words = format!("it is written `{keyword}<{text}>`");
    Some(Advice::edit(whole, format!("<{text}>"), words))
}

/// `name` or `name ':' constraints`
fn name_or_variable(p: &mut Parser<'_>) -> ExprKind {
    let name = p.take_ident();
    if p.at(K::Less) && !p.is_lost() {
        p.bump();
        return ExprKind::Valued(name, valued_arguments(p));
    }
    if !p.eat(K::Colon) {
        return ExprKind::Name(name);
    }
    let constraints = constraints(p);
    ExprKind::Variable(VariableExpr {
        name: Some(name),
        constraints,
    })
}

/// `'not' name '(' arguments ')'`
fn negation(p: &mut Parser<'_>) -> ExprKind {
    p.bump();
    if !p.at(K::Identifier) {
        let advice = instead_of_negated(p);
        p.expected_with("the name of a constraint after `not`", advice);
        return ExprKind::Error;
    }
    let name = p.take_ident();
    let callee = Expr {
        span: name.span,
        kind: ExprKind::Name(name),
    };
    let paren = p.expect(K::LeftParen, "and the arguments of the negated constraint");
    if paren.is_none() {
        return ExprKind::Error;
    }
    let arguments = arguments(p, "after the arguments", argument);
    let span = p.span_from(callee.span);
    ExprKind::Not(Box::new(Expr {
        kind: ExprKind::Call(Box::new(callee), arguments),
        span,
    }))
}

/// `postfix := '.' member | '(' arguments ')'`
///
/// Chains grow to the left, so that their depth is counted here: later layers
/// walk down them.
fn postfix(p: &mut Parser<'_>, base: Expr) -> Expr {
    let start = base.span;
    let is_member = p.at(K::Dot);
    if p.is_lost() || !(is_member || p.at(K::LeftParen)) {
        return base;
    }
    p.bump();
    let kind = if is_member {
        if !(p.kind().is_word() || p.at(K::Integer)) {
            p.expected("a name or an index after `.`");
            return Expr {
                kind: ExprKind::Error,
                span: p.span_from(start),
            };
        }
        ExprKind::Member(Box::new(base), p.take_ident())
    } else {
        let arguments = arguments(p, "after the arguments", argument);
        ExprKind::Call(Box::new(base), arguments)
    };
    let span = p.span_from(start);
    p.nested(|p| postfix(p, Expr { kind, span }))
        .unwrap_or(Expr {
            kind: ExprKind::Error,
            span,
        })
}

/// Arguments or operands up to the `)`. Reports those with names.
fn arguments(p: &mut Parser<'_>, context: &str, one: fn(&mut Parser<'_>) -> Expr) -> Vec<Expr> {
    let mut named = None;
    let arguments = p.list(K::RightParen, context, |p| {
        if p.kind().is_name() && p.next_kind() == K::Equal {
            let name = p.take_ident();
            let equal = p.bump();
            let end = p.span().start;
            named.get_or_insert((Span { end, ..name.span }, name, equal));
        }
        one(p)
    });
    if let Some((assignment, name, equal)) = named {
        let message = format!("expected `,` or `:` after `{}`, found `=`", name.text);
        let help = "arguments and operands have no names; write them in order";
        p.complain(
            Diagnostic::error(equal, message).suggest(Suggestion::new(assignment, "", help)),
        );
    }
    arguments
}

/// `[name '='] expr`
fn tuple_element(p: &mut Parser<'_>) -> TupleElement {
    let is_named = p.kind().is_name() && p.next_kind() == K::Equal;
    let name = is_named.then(|| p.take_ident());
    if is_named {
        p.bump();
    }
    TupleElement {
        name,
        value: condition(p),
    }
}

/// `('attr'|'type') '<' string '>'`
fn literal(p: &mut Parser<'_>) -> Option<StringLit> {
    let keyword = p.bump();
    let keyword = p.source(keyword);
    p.bump();
    let is_bare = p.kind().is_word() || p.at(K::Integer);
    let advice = is_bare.then(|| {
        let quoted = format!("\"{}\"", p.source(p.span()));
        let words = format!("MLIR text is written in quotes, as in `{keyword}<{quoted}>`");
        Advice::edit(p.span(), quoted, words)
    });
    let text = p.expect_string_with("a string with MLIR text", advice);
    p.expect(K::Greater, "after the literal");
    text
}

/// `operation := 'op' '<' [opName] '>' ['(' operands ')'] ['{' attributes '}'] ['->' '(' types ')']
/// ['(' regions ')']`
fn operation(p: &mut Parser<'_>) -> OperationExpr {
    let keyword = p.bump();
    let name = op_name_in_angles(p);
    let operands = (!region::starts_list(p) && p.eat(K::LeftParen))
        .then(|| arguments(p, "after the operands", expr));
    let attributes = if p.eat(K::LeftBrace) {
        attributes(p)
    } else {
        Vec::new()
    };
    let result_types = p.eat(K::Arrow).then(|| result_types(p));
    let regions = p.eat(K::LeftParen).then(|| regions(p));
    OperationExpr {
        keyword,
        name,
        operands,
        attributes,
        result_types,
        regions,
    }
}

/// `'(' types ')'`. A type without parentheses is read as if it had some.
fn result_types(p: &mut Parser<'_>) -> Vec<Expr> {
    if p.eat(K::LeftParen) {
        return p.list(K::RightParen, "after the result types", expr);
    }
    if !(p.at(K::LowerType) || p.at(K::Identifier)) {
        p.expect(K::LeftParen, "before the result types");
        return Vec::new();
    }
    let (start, found) = (p.span(), p.source(p.span()));
    let errors = p.error_count();
    let ty = expr(p);
    if p.error_count() == errors {
        let text = match p.source(ty.span) {
            word if is_builtin_type(word) => format!("(type<\"{word}\">)"),
            other => format!("({other})"),
        };
        let help = format!("result types are written in parentheses: `{text}`");
        let message = format!("expected `(` before the result types, found `{found}`");
        p.complain(Diagnostic::error(start, message).suggest(Suggestion::new(ty.span, text, help)));
    }
    vec![ty]
}

/// What follows the `{` of an attribute list.
fn attributes(p: &mut Parser<'_>) -> Vec<NamedAttribute> {
    if p.at(K::RightBrace) {
        let span = p.previous().to(p.span());
        let help = "leave out the `{}` of an operation without attributes";
        p.report(
            Diagnostic::error(span, "expected at least one attribute")
                .suggest(Suggestion::new(span, "", help)),
        );
    }
    // Most operations have one, and a list that grows takes memory for four at once.
    let mut attributes = Vec::with_capacity(1);
    p.list(K::RightBrace, "after the attributes", |p| {
        attributes.extend(named_attribute(p));
    });
    if p.is_lost() && p.at(K::Semicolon) && p.kind_ahead(2) != K::Equal {
        // The statement ends here, without the brace.
        p.close_brace();
    }
    attributes
}

/// `(word | string) ['=' expr]`
fn named_attribute(p: &mut Parser<'_>) -> Option<NamedAttribute> {
    let name = if p.at_string() {
        let name = p.expect_string("an attribute name")?;
        Ident {
            text: name.text.into(),
            span: name.span,
        }
    } else if p.kind().is_word() {
        p.take_ident()
    } else {
        p.expected("an attribute name");
        return None;
    };
    if p.at(K::Colon) {
        let advice = Advice::edit(p.span(), " =", "the value of an attribute follows `=`");
        p.expected_with("`=` and the attribute's value", Some(advice));
    }
    let value = p.eat(K::Equal).then(|| expr(p));
    if p.at(K::Colon) {
        let words = "the type belongs in the literal, as in `attr<\"1 : i32\">`";
        p.expected_with("`}` after the attributes", Some(Advice::Words(words)));
    }
    Some(NamedAttribute { name, value })
}
