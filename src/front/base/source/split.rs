//! Inputs of several parts.

/// The line between parts, as MLIR's tools have it.
pub const DEFAULT_MARK: &str = "// -----";

/// A part of an input.
#[derive(Debug, PartialEq, Eq)]
pub struct Part<'a> {
    pub text: &'a [u8],
    /// Where it starts in the input, in bytes.
    pub start: usize,
    /// The number of its first line in the input, from 1.
    pub first_line: u32,
}

/// Splits an input into parts at the mark. Without a mark, the input is one
/// part. Each line that starts with the mark ends a part, and belongs to none.
pub fn split<'a>(input: &'a [u8], mark: Option<&str>) -> Vec<Part<'a>> {
    let Some(mark) = mark.filter(|mark| !mark.is_empty()) else {
        return vec![Part {
            text: input,
            start: 0,
            first_line: 1,
        }];
    };
    let mut parts = Vec::new();
    let (mut start, mut first_line) = (0, 1);
    let mut offset = 0;
    for (index, line) in input.split_inclusive(|byte| *byte == b'\n').enumerate() {
        if line.starts_with(mark.as_bytes()) {
            parts.push(Part {
                text: &input[start..offset],
                start,
                first_line,
            });
            start = offset + line.len();
            first_line = index as u32 + 2;
        }
        offset += line.len();
    }
    parts.push(Part {
        text: &input[start..],
        start,
        first_line,
    });
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_know_their_first_line() {
        let parts = split(b"a\n// -----\nb\n// ----- x\n", Some(DEFAULT_MARK));
        let texts: Vec<_> = parts
            .iter()
            .map(|part| (part.text, part.start, part.first_line))
            .collect();
        assert_eq!(texts, [(&b"a\n"[..], 0, 1), (b"b\n", 11, 3), (b"", 24, 5)]);
        assert_eq!(split(b"a", None).len(), 1);
    }
}
