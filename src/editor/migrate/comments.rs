//! Comments of `.td` files.

use crate::front::cpp::pieces;

/// The comments that belong to the def whose name, or whose word `def`, is at `offset`:
/// those above it, those in it, and the one after it on its last line. Each is the text
/// of a comment in PDLL.
pub(super) fn of_definition(text: &str, offset: usize) -> Comments {
    let start = start_of_statement(text, text[..offset].rfind('\n').map_or(0, |at| at + 1));
    let mut apart = above(&text[..start]);
    let is_apart = |line: &String| line.is_empty();
    let mut own = match apart.iter().rposition(is_apart) {
        Some(end) => apart.split_off(end + 1),
        None => std::mem::take(&mut apart),
    };
    if text[..start].ends_with("\n\n") {
        apart.append(&mut own);
    }
    own.extend(inside(&text[offset..]));
    Comments { apart, own }
}

/// The start of a line, or that of the loops and `let`s of the lines before it that it
/// is the body of.
fn start_of_statement(text: &str, line: usize) -> usize {
    let Some(before) = text[..line].strip_suffix('\n') else {
        return line;
    };
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let outer = before[start..].trim();
    let is_outer = ["foreach ", "let "]
        .iter()
        .any(|word| outer.starts_with(word))
        && [" in", " in {"].iter().any(|end| outer.ends_with(end));
    match is_outer {
        true => start_of_statement(text, start),
        false => line,
    }
}

/// The comments of a def.
#[derive(Debug, Default)]
pub(super) struct Comments {
    /// Those that an empty line separates from it, such as the title of a section. An
    /// empty line separates them from each other.
    pub(super) apart: Vec<String>,
    pub(super) own: Vec<String>,
}

/// The comment at the start of a file, which is about all of it.
pub(super) fn of_file(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = text;
    loop {
        let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
        let Some(comment) = line.trim().strip_prefix("//") else {
            break;
        };
        lines.push(line_of(comment));
        rest = after;
    }
    // A comment that touches a declaration is about that.
    let is_apart = rest.is_empty() || rest.starts_with('\n') || rest.starts_with("\r\n");
    if is_apart { lines } else { Vec::new() }
}

/// The comments at the end of a text, with no code after them.
fn above(text: &str) -> Vec<String> {
    let header = of_file(text).len();
    let header: usize = text.split_inclusive('\n').take(header).map(str::len).sum();
    // The text is the whole file up to a def, so only its end is looked at.
    let mut before = text[header..].lines().rev().map(str::trim).peekable();
    let mut found = Vec::new();
    let mut is_block = false;
    while let Some(line) = before.next() {
        let is_comment = line.starts_with("//");
        // The lines of a block comment end with its start.
        is_block = (is_block || line.ends_with("*/")) && !line.is_empty();
        if !is_comment && !is_block && !line.is_empty() {
            break;
        }
        if line.starts_with("/*") {
            is_block = false;
        } else if is_block && !line.contains("*/") && before.peek().is_none() {
            return Vec::new();
        }
        found.push(line);
    }
    let mut lines: Vec<String> = Vec::new();
    for line in found.into_iter().rev() {
        if line.is_empty() {
            if !lines.is_empty() {
                lines.push(String::new());
            }
        } else if let Some(comment) = line.strip_prefix("//") {
            lines.push(line_of(comment));
        } else {
            lines.extend(block_line(line));
        }
    }
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}

/// The comments up to the end of a def, and on the line of that end.
fn inside(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut depth = 0i32;
    let mut is_over = false;
    let mut rest = text;
    while let Some(start) = rest.find(is_significant) {
        rest = &rest[start..];
        let first = rest.chars().next().expect("it was found");
        let length = match first {
            '\n' if is_over => break,
            '"' => pieces(rest).next().map_or(1, |string| string.text.len()),
            _ if rest.starts_with("[{") => rest.find("}]").map_or(rest.len(), |at| at + 2),
            _ if rest.starts_with("//") => {
                let comment = rest.lines().next().unwrap_or_default();
                lines.push(line_of(&comment[2..]));
                comment.len()
            }
            _ if rest.starts_with("/*") => {
                let end = rest.find("*/").map_or(rest.len(), |at| at + 2);
                lines.extend(
                    rest[..end]
                        .lines()
                        .filter_map(|line| block_line(line.trim())),
                );
                end
            }
            _ => {
                depth += match first {
                    '<' | '(' | '[' | '{' => 1,
                    '>' | ')' | ']' | '}' => -1,
                    _ => 0,
                };
                is_over |= depth == 0 && matches!(first, ';' | '}');
                1
            }
        };
        rest = &rest[length..];
    }
    if is_over { lines } else { Vec::new() }
}

/// Whether a character starts a comment or a text, or says where a def ends.
fn is_significant(c: char) -> bool {
    matches!(
        c,
        '\n' | '"' | '/' | '<' | '(' | '[' | '{' | '>' | ')' | ']' | '}' | ';'
    )
}

/// The line of a comment as PDLL writes it.
fn line_of(comment: &str) -> String {
    format!("//{}", comment.trim_end())
}

/// A line of a block comment, unless it only starts or ends the comment.
fn block_line(line: &str) -> Option<String> {
    let line = line.strip_prefix("/*").unwrap_or(line);
    let line = line.strip_suffix("*/").unwrap_or(line);
    let line = line.trim_start_matches('*').trim();
    (!line.is_empty()).then(|| format!("// {line}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(text: &str, expected: Expect) {
        let offset = text.find("def X").expect("it is there") + 4;
        let Comments { apart, own } = of_definition(text, offset);
        expected.assert_eq(
            &apart
                .iter()
                .chain(&own)
                .cloned()
                .collect::<Vec<_>>()
                .join("\n"),
        );
    }

    #[test]
    fn comments_stand_above_in_and_after() {
        check(
            "// Of the file.\n\n// Of A.\ndef A;\n//===- Part -===//\n\n/// Of X.\ndef X : Pat<\n  (A), // in it\n  (B /* a tree */ \"// no\")>; // after\n// Of C.\ndef C;\n",
            expect![[r#"
                //===- Part -===//

                /// Of X.
                // in it
                // a tree
                // after"#]],
        );
    }

    #[test]
    fn comments_of_files_belong_to_no_def() {
        let text = "// Of the file.\n// And more.\n\ndef X;\n";
        check(text, expect![""]);
        assert_eq!(of_file(text), ["// Of the file.", "// And more."]);
        assert_eq!(of_file("// Of X.\ndef X;\n"), [""; 0]);
    }

    #[test]
    fn block_comments_become_lines() {
        check(
            "def A;\n/* One\n * two\n */\ndef X;\n",
            expect![[r#"
                // One
                // two"#]],
        );
        check(
            "def A; /* Of A. */\ndef X { int x = [{ // no }]; }\n",
            expect!["// def A; /* Of A."],
        );
    }
}
