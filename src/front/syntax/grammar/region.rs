//! The regions of an operation, and the blocks in them.

use super::{
    super::{
        ast::{BlockExpr, Expr, ExprKind, Ident, RegionContents, RegionExpr, Stmt, VariableExpr},
        parser::{Advice, Parser},
        token::TokenKind as K,
    },
    constraint::constraints,
    expr::expr,
    stmt::stmt_of_block,
};
use crate::{base::diagnostic::Diagnostic, base::source::Span};

/// Whether a list of regions starts here, where a list of operands may start as well: no
/// operand starts with a brace, has a name before it, or is a region with blocks.
pub(super) fn starts_list(p: &Parser<'_>) -> bool {
    p.at(K::LeftParen)
        && match p.kind_ahead(1) {
            K::LeftBrace => true,
            kind if kind.is_name() && p.kind_ahead(2) == K::Equal => {
                matches!(p.kind_ahead(3), K::LeftBrace | K::Underscore)
            }
            kind if kind.is_name() || kind == K::Underscore => {
                let is_region = p.kind_ahead(2) == K::Colon && p.source_ahead(3) == "Region";
                is_region && p.kind_ahead(4) == K::LeftBrace
            }
            _ => false,
        }
}

/// `region {',' region} ')'`
pub(super) fn regions(p: &mut Parser<'_>) -> Vec<RegionExpr> {
    if p.at(K::RightParen) {
        let span = p.previous().to(p.span());
        let help = "an operation without regions is written without this list; `_` stands for a region that may be anything";
        p.report(Diagnostic::error(span, "expected at least one region").help(help));
    }
    p.list(K::RightParen, "after the regions", region)
}

/// `region := [name '='] ('_' | variable ['{' {block} '}'] | '{' {block} '}' | expr)`
fn region(p: &mut Parser<'_>) -> RegionExpr {
    let is_named = p.kind().is_name() && p.next_kind() == K::Equal;
    let name = is_named.then(|| p.take_ident());
    if is_named {
        p.bump();
    }
    let start = p.span();
    let is_variable = p.at(K::Underscore) || p.kind().is_name();
    let variable = (is_variable && p.next_kind() == K::Colon).then(|| expr(p));
    let contents = if p.at(K::LeftBrace) {
        let blocks = p.nested(blocks);
        blocks.map_or(RegionContents::Error, RegionContents::Blocks)
    } else if variable.is_some() || p.eat(K::Underscore) {
        RegionContents::Any
    } else if p.kind().is_name() {
        RegionContents::Given(expr(p))
    } else {
        let words = "a region is written in braces; `_` stands for one that may be anything";
        p.expected_with(
            "`{`, `_` or a variable for a region",
            Some(Advice::Words(words)),
        );
        RegionContents::Error
    };
    RegionExpr {
        name,
        variable,
        contents,
        span: p.span_from(start),
    }
}

/// `'{' {block} '}'`
fn blocks(p: &mut Parser<'_>) -> Vec<BlockExpr> {
    p.bump();
    let depth = p.bracket_depth();
    let mut blocks = Vec::new();
    while !is_end(p) {
        blocks.push(block(p, depth));
    }
    p.expect(K::RightBrace, "at the end of the region");
    blocks
}

fn is_end(p: &Parser<'_>) -> bool {
    matches!(p.kind(), K::RightBrace | K::End | K::Pattern)
}

/// `block := [label ['(' arguments ')'] ':'] {stmt ';'}`, in a region that is `depth`
/// brackets deep. The last `;` of a region may be left out.
fn block(p: &mut Parser<'_>, depth: usize) -> BlockExpr {
    let start = p.span();
    let label = p.at(K::Label).then(|| take_label(p));
    let mut arguments = None;
    if label.is_some() {
        if p.eat(K::LeftParen) {
            arguments = Some(p.list(K::RightParen, "after the arguments of the block", argument));
        }
        p.expect(K::Colon, "after the label of a block");
        if p.is_lost() {
            p.recover(depth, |kind, starts_line| {
                kind == K::Semicolon || starts_line
            });
            p.eat(K::Semicolon);
        }
    }
    let mut stmts: Vec<Stmt> = Vec::new();
    while !is_end(p) && !p.at(K::Label) {
        stmts.push(stmt_of_block(p, depth));
    }
    BlockExpr {
        label,
        arguments,
        stmts,
        span: p.span_from(start),
    }
}

/// The name in a label.
pub(super) fn take_label(p: &mut Parser<'_>) -> Ident {
    let span = p.bump();
    let span = Span {
        start: span.start + 1,
        ..span
    };
    Ident {
        text: p.source(span).into(),
        span,
    }
}

/// `argument := (name | '_') ':' constraints`
fn argument(p: &mut Parser<'_>) -> Expr {
    let start = p.span();
    let is_name = p.at(K::Underscore) || p.kind().is_name();
    if !is_name || p.next_kind() != K::Colon {
        if is_name {
            p.bump();
        }
        let what = if is_name {
            "`:` and a constraint after the name of a block argument"
        } else {
            "a block argument"
        };
        let words = "an argument of a block is a new variable: `x: Value`";
        p.expected_with(what, Some(Advice::Words(words)));
        return Expr {
            kind: ExprKind::Error,
            span: p.span_from(start),
        };
    }
    let name = match p.at(K::Underscore) {
        true => {
            p.bump();
            None
        }
        false => Some(p.take_ident()),
    };
    p.bump();
    let constraints = constraints(p);
    Expr {
        kind: ExprKind::Variable(VariableExpr { name, constraints }),
        span: p.span_from(start),
    }
}
