//! What stands between two separators: a statement, a declaration or an element.

use super::{
    block,
    doc::Doc,
    list, regions,
    spacing::has_blank,
    tree::{Contents, Group, Tree},
};
use crate::syntax::token::{TokenKind, TokenKind as K};

/// The trees in a row. The comments before the first one are left to the caller.
pub(super) fn sequence<'a>(trees: &[Tree<'a>]) -> Doc<'a> {
    Sequence::default().run(trees)
}

#[derive(Default)]
struct Sequence<'a> {
    pieces: Vec<Doc<'a>>,
    /// The piece that is being written.
    piece: Vec<Doc<'a>>,
    /// Whether the author has broken the line before it.
    is_broken: bool,
    /// Whether everything from there on belongs to it.
    is_rest: bool,
}

impl<'a> Sequence<'a> {
    fn run(mut self, trees: &[Tree<'a>]) -> Doc<'a> {
        let mut is_clause = false;
        for (index, tree) in trees.iter().enumerate() {
            if index > 0 {
                let kind = trees[index - 1].last_kind();
                let has_blank = is_clause && tree.kind() == K::LeftParen
                    || lists_regions(&trees[..index], tree)
                    || has_blank(kind, tree.kind());
                is_clause = starts_clause(&trees[..index], is_clause, tree);
                if !tree.first().comments.is_empty() {
                    self.comments(&trees[index..]);
                    break;
                }
                match Break::between(kind, &trees[index..]) {
                    Break::No if is_clause => self.finish_piece(tree.first().starts_line),
                    Break::Rest => {
                        self.rest(&trees[index..]);
                        break;
                    }
                    Break::Piece => self.finish_piece(tree.first().starts_line),
                    Break::No if has_blank => self.piece.push(Doc::Blanks(1)),
                    Break::No => {}
                }
            }
            self.piece.push(doc(tree));
        }
        if self.pieces.is_empty() {
            return Doc::row(self.piece);
        }
        self.finish_piece(false);
        Doc::Seq(self.pieces)
    }

    /// Everything else is one piece.
    fn rest(&mut self, trees: &[Tree<'a>]) {
        self.finish_piece(trees[0].first().starts_line);
        self.is_rest = true;
        self.piece.push(sequence(trees));
    }

    /// A comment in the middle. What follows it is indented.
    fn comments(&mut self, trees: &[Tree<'a>]) {
        let comments = list::comments(trees[0].first());
        let rest = comments.into_iter().chain([sequence(trees)]).collect();
        self.piece.push(Doc::Nest(rest));
    }

    /// Starts a new piece.
    fn finish_piece(&mut self, starts_line: bool) {
        let piece = std::mem::take(&mut self.piece);
        self.pieces.push(match self.pieces.is_empty() {
            true => Doc::row(piece),
            false => Doc::Part {
                inner: piece,
                is_broken: self.is_broken,
                may_stay: !self.is_rest,
            },
        });
        self.is_broken = starts_line;
    }
}

/// Where a line may be broken.
enum Break {
    No,
    /// Before a part of an operation or declaration.
    Piece,
    /// Before all that follows.
    Rest,
}

impl Break {
    /// Where the line may be broken before the first one of `trees`.
    fn between(before: TokenKind, trees: &[Tree<'_>]) -> Break {
        let (tree, after) = trees.split_first().expect("there is one");
        match (before, tree.kind()) {
            (K::EqualArrow, _) => Break::Rest,
            (K::Equal, _) if tree.first().starts_line => Break::Rest,
            (K::Dot, _) => Break::No,
            (_, K::With) if may_be_broken(tree, after) => Break::Rest,
            (_, K::Arrow) => Break::Piece,
            (_, K::LeftBrace) if !is_block(tree) => Break::Piece,
            _ => Break::No,
        }
    }
}

/// Whether a word is one of those that only predicates have, such as `or` and
/// `capture`: no other name follows an operand.
fn starts_clause(before: &[Tree<'_>], is_after_clause: bool, tree: &Tree<'_>) -> bool {
    use K::{Block, Greater, Identifier, Integer, RightParen, String};
    let Some(last) = before.last() else {
        return false;
    };
    let is_operand = matches!(
        last.last_kind(),
        Block | Greater | Identifier | Integer | RightParen | String
    );
    let is_keyword = before.len() == 1 && matches!(last.first().text, "Predicate" | "TypeRule");
    let joins = is_after_clause && matches!(last.first().text, "and" | "or");
    tree.kind() == K::Identifier && is_operand && !is_keyword && !joins
}

/// Whether a line may be broken before `with`. If the author has broken the operation
/// after it instead, it is not.
fn may_be_broken(with: &Tree<'_>, after: &[Tree<'_>]) -> bool {
    let is_metadata = after
        .iter()
        .any(|tree| tree.kind() == K::EqualArrow || is_block(tree));
    let is_broken = |tree: &Tree<'_>| {
        matches!(tree.kind(), K::LeftBrace | K::Arrow) && tree.first().starts_line
    };
    !is_metadata && (with.first().starts_line || !after.iter().any(is_broken))
}

/// Whether a list is that of an operation's regions. One after a list of result types is.
fn lists_regions(before: &[Tree<'_>], tree: &Tree<'_>) -> bool {
    let kinds = before.iter().rev().map(Tree::kind).take(2);
    matches!(tree, Tree::Group(group) if group.contents == Contents::Regions)
        || tree.kind() == K::LeftParen && kinds.eq([K::LeftParen, K::Arrow])
}

fn is_block(tree: &Tree<'_>) -> bool {
    matches!(tree, Tree::Group(group) if group.is_block())
}

fn doc<'a>(tree: &Tree<'a>) -> Doc<'a> {
    match tree {
        Tree::Word(word) => Doc::Text(word.text),
        Tree::Group(group) => bracketed(group),
    }
}

fn bracketed<'a>(group: &Group<'a>) -> Doc<'a> {
    match group.contents {
        Contents::Regions => regions::list(group),
        Contents::Blocks => regions::region(group),
        Contents::Other if group.is_block() => block::block(group),
        Contents::Other => list::list(group),
    }
}
