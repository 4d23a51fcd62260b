//! String literals of C++.

use std::fmt::Write;

/// Appends a string literal of these bytes, on several lines.
pub(crate) fn bytes(text: &mut String, bytes: &[u8]) {
    for line in bytes.chunks(64) {
        text.push_str("\n                ");
        string(text, line);
    }
}

/// Appends a string literal of these bytes.
pub(crate) fn string(text: &mut String, bytes: &[u8]) {
    text.push('"');
    for byte in bytes {
        match byte {
            // A `?` may be part of a trigraph.
            b'"' | b'\\' | b'?' => text.extend(['\\', *byte as char]),
            b' '..=b'~' => text.push(*byte as char),
            _ => {
                // With three digits, a digit that follows is not part of the
                // escape.
                let _ = write!(text, "\\{byte:03o}");
            }
        }
    }
    text.push('"');
}

#[cfg(test)]
mod tests {
    use super::string;

    #[test]
    fn strings_are_literals() {
        let mut text = String::new();
        string(&mut text, b"a\"\\?\0\xff1");
        assert_eq!(text, r#""a\"\\\?\000\3771""#);
    }
}
