//! Placeholders in the C++ code of rules: `$_self`, `$0`, `$1...` and so on.

/// A part of a code template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part<'t> {
    /// Text that stays.
    Text(&'t str),
    /// `$_name`.
    Special(&'t str),
    /// `$N`.
    Argument(usize),
    /// `$N...`: all arguments from there on.
    ArgumentsFrom(usize),
}

/// The parts of a template, as MLIR's `tgfmt` divides it. `$$` is a `$`.
pub(super) fn parts(template: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut rest = template;
    while let Some(at) = rest.find('$') {
        let (text, placeholder) = rest.split_at(at);
        if !text.is_empty() {
            parts.push(Part::Text(text));
        }
        let (part, length) = first(placeholder);
        parts.push(part);
        rest = &placeholder[length..];
    }
    if !rest.is_empty() {
        parts.push(Part::Text(rest));
    }
    parts
}

/// The placeholder that a text starts with, and its length.
fn first(text: &str) -> (Part<'_>, usize) {
    let name = &text[1..];
    if name.starts_with('$') {
        return (Part::Text(&text[..1]), 2);
    }
    let digits = name
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(name.len());
    if let Ok(number) = name[..digits].parse() {
        return if name[digits..].starts_with("...") {
            (Part::ArgumentsFrom(number), 1 + digits + 3)
        } else {
            (Part::Argument(number), 1 + digits)
        };
    }
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let word = name.find(|c| !is_word(c)).unwrap_or(name.len());
    match word {
        0 => (Part::Text(&text[..1]), 1),
        _ => (Part::Special(&name[..word]), 1 + word),
    }
}

#[cfg(test)]
mod tests {
    use super::{Part, parts};

    #[test]
    fn templates_have_parts() {
        use Part::{Argument, ArgumentsFrom, Special, Text};
        assert_eq!(
            parts("f($_self, &$0, $12...)$$x$"),
            [
                Text("f("),
                Special("_self"),
                Text(", &"),
                Argument(0),
                Text(", "),
                ArgumentsFrom(12),
                Text(")"),
                Text("$"),
                Text("x"),
                Text("$"),
            ]
        );
    }
}
