//! What an editor selects when it selects more and more.

use super::Analysis;
use crate::{
    source::Span,
    syntax::{ast::Item, token::TokenKind},
};

/// The ranges around an offset, each in the next: the word, what is between the
/// brackets around it, these with their brackets, the statement, the declaration, the
/// text.
pub(crate) fn selections(analysis: &Analysis, offset: u32) -> Vec<Span> {
    let mut found = Vec::new();
    if let Some(token) = analysis.token_at(offset) {
        found.push(token.span);
    }
    for (inner, outer) in brackets_around(analysis, offset) {
        found.extend(statement(analysis, inner, offset));
        found.push(inner);
        found.push(outer);
    }
    let items = analysis.tree().map_or(&[][..], |tree| &tree.items);
    let items = items.iter().map(Item::span);
    found.extend(items.filter(|item| item.start <= offset && offset <= item.end));
    found.push(analysis.sources.whole(analysis.file));
    // Each is larger than the one before; what is not nested is left out.
    found.sort_by_key(|span| span.end - span.start);
    found.dedup();
    let mut nested: Vec<Span> = Vec::new();
    for span in found {
        if nested.last().is_none_or(|last| span.contains(*last)) {
            nested.push(span);
        }
    }
    nested
}

/// What is within the pairs of brackets around an offset, and the same with them,
/// innermost first.
fn brackets_around(analysis: &Analysis, offset: u32) -> Vec<(Span, Span)> {
    let (mut open, mut found) = (Vec::new(), Vec::new());
    for token in &analysis.tokens {
        match token.kind {
            TokenKind::LeftBrace
            | TokenKind::LeftParen
            | TokenKind::LeftSquare
            | TokenKind::Less => open.push(*token),
            TokenKind::RightBrace
            | TokenKind::RightParen
            | TokenKind::RightSquare
            | TokenKind::Greater => {
                let start = open
                    .iter()
                    .rposition(|other| closes(other.kind, token.kind));
                let Some(opened) = start.and_then(|start| open.drain(start..).next()) else {
                    continue;
                };
                let (left, right) = (opened.span, token.span);
                if left.end <= offset && offset <= right.start {
                    let inner = left.at_end().to(right.at_start());
                    found.push((inner, left.to(right)));
                }
            }
            _ => {}
        }
    }
    found
}

fn closes(open: TokenKind, close: TokenKind) -> bool {
    matches!(
        (open, close),
        (TokenKind::LeftBrace, TokenKind::RightBrace)
            | (TokenKind::LeftParen, TokenKind::RightParen)
            | (TokenKind::LeftSquare, TokenKind::RightSquare)
            | (TokenKind::Less, TokenKind::Greater)
    )
}

/// The statement at an offset among those in a block: from after the previous `;`,
/// `{` or `}` to the next `;`.
fn statement(analysis: &Analysis, block: Span, offset: u32) -> Option<Span> {
    let mut start = None;
    let mut depth = 0;
    for token in &analysis.tokens {
        if !block.contains(token.span) || token.kind.is_trivia() {
            continue;
        }
        let first = *start.get_or_insert(token.span);
        match token.kind {
            TokenKind::LeftBrace | TokenKind::LeftParen | TokenKind::LeftSquare => depth += 1,
            TokenKind::RightBrace | TokenKind::RightParen | TokenKind::RightSquare => depth -= 1,
            TokenKind::Semicolon if depth == 0 => {
                let whole = first.to(token.span);
                if whole.start <= offset && offset <= whole.end {
                    return Some(whole);
                }
                start = None;
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::selections;
    use crate::ide::testing::analyze;
    use expect_test::{Expect, expect};

    fn check(marked: &str, expected: Expect) {
        let (analysis, offset) = analyze(marked);
        let texts = selections(&analysis, offset).into_iter();
        let texts = texts.map(|span| format!("{:?}", analysis.sources.text(span)));
        expected.assert_eq(&texts.collect::<Vec<_>>().join("\n"));
    }

    #[test]
    fn each_range_is_in_the_next() {
        check(
            "Pattern A { erase op<a.b>; }\nPattern B { let x: Value; erase op<a.b>(x, $0x); }",
            expect![[r#"
                "x"
                "x, x"
                "(x, x)"
                "erase op<a.b>(x, x);"
                " let x: Value; erase op<a.b>(x, x); "
                "{ let x: Value; erase op<a.b>(x, x); }"
                "Pattern B { let x: Value; erase op<a.b>(x, x); }"
                "Pattern A { erase op<a.b>; }\nPattern B { let x: Value; erase op<a.b>(x, x); }""#]],
        );
        check(
            "Pattern { erase op<a.b>($0x",
            expect![[r#"
            "x"
            "Pattern { erase op<a.b>(x""#]],
        );
        check("$0", expect![[r#""""#]]);
    }
}
