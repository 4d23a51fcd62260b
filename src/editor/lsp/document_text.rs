//! Texts, and places in them as editors count: lines from 0, and columns in the
//! units of the encoding that client and server have agreed on.

use crate::base::source::character_start;
use lsp_types::Position;
use std::{ops::Range, sync::Arc};

/// What a column counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Encoding {
    /// Bytes.
    Utf8,
    /// Units of 16 bits, as in JavaScript. All clients know it.
    Utf16,
}

impl Encoding {
    /// The length of a text.
    pub(super) fn length(self, text: &str) -> u32 {
        match self {
            Encoding::Utf8 => text.len() as u32,
            Encoding::Utf16 if text.is_ascii() => text.len() as u32,
            Encoding::Utf16 => text.chars().map(|one| self.length_of(one)).sum(),
        }
    }

    /// The length of a character.
    fn length_of(self, character: char) -> u32 {
        let length = match self {
            Encoding::Utf8 => character.len_utf8(),
            Encoding::Utf16 => character.len_utf16(),
        };
        length as u32
    }
}

/// A text, and where its lines start.
#[derive(Debug, Clone)]
pub(super) struct Text {
    text: Arc<str>,
    line_starts: Arc<[u32]>,
}

impl Text {
    pub(super) fn new(text: &str) -> Self {
        let ends = memchr::memchr_iter(b'\n', text.as_bytes());
        let starts = ends.map(|at| at as u32 + 1);
        let line_starts: Vec<_> = std::iter::once(0).chain(starts).collect();
        Text {
            line_starts: line_starts.into(),
            text: text.into(),
        }
    }

    pub(super) fn as_str(&self) -> &str {
        &self.text
    }

    /// The text, which is not copied.
    pub(super) fn shared(&self) -> Arc<str> {
        self.text.clone()
    }

    /// The end of the text.
    pub(super) fn end(&self) -> u32 {
        self.text.len() as u32
    }

    /// The offset of a position. One that lies beyond its line, or in a character, is
    /// moved to the end of the line, or to the start of the character.
    pub(super) fn offset(&self, position: Position, encoding: Encoding) -> u32 {
        let Some(&start) = self.line_starts.get(position.line as usize) else {
            return self.end();
        };
        let line = self.line(position.line as usize);
        if encoding == Encoding::Utf8 {
            let column = (position.character as usize).min(line.len());
            return start + character_start(line, column) as u32;
        }
        let mut column = 0;
        for (at, character) in line.char_indices() {
            column += encoding.length_of(character);
            if column > position.character {
                return start + at as u32;
            }
        }
        start + line.len() as u32
    }

    /// The position of an offset.
    pub(super) fn position(&self, offset: u32, encoding: Encoding) -> Position {
        let offset = character_start(&self.text, offset as usize) as u32;
        let line = self.line_starts.partition_point(|start| *start <= offset) - 1;
        let before = &self.text[self.line_starts[line] as usize..offset as usize];
        let character = encoding.length(before);
        Position {
            line: line as u32,
            character,
        }
    }

    /// The range between two offsets.
    pub(super) fn range(&self, start: u32, end: u32, encoding: Encoding) -> lsp_types::Range {
        lsp_types::Range {
            start: self.position(start, encoding),
            end: self.position(end, encoding),
        }
    }

    /// The lines that a part touches, each with its end.
    pub(super) fn lines(&self, part: Range<u32>) -> &str {
        let before = &self.text[..part.start as usize];
        let after = &self.text[part.end as usize..];
        let start = memchr::memrchr(b'\n', before.as_bytes()).map_or(0, |at| at + 1);
        let end = memchr::memchr(b'\n', after.as_bytes()).map_or(after.len(), |at| at + 1);
        &self.text[start..part.end as usize + end]
    }

    /// A line without its end.
    fn line(&self, line: usize) -> &str {
        let start = self.line_starts[line] as usize;
        let end = self.line_starts.get(line + 1);
        let end = end.map_or(self.text.len(), |next| *next as usize);
        self.text[start..end].trim_end_matches(['\n', '\r'])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_units() {
        let text = Text::new("a\r\né𝄞x\n");
        let at = |line, character| Position { line, character };
        for (offset, utf8, utf16) in [
            (0, at(0, 0), at(0, 0)),
            (3, at(1, 0), at(1, 0)),
            (5, at(1, 2), at(1, 1)),
            (9, at(1, 6), at(1, 3)),
            (10, at(1, 7), at(1, 4)),
            (11, at(2, 0), at(2, 0)),
        ] {
            assert_eq!(text.position(offset, Encoding::Utf8), utf8);
            assert_eq!(text.position(offset, Encoding::Utf16), utf16);
            assert_eq!(text.offset(utf8, Encoding::Utf8), offset);
            assert_eq!(text.offset(utf16, Encoding::Utf16), offset);
        }
    }

    #[test]
    fn positions_outside_are_moved_into_the_text() {
        let text = Text::new("a\r\né𝄞x");
        let at = |line, character| Position { line, character };
        assert_eq!(text.offset(at(0, 9), Encoding::Utf16), 1);
        assert_eq!(text.offset(at(1, 2), Encoding::Utf16), 5, "in a character");
        assert_eq!(text.offset(at(1, 3), Encoding::Utf8), 5, "in a character");
        assert_eq!(text.offset(at(7, 0), Encoding::Utf8), 10);
    }
}
