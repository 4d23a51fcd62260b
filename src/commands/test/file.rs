//! A file with tests: programs, and what becomes of them.
//!
//! The tests stand between lines `// -----`. A line `// becomes` ends a program, and what
//! follows is its result; `// unchanged` says that the program stays as it is. The first
//! lines may have `// options:`.

use crate::base::source::split::{self, DEFAULT_MARK};
use std::ops::Range;

const OPTIONS: &str = "// options:";
const BECOMES: &str = "// becomes";
const UNCHANGED: &str = "// unchanged";

/// The tests of a file.
#[derive(Debug)]
pub(super) struct TestFile<'t> {
    text: &'t str,
    /// What stands after `// options:`, and where.
    pub(super) options: Vec<Piece<'t>>,
    pub(super) tests: Vec<Test<'t>>,
}

/// A part of the file.
#[derive(Debug, Clone)]
pub(super) struct Piece<'t> {
    pub(super) text: &'t str,
    pub(super) range: Range<usize>,
    /// The number of its first line, from 1.
    pub(super) line: u32,
}

impl Piece<'_> {
    /// Where it ends, without the blanks after it.
    fn end(&self) -> usize {
        self.range.start + self.text.trim_end().len()
    }
}

#[derive(Debug)]
pub(super) struct Test<'t> {
    pub(super) program: Piece<'t>,
    pub(super) expected: Expected<'t>,
}

/// What a test says about the result.
#[derive(Debug)]
pub(super) enum Expected<'t> {
    /// Nothing yet.
    Missing,
    /// That it is the program.
    Unchanged {
        mark: Piece<'t>,
    },
    Program {
        mark: Piece<'t>,
        program: Piece<'t>,
    },
}

/// Why a file is not one with tests.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Misplaced {
    pub(super) range: Range<usize>,
    pub(super) message: &'static str,
}

impl<'t> TestFile<'t> {
    /// Reads a file. Parts without a program, such as a comment at the end, are no tests.
    pub(super) fn read(text: &'t str) -> Result<Self, Vec<Misplaced>> {
        let mut file = TestFile {
            text,
            options: Vec::new(),
            tests: Vec::new(),
        };
        let mut misplaced = Vec::new();
        for (index, part) in split::split(text.as_bytes(), Some(DEFAULT_MARK))
            .iter()
            .enumerate()
        {
            let range = part.start..part.start + part.text.len();
            let mut reader = Reader::new(text, range, part.first_line);
            if index == 0 {
                file.options = reader.options();
            }
            match reader.test() {
                Ok(test) => file.tests.extend(test),
                Err(problem) => misplaced.push(problem),
            }
        }
        match misplaced.is_empty() {
            true => Ok(file),
            false => Err(misplaced),
        }
    }

    /// The text with other results; those of tests that are not named stay.
    pub(super) fn with_results<'r>(
        &self,
        results: impl IntoIterator<Item = (usize, &'r str)>,
    ) -> String {
        let mut updated = String::new();
        let mut copied = 0;
        for (index, result) in results {
            let Test { program, expected } = &self.tests[index];
            let (start, end) = match expected {
                Expected::Missing => (program.end(), program.end()),
                Expected::Unchanged { mark } => (mark.range.start, mark.end()),
                Expected::Program { mark, program } => (mark.range.start, program.end()),
            };
            updated += &self.text[copied..start];
            if !updated.ends_with('\n') {
                updated.push('\n');
            }
            updated += &format!("{BECOMES}\n{}", result.trim_end());
            copied = end;
            if !self.text[copied..].starts_with(['\r', '\n']) {
                updated.push('\n');
            }
        }
        updated + &self.text[copied..]
    }
}

