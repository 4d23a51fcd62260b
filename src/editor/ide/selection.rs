//! What an editor selects when it selects more and more.

use super::{Analysis, Source, td};
use crate::{
    base::source::Span,
    front::syntax::{ast::Item, token::TokenKind},
};

/// What a token means for selections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// A bracket, and what closes it.
    Open(char),
    /// A bracket that closes.
    Close(char),
    /// The end of a statement.
    Semicolon,
    /// Anything else that has a meaning.
    Other,
}

/// The ranges around an offset, each in the next: the word, what is between the
/// brackets around it, these with their brackets, the statement, the declaration, the
/// text.
pub(crate) fn selections(analysis: &Analysis, offset: u32) -> Vec<Span> {
    let (token, parts, items) = match &analysis.source {
        Source::Program(_) => {
            let token = analysis.token_at(offset).map(|token| token.span);
            (token, parts(analysis), items(analysis))
        }
        Source::Rules(document) => (
            td::token_at(document, offset),
            td::parts(document),
            td::items(document),
        ),
    };
    let mut found = Vec::new();
    found.extend(token);
    for (inner, outer) in brackets_around(&parts, offset) {
        found.extend(statement(&parts, inner, offset));
        found.push(inner);
        found.push(outer);
    }
    let mut items = items;
    items.retain(|item| item.start <= offset && offset <= item.end);
    found.extend(items);
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

/// The tokens of a text in PDLL, without blanks and comments.
fn parts(analysis: &Analysis) -> Vec<(Span, Part)> {
    let tokens = analysis.tokens.iter();
    let tokens = tokens.filter(|token| !token.kind.is_trivia());
    let part = |kind| match kind {
        TokenKind::LeftBrace => Part::Open('}'),
        TokenKind::LeftParen => Part::Open(')'),
        TokenKind::LeftSquare => Part::Open(']'),
        TokenKind::Less => Part::Open('>'),
        TokenKind::RightBrace => Part::Close('}'),
        TokenKind::RightParen => Part::Close(')'),
        TokenKind::RightSquare => Part::Close(']'),
        TokenKind::Greater => Part::Close('>'),
        TokenKind::Semicolon => Part::Semicolon,
        _ => Part::Other,
    };
    tokens.map(|token| (token.span, part(token.kind))).collect()
}

/// The declarations of a text in PDLL.
fn items(analysis: &Analysis) -> Vec<Span> {
    let items = analysis.tree().map_or(&[][..], |tree| &tree.items);
    items.iter().map(Item::span).collect()
}

/// What is within the pairs of brackets around an offset, and the same with them,
/// innermost first.
fn brackets_around(parts: &[(Span, Part)], offset: u32) -> Vec<(Span, Span)> {
    let (mut open, mut found) = (Vec::new(), Vec::new());
    for (span, part) in parts {
        match part {
            Part::Open(bracket) => open.push((*bracket, *span)),
            Part::Close(bracket) => {
                let start = open.iter().rposition(|(other, _)| other == bracket);
                let Some((_, left)) = start.and_then(|start| open.drain(start..).next()) else {
                    continue;
                };
                if left.end <= offset && offset <= span.start {
                    let inner = left.at_end().to(span.at_start());
                    found.push((inner, left.to(*span)));
                }
            }
            Part::Semicolon | Part::Other => {}
        }
    }
    found
}

/// The statement at an offset among those in a block: from after the previous `;`,
/// `{` or `}` to the next `;`.
fn statement(parts: &[(Span, Part)], block: Span, offset: u32) -> Option<Span> {
    let mut start = None;
    let mut depth = 0;
    for (span, part) in parts {
        if !block.contains(*span) {
            continue;
        }
        let first = *start.get_or_insert(*span);
        match part {
            // Where `<` opens nothing, nothing closes it.
            Part::Open('>') | Part::Close('>') | Part::Other => {}
            Part::Open(_) => depth += 1,
            Part::Close(_) => depth -= 1,
            Part::Semicolon if depth == 0 => {
                let whole = first.to(*span);
                if whole.start <= offset && offset <= whole.end {
                    return Some(whole);
                }
                start = None;
            }
            Part::Semicolon => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::selections;
    use crate::editor::ide::testing::analyze;
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
