//! C++ source with the places that its lines come from.

use std::fmt::Write;

/// Source under construction.
#[derive(Default)]
pub(crate) struct Writer {
    text: String,
    identity: String,
    /// How many lines are complete.
    lines: u32,
    own: Own,
}

/// The places of our own lines in messages of the compiler.
pub(crate) enum Own {
    /// Lines of the file that is written, and the number of the first one.
    File {
        /// The name of the file.
        name: String,
        /// The number of the first line.
        first_line: u32,
    },
    /// Lines of the function that they belong to. The number of the function
    /// follows this text and a `#`.
    Functions(&'static str),
}

impl Default for Own {
    fn default() -> Self {
        Own::Functions("")
    }
}

impl Writer {
    /// Creates an empty source.
    pub(crate) fn new(own: Own) -> Self {
        Writer {
            own,
            ..Writer::default()
        }
    }

    /// Appends code.
    pub(crate) fn code(&mut self, code: &str) {
        self.lines += code.matches('\n').count() as u32;
        self.text.push_str(code);
        self.identity.push_str(code);
    }

    /// Sets the place of the next line.
    pub(crate) fn place(&mut self, line: u32, file: &str) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
            self.lines += 1;
        }
        let file = file.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(self.text, "#line {line} \"{file}\"");
        self.lines += 1;
    }

    /// Moves the next code to a column, which counts from 1.
    pub(crate) fn indent(&mut self, column: u32) {
        let blanks = column.saturating_sub(1) as usize;
        self.text.extend(std::iter::repeat_n(' ', blanks));
    }

    /// Marks the next line as our own, which belongs to that function.
    pub(crate) fn own(&mut self, function: usize) {
        match &self.own {
            Own::Functions(name) => self.place(1, &format!("{name}#{function}")),
            Own::File { name, first_line } => {
                let unfinished = !self.text.is_empty() && !self.text.ends_with('\n');
                let line = first_line + self.lines + u32::from(unfinished) + 1;
                let name = name.clone();
                self.place(line, &name);
            }
        }
    }

    /// Appends another source. Our own lines in it must belong to functions.
    pub(crate) fn append(&mut self, other: Writer) {
        self.text.push_str(&other.text);
        self.identity.push_str(&other.identity);
        self.lines += other.lines;
    }

    /// Returns the source, and the same without places. If two of the latter
    /// are equal, so is the compiled code.
    pub(crate) fn finish(self) -> (String, String) {
        (self.text, self.identity)
    }
}

#[cfg(test)]
mod tests {
    use super::{Own, Writer};

    #[test]
    fn own_lines_are_counted() {
        let mut writer = Writer::new(Own::File {
            name: "o.h".to_owned(),
            first_line: 10,
        });
        writer.code("a\nb");
        writer.place(7, "p \"q\".pdll");
        writer.code("c\n");
        writer.own(0);
        writer.code("d\n");
        let (text, identity) = writer.finish();
        assert_eq!(
            text,
            "a\nb\n#line 7 \"p \\\"q\\\".pdll\"\nc\n#line 15 \"o.h\"\nd\n"
        );
        assert_eq!(identity, "a\nbc\nd\n");
    }
}
