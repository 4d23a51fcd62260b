//! Placeholders in the C++ code of `.td` files: `$_self`, `$0`, `$1...` and so on.

/// A part of a code template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part<'t> {
    /// Text that stays.
    Text(&'t str),
    /// `$_name`, without its sign.
    Special(&'t str),
    /// `$N`.
    Argument(usize),
    /// `$N...`: all arguments from there on.
    ArgumentsFrom(usize),
}

/// The template with other text for placeholders of these names, such as `_self`.
pub fn substituted(template: &str, names: &[(&str, &str)]) -> String {
    let text = |part| match part {
        Part::Text(text) => text.to_owned(),
        Part::Special(name) => match names.iter().find(|(own, _)| *own == name) {
            Some((_, text)) => (*text).to_owned(),
            None => format!("${name}"),
        },
        Part::Argument(number) => format!("${number}"),
        Part::ArgumentsFrom(number) => format!("${number}..."),
    };
    parts(template).into_iter().map(text).collect()
}

/// The parts of a template, as MLIR's `tgfmt` divides it. `$$` is a `$`.
pub fn parts(template: &str) -> Vec<Part<'_>> {
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
    use super::{Part, parts, substituted};

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

    #[test]
    fn other_placeholders_stay() {
        let names = [("_self", "self"), ("_ctxt", "f()")];
        assert_eq!(
            substituted("a($_self, $_ctxt, $_op, $_selfish, $0, $1...)", &names),
            "a(self, f(), $_op, $_selfish, $0, $1...)"
        );
    }
}
