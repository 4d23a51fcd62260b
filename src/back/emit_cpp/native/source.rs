//! The text of a function.

/// Statements, each in a line.
#[derive(Default)]
pub(super) struct Source {
    pub(super) text: String,
    /// How many loops are open.
    pub(super) depth: usize,
}

impl Source {
    pub(super) fn line(&mut self, text: &str) {
        let mut indent = 4 + 2 * self.depth;
        let mut rest = text;
        while let Some((first, others)) = wrap(rest, WIDTH.saturating_sub(indent)) {
            self.write(indent, first);
            // What continues a statement stands further to the right.
            if rest.len() == text.len() {
                indent += 4;
            }
            rest = others;
        }
        self.write(indent, rest);
    }

    fn write(&mut self, indent: usize, text: &str) {
        self.text.extend(std::iter::repeat_n(' ', indent));
        self.text.push_str(text);
        self.text.push('\n');
    }
}

/// The longest line, if it can be divided.
const WIDTH: usize = 80;

/// Divides a line that is too long, after a comma in as few brackets as possible. A
/// literal may contain commas, so a line with one stays as it is.
fn wrap(text: &str, width: usize) -> Option<(&str, &str)> {
    if text.len() <= width || text.contains('"') || text.contains("//") {
        return None;
    }
    let mut depth = 0;
    let mut best: Option<(u32, usize)> = None;
    for (place, letter) in text.char_indices() {
        match letter {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth -= 1,
            ',' if best.is_none_or(|(least, _)| place < width && depth <= least) => {
                best = Some((depth, place));
            }
            _ => {}
        }
    }
    let (_, place) = best?;
    Some((&text[..=place], text[place + 1..].trim_start()))
}

#[cfg(test)]
mod tests {
    use super::wrap;

    #[test]
    fn lines_are_divided_outside_of_brackets() {
        for (text, divided) in [
            ("f(aaaa, {b, c}, d)", Some(("f(aaaa, {b, c},", "d)"))),
            ("f(aaaa, {b, c, d})", Some(("f(aaaa,", "{b, c, d})"))),
            (
                "f(aaaaaaaaaaaaaaaaaa, b)",
                Some(("f(aaaaaaaaaaaaaaaaaa,", "b)")),
            ),
            ("f(a, b)", None),
            ("f(aaaaaaaaaa, \", \", b)", None),
        ] {
            assert_eq!(wrap(text, 16), divided, "{text}");
        }
    }
}
