//! Lists in brackets.

use super::{
    doc::Doc,
    sequence,
    tree::{Comment, Group, Tree, Word},
};
use crate::syntax::token::TokenKind as K;

/// A list on one line, or with its elements in lines of their own. If the author has
/// broken it after the bracket, it stays broken, and its lines have the same elements.
pub(super) fn list<'a>(group: &Group<'a>) -> Doc<'a> {
    let (open, close) = (Doc::Text(group.open.text), Doc::Text(group.close.text));
    if group.children.is_empty() && group.close.comments.is_empty() {
        return Doc::Seq(vec![open, close]);
    }
    if group.open.kind == K::Less && !group.has_comment {
        return flat(group);
    }
    let is_kept = group.open.kind != K::Less
        && group
            .children
            .first()
            .is_some_and(|one| one.first().starts_line);
    let mut elements = Vec::new();
    for (index, element) in split(&group.children).enumerate() {
        elements.extend(separated(element, index == 0, is_kept));
    }
    let end = match comments(&group.close) {
        Some(comments) => Doc::Nest(vec![comments]),
        None => Doc::Line(0),
    };
    Doc::Group {
        inner: vec![open, Doc::Nest(elements), end, close],
        is_broken: is_kept || group.has_comment,
    }
}

/// A list that is never broken: what is between angle brackets.
fn flat<'a>(group: &Group<'a>) -> Doc<'a> {
    let mut docs = vec![Doc::Text(group.open.text)];
    for (index, element) in split(&group.children).enumerate() {
        docs.push(Doc::Blanks(usize::from(index > 0)));
        docs.push(sequence::sequence(element));
    }
    docs.push(Doc::Text(group.close.text));
    Doc::Seq(docs)
}

/// The elements, each with its comma.
fn split<'t, 'a>(children: &'t [Tree<'a>]) -> impl Iterator<Item = &'t [Tree<'a>]> {
    children.split_inclusive(|tree| tree.kind() == K::Comma)
}

/// An element, and what stands before it.
fn separated<'a>(element: &[Tree<'a>], is_first: bool, is_kept: bool) -> [Doc<'a>; 2] {
    let first = element[0].first();
    let doc = sequence::sequence(element);
    match comments(first) {
        Some(comments) => [comments, doc],
        None if is_first => [Doc::Line(0), doc],
        None if is_kept => {
            let next = Doc::Next {
                inner: vec![doc],
                is_broken: first.starts_line,
            };
            // It has a blank of its own.
            [Doc::Blanks(0), next]
        }
        None => [Doc::Line(1), doc],
    }
}

/// The comments before a word, which starts a new line after them.
pub(super) fn comments<'a>(word: &Word<'a>) -> Option<Doc<'a>> {
    if word.comments.is_empty() {
        return None;
    }
    let mut docs: Vec<_> = word.comments.iter().flat_map(comment).collect();
    docs.push(Doc::NewLine {
        is_blank_line: false,
    });
    Some(Doc::Seq(docs))
}

/// A comment on the line of what stands before it, or on one of its own.
pub(super) fn comment<'a>(comment: &Comment<'a>) -> [Doc<'a>; 2] {
    let before = match comment.gap {
        Some(gap) => Doc::Blanks(gap.max(1)),
        None => Doc::NewLine {
            is_blank_line: comment.follows_blank_line,
        },
    };
    [before, Doc::Text(comment.text)]
}
