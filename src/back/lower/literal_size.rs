//! Literals that MLIR's parser cannot cope with. It recurses without a limit on
//! nested brackets, and on the operators of an affine expression. Its time grows at
//! least with the square of the length of a number.

use crate::front::host::LiteralError;

/// How deep MLIR may recurse in a literal.
const MAX_DEPTH: usize = 256;

/// How many digits a number may have.
const MAX_DIGITS: usize = 1024;

/// Whether MLIR can parse a literal in reasonable time. The contents of strings
/// do not count.
///
/// # Errors
///
/// The first bracket, operator or number that is too much.
pub(super) fn check_size(text: &str) -> Result<(), LiteralError> {
    let bytes = text.as_bytes();
    let mut depth = Depth::default();
    let mut offset = 0;
    while let Some(byte) = bytes.get(offset) {
        let mut end = offset + 1;
        match (byte, bytes.get(end)) {
            (b'"', _) => end = end_of_string(bytes, offset),
            (b'-', Some(b'>')) | (b'<' | b'>', Some(b'=')) => end += 1,
            (b'[' | b'{' | b'(' | b'<', _) => depth.open(),
            (b']' | b'}' | b')' | b'>', _) => depth.close(),
            (b'+' | b'-' | b'*', _) => depth.operator(),
            (b',', _) => depth.separator(),
            _ if byte.is_ascii_alphanumeric() => {
                let is_of_word = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
                end += bytes[end..].iter().take_while(is_of_word).count();
                if matches!(&text[offset..end], "mod" | "floordiv" | "ceildiv") {
                    depth.operator();
                }
                if byte.is_ascii_digit() && end - offset > MAX_DIGITS {
                    return Err(error(
                        format!("the number has more than {MAX_DIGITS} digits"),
                        offset,
                    ));
                }
            }
            _ => {}
        }
        if depth.total > MAX_DEPTH {
            return Err(error(
                format!("nesting is deeper than {MAX_DEPTH} levels"),
                offset,
            ));
        }
        offset = end;
    }
    Ok(())
}

/// How deep MLIR's parser recurses at a place of a literal: once for each open
/// bracket, and once for each operator since the last separator in that bracket.
#[derive(Default)]
struct Depth {
    total: usize,
    /// The operators outside of all brackets.
    outside: usize,
    /// The operators in each open bracket, outermost first.
    inside: Vec<usize>,
}

impl Depth {
    fn open(&mut self) {
        self.inside.push(0);
        self.total += 1;
    }

    fn close(&mut self) {
        if let Some(operators) = self.inside.pop() {
            self.total -= operators + 1;
        }
    }

    fn operator(&mut self) {
        *self.operators() += 1;
        self.total += 1;
    }

    fn separator(&mut self) {
        self.total -= std::mem::take(self.operators());
    }

    fn operators(&mut self) -> &mut usize {
        self.inside.last_mut().unwrap_or(&mut self.outside)
    }
}

/// The offset after the quote that ends the string that begins at `start`, or the
/// end of the text.
fn end_of_string(bytes: &[u8], start: usize) -> usize {
    let mut offset = start + 1;
    while let Some(byte) = bytes.get(offset) {
        match byte {
            b'"' => return offset + 1,
            b'\\' => offset += 2,
            _ => offset += 1,
        }
    }
    bytes.len()
}

fn error(message: String, offset: usize) -> LiteralError {
    LiteralError {
        message,
        offset: Some(offset),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_offset(text: &str, offset: Option<usize>) {
        let error = check_size(text).err();
        assert_eq!(
            error.map(|error| error.offset),
            offset.map(Some),
            "{text:.40}"
        );
    }

    #[test]
    fn brackets_and_digits_are_counted() {
        assert_offset(&"[".repeat(MAX_DEPTH), None);
        assert_offset(&"[".repeat(MAX_DEPTH + 1), Some(MAX_DEPTH));
        assert_offset(&"[]".repeat(MAX_DEPTH * 2), None);
        assert_offset(&">".repeat(3), None);
        let long = "1".repeat(MAX_DIGITS);
        assert_offset(&format!("dense<{long}>"), None);
        assert_offset(&format!("dense<{long}1>"), Some("dense<".len()));
        assert_offset(&format!("0x{long}"), Some(0));
        assert_offset(&format!("a{long}"), None);
    }

    #[test]
    fn arrows_and_comparisons_close_nothing() {
        let deep = "() -> (".repeat(MAX_DEPTH + 1);
        assert_offset(&deep, Some("() -> (".len() * MAX_DEPTH));
        let compared = "(d0 >= (".repeat(MAX_DEPTH / 2 + 1);
        assert_offset(&compared, Some("(d0 >= (".len() * (MAX_DEPTH / 2)));
        assert_offset(&"d0 <= 1, ".repeat(MAX_DEPTH * 2), None);
    }

    #[test]
    fn operators_are_counted_in_their_expression() {
        for operator in [
            "- ",
            "d0 + ",
            "d0*",
            "d0 mod ",
            "d0 floordiv ",
            "d0 ceildiv ",
        ] {
            let start = operator.trim_end().rfind(' ').map_or(0, |blank| blank + 1);
            let start = if operator == "d0*" { 2 } else { start };
            assert_offset(&operator.repeat(MAX_DEPTH), None);
            let long = operator.repeat(MAX_DEPTH + 1);
            assert_offset(&long, Some(operator.len() * MAX_DEPTH + start));
            let parts = format!("{operator}d0, ").repeat(MAX_DEPTH * 2);
            assert_offset(&format!("affine_map<(d0) -> ({parts}d0)>"), None);
        }
        let mixed = "-(d0 + 1) + (".repeat(MAX_DEPTH / 3 + 1);
        assert!(check_size(&mixed).is_err());
        assert_offset(&"(-1)".repeat(MAX_DEPTH * 2), None);
    }

    #[test]
    fn strings_are_skipped() {
        let deep = "[".repeat(MAX_DEPTH + 1);
        let long = "1".repeat(MAX_DIGITS + 1);
        assert_offset(&format!("\"{deep}{long}\""), None);
        assert_offset(&format!("\"\\\"{deep}\""), None);
        assert_offset(&format!("\"{deep}"), None);
        assert_offset(&format!("\"\\\\\"{long}"), Some(4));
        assert_offset("\"\\", None);
    }
}
