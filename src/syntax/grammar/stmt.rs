//! Statements and blocks.

use super::{
    super::{
        ast::{
            Block, Body, Constraint, ConstraintKind, EraseStmt, Expr, ExprKind, Ident, LetStmt,
            ReplaceStmt, Replacement, ReturnStmt, RewriteStmt, Stmt,
        },
        parser::Parser,
        token::{TokenKind, TokenKind as K},
    },
    constraint::constraints,
    expr::expr,
};
use crate::diagnostic::Diagnostic;

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
pub(super) fn lambda_body(p: &mut Parser<'_>) -> Body {
    p.bump();
    let start = p.span();
    p.nested(stmt)
        .map_or(Body::Error(start), |stmt| Body::Lambda(Box::new(stmt)))
}

/// A statement of a block that is `depth` brackets deep, and the way back after
/// an error in it: to the `;`, or to what starts a statement on its own line.
fn stmt_with_semicolon(p: &mut Parser<'_>, depth: usize) -> Stmt {
    let stmt = stmt(p);
    p.expect(K::Semicolon, "after the statement");
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

/// The keywords that start a statement and nothing else.
fn starts_stmt(kind: TokenKind) -> bool {
    matches!(
        kind,
        K::Let | K::Erase | K::Replace | K::RewriteStmt | K::Return
    )
}

fn stmt(p: &mut Parser<'_>) -> Stmt {
    match p.kind() {
        K::Let => let_stmt(p),
        K::Erase => erase_stmt(p),
        K::Replace => replace_stmt(p),
        K::RewriteStmt => rewrite_stmt(p),
        K::Return => return_stmt(p),
        K::Directive => {
            let span = p.bump();
            p.error(span, "`#include` belongs at the top level");
            Stmt::Error(span)
        }
        _ => expr_stmt(p),
    }
}

/// `let := 'let' name [':' constraints] ['=' expr]`
fn let_stmt(p: &mut Parser<'_>) -> Stmt {
    let keyword = p.bump();
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
fn erase_stmt(p: &mut Parser<'_>) -> Stmt {
    let keyword = p.bump();
    let root = expr(p);
    Stmt::Erase(EraseStmt {
        root,
        keyword,
        span: p.span_from(keyword),
    })
}

/// `replace := 'replace' expr 'with' ( '(' expr {',' expr} ')' | expr )`
fn replace_stmt(p: &mut Parser<'_>) -> Stmt {
    let keyword = p.bump();
    let root = expr(p);
    p.expect(K::With, "after the operation to replace");
    let with = if !p.is_lost() && p.at(K::LeftParen) {
        let start = p.bump();
        let values = p.list(K::RightParen, "after the replacement values", expr);
        let list = p.span_from(start);
        if values.is_empty() {
            p.complain(
                Diagnostic::error(list, "expected at least one replacement value")
                    .help("an operation without replacement is removed with `erase`"),
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
fn rewrite_stmt(p: &mut Parser<'_>) -> Stmt {
    let keyword = p.bump();
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
fn return_stmt(p: &mut Parser<'_>) -> Stmt {
    let keyword = p.bump();
    let value = expr(p);
    Stmt::Return(ReturnStmt {
        value,
        span: p.span_from(keyword),
    })
}

/// An expression, with a word for those who forgot the `let`.
fn expr_stmt(p: &mut Parser<'_>) -> Stmt {
    let expr = expr(p);
    if let (
        Expr {
            kind: ExprKind::Name(Ident { text, span }),
            ..
        },
        K::Equal,
    ) = (&expr, p.kind())
    {
        let message = format!("`{text}` cannot be assigned to");
        p.report(
            Diagnostic::error(*span, message)
                .help(format!("define a variable with `let {text} = …`")),
        );
        return Stmt::Error(*span);
    }
    Stmt::Expr(expr)
}
