//! Directives and declarations.

use super::{
    super::{
        ast::{
            Body, CallableBody, CallableDecl, CallableKind, Ident, Include, Item, Metadata,
            MetadataArgument, Module, Param, PatternDecl, ResultDecl,
        },
        parser::{Advice, Parser},
        token::{TokenKind, TokenKind as K},
    },
    constraint::constraint,
    habits::{MetadataSoFar, instead_of_body, instead_of_declaration, instead_of_pattern_body},
    predicate::{at_predicate, predicate_decl},
    stmt::{block, lambda_body},
    type_rule::{at_type_rule, type_rule_decl},
};
use crate::{
    base::diagnostic::{Diagnostic, Suggestion, closest},
    base::source::Span,
};

/// `module := { directive | decl }`
pub(in crate::syntax) fn module(p: &mut Parser<'_>, span: Span) -> Module {
    let mut items = Vec::new();
    while !p.at(K::End) {
        let errors = p.error_count();
        let item = match p.kind() {
            K::Directive => Item::Include(include(p)),
            kind => declaration(p, kind),
        };
        items.push(item);
        if p.is_lost() {
            recover_to_item(p);
        }
        if p.error_count() > errors {
            // With a brace too many, the end of the item is left over.
            while p.eat(K::Semicolon) || p.eat(K::RightBrace) {}
        }
    }
    items.shrink_to_fit();
    let items = items.into();
    Module { items, span }
}

/// A declaration, which starts with the keyword `kind`. One whose keyword is
/// misspelt is read as if it were not.
fn declaration(p: &mut Parser<'_>, kind: TokenKind) -> Item {
    match kind {
        K::Pattern => Item::Pattern(pattern_decl(p)),
        K::Constraint => {
            Item::Callable(callable_decl(p, CallableKind::Constraint, Place::TopLevel))
        }
        K::Rewrite => Item::Callable(callable_decl(p, CallableKind::Rewrite, Place::TopLevel)),
        K::Identifier if at_predicate(p) => Item::Predicate(predicate_decl(p)),
        K::Identifier if at_type_rule(p) => Item::TypeRule(type_rule_decl(p)),
        _ => {
            let meant = kind
                .is_word()
                .then(|| closest(p.source(p.span()), KEYWORDS.iter().map(|(text, _)| *text)))
                .flatten();
            let advice = meant
                .map(|meant| Advice::edit(p.span(), meant, format!("did you mean `{meant}`?")))
                .or_else(|| instead_of_declaration(p));
            p.expected_with("`Pattern`, `Constraint`, `Rewrite` or `#include`", advice);
            match KEYWORDS.iter().find(|(text, _)| Some(*text) == meant) {
                Some((_, meant)) if *meant != K::Directive && kind == K::Identifier => {
                    let kind = meant;
                    p.go_on();
                    declaration(p, *kind)
                }
                _ => Item::Error(p.bump()),
            }
        }
    }
}

/// What starts an item.
const KEYWORDS: &[(&str, TokenKind)] = &[
    ("Pattern", K::Pattern),
    ("Constraint", K::Constraint),
    ("Rewrite", K::Rewrite),
    ("#include", K::Directive),
];

/// Skips to the next declaration. Closing brackets that nothing opened are
/// skipped too.
fn recover_to_item(p: &mut Parser<'_>) {
    loop {
        p.recover(0, |kind, _| starts_item(kind));
        if !p.at(K::RightBrace) {
            return;
        }
        p.bump();
    }
}

fn starts_item(kind: TokenKind) -> bool {
    KEYWORDS.iter().any(|(_, keyword)| *keyword == kind)
}

/// `directive := '#include' string`
fn include(p: &mut Parser<'_>) -> Include {
    let start = p.bump();
    let is_bare = p.kind().is_word();
    let words = "the name of the file is written in quotes";
    let path = p.expect_string_with(
        "a file name after `#include`",
        is_bare.then_some(Advice::Words(words)),
    );
    if path.is_some() && p.at(K::Semicolon) {
        let message = "unexpected `;`, an `#include` ends with its file name";
        let without = Suggestion::new(p.span(), "", "remove the `;`");
        p.complain(Diagnostic::error(p.span(), message).edit(without));
        p.bump();
    }
    Include {
        path,
        span: p.span_from(start),
    }
}

