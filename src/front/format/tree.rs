//! Tokens as a tree of brackets.

use crate::syntax::{
    lexer::is_blank,
    token::{Token, TokenKind, TokenKind as K},
};

/// A comment, and how it stands before its token.
#[derive(Debug, Clone, Copy)]
pub(super) struct Comment<'a> {
    /// Without blanks at its end.
    pub(super) text: &'a str,
    /// The blanks between it and what stands before it on its line; `None` if
    /// nothing does.
    pub(super) gap: Option<usize>,
    /// Whether a blank line stands before it.
    pub(super) follows_blank_line: bool,
}

/// A token with the comments before it.
#[derive(Debug, Clone)]
pub(super) struct Word<'a> {
    pub(super) kind: TokenKind,
    pub(super) text: &'a str,
    /// Its place in the source.
    pub(super) start: usize,
    pub(super) comments: Vec<Comment<'a>>,
    /// Whether it starts a line of the source.
    pub(super) starts_line: bool,
    /// Whether a blank line stands before it, after its comments.
    pub(super) follows_blank_line: bool,
}

/// A token, or brackets with what is between them.
#[derive(Debug)]
pub(super) enum Tree<'a> {
    Word(Word<'a>),
    Group(Group<'a>),
}

#[derive(Debug)]
pub(super) struct Group<'a> {
    pub(super) contents: Contents,
    pub(super) open: Word<'a>,
    pub(super) children: Vec<Tree<'a>>,
    pub(super) close: Word<'a>,
    /// Whether a comment is between the brackets, so that a line must end there.
    pub(super) has_comment: bool,
}

/// What is between brackets, as far as what stands before them shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Contents {
    /// The regions of an operation.
    Regions,
    /// The blocks of a region.
    Blocks,
    /// Anything else.
    Other,
}

impl<'a> Tree<'a> {
    pub(super) fn first(&self) -> &Word<'a> {
        match self {
            Tree::Word(word) => word,
            Tree::Group(group) => &group.open,
        }
    }

    fn has_comment(&self) -> bool {
        !self.first().comments.is_empty() || matches!(self, Tree::Group(group) if group.has_comment)
    }

    /// The kind of the last token.
    pub(super) fn last_kind(&self) -> TokenKind {
        match self {
            Tree::Word(word) => word.kind,
            Tree::Group(group) => group.close.kind,
        }
    }

    /// The kind of the token, or of the opening bracket.
    pub(super) fn kind(&self) -> TokenKind {
        self.first().kind
    }
}

impl Group<'_> {
    /// Finds out whether it lists the regions of an operation, if it follows `before`.
    fn mark_regions(&mut self, before: Option<&Tree<'_>>) {
        let kinds: Vec<_> = self.children.iter().map(Tree::kind).take(3).collect();
        let follows_list = match before.map(Tree::last_kind) {
            Some(K::RightParen | K::RightBrace) => true,
            Some(K::Greater) => false,
            _ => return,
        };
        let is_list = match kinds[..] {
            [K::LeftBrace, ..] => true,
            [name, K::Equal, K::LeftBrace | K::Underscore] => name.is_name(),
            [K::Underscore] | [K::Underscore, K::Comma, ..] => follows_list,
            _ => follows_list && self.has_region(),
        };
        if self.open.kind != K::LeftParen || !is_list {
            return;
        }
        self.contents = Contents::Regions;
        for child in &mut self.children {
            if let Tree::Group(region) = child
                && region.open.kind == K::LeftBrace
            {
                region.contents = Contents::Blocks;
            }
        }
    }

    /// Whether braces are an element of a list, or follow the word that ends a variable.
    fn has_region(&self) -> bool {
        let mut before = K::Comma;
        self.children.iter().any(|child| {
            let follows = std::mem::replace(&mut before, child.last_kind());
            child.kind() == K::LeftBrace && matches!(follows, K::Comma | K::Equal | K::Identifier)
        })
    }

    /// Whether statements are between the brackets, and not a list.
    pub(super) fn is_block(&self) -> bool {
        let has_statement = |tree: &Tree<'_>| tree.kind() == K::Semicolon;
        self.open.kind == K::LeftBrace
            && (self.children.is_empty() || self.children.iter().any(has_statement))
    }
}

