//! Damaged pattern files.

use super::random::Random;
use pdll::internals::{diagnostic::Diagnostics, source::SourceMap, syntax::lexer};
use std::ops::Range;

/// Texts of tokens, at least one of each kind.
const TOKENS: &[&str] = &[
    "// c\n",
    "x",
    "root",
    "t",
    "0",
    "7",
    "99999999999",
    "\"a\"",
    "\"1 : i32\"",
    "\"i32\"",
    "[{ 1 }]",
    "#include",
    "$",
    "->",
    ":",
    ",",
    ".",
    "=",
    "=>",
    ";",
    "[",
    "]",
    "<",
    ">",
    "{",
    "}",
    "(",
    ")",
    "_",
    "attr",
    "op",
    "type",
    "Attr",
    "Constraint",
    "erase",
    "let",
    "not",
    "Op",
    "OpName",
    "Pattern",
    "replace",
    "return",
    "Rewrite",
    "rewrite",
    "Type",
    "TypeRange",
    "Value",
    "ValueRange",
    "with",
    "benefit",
    "recursion",
];

/// A way to damage a text.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Damage {
    /// Ends it at that byte.
    Cut(usize),
    /// Takes the token with that number away.
    Drop(usize),
    /// Writes it twice.
    Double(usize),
    /// Puts another one of [`TOKENS`] in its place.
    Swap(usize, usize),
}

/// A text and its tokens, without white space and comments.
#[derive(Debug)]
pub(crate) struct Tokens<'a> {
    text: &'a [u8],
    spans: Vec<Range<usize>>,
}

impl<'a> Tokens<'a> {
    /// The tokens of a text; none if it is not UTF-8.
    pub(crate) fn new(text: &'a [u8]) -> Self {
        let mut spans = Vec::new();
        if let Ok(text) = str::from_utf8(text) {
            let file = SourceMap::default().add("", text, None);
            let tokens = lexer::lex(file, text, &mut Diagnostics::default());
            let tokens = tokens.iter().filter(|token| !token.kind.is_trivia());
            spans.extend(
                tokens
                    .map(|token| token.span.start as usize..token.span.end as usize)
                    .filter(|span| !span.is_empty()),
            );
        }
        Tokens { text, spans }
    }

    /// All cuts; every token dropped and doubled; and every token swapped for
    /// `swaps` others.
    pub(crate) fn damages(&self, random: &mut Random, swaps: usize) -> Vec<Damage> {
        let mut damages: Vec<_> = (0..self.text.len()).map(Damage::Cut).collect();
        for token in 0..self.spans.len() {
            damages.extend([Damage::Drop(token), Damage::Double(token)]);
            for _ in 0..swaps {
                damages.push(Damage::Swap(token, random.below(TOKENS.len())));
            }
        }
        damages
    }

    /// The text with a random token gone, doubled, or in the place of another.
    pub(crate) fn exchange(&self, random: &mut Random) -> Vec<u8> {
        let token = random.below(self.spans.len());
        match random.below(8) {
            0 => self.apply(Damage::Drop(token)),
            1 => self.apply(Damage::Double(token)),
            _ => {
                let other = random.pick(&self.spans).clone();
                let range = self.spans[token].clone();
                let (start, end) = (&self.text[..range.start], &self.text[range.end..]);
                [start, &self.text[other], end].concat()
            }
        }
    }

    /// The damaged text.
    pub(crate) fn apply(&self, damage: Damage) -> Vec<u8> {
        let (range, new): (Range<usize>, Vec<u8>) = match damage {
            Damage::Cut(at) => (at..self.text.len(), Vec::new()),
            Damage::Drop(token) => (self.spans[token].clone(), Vec::new()),
            Damage::Double(token) => {
                let range = self.spans[token].clone();
                let text = &self.text[range.clone()];
                (range, [text, b" ", text].concat())
            }
            Damage::Swap(token, new) => (self.spans[token].clone(), TOKENS[new].into()),
        };
        [&self.text[..range.start], &new, &self.text[range.end..]].concat()
    }
}

/// A random sequence of tokens.
pub(crate) fn random_tokens(random: &mut Random) -> Vec<u8> {
    let mut text = Vec::new();
    for _ in 0..random.below(60) {
        text.extend_from_slice(random.pick(TOKENS).as_bytes());
        text.extend_from_slice(random.pick(&["", " ", " ", "\n"]).as_bytes());
    }
    text
}

/// Random bytes, most of them of the language.
pub(crate) fn random_bytes(random: &mut Random) -> Vec<u8> {
    const USUAL: &[u8] = b"Patern{}()<>[]=-:;,.#\"\\/_* \n09opx";
    let mut text = Vec::new();
    for _ in 0..random.below(80) {
        text.push(match random.chance(80) {
            true => *random.pick(USUAL),
            false => random.below(256) as u8,
        });
    }
    text
}
