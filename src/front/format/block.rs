//! Statements in braces.

use super::{
    doc::Doc,
    list::comment,
    sequence::sequence,
    tree::{Group, Tree, Word},
};
use crate::syntax::token::TokenKind as K;

/// A block with each statement on a line of its own, or on one line if the author has
/// it so.
pub(super) fn block<'a>(group: &Group<'a>) -> Doc<'a> {
    let (open, close) = (Doc::Text(group.open.text), Doc::Text(group.close.text));
    if group.children.is_empty() && group.close.comments.is_empty() {
        return Doc::Seq(vec![open, close]);
    }
    let is_end = |tree: &Tree<'_>| tree.kind() == K::Semicolon;
    let statements: Vec<_> = group.children.split_inclusive(is_end).collect();
    let firsts = statements.iter().map(|statement| statement[0].first());
    let mut words = firsts.chain([&group.close]);
    if words.all(|word| !word.starts_line && word.comments.is_empty()) {
        return on_one_line(open, &statements, close);
    }
    let mut inner = Vec::new();
    for (index, statement) in statements.into_iter().enumerate() {
        inner.push(before(statement[0].first(), index == 0));
        inner.push(sequence(statement));
    }
    let own_lines = group.close.comments.iter().flat_map(comment);
    inner.extend(own_lines);
    let end = Doc::NewLine {
        is_blank_line: false,
    };
    Doc::Seq(vec![open, Doc::Nest(inner), end, close])
}

fn on_one_line<'a>(open: Doc<'a>, statements: &[&[Tree<'a>]], close: Doc<'a>) -> Doc<'a> {
    let mut inner = Vec::new();
    for statement in statements {
        inner.extend([Doc::Line(1), sequence(statement)]);
    }
    Doc::Group {
        inner: vec![open, Doc::Nest(inner), Doc::Line(1), close],
        is_broken: false,
    }
}

/// The line breaks and comments before a statement or declaration. One blank line of
/// the author's stays, unless it would be the first line.
pub(super) fn before<'a>(word: &Word<'a>, is_first: bool) -> Doc<'a> {
    let mut docs = Vec::with_capacity(2 * word.comments.len() + 1);
    for (index, each) in word.comments.iter().enumerate() {
        let mut each = *each;
        each.follows_blank_line &= !(is_first && index == 0);
        docs.extend(comment(&each));
    }
    docs.push(Doc::NewLine {
        is_blank_line: word.follows_blank_line && !(is_first && word.comments.is_empty()),
    });
    Doc::row(docs)
}
