//! Statements and blocks.

use super::{
    super::{
        ast::{
            Block, Body, Constraint, ConstraintKind, EraseStmt, ErrorStmt, Expr, ExprKind, Ident,
            LetStmt, ReplaceStmt, Replacement, ReturnStmt, RewriteStmt, Stmt,
        },
        parser::{Advice, Parser},
        token::{TokenKind, TokenKind as K},
    },
    constraint::constraints,
    decl::Place,
    expr::expr,
    habits::{instead_of_statement, instead_of_with, keyword_of_statement},
    predicate::condition,
};
use crate::{
    base::diagnostic::{Diagnostic, Suggestion, closest},
    base::source::Span,
};

/// `block := '{' {stmt ';'} '}'`; `None` when the `{` is missing or too deep.
pub(super) fn block(p: &mut Parser<'_>) -> Option<Block> {
    let start = p.expect(K::LeftBrace, "to start a block")?;
    p.nested(|p| {
        let mut stmts = Vec::new();
        let depth = p.bracket_depth();
        while !matches!(p.kind(), K::RightBrace | K::End | K::Pattern) {
            stmts.push(stmt_with_semicolon(p, depth));
        }
        p.expect(K::RightBrace, "at the end of the block");
        Block {
            stmts,
            span: p.span_from(start),
        }
    })
}

/// `'=>' stmt`, without the `;`.
pub(super) fn lambda_body(p: &mut Parser<'_>, place: Place) -> Body {
    let arrow = p.bump();
    let start = p.span();
    if p.at(K::Return) && p.next_kind() == K::Semicolon {
        let whole = match place {
            Place::TopLevel => arrow.to(p.span_ahead(1)),
            // The `;` is that of the statement around.
            Place::Inline => arrow.to(start),
        };
        let help = "a body that does nothing is written `{}`";
        p.report(
            Diagnostic::error(start, "expected an expression after `=>`, found `return`")
                .suggest(Suggestion::new(whole, "{}", help)),
        );
        p.bump();
        return Body::Error(start);
    }
    if p.at(K::LeftBrace) {
        let help = "a body in braces follows without `=>`";
        let between = Span {
            end: start.start,
            ..arrow
        };
        p.complain(
            Diagnostic::error(start, "expected a statement after `=>`, found `{`")
                .suggest(Suggestion::new(between, "", help)),
        );
        return block(p).map_or(Body::Error(start), Body::Block);
    }
    p.nested(stmt)
        .map_or(Body::Error(start), |stmt| Body::Lambda(Box::new(stmt)))
}

/// A statement of a block that is `depth` brackets deep, and the way back after
/// an error in it: to the `;`, or to what starts a statement on its own line.
fn stmt_with_semicolon(p: &mut Parser<'_>, depth: usize) -> Stmt {
    let stmt = stmt(p);
    end_of_stmt(p, depth, stmt)
}

/// The same in a block of a region, where the last `;` may be left out.
pub(super) fn stmt_of_block(p: &mut Parser<'_>, depth: usize) -> Stmt {
    let stmt = stmt(p);
    if p.at(K::RightBrace) && !p.is_lost() {
        return stmt;
    }
    end_of_stmt(p, depth, stmt)
}

fn end_of_stmt(p: &mut Parser<'_>, depth: usize, mut stmt: Stmt) -> Stmt {
    let ends = p.expect(K::Semicolon, "after the statement").is_some();
    if !ends && matches!(&stmt, Stmt::Expr(expr) if matches!(expr.kind, ExprKind::Name(_))) {
        // A word that starts no statement, rather than a variable.
        stmt = Stmt::Error(ErrorStmt::at(stmt.span()));
    }
    if p.is_lost() {
        p.recover(depth, |kind, starts_line| {
            kind == K::Semicolon || starts_line && (starts_stmt(kind) || in_block_only(kind))
        });
        if p.at(K::Semicolon) {
            p.bump();
        }
    }
    stmt
}

