//! Strings and blocks: from source to the text they stand for.

use super::ast::StringLit;
use crate::base::source::Span;

/// The literal that `source`, the token at `span`, is.
///
/// A block is raw. In a string, escapes are resolved; a `\HH` is a byte. Bytes
/// that make no UTF-8 stay escaped: they can only stand in a string inside MLIR
/// text, whose escapes are the same.
pub(super) fn decode(source: &str, span: Span) -> StringLit {
    if let Some(block) = source.strip_prefix("[{") {
        let text = block.trim_end_matches("}]").to_owned();
        return verbatim(text, span, 2);
    }
    let inner = &source[1..source.len() - 1];
    if inner.contains('\\') {
        with_escapes(inner, span)
    } else {
        verbatim(inner.to_owned(), span, 1)
    }
}

/// The string attribute that the string `source` is, whose text is `decoded`.
/// MLIR's strings have the same quotes and escapes.
pub(super) fn as_attribute(source: &str, decoded: StringLit) -> StringLit {
    StringLit {
        text: source.to_owned(),
        offsets: None,
        delimiter: 0,
        ..decoded
    }
}

fn verbatim(text: String, span: Span, delimiter: u32) -> StringLit {
    StringLit {
        text,
        span,
        offsets: None,
        delimiter,
        is_valid: true,
    }
}

fn with_escapes(source: &str, span: Span) -> StringLit {
    let mut bytes = Vec::with_capacity(source.len());
    let mut starts = Vec::with_capacity(source.len());
    let mut is_valid = true;
    let mut at = 0;
    while at < source.len() {
        let (byte, length) = match source.as_bytes()[at..] {
            [b'\\', b'n', ..] => (b'\n', 2),
            [b'\\', b't', ..] => (b'\t', 2),
            [b'\\', quoted @ (b'"' | b'\\'), ..] => (quoted, 2),
            [b'\\', high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => {
                (hex_digit(high) * 16 + hex_digit(low), 3)
            }
            [byte, ..] => {
                is_valid &= byte != b'\\';
                (byte, 1)
            }
            [] => break,
        };
        bytes.push(byte);
        starts.push(at as u32 + 1);
        at += length;
    }
    let (text, mut offsets) = escape_invalid(&bytes, &starts);
    offsets.push(at as u32 + 1);
    StringLit {
        text,
        span,
        offsets: Some(offsets),
        delimiter: 1,
        is_valid,
    }
}

/// Text made of bytes, and for each of its bytes what `starts` has for the one
/// that it was made of.
fn escape_invalid(bytes: &[u8], starts: &[u32]) -> (String, Vec<u32>) {
    let mut text = String::with_capacity(bytes.len());
    let mut offsets = Vec::with_capacity(bytes.len() + 1);
    let mut at = 0;
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        offsets.extend_from_slice(&starts[at..at + chunk.valid().len()]);
        at += chunk.valid().len();
        for byte in chunk.invalid() {
            text.push_str(&format!("\\{byte:02X}"));
            offsets.extend([starts[at]; 3]);
            at += 1;
        }
    }
    (text, offsets)
}

fn hex_digit(byte: u8) -> u8 {
    char::from(byte).to_digit(16).unwrap_or_default() as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::source::SourceMap;

    fn check(source: &str, text: &str, is_valid: bool) {
        let file = SourceMap::default().add("", source, None);
        let span = Span {
            file,
            start: 0,
            end: source.len() as u32,
        };
        let literal = decode(source, span);
        assert_eq!((literal.text.as_str(), literal.is_valid), (text, is_valid));
        for byte in 0..=literal.text.len() {
            assert!(literal.source_of(byte).end as usize <= source.len());
        }
    }

    #[test]
    fn escapes_are_resolved_in_strings_only() {
        check(r#""a\"\n\\\41""#, "a\"\n\\A", true);
        check(r"[{ \n }]", r" \n ", true);
        check(r#""\q""#, r"\q", false);
    }

    #[test]
    fn bytes_that_are_no_text_stay_escaped() {
        check(r#""\ff\c3\bc""#, "\\FFü", true);
    }

    #[test]
    fn the_source_of_a_byte_is_a_whole_character_or_escape() {
        for (source, expected) in [
            (r#""aéb""#, &["a", "é", "é", "b", "\""][..]),
            ("[{é}]", &["é", "é", "}"]),
            (r#""\nb""#, &[r"\n", "b", "\""]),
            (r#""\c3\bc!""#, &[r"\c3\bc", r"\c3\bc", "!", "\""]),
            (r#""\ff""#, &[r"\ff", r"\ff", r"\ff", "\""]),
            (r#""\\é""#, &[r"\\", "é", "é", "\""]),
        ] {
            let mut sources = SourceMap::default();
            let file = sources.add("", source, None);
            let literal = decode(source, sources.whole(file));
            let places: Vec<_> = (0..=literal.text.len())
                .map(|byte| sources.text(literal.source_of(byte)))
                .collect();
            assert_eq!(places, expected, "{source}");
        }
    }
}
