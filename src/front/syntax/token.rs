//! Tokens of PDLL.

use crate::base::source::Span;

/// What a token is. White space and comments are tokens too: every byte of a
/// file belongs to exactly one token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(
    missing_docs,
    reason = "the punctuation and keywords are their own names"
)]
pub enum TokenKind {
    // The three that the parser passes over come first, which makes them quick to
    // tell apart from the others.
    /// Blanks, tabs, line ends, and a byte order mark at the start of a file.
    Whitespace,
    /// From `//` to the end of the line.
    Comment,
    /// Bytes that start no token. The lexer has reported them.
    Error,
    /// A name that is not a keyword.
    Identifier,
    /// Decimal digits.
    Integer,
    /// `"…"` on one line.
    String,
    /// `[{ … }]` over any number of lines.
    Block,
    /// `#` and a name.
    Directive,
    /// `^` and a name: the label of a block.
    Label,
    /// A text whose end is missing or that is quoted the wrong way. The lexer
    /// has reported it.
    BadText,
    /// The end of the file.
    End,

    Arrow,
    Colon,
    Comma,
    Dot,
    /// `...`
    Ellipsis,
    Equal,
    EqualArrow,
    Semicolon,
    LeftSquare,
    RightSquare,
    Less,
    Greater,
    LeftBrace,
    RightBrace,
    LeftParen,
    RightParen,
    /// `_` alone.
    Underscore,

    // Keywords only in front of `<`; ordinary names elsewhere.
    LowerAttr,
    LowerOp,
    LowerType,

    Attr,
    Constraint,
    Erase,
    Let,
    Not,
    Op,
    OpName,
    Pattern,
    Replace,
    Return,
    Rewrite,
    RewriteStmt,
    Type,
    TypeRange,
    Value,
    ValueRange,
    With,
}

use TokenKind as K;

pub(super) const KEYWORDS: &[(&str, TokenKind)] = &[
    ("attr", K::LowerAttr),
    ("op", K::LowerOp),
    ("type", K::LowerType),
    ("_", K::Underscore),
    ("Attr", K::Attr),
    ("Constraint", K::Constraint),
    ("erase", K::Erase),
    ("let", K::Let),
    ("not", K::Not),
    ("Op", K::Op),
    ("OpName", K::OpName),
    ("Pattern", K::Pattern),
    ("replace", K::Replace),
    ("return", K::Return),
    ("Rewrite", K::Rewrite),
    ("rewrite", K::RewriteStmt),
    ("Type", K::Type),
    ("TypeRange", K::TypeRange),
    ("Value", K::Value),
    ("ValueRange", K::ValueRange),
    ("with", K::With),
];

impl TokenKind {
    /// The keyword, `_` included, that `text` is.
    pub(super) fn keyword(text: &str) -> Option<TokenKind> {
        KEYWORDS
            .iter()
            .find(|(keyword, _)| *keyword == text)
            .map(|(_, kind)| *kind)
    }

    /// The text of a keyword, `_` included.
    pub(super) fn keyword_text(self) -> Option<&'static str> {
        KEYWORDS
            .iter()
            .find(|(_, kind)| *kind == self)
            .map(|(text, _)| *text)
    }

    /// Whether the parser passes over it.
    pub fn is_trivia(self) -> bool {
        matches!(self, K::Whitespace | K::Comment | K::Error)
    }

    /// Whether it may name a variable or parameter: an identifier, or a keyword
    /// that is one only in front of `<`.
    pub fn is_name(self) -> bool {
        matches!(
            self,
            K::Identifier | K::LowerAttr | K::LowerOp | K::LowerType
        )
    }

    /// Whether it is spelled like a name, keywords included.
    pub fn is_word(self) -> bool {
        self == K::Identifier || (self != K::Underscore && self.keyword_text().is_some())
    }

    /// How a message names it.
    pub fn describe(self) -> String {
        let text = match self {
            K::Whitespace => return "white space".into(),
            K::Comment => return "a comment".into(),
            K::Identifier => return "an identifier".into(),
            K::Integer => return "an integer".into(),
            K::String => return "a string".into(),
            K::Block => return "a `[{ … }]` block".into(),
            K::Directive => return "a directive".into(),
            K::Label => return "a label".into(),
            K::Error => return "an unexpected character".into(),
            K::BadText => return "a text".into(),
            K::End => return "the end of the file".into(),
            K::Arrow => "->",
            K::Colon => ":",
            K::Comma => ",",
            K::Dot => ".",
            K::Ellipsis => "...",
            K::Equal => "=",
            K::EqualArrow => "=>",
            K::Semicolon => ";",
            K::LeftSquare => "[",
            K::RightSquare => "]",
            K::Less => "<",
            K::Greater => ">",
            K::LeftBrace => "{",
            K::RightBrace => "}",
            K::LeftParen => "(",
            K::RightParen => ")",
            keyword => keyword
                .keyword_text()
                .expect("all other tokens are keywords"),
        };
        format!("`{text}`")
    }
}

/// A token and where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it stands.
    pub span: Span,
}