/// `patternDecl := 'Pattern' [name] ['with' metadata] ( block | '=>' stmt ';' )`
fn pattern_decl(p: &mut Parser<'_>) -> PatternDecl {
    let keyword = p.bump();
    let name = match p.kind() {
        K::Identifier => Some(p.take_ident()),
        kind if kind.is_word() && kind != K::With => p.expect_identifier("a pattern name"),
        _ => None,
    };
    let metadata = metadata_list(p);
    find_pattern_body(p, &metadata);
    let body = match p.kind() {
        K::LeftBrace => block(p).map_or_else(|| Body::Error(p.span()), Body::Block),
        K::EqualArrow => {
            let body = lambda_body(p, Place::TopLevel);
            if !matches!(body, Body::Block(_)) {
                p.expect(K::Semicolon, "after the pattern's lambda body");
            }
            body
        }
        _ => Body::Error(p.span()),
    };
    // With what was not understood, so that it is known to belong here.
    let span = if p.is_lost() {
        keyword.to(p.span())
    } else {
        p.span_from(keyword)
    };
    PatternDecl {
        keyword,
        name,
        metadata,
        body,
        span,
    }
}

/// Goes to the body of a pattern, which is read even if there is an error before
/// it.
fn find_pattern_body(p: &mut Parser<'_>, metadata: &[Metadata]) {
    if !matches!(p.kind(), K::LeftBrace | K::EqualArrow) {
        let so_far = match metadata {
            [] => MetadataSoFar::None,
            _ => MetadataSoFar::Some,
        };
        let advice = instead_of_pattern_body(p, so_far);
        p.expected_with("`{` or `=>` to start the pattern's body", advice);
    }
    if p.is_lost() {
        let depth = p.bracket_depth();
        p.recover(depth, |kind, starts_line| {
            matches!(kind, K::LeftBrace | K::EqualArrow) || starts_line && starts_item(kind)
        });
    }
}

/// `['with' metadata {',' metadata}]`
fn metadata_list(p: &mut Parser<'_>) -> Vec<Metadata> {
    let mut list = Vec::new();
    if p.eat(K::With) {
        loop {
            list.extend(metadata(p));
            if !p.eat(K::Comma) {
                break;
            }
        }
    }
    list
}

/// `metadata := ident [ '(' argument {',' argument} ')' ]`
fn metadata(p: &mut Parser<'_>) -> Option<Metadata> {
    if !p.at(K::Identifier) {
        p.expected("pattern metadata, such as `benefit(2)` or `recursion`");
        return None;
    }
    let name = p.take_ident();
    if let Some(advice) = argument_without_parens(p, &name) {
        p.expected_with("`(` and the metadata's arguments", Some(advice));
        return Some(Metadata {
            span: name.span,
            name,
            arguments: Some(vec![MetadataArgument::Error]),
        });
    }
    let arguments = p.eat(K::LeftParen).then(|| {
        p.list(
            K::RightParen,
            "after the metadata's arguments",
            metadata_argument,
        )
    });
    let span = p.span_from(name.span);
    Some(Metadata {
        name,
        arguments,
        span,
    })
}

/// The edit that adds the parentheses around an integer or a string.
fn argument_without_parens(p: &Parser<'_>, name: &Ident) -> Option<Advice> {
    let is_argument = |kind| matches!(kind, K::Integer | K::String);
    let argument = match p.kind() {
        K::Equal if is_argument(p.next_kind()) => p.span_ahead(1),
        kind if is_argument(kind) => p.span(),
        _ => return None,
    };
    let whole = Span {
        start: name.span.end,
        ..argument
    };
    let text = format!("({})", p.source(argument));
    let words = format!("write `{}{text}`", name.text);
    Some(Advice::edit(whole, text, words))
}

fn metadata_argument(p: &mut Parser<'_>) -> MetadataArgument {
    if p.at(K::Integer) {
        return MetadataArgument::Integer(p.take_ident());
    }
    p.expect_string("an integer or a string")
        .map_or(MetadataArgument::Error, MetadataArgument::String)
}

/// Where a constraint or rewrite is declared, which decides about its name,
/// and the `;` after it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    TopLevel,
    Inline,
}

/// `callableDecl := ('Constraint'|'Rewrite') [name] signature body`
pub(super) fn callable_decl(p: &mut Parser<'_>, kind: CallableKind, place: Place) -> CallableDecl {
    let keyword = p.bump();
    let name = match (place, p.kind()) {
        (_, K::Identifier) => Some(p.take_ident()),
        (Place::Inline, K::LeftParen) => None,
        (Place::TopLevel, _) => p.expect_identifier("a name"),
        (Place::Inline, _) => p.expect_identifier("a name or `(`"),
    };
    p.expect(K::LeftParen, "to start the parameter list");
    let params = p.list(K::RightParen, "after the parameters", param);
    let arrow = p.span();
    let results = if p.eat(K::Arrow) {
        if no_results(p, arrow) {
            Vec::new()
        } else {
            result_list(p)
        }
    } else {
        Vec::new()
    };
    let body = callable_body(p, place);
    CallableDecl {
        kind,
        keyword,
        name,
        params: params.into_iter().flatten().collect(),
        results,
        body,
        span: p.span_from(keyword),
    }
}