/// The words of `tokens`, which are those of `text`. The last one is the end of the
/// file.
pub(super) fn words<'a>(text: &'a str, tokens: &[Token]) -> impl Iterator<Item = Word<'a>> {
    let mut before = Before::default();
    tokens.iter().filter_map(move |token| {
        let part = &text[token.span.start as usize..token.span.end as usize];
        match token.kind {
            K::Whitespace => before.white_space(part),
            K::Comment => before.comment(part),
            kind => return Some(before.word(kind, part, token.span.start as usize)),
        }
        None
    })
}

/// What stands between the last word and the next one.
struct Before<'a> {
    comments: Vec<Comment<'a>>,
    /// The line ends after the last word or comment.
    lines: usize,
    blanks: usize,
    /// Whether a word or a comment stands before.
    is_after: bool,
}

impl Default for Before<'_> {
    fn default() -> Self {
        Before {
            comments: Vec::new(),
            lines: 1,
            blanks: 0,
            is_after: false,
        }
    }
}

impl<'a> Before<'a> {
    fn white_space(&mut self, text: &str) {
        let mut bytes = text.bytes().peekable();
        while let Some(byte) = bytes.next() {
            // A single `\r` ends a text without its end, so what follows is on another line.
            let is_end = byte == b'\n' || byte == b'\r' && bytes.peek() != Some(&b'\n');
            self.lines += usize::from(is_end);
        }
        self.blanks += text.trim_start_matches('\u{FEFF}').len();
    }

    fn comment(&mut self, text: &'a str) {
        self.comments.push(Comment {
            text: text.trim_end_matches(is_blank),
            gap: (self.lines == 0).then_some(self.blanks),
            follows_blank_line: self.is_after && self.lines > 1,
        });
        (self.lines, self.blanks, self.is_after) = (0, 0, true);
    }

    fn word(&mut self, kind: TokenKind, text: &'a str, start: usize) -> Word<'a> {
        let word = Word {
            kind,
            text,
            start,
            comments: std::mem::take(&mut self.comments),
            starts_line: self.lines > 0,
            follows_blank_line: self.is_after && self.lines > 1,
        };
        (self.lines, self.blanks, self.is_after) = (0, 0, true);
        word
    }
}

/// The trees of words whose brackets match, as they do where there are no syntax
/// errors.
pub(super) fn trees(words: Vec<Word<'_>>) -> Vec<Tree<'_>> {
    let mut open: Vec<(Word<'_>, Vec<Tree<'_>>)> = Vec::new();
    let mut trees = Vec::new();
    for word in words {
        match word.kind {
            K::LeftParen | K::LeftBrace | K::LeftSquare | K::Less => {
                open.push((word, std::mem::take(&mut trees)));
            }
            K::RightParen | K::RightBrace | K::RightSquare | K::Greater => {
                let children = std::mem::take(&mut trees);
                match open.pop() {
                    Some((opening, outer)) => {
                        trees = outer;
                        let has_comment =
                            !word.comments.is_empty() || children.iter().any(Tree::has_comment);
                        let mut group = Group {
                            contents: Contents::Other,
                            open: opening,
                            children,
                            close: word,
                            has_comment,
                        };
                        group.mark_regions(trees.last());
                        trees.push(Tree::Group(group));
                    }
                    None => {
                        trees = children;
                        trees.push(Tree::Word(word));
                    }
                }
            }
            _ => trees.push(Tree::Word(word)),
        }
    }
    // A bracket without its other half is a word.
    while let Some((opening, mut outer)) = open.pop() {
        outer.push(Tree::Word(opening));
        outer.append(&mut trees);
        trees = outer;
    }
    trees
}
