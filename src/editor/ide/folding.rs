//! What may be folded away.

use super::{Analysis, Source, td};
use crate::{
    base::source::Span,
    front::syntax::token::{Token, TokenKind},
};

/// A range of text that may be folded away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fold {
    /// From the start of what stays visible to the end.
    pub(crate) span: Span,
    /// What it is.
    pub(crate) kind: FoldKind,
}

/// What is folded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FoldKind {
    /// Lines of comment.
    Comment,
    /// Includes.
    Includes,
    /// What is between brackets.
    Block,
}

/// What a token means for folding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// It opens what the bracket closes.
    Open(char),
    /// A bracket that closes.
    Close(char),
    /// It may have several lines itself.
    Block,
    /// A comment at the start of a line.
    Comment,
    /// An include.
    Include,
}

/// The ranges of more than one line that may be folded, in the order of their starts.
pub(crate) fn folds(analysis: &Analysis) -> Vec<Fold> {
    match &analysis.source {
        Source::Program(_) => of_tokens(analysis, roles(analysis)),
        Source::Rules(document) => td::folds(analysis, document),
    }
}

/// The same, of the tokens that matter.
pub(super) fn of_tokens(
    analysis: &Analysis,
    tokens: impl Iterator<Item = (Span, Role)>,
) -> Vec<Fold> {
    let mut found = Vec::new();
    let (mut open, mut comments, mut includes) = (Vec::new(), None, None);
    let lines = |span: Span| {
        let sources = &analysis.sources;
        (
            sources.position(span).line,
            sources.position(span.at_end()).line,
        )
    };
    let kind = FoldKind::Block;
    for (span, role) in tokens {
        match role {
            Role::Open(bracket) => open.push((bracket, span)),
            Role::Close(bracket) => {
                let start = open.iter().rposition(|(other, _)| *other == bracket);
                // Brackets within that nobody closes are errors.
                if let Some(start) = start {
                    let opened: Option<(char, Span)> = open.drain(start..).next();
                    let whole = opened.map(|(_, opened)| opened.to(span));
                    found.extend(whole.map(|span| Fold { span, kind }));
                }
            }
            Role::Block => found.push(Fold { span, kind }),
            Role::Comment => extend(&mut comments, span, FoldKind::Comment, &mut found, lines),
            Role::Include => extend(&mut includes, span, FoldKind::Includes, &mut found, lines),
        }
    }
    found.extend([comments, includes].into_iter().flatten());
    found.retain(|fold| {
        let (first, last) = lines(fold.span);
        first < last
    });
    found.sort_by_key(|fold| fold.span);
    found
}

/// The tokens of a text in PDLL.
fn roles(analysis: &Analysis) -> impl Iterator<Item = (Span, Role)> {
    let tokens = analysis.tokens.iter().enumerate();
    tokens.filter_map(|(index, token)| {
        let role = match token.kind {
            TokenKind::LeftBrace => Role::Open('}'),
            TokenKind::LeftParen => Role::Open(')'),
            TokenKind::LeftSquare => Role::Open(']'),
            TokenKind::RightBrace => Role::Close('}'),
            TokenKind::RightParen => Role::Close(')'),
            TokenKind::RightSquare => Role::Close(']'),
            TokenKind::Block => Role::Block,
            TokenKind::Comment if starts_line(analysis, index) => Role::Comment,
            TokenKind::Directive => Role::Include,
            _ => return None,
        };
        Some((token.span, role))
    })
}

/// Whether only white space stands before a token in its line.
fn starts_line(analysis: &Analysis, index: usize) -> bool {
    let previous = index.checked_sub(1).map(|index| analysis.tokens[index]);
    previous.is_none_or(|Token { kind, span }| {
        kind == TokenKind::Whitespace && analysis.sources.text(span).contains('\n')
            || span.start == 0
    })
}

/// Adds a line to the group of lines before it, or starts another group.
fn extend(
    group: &mut Option<Fold>,
    span: Span,
    kind: FoldKind,
    found: &mut Vec<Fold>,
    lines: impl Fn(Span) -> (u32, u32),
) {
    match group {
        Some(fold) if lines(fold.span).1 + 1 == lines(span).0 => fold.span = fold.span.to(span),
        _ => found.extend(group.replace(Fold { span, kind })),
    }
}

#[cfg(test)]
mod tests {
    use super::folds;
    use crate::editor::ide::testing::analyze;
    use expect_test::{Expect, expect};

    fn check(text: &str, expected: Expect) {
        let (analysis, _) = analyze(text);
        let lines = folds(&analysis).into_iter().map(|fold| {
            let start = analysis.sources.position(fold.span).line;
            let end = analysis.sources.position(fold.span.at_end()).line;
            format!("{:?} {start}-{end}", fold.kind)
        });
        expected.assert_eq(&lines.collect::<Vec<_>>().join("\n"));
    }

    #[test]
    fn brackets_comments_and_includes() {
        check(
            "// One\n// two.\n#include \"a.td\"\n#include \"b.td\"\n\nPattern {\n  erase op<a.b>(\n\
             x: Value\n  );\n}\nPattern => erase op<a.b>; // here\n// there\n",
            expect![[r#"
                Comment 1-2
                Includes 3-4
                Block 6-10
                Block 7-9"#]],
        );
    }

    #[test]
    fn brackets_that_nobody_closes() {
        check("Pattern {\n  erase op<a.b>(\n}\n", expect!["Block 1-3"]);
    }
}
