//! Brackets, strings and words of C++ code.

/// The expression without brackets around all of it.
pub(super) fn unwrapped(expression: &str) -> &str {
    let trimmed = expression.trim();
    let inner = trimmed
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'));
    match inner {
        Some(inner) if is_balanced(inner) => unwrapped(inner),
        _ => trimmed,
    }
}

/// The code without brackets that only contain others. Those of calls stay.
pub(super) fn without_doubled_brackets(code: &str) -> String {
    let mut code = code.to_owned();
    if code.contains(['"', '\'']) {
        return code;
    }
    let mut from = 0;
    while let Some(at) = code[from..].find("((") {
        let start = from + at;
        let is_call = code[..start].ends_with(|c: char| is_word(c) || "<>)]".contains(c));
        let end = closing(&code, start).zip(closing(&code, start + 1));
        match end {
            Some((outer, inner)) if outer == inner + 1 && !is_call => {
                code.remove(outer);
                code.remove(start);
            }
            _ => from = start + 1,
        }
    }
    code
}

/// The bracket that closes the one at `start`.
fn closing(code: &str, start: usize) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in code[start..].char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(start + at);
        }
    }
    None
}

/// Whether each bracket of a text is closed in it.
pub(super) fn is_balanced(text: &str) -> bool {
    let mut depth = 0i32;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' => string_length(rest),
            '\'' => return false,
            _ => first.len_utf8(),
        };
        depth += match first {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        if depth < 0 {
            return false;
        }
        rest = &rest[length..];
    }
    depth == 0
}

/// The length of the string at the start of a text.
pub(super) fn string_length(text: &str) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Whether a character is a part of a word.
pub(super) fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}
