//! What is said of a result that is not the expected one.

use super::{
    file::{Expected, Piece, Test},
    span,
    trial::without_module,
};
use crate::{base::diagnostic::Diagnostic, base::source::FileId};
use similar::TextDiff;
use std::{fmt::Write, ops::Range};

/// The error about a result that is not the expected one.
pub(super) fn difference(
    id: FileId,
    test: &Test<'_>,
    expected: Option<&str>,
    result: &str,
) -> Diagnostic {
    let help = "`pdll-opt test --update` writes the result into the file";
    let result = without_module(result);
    let (place, message, shown) = match &test.expected {
        Expected::Missing => {
            let message = "the test does not say what becomes of the program";
            (first_line(&test.program), message, result)
        }
        Expected::Unchanged { mark } => {
            let message = "the patterns change the program";
            (mark.range.clone(), message, changes(expected, &result))
        }
        Expected::Program { mark, .. } => {
            let message = "the patterns make something else of the program";
            (mark.range.clone(), message, changes(expected, &result))
        }
    };
    let place = span(id, &place);
    let what = match test.expected {
        Expected::Missing => "it becomes",
        _ => "what is expected (-), and what it becomes (+)",
    };
    Diagnostic::error(place, message)
        .note_maybe_at(None, format!("{what}:\n{}", shown.trim_end()))
        .help(help)
}

/// The lines that differ, and some around them.
fn changes(expected: Option<&str>, result: &str) -> String {
    const CONTEXT: usize = 3;
    let expected = without_module(expected.unwrap_or_default());
    let diff = TextDiff::from_lines(expected.as_str(), result);
    let mut text = String::new();
    for (index, group) in diff.grouped_ops(CONTEXT).iter().enumerate() {
        if index > 0 {
            text.push_str("  ...\n");
        }
        for change in group.iter().flat_map(|change| diff.iter_changes(change)) {
            let _ = write!(text, "{}{}", change.tag(), change.value());
        }
    }
    text
}

/// The first line of a program that is no comment.
pub(super) fn first_line(program: &Piece<'_>) -> Range<usize> {
    let mut start = program.range.start;
    for line in program.text.split_inclusive('\n') {
        let text = line.trim();
        if !text.is_empty() && !text.starts_with("//") {
            return start..start + line.trim_end().len();
        }
        start += line.len();
    }
    program.range.clone()
}