/// `param := name ':' constraint`
pub(super) fn param(p: &mut Parser<'_>) -> Option<Param> {
    let is_type_first = p.kind().is_word() && p.next_kind() == K::Identifier;
    if is_type_first && !p.is_lost() {
        let (ty, name) = (p.source(p.span()), p.source(p.span_ahead(1)));
        let turned = format!("{name}: {ty}");
        let help = format!("the constraint follows the name: `{turned}`");
        let whole = p.span().to(p.span_ahead(1));
        p.report(
            Diagnostic::error(p.span(), format!("expected a parameter name, found `{ty}`"))
                .suggest(Suggestion::new(whole, turned, help)),
        );
        return None;
    }
    let name = p.expect_name("a parameter name")?;
    if !p.is_lost() && matches!(p.kind(), K::RightParen | K::Comma) {
        let words = "a parameter has a constraint, such as `Value`";
        let advice = Advice::edit(name.span.at_end(), ": Value", words);
        p.expected_with("`:` and the parameter's constraint", Some(advice));
    }
    p.expect(K::Colon, "and the parameter's constraint");
    if p.at(K::LeftSquare) {
        p.expected("one constraint of the parameter");
    }
    let constraint = constraint(p);
    Some(Param { name, constraint })
}

/// `results := result | '(' result {',' result} ')'`
fn result_list(p: &mut Parser<'_>) -> Vec<ResultDecl> {
    if !p.eat(K::LeftParen) {
        name_of_only_result(p);
        return vec![ResultDecl {
            name: None,
            constraint: constraint(p),
        }];
    }
    if p.at(K::RightParen) {
        p.expected("at least one result after `->`");
    }
    p.list(K::RightParen, "after the results", |p| {
        let is_named = p.kind().is_name() && p.next_kind() == K::Colon;
        let name = is_named.then(|| p.take_ident());
        if is_named {
            p.bump();
        }
        ResultDecl {
            name,
            constraint: constraint(p),
        }
    })
}

/// Reports and skips `void`, which other languages write for no results.
fn no_results(p: &mut Parser<'_>, arrow: Span) -> bool {
    let is_void = !p.is_lost() && p.source(p.span()) == "void";
    if is_void {
        let span = p.bump();
        let whole = Span {
            end: p.span().start,
            ..arrow
        };
        let help = "a function without results has no `->`";
        p.complain(
            Diagnostic::error(span, "expected a constraint, found `void`")
                .suggest(Suggestion::new(whole, "", help)),
        );
    }
    is_void
}

/// Reports and skips the name of a result that stands alone.
fn name_of_only_result(p: &mut Parser<'_>) {
    if !p.kind().is_name() || p.next_kind() != K::Colon || p.is_lost() {
        return;
    }
    let name = p.take_ident();
    let colon = p.bump();
    let written = Span {
        end: p.span().start,
        ..name.span
    };
    let message = format!(
        "expected a constraint after `->`, found the name `{}`",
        name.text
    );
    let help = "a single result has no name; the value of the call is the result";
    p.complain(
        Diagnostic::error(name.span.to(colon), message).suggest(Suggestion::new(written, "", help)),
    );
}

/// `body := block | '=>' stmt [';'] | [string] ';'`
///
/// The `;` after a lambda or native body ends a top-level declaration. An
/// inline one needs none; the `;` that other tools want after an inline
/// native body is accepted.
fn callable_body(p: &mut Parser<'_>, place: Place) -> CallableBody {
    let body = match p.kind() {
        _ if p.is_lost() => return CallableBody::External,
        K::LeftBrace => {
            return CallableBody::Pdll(block(p).map_or_else(|| Body::Error(p.span()), Body::Block));
        }
        K::EqualArrow => match lambda_body(p, place) {
            body @ Body::Block(_) => return CallableBody::Pdll(body),
            body => CallableBody::Pdll(body),
        },
        K::String | K::Block => match p.expect_string("a native body") {
            Some(code) => CallableBody::Native(code),
            None => CallableBody::External,
        },
        K::Semicolon if place == Place::TopLevel => CallableBody::External,
        _ => {
            let advice = instead_of_body(p);
            p.expected_with("`{`, `=>`, `[{` or `;` after the signature", advice);
            return CallableBody::External;
        }
    };
    match place {
        Place::TopLevel => {
            p.expect(K::Semicolon, "after the declaration");
        }
        Place::Inline if matches!(body, CallableBody::Native(_)) && p.at(K::Semicolon) => {
            // `Constraint C(v: Value) [{…}];` as a statement keeps its `;`.
            if matches!(
                p.next_kind(),
                K::LeftParen | K::RightSquare | K::Semicolon | K::Comma
            ) {
                p.bump();
            }
        }
        Place::Inline => {}
    }
    body
}
