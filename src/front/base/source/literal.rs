//! Text that a source file writes as a literal, and where each part of it stands.

use super::{Span, character_start};

/// A string or block literal.
#[derive(Debug, Clone)]
pub struct StringLit {
    /// The text it stands for.
    pub text: String,
    /// The literal with its delimiters.
    pub span: Span,
    /// For each byte of `text`, followed by its end, the distance to its
    /// source from the start of `span`; `None` when that is the byte's own
    /// offset plus the length of the opening delimiter.
    pub offsets: Option<Vec<u32>>,
    /// The length of the opening delimiter.
    pub delimiter: u32,
    /// Whether all escapes are valid; the lexer has reported others.
    pub is_valid: bool,
}

impl StringLit {
    /// Text that the source does not contain as it is. Errors in it are errors at
    /// `span`.
    pub fn at_one_place(text: String, span: Span) -> Self {
        StringLit {
            offsets: Some(vec![0; text.len() + 1]),
            text,
            span,
            delimiter: 0,
            is_valid: true,
        }
    }

    /// Whether it is a string attribute that is written without `attr<…>`.
    pub fn is_plain_attribute(&self) -> bool {
        self.delimiter == 0
    }

    /// The source of the character that contains one byte of `text`. After the
    /// last character, that is the first byte of the closing delimiter.
    pub fn source_of(&self, byte: usize) -> Span {
        let byte = character_start(&self.text, byte);
        let start = self.place_of(byte);
        let next = (byte + 1..=self.text.len())
            .filter(|next| self.text.is_char_boundary(*next))
            .map(|next| self.place_of(next));
        let end = next.into_iter().find(|next| *next > start);
        Span {
            start,
            end: end.unwrap_or(start + 1).min(self.span.end),
            ..self.span
        }
    }

    /// The offset of the source of the character that starts at `byte`.
    fn place_of(&self, byte: usize) -> u32 {
        let distance = match &self.offsets {
            Some(offsets) => offsets[byte],
            None => byte as u32 + self.delimiter,
        };
        (self.span.start + distance).min(self.span.end)
    }
}
