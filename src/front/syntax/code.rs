//! The braces of C++ code that stands in a pattern file.
//!
//! The code becomes the body of a function. Code that closes this function
//! would continue outside of it, and the compiler would report what follows at
//! confusing places.

use super::ast::StringLit;
use crate::base::diagnostic::Diagnostic;

/// Returns an error if a brace of the code has no partner.
pub fn check_braces(code: &StringLit) -> Option<Diagnostic> {
    let (offset, message) = match check_balance(&code.text).err()? {
        Unbalanced::Closing(offset) => (offset, "this `}` closes no `{` of the C++ code"),
        Unbalanced::Opening(offset) => (offset, "this `{` of the C++ code is never closed"),
    };
    Some(
        Diagnostic::error(code.source_of(offset), message).help(
            "the code is the body of one function; define others in a header, and include it",
        ),
    )
}

/// A brace without its partner, by its offset in the code.
#[derive(Debug, PartialEq, Eq)]
enum Unbalanced {
    /// A `}` that closes nothing.
    Closing(usize),
    /// A `{` that nothing closes.
    Opening(usize),
}

/// Checks that each brace has its partner.
///
/// # Errors
///
/// The first brace that has none.
fn check_balance(code: &str) -> Result<(), Unbalanced> {
    let mut scan = Scan {
        code: code.as_bytes(),
        offset: 0,
        open: Vec::new(),
        conditionals: Vec::new(),
    };
    scan.run()?;
    match scan.open.pop() {
        Some(start) => Err(Unbalanced::Opening(start)),
        None => Ok(()),
    }
}

struct Scan<'a> {
    code: &'a [u8],
    /// The end of what was read.
    offset: usize,
    /// The braces that are open here.
    open: Vec<usize>,
    /// The braces that were open at each `#if` that has no `#endif` so far. The
    /// preprocessor keeps at most one branch, so each branch starts with them.
    conditionals: Vec<Vec<usize>>,
}

impl Scan<'_> {
    fn run(&mut self) -> Result<(), Unbalanced> {
        while let Some(&byte) = self.code.get(self.offset) {
            let (start, rest) = (self.offset, &self.code[self.offset..]);
            self.offset += 1;
            match byte {
                b'#' if is_line_start(&self.code[..start]) => self.directive(),
                b'{' => self.open.push(start),
                // `<%` and `%>` are other spellings of braces.
                b'<' if rest.starts_with(b"<%") => self.open.push(start),
                b'}' => self.close(start)?,
                b'%' if rest.starts_with(b"%>") => self.close(start)?,
                b'/' if rest.starts_with(b"//") => self.quoted(b'\n'),
                b'/' if rest.starts_with(b"/*") => {
                    self.offset += 1;
                    self.skip_past(b"*/");
                }
                b'"' | b'\'' => self.quoted(byte),
                _ if is_word(byte) => self.word(start),
                _ => {}
            }
        }
        Ok(())
    }

    fn close(&mut self, start: usize) -> Result<(), Unbalanced> {
        match self.open.pop() {
            Some(_) => Ok(()),
            None => Err(Unbalanced::Closing(start)),
        }
    }

    /// Reads the name of a directive, after its `#`.
    fn directive(&mut self) {
        let rest = self.code[self.offset..].trim_ascii_start();
        if rest.starts_with(b"if") {
            self.conditionals.push(self.open.clone());
        } else if rest.starts_with(b"el")
            && let Some(open) = self.conditionals.last()
        {
            self.open.clone_from(open);
        } else if rest.starts_with(b"endif") {
            self.conditionals.pop();
        }
    }

    /// Reads a literal or a comment up to its `end`, or to the end of the line.
    /// A backslash continues the line, and takes the meaning of a quote away.
    fn quoted(&mut self, end: u8) {
        while let Some(&byte) = self.code.get(self.offset) {
            self.offset += 1;
            match byte {
                b'\\' => self.offset += 1,
                b'\n' => return,
                _ if byte == end => return,
                _ => {}
            }
        }
    }

    fn skip_past(&mut self, end: &[u8]) {
        let rest = &self.code[self.offset.min(self.code.len())..];
        let found = memchr::memmem::find(rest, end);
        self.offset = found.map_or(self.code.len(), |found| self.offset + found + end.len());
    }

    /// Reads a name or a number. `'` separates digits, and some names start a
    /// raw string.
    fn word(&mut self, start: usize) {
        let is_number = self.code[start].is_ascii_digit();
        while let Some(&byte) = self.code.get(self.offset)
            && (is_word(byte) || is_number && byte == b'\'')
        {
            self.offset += 1;
        }
        let word = &self.code[start..self.offset];
        let is_raw = matches!(word, b"R" | b"u8R" | b"uR" | b"UR" | b"LR");
        if !is_raw || self.code.get(self.offset) != Some(&b'"') {
            return;
        }
        let text = &self.code[self.offset + 1..];
        if let Some(length) = memchr::memchr(b'(', text) {
            let end = [b")", &text[..length], b"\""].concat();
            self.skip_past(&end);
        }
    }
}

/// Whether only blanks stand between the end of `before` and the start of its last
/// line.
fn is_line_start(before: &[u8]) -> bool {
    let last = before.iter().rev().find(|byte| !b" \t\r".contains(byte));
    last.is_none_or(|byte| *byte == b'\n')
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

#[cfg(test)]
mod tests {
    use super::{Unbalanced::*, check_balance};

    #[test]
    fn braces_of_literals_and_comments_do_not_count() {
        for code in [
            "",
            "if (x) { return y; }",
            "f(\"}\", '}', \"\\\"}\");",
            "// }\n/* } */ /*/ } */",
            "// \\\n }",
            "R\"({\")}\" }({\")\"; u8R\"x()}\")x\";",
            "int i = 1'000'000; { int j = 0x1'f; }",
            "<% x(); %>",
            "// }\n  #if A\nif (a) {\n#elif B\nif (b) {\n#else\n{\n#endif\n}",
            "#pragma don't }\n",
        ] {
            assert_eq!(check_balance(code), Ok(()), "{code}");
        }
    }

    #[test]
    fn braces_without_a_partner_are_found() {
        for (code, expected) in [
            ("}", Closing(0)),
            ("{ } } {", Closing(4)),
            ("{ {}", Opening(0)),
            ("f('{'); %>", Closing(8)),
            ("<%", Opening(0)),
            ("#if A\n}\n#endif", Closing(6)),
            ("R\"({)\"; }", Closing(8)),
        ] {
            assert_eq!(check_balance(code), Err(expected), "{code}");
        }
    }
}
