//! What MLIR's parser does not get done: brackets without end, on which it
//! recurses without a limit, and numbers without end, for which it takes time
//! that grows with the square of their length and more.

use crate::host::LiteralError;

/// How deep brackets may nest in a literal.
const MAX_DEPTH: usize = 256;

/// How many digits a number may have.
const MAX_DIGITS: usize = 1024;

/// Whether MLIR can be asked what a literal is. What strings hold is not looked
/// at.
///
/// # Errors
///
/// The first bracket or number that is too much.
pub(super) fn check_size(text: &str) -> Result<(), LiteralError> {
    let bytes = text.as_bytes();
    let mut depth = 0usize;
    let mut offset = 0;
    while let Some(byte) = bytes.get(offset) {
        let mut end = offset + 1;
        match byte {
            b'"' => end = end_of_string(bytes, offset),
            b'[' | b'{' | b'(' | b'<' => depth += 1,
            b']' | b'}' | b')' | b'>' => depth = depth.saturating_sub(1),
            byte if byte.is_ascii_alphanumeric() => {
                let is_of_word = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
                end += bytes[end..].iter().take_while(is_of_word).count();
                if byte.is_ascii_digit() && end - offset > MAX_DIGITS {
                    return Err(error(
                        format!("the number has more than {MAX_DIGITS} digits"),
                        offset,
                    ));
                }
            }
            _ => {}
        }
        if depth > MAX_DEPTH {
            return Err(error(
                format!("nesting is deeper than {MAX_DEPTH} levels"),
                offset,
            ));
        }
        offset = end;
    }
    Ok(())
}

/// Behind the quote that ends the string that begins at `start`, or the end.
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
        let long = "1".repeat(MAX_DIGITS);
        assert_offset(&format!("dense<{long}>"), None);
        assert_offset(&format!("dense<{long}1>"), Some("dense<".len()));
        assert_offset(&format!("0x{long}"), Some(0));
        assert_offset(&format!("a{long}"), None);
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
