//! The regions of an operation, and the blocks in them.

use super::{
    block::before,
    doc::Doc,
    list::{self, comment},
    sequence::sequence,
    tree::{Group, Tree, Word},
};
use crate::syntax::token::TokenKind as K;

/// Regions in a row: only what is in them may be broken, unless a comment stands between
/// them.
pub(super) fn list<'a>(group: &Group<'a>) -> Doc<'a> {
    let is_comma = |tree: &Tree<'_>| tree.kind() == K::Comma;
    let regions: Vec<_> = group.children.split_inclusive(is_comma).collect();
    let firsts = regions.iter().map(|region| region[0].first());
    let mut words = firsts.chain([&group.close]);
    if words.any(|word| !word.comments.is_empty()) {
        return list::list(group);
    }
    let mut docs = vec![Doc::Text(group.open.text)];
    for (index, region) in regions.into_iter().enumerate() {
        docs.push(Doc::Blanks(usize::from(index > 0)));
        docs.push(sequence(region));
    }
    docs.push(Doc::Text(group.close.text));
    Doc::Seq(docs)
}

/// A region with each label and statement on a line of its own, or on one line if the
/// author has it so.
pub(super) fn region<'a>(group: &Group<'a>) -> Doc<'a> {
    let (open, close) = (Doc::Text(group.open.text), Doc::Text(group.close.text));
    if group.children.is_empty() && group.close.comments.is_empty() {
        return Doc::Seq(vec![open, close]);
    }
    let parts = parts(&group.children);
    let firsts = parts.iter().map(|part| part.trees[0].first());
    let mut words = firsts.chain([&group.close]);
    if words.all(|word| !word.starts_line && word.comments.is_empty()) {
        let inner = lines(&parts, |_, _| Doc::Line(1));
        return Doc::Group {
            inner: vec![open, inner, Doc::Line(1), close],
            is_broken: false,
        };
    }
    let inner = lines(&parts, before);
    let comments = Doc::Nest(group.close.comments.iter().flat_map(comment).collect());
    let end = Doc::NewLine {
        is_blank_line: false,
    };
    Doc::Seq(vec![open, inner, comments, end, close])
}

/// A label with its arguments, or a statement.
struct Part<'t, 'a> {
    trees: &'t [Tree<'a>],
    is_label: bool,
}

fn parts<'t, 'a>(children: &'t [Tree<'a>]) -> Vec<Part<'t, 'a>> {
    let mut parts = Vec::new();
    let mut rest = children;
    while let Some(first) = rest.first() {
        let is_label = first.kind() == K::Label;
        let end = if is_label { K::Colon } else { K::Semicolon };
        let length = rest.iter().position(|tree| tree.kind() == end);
        let (trees, after) = rest.split_at(length.map_or(rest.len(), |length| length + 1));
        parts.push(Part { trees, is_label });
        rest = after;
    }
    parts
}

/// The parts, each after what `between` makes of its first word. What follows a label is
/// indented.
fn lines<'a>(parts: &[Part<'_, 'a>], between: impl Fn(&Word<'a>, bool) -> Doc<'a>) -> Doc<'a> {
    let mut lines = Vec::new();
    let mut follows_label = false;
    for (index, part) in parts.iter().enumerate() {
        let first = between(part.trees[0].first(), index == 0);
        let line = Doc::Seq(vec![first, sequence(part.trees)]);
        follows_label |= part.is_label;
        lines.push(match follows_label && !part.is_label {
            true => Doc::Nest(vec![line]),
            false => line,
        });
    }
    Doc::Nest(lines)
}
