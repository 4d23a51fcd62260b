//! The variables that are visible at an offset.

use super::Analysis;
use crate::{
    base::source::Span,
    front::sema::{Definition, EntityKind},
    front::syntax::parts::Node,
    front::syntax::{ast::Item, token::TokenKind},
};

/// The variables and parameters that are visible at an offset, in the order of their
/// definitions.
pub(super) fn visible(analysis: &Analysis, offset: u32) -> Vec<&Definition> {
    let definitions = analysis.index.definitions.iter();
    let mut visible: Vec<_> = definitions
        .filter(|one| matches!(one.kind, EntityKind::Variable | EntityKind::Parameter))
        .filter(|one| one.span.file == analysis.file && one.span.end < offset)
        .filter(|one| region(analysis, one.span, offset).is_some_and(|end| offset <= end))
        .collect();
    visible.sort_by_key(|one| one.span);
    visible.dedup_by(|one, other| one.name == other.name);
    visible
}

/// Where the innermost block or declaration around a definition ends.
fn region(analysis: &Analysis, definition: Span, offset: u32) -> Option<u32> {
    let items = &analysis.tree()?.items;
    let number = items
        .iter()
        .position(|item| item.span().contains(definition))?;
    let next = items.get(number + 1).map(Item::span);
    let end = next.map_or(analysis.text().len() as u32, |next| next.start);
    if end < offset {
        return None;
    }
    let mut region = items[number].span();
    let mut nodes = Node::Item(&items[number]).children();
    while let Some(node) = nodes.iter().find(|node| node.span().contains(definition)) {
        if matches!(node, Node::Block(_) | Node::Callable(_)) {
            region = node.span();
        }
        nodes = node.children();
    }
    // A declaration that is not closed goes on to the next one.
    // What follows the brace is outside.
    let is_closed = braces(analysis, region);
    Some(if is_closed { region.end - 1 } else { end })
}

/// Whether a place ends with the brace that closes its first one.
fn braces(analysis: &Analysis, region: Span) -> bool {
    let tokens = analysis.tokens.iter();
    let inside = tokens.filter(|token| region.contains(token.span));
    let mut depth = 0_isize;
    let mut ends_with_brace = false;
    for token in inside.filter(|token| !token.kind.is_trivia() && token.span.start < token.span.end)
    {
        depth += match token.kind {
            TokenKind::LeftBrace => 1,
            TokenKind::RightBrace => -1,
            _ => 0,
        };
        ends_with_brace = token.kind == TokenKind::RightBrace;
    }
    ends_with_brace && depth == 0
}
