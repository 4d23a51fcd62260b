//! Brackets of C++ code.

use crate::front::cpp::{is_word, parentheses, pieces};

/// The expression without brackets around all of it.
pub(super) fn unwrapped(expression: &str) -> &str {
    let trimmed = expression.trim();
    match parentheses(trimmed) {
        Some(length) if length == trimmed.len() => unwrapped(&trimmed[1..length - 1]),
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
        let outer = parentheses(&code[start..]);
        let inner = parentheses(&code[start + 1..]);
        match outer.zip(inner) {
            Some((outer, inner)) if outer == inner + 2 && !is_call => {
                code.remove(start + outer - 1);
                code.remove(start);
            }
            _ => from = start + 1,
        }
    }
    code
}

/// Whether each bracket of a text is closed in it.
pub(super) fn is_balanced(text: &str) -> bool {
    let mut depth = 0usize;
    for piece in pieces(text) {
        if piece.is_sign("(") {
            depth += 1;
        } else if piece.is_sign(")") {
            let Some(outer) = depth.checked_sub(1) else {
                return false;
            };
            depth = outer;
        }
    }
    depth == 0
}
