//! Statements and blocks.

use super::{
    super::{
        ast::{
            Block, Body, Constraint, ConstraintKind, EraseStmt, ExprKind, Ident, LetStmt,
            ReplaceStmt, Replacement, ReturnStmt, RewriteStmt, Stmt,
        },
        parser::Parser,
        token::{TokenKind, TokenKind as K},
    },
    constraint::constraints,
    decl::Place,
    expr::expr,
};
use crate::{
    diagnostic::{Diagnostic, Suggestion, closest},
    source::Span,
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
    p.nested(stmt)
        .map_or(Body::Error(start), |stmt| Body::Lambda(Box::new(stmt)))
}

/// A statement of a block that is `depth` brackets deep, and the way back after
/// an error in it: to the `;`, or to what starts a statement on its own line.
fn stmt_with_semicolon(p: &mut Parser<'_>, depth: usize) -> Stmt {
    let mut stmt = stmt(p);
    let ends = p.expect(K::Semicolon, "after the statement").is_some();
    if !ends && matches!(&stmt, Stmt::Expr(expr) if matches!(expr.kind, ExprKind::Name(_))) {
        // A word that starts no statement, rather than a variable.
        stmt = Stmt::Error(stmt.span());
    }
    if p.is_lost() {
        p.recover(depth, |kind, starts_line| {
            kind == K::Semicolon || starts_line && starts_stmt(kind)
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

fn stmt(p: &mut Parser<'_>) -> Stmt {
    if let Some(parse) = stmt_of(p.kind()) {
        let keyword = p.bump();
        return parse(p, keyword);
    }
    if p.at(K::Directive) {
        let span = p.bump();
        p.error(span, "`#include` belongs at the top level");
        return Stmt::Error(span);
    }
    expr_stmt(p)
}

/// `let := 'let' name [':' constraints] ['=' expr]`
fn let_stmt(p: &mut Parser<'_>, keyword: Span) -> Stmt {
    let Some(name) = p.expect_name("a name for the variable after `let`") else {
        return Stmt::Error(p.span_from(keyword));
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
    p.expect(K::With, "after the operation to replace");
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
        Replacement::Single(expr(p))
    };
    Stmt::Replace(ReplaceStmt {
        root,
        with,
        keyword,
        span: p.span_from(keyword),
    })
}

/// `rewrite := 'rewrite' expr 'with' block`
fn rewrite_stmt(p: &mut Parser<'_>, keyword: Span) -> Stmt {
    let root = expr(p);
    p.expect(K::With, "after the operation to rewrite");
    let body = block(p);
    Stmt::Rewrite(RewriteStmt {
        root,
        body,
        keyword,
        span: p.span_from(keyword),
    })
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
    let expr = expr(p);
    let ExprKind::Name(name) = &expr.kind else {
        return Stmt::Expr(expr);
    };
    match p.kind() {
        _ if p.is_lost() => Stmt::Expr(expr),
        K::Equal => assignment(p, name.clone()),
        kind if kind.is_word() => misspelt_stmt(p, name).unwrap_or(Stmt::Expr(expr)),
        _ => Stmt::Expr(expr),
    }
}

/// `name '=' expr`, where the `let` is missing.
fn assignment(p: &mut Parser<'_>, name: Ident) -> Stmt {
    let message = format!("`{}` cannot be assigned to", name.text);
    let help = format!("define a variable with `let {} = …`", name.text);
    p.complain(
        Diagnostic::error(name.span, message).suggest(Suggestion::new(
            name.span.at_start(),
            "let ",
            help,
        )),
    );
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
    let meant = closest(&name.text, keywords)?;
    let parse = TokenKind::keyword(meant).and_then(stmt_of)?;
    let message = format!("expected a statement, found `{}`", name.text);
    p.complain(Diagnostic::error(name.span, message).did_you_mean(name.span, Some(meant)));
    Some(parse(p, name.span))
}
