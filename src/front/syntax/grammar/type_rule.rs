//! Rules for the types of results. `TypeRule` is no keyword: it means something only
//! where a declaration starts.

use super::{
    super::{
        ast::{Body, TypeRuleDecl},
        parser::Parser,
        token::TokenKind as K,
    },
    decl::Place,
    stmt::{block, lambda_body},
};

/// Whether a rule for the types of results starts here.
pub(super) fn at_type_rule(p: &Parser<'_>) -> bool {
    let follows = [K::Identifier, K::EqualArrow, K::LeftBrace];
    p.at(K::Identifier) && p.source(p.span()) == "TypeRule" && follows.contains(&p.next_kind())
}

/// `typeRuleDecl := 'TypeRule' [name] ( block | '=>' opExpr ';' )`
pub(super) fn type_rule_decl(p: &mut Parser<'_>) -> TypeRuleDecl {
    let keyword = p.bump();
    let name = p.at(K::Identifier).then(|| p.take_ident());
    let body = match p.kind() {
        K::LeftBrace => block(p).map_or_else(|| Body::Error(p.span()), Body::Block),
        K::EqualArrow => {
            let body = lambda_body(p, Place::TopLevel);
            if !matches!(body, Body::Block(_)) {
                p.expect(K::Semicolon, "after the operation");
            }
            body
        }
        _ => {
            p.expected("`=>` and an operation, or `{`");
            Body::Error(p.span())
        }
    };
    TypeRuleDecl {
        keyword,
        name,
        body,
        span: p.span_from(keyword),
    }
}