/// Reads a part line by line.
struct Reader<'t> {
    text: &'t str,
    range: Range<usize>,
    line: u32,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str, range: Range<usize>, line: u32) -> Self {
        Reader { text, range, line }
    }

    /// The options in the comments that the file begins with.
    fn options(&mut self) -> Vec<Piece<'t>> {
        let mut options = Vec::new();
        let is_comment = |line: &str| line.trim().is_empty() || line.starts_with("//");
        for line in self.lines().take_while(|line| is_comment(line.text)) {
            let Some(words) = line.text.strip_prefix(OPTIONS) else {
                continue;
            };
            options.push(Piece {
                text: words.trim(),
                ..line
            });
        }
        options
    }

    fn test(&self) -> Result<Option<Test<'t>>, Misplaced> {
        let mut marks = self.lines().filter(|line| {
            let text = line.text.trim_end();
            text == BECOMES || text == UNCHANGED
        });
        let mark = marks.next();
        if let Some(second) = marks.next() {
            return Err(Misplaced {
                range: second.range,
                message: "the test has a result already; tests stand between lines `// -----`",
            });
        }
        let end = mark
            .as_ref()
            .map_or(self.range.end, |mark| mark.range.start);
        let program = self.piece(self.range.start..end, self.line);
        if !has_program(program.text) {
            return match mark {
                None => Ok(None),
                Some(mark) => Err(Misplaced {
                    range: mark.range,
                    message: "there is no program before this line",
                }),
            };
        }
        let expected = match mark {
            None => Expected::Missing,
            Some(mark) => {
                let rest = self.piece(mark.range.end..self.range.end, mark.line + 1);
                match (mark.text.trim_end(), has_program(rest.text)) {
                    (BECOMES, _) => Expected::Program {
                        mark,
                        program: rest,
                    },
                    (_, false) => Expected::Unchanged { mark },
                    (_, true) => {
                        return Err(Misplaced {
                            range: mark.range,
                            message: "the program stays as it is, so there is no other one after \
                                      this line; write `// becomes` if there is",
                        });
                    }
                }
            }
        };
        Ok(Some(Test { program, expected }))
    }

    fn piece(&self, range: Range<usize>, line: u32) -> Piece<'t> {
        Piece {
            text: &self.text[range.clone()],
            range,
            line,
        }
    }

    fn lines(&self) -> impl Iterator<Item = Piece<'t>> {
        let mut start = self.range.start;
        let lines = self.text[self.range.clone()].split_inclusive('\n');
        let first = self.line;
        lines.zip(first..).map(move |(text, line)| {
            let range = start..start + text.len();
            start = range.end;
            Piece { text, range, line }
        })
    }
}

/// Whether there is more than comments.
fn has_program(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim);
    lines.any(|line| !line.is_empty() && !line.starts_with("//"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(text: &str, expected: &Expect) {
        let read = TestFile::read(text);
        let shown = match &read {
            Err(problems) => format!("{problems:#?}"),
            Ok(file) => {
                let tests = file.tests.iter().map(|test| {
                    let expected = match &test.expected {
                        Expected::Missing => "?".to_owned(),
                        Expected::Unchanged { mark } => format!("{}: =", mark.line),
                        Expected::Program { program, .. } => {
                            format!("{}: {:?}", program.line, program.text)
                        }
                    };
                    let Piece { text, line, .. } = &test.program;
                    format!("{line}: {text:?} -> {expected}\n")
                });
                let options = file.options.iter().map(|one| format!("{:?}\n", one.text));
                options.chain(tests).collect()
            }
        };
        expected.assert_eq(&shown);
    }

    #[test]
    fn parts_are_programs_and_results() {
        check(
            "// Doubles.\n// options: --driver=walk\n\na\n// becomes\nb\n// -----\n// No.\nc\n\
             // unchanged\n// -----\nd\n// ----- the end\n// nothing\n",
            &expect![[r#"
                "--driver=walk"
                1: "// Doubles.\n// options: --driver=walk\n\na\n" -> 6: "b\n"
                8: "// No.\nc\n" -> 10: =
                12: "d\n" -> ?
            "#]],
        );
    }

    #[test]
    fn marks_must_be_where_they_mean_something() {
        check(
            "a\n// becomes\nb\n// becomes\n// -----\n// becomes\nb\n// -----\na\n// unchanged\nb\n",
            &expect![[r#"
                [
                    Misplaced {
                        range: 15..26,
                        message: "the test has a result already; tests stand between lines `// -----`",
                    },
                    Misplaced {
                        range: 35..46,
                        message: "there is no program before this line",
                    },
                    Misplaced {
                        range: 59..72,
                        message: "the program stays as it is, so there is no other one after this line; write `// becomes` if there is",
                    },
                ]"#]],
        );
    }

    #[test]
    fn results_are_written_where_they_belong() {
        let text = "a\n// becomes\nx\n\n// -----\nb\n// unchanged\n// -----\nc\n// becomes\nd\n\
                    // -----\ne";
        let file = TestFile::read(text).expect("it is one");
        expect![[r#"
            a
            // becomes
            1

            // -----
            b
            // becomes
            2
            // -----
            c
            // becomes
            d
            // -----
            e
            // becomes
            3
        "#]]
        .assert_eq(&file.with_results([(0, "1\n"), (1, "2"), (3, "3\n")]));
    }
}