/// Parses what follows the keyword of a statement. The span is the keyword.
type ParseStmt = fn(&mut Parser<'_>, Span) -> Stmt;

/// The keywords that start a statement and nothing else.
const STMTS: &[(TokenKind, ParseStmt)] = &[
    (K::Erase, erase_stmt),
    (K::Let, let_stmt),
    (K::Replace, replace_stmt),
    (K::Return, return_stmt),
    (K::RewriteStmt, rewrite_stmt),
];

/// The statement that a keyword starts.
fn stmt_of(kind: TokenKind) -> Option<ParseStmt> {
    let (_, parse) = STMTS.iter().find(|(keyword, _)| *keyword == kind)?;
    Some(*parse)
}

fn starts_stmt(kind: TokenKind) -> bool {
    stmt_of(kind).is_some()
}

/// Whether it starts a statement or block of a region, and nothing else.
fn in_block_only(kind: TokenKind) -> bool {
    matches!(kind, K::Ellipsis | K::Label)
}

fn stmt(p: &mut Parser<'_>) -> Stmt {
    if let Some(parse) = stmt_of(p.kind()) {
        let keyword = p.bump();
        return parse(p, keyword);
    }
    if p.at(K::Ellipsis) {
        return Stmt::Others(p.bump());
    }
    if p.at(K::Label) {
        // It is always taken, because the way back from an error may end at it.
        let label = p.bump();
        let help = "regions are written after an operation: `op<…>(…) ({ ^label: … })`";
        let message = "a label belongs at the start of a block, in a region";
        p.report(Diagnostic::error(label, message).help(help));
        return Stmt::Error(ErrorStmt::at(label));
    }
    if let Some(advice) = instead_of_statement(p) {
        let span = p.span();
        p.expected_with("a statement", Some(advice));
        return Stmt::Error(ErrorStmt::at(span));
    }
    if p.at(K::Semicolon) {
        let span = p.span();
        let advice = Advice::edit(span, "", "there is no empty statement: remove the `;`");
        p.expected_with("a statement", Some(advice));
        return Stmt::Error(ErrorStmt::at(span.at_start()));
    }
    if let Some(stmt) = type_first(p) {
        return stmt;
    }
    if p.at(K::Directive) {
        let span = p.bump();
        p.error(span, "`#include` belongs at the top level");
        return Stmt::Error(ErrorStmt::at(span));
    }
    expr_stmt(p)
}

/// `Op name = expr`, as in C++, is read as a `let`.
fn type_first(p: &mut Parser<'_>) -> Option<Stmt> {
    let is_type = matches!(
        p.kind(),
        K::Attr | K::Op | K::Type | K::TypeRange | K::Value | K::ValueRange
    );
    if p.is_lost() || !is_type || p.next_kind() != K::Identifier {
        return None;
    }
    let start = p.span();
    let (ty, name) = (p.source(start), p.source(p.span_ahead(1)));
    let turned = format!("let {name}: {ty}");
    let help = format!("a variable is defined by `{turned}`");
    let whole = start.to(p.span_ahead(1));
    p.complain(
        Diagnostic::error(start, format!("expected a statement, found `{ty}`"))
            .suggest(Suggestion::new(whole, turned, help)),
    );
    p.bump();
    let name = p.take_ident();
    let init = p.eat(K::Equal).then(|| expr(p));
    Some(Stmt::Let(LetStmt {
        name,
        constraints: Vec::new(),
        init,
        span: p.span_from(start),
    }))
}

/// `let := 'let' name [':' constraints] ['=' expr]`
fn let_stmt(p: &mut Parser<'_>, keyword: Span) -> Stmt {
    if p.at(K::LeftParen) && !p.is_lost() {
        return several_names(p, keyword);
    }
    let Some(name) = p.expect_name("a name for the variable after `let`") else {
        return Stmt::Error(ErrorStmt::at(p.span_from(keyword)));
    };
    let mut constraints = if p.eat(K::Colon) {
        constraints(p)
    } else {
        Vec::new()
    };
    let init = p.eat(K::Equal).then(|| expr(p));
    if constraints.is_empty() && init.is_none() && !p.at(K::Semicolon) {
        p.expected("`:`, `=` or `;` after the variable's name");
        // Whatever comes instead of the `;` may have been meant as the type.
        let (kind, span) = (ConstraintKind::Error, p.span());
        constraints.push(Constraint { kind, span });
    }
    Stmt::Let(LetStmt {
        name,
        constraints,
        init,
        span: p.span_from(keyword),
    })
}

/// `'let' '(' name {',' name} ')'`, which other languages have.
fn several_names(p: &mut Parser<'_>, keyword: Span) -> Stmt {
    let words = "name the tuple or operation, and use its elements, as in `t.0`";
    p.expected_with(
        "a name for the variable after `let`",
        Some(Advice::Words(words)),
    );
    let mut names = Vec::new();
    while !matches!(
        p.kind(),
        K::RightParen | K::Semicolon | K::RightBrace | K::End
    ) {
        if p.kind().is_name() {
            names.push(p.take_ident());
        } else {
            p.bump();
        }
    }
    Stmt::Error(ErrorStmt {
        span: p.span_from(keyword),
        names,
    })
}

/// `erase := 'erase' expr`
fn erase_stmt(p: &mut Parser<'_>, keyword: Span) -> Stmt {
    let root = expr(p);
    Stmt::Erase(EraseStmt {
        root,
        keyword,
        span: p.span_from(keyword),
    })
}

/// `replace := 'replace' expr 'with' ( '(' expr {',' expr} ')' | expr )`
fn replace_stmt(p: &mut Parser<'_>, keyword: Span) -> Stmt {
    let root = expr(p);
    expect_with(p, "after the operation to replace");
    if p.at(K::LeftBrace) {
        let words = "several statements follow `rewrite … with`";
        p.expected_with(
            "an expression",
            Some(Advice::edit(keyword, "rewrite", words)),
        );
    }
    let with = if !p.is_lost() && p.at(K::LeftParen) {
        let start = p.bump();
        let values = p.list(K::RightParen, "after the replacement values", expr);
        let list = p.span_from(start);
        if values.is_empty() {
            let erase = format!("erase {}", p.source(root.span));
            let help = "use `erase` to remove an operation without a replacement";
            p.complain(
                Diagnostic::error(list, "expected at least one replacement value")
                    .suggest(Suggestion::new(keyword.to(list), erase, help)),
            );
        }
        Replacement::List { values, span: list }
    } else {
        let value = expr(p);
        if p.at(K::Comma) && !p.is_lost() {
            values_without_parens(p, value)
        } else {
            Replacement::Single(value)
        }
    };
    Stmt::Replace(ReplaceStmt {
        root,
        with,
        keyword,
        span: p.span_from(keyword),
    })
}

/// `first {',' expr}`, which is read as if it stood in parentheses.
fn values_without_parens(p: &mut Parser<'_>, first: Expr) -> Replacement {
    let comma = p.span();
    let errors = p.error_count();
    let mut span = first.span;
    let mut values = vec![first];
    while p.eat(K::Comma) {
        let value = expr(p);
        span = span.to(value.span);
        values.push(value);
    }
    if p.error_count() == errors {
        let text = format!("({})", p.source(span));
        let help = format!("several values are written in parentheses: `{text}`");
        p.complain(
            Diagnostic::error(comma, "expected `;` after the statement, found `,`")
                .suggest(Suggestion::new(span, text, help)),
        );
    }
    Replacement::List { values, span }
}

/// `rewrite := 'rewrite' expr 'with' block`
fn rewrite_stmt(p: &mut Parser<'_>, keyword: Span) -> Stmt {
    if p.at(K::LeftBrace) {
        let words = "name the operation: `rewrite root with { … }`";
        p.expected_with("the operation to rewrite", Some(Advice::Words(words)));
    }
    let root = expr(p);
    expect_with(p, "after the operation to rewrite");
    if p.at(K::LowerOp) || p.at(K::Identifier) {
        let words = "one replacement follows `replace … with`";
        let advice = Advice::edit(keyword, "replace", words);
        p.expected_with("`{` to start a block", Some(advice));
    }
    let body = block(p);
    Stmt::Rewrite(RewriteStmt {
        root,
        body,
        keyword,
        span: p.span_from(keyword),
    })
}

fn expect_with(p: &mut Parser<'_>, context: &str) {
    if p.is_lost() || p.eat(K::With) {
        return;
    }
    let advice = instead_of_with(p);
    p.expected_with(&format!("`with` {context}"), advice);
}

/// `return := 'return' expr`
fn return_stmt(p: &mut Parser<'_>, keyword: Span) -> Stmt {
    let value = expr(p);
    Stmt::Return(ReturnStmt {
        value,
        span: p.span_from(keyword),
    })
}

/// An expression, or a statement whose keyword is missing or misspelt.
fn expr_stmt(p: &mut Parser<'_>) -> Stmt {
    let expr = condition(p);
    let ExprKind::Name(name) = &expr.kind else {
        return Stmt::Expr(expr);
    };
    match p.kind() {
        _ if p.is_lost() => Stmt::Expr(expr),
        K::Equal if p.next_kind() == K::Equal => {
            let span = p.span().to(p.span_ahead(1));
            let message = "unexpected `==`: there are no operators";
            let help =
                "two operands with one name are the same value, as in `op<t.a>(x: Value, x)`";
            p.report(Diagnostic::error(span, message).help(help));
            Stmt::Error(ErrorStmt::at(expr.span))
        }
        K::Equal => assignment(p, name.clone()),
        kind @ (K::Less | K::Greater) if kind == K::Greater || p.next_kind() == K::Integer => {
            let sign = if kind == K::Less { "<" } else { ">" };
            let message = format!("unexpected `{sign}`: there are no operators");
            let help = "functions such as `IntegerLess` of `pdll/numbers.pdll` compare attributes";
            p.report(Diagnostic::error(p.span(), message).help(help));
            Stmt::Error(ErrorStmt::at(expr.span))
        }
        kind if kind.is_word() => misspelt_stmt(p, name).unwrap_or(Stmt::Expr(expr)),
        _ => Stmt::Expr(expr),
    }
}

/// `name '=' expr`, where the `let` is missing.
fn assignment(p: &mut Parser<'_>, name: Ident) -> Stmt {
    let message = format!("`{}` cannot be assigned to", name.text);
    let help = format!("define a variable with `let {} = …`", name.text);
    // The variable may be defined already, so this is not an edit.
    p.complain(Diagnostic::error(name.span, message).help(help));
    p.bump();
    let init = Some(expr(p));
    Stmt::Let(LetStmt {
        span: p.span_from(name.span),
        name,
        constraints: Vec::new(),
        init,
    })
}

/// A statement whose keyword is misspelt is read as if it were not.
fn misspelt_stmt(p: &mut Parser<'_>, name: &Ident) -> Option<Stmt> {
    let keywords = STMTS.iter().filter_map(|(kind, _)| kind.keyword_text());
    let meant = closest(&name.text, keywords).or_else(|| keyword_of_statement(&name.text))?;
    let parse = TokenKind::keyword(meant).and_then(stmt_of)?;
    let message = format!("expected a statement, found `{}`", name.text);
    p.complain(Diagnostic::error(name.span, message).did_you_mean(name.span, Some(meant)));
    Some(parse(p, name.span))
}
