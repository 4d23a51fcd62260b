//! Names of Python.

use std::collections::BTreeSet;

/// The words that are no names.
const KEYWORDS: &[&str] = &[
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue",
    "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import",
    "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while",
    "with", "yield",
];

/// Names that are taken.
#[derive(Debug, Default)]
pub(super) struct Names(BTreeSet<String>);

impl Names {
    /// Those that are taken from the start.
    pub(super) fn of<const N: usize>(names: [&str; N]) -> Self {
        Names(names.map(str::to_owned).into())
    }

    /// A free name, which is that of a text as far as possible.
    pub(super) fn take(&mut self, text: &str) -> String {
        let mut name = identifier(text);
        if self.0.contains(&name) {
            let numbered = (2..).map(|number| format!("{name}_{number}"));
            let free = numbered.into_iter().find(|other| !self.0.contains(other));
            name = free.expect("there are numbers enough");
        }
        self.0.insert(name.clone());
        name
    }
}

/// A name like a text. It does not begin with `_`, which Python treats in a special way.
pub(super) fn identifier(text: &str) -> String {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let name = text.replace(|c: char| !is_part(c), "_");
    let name = match name.trim_start_matches('_') {
        "" => "it",
        name => name,
    };
    let is_keyword = KEYWORDS.contains(&name);
    match name.starts_with(|c: char| c.is_ascii_digit()) {
        true => format!("n{name}"),
        false if is_keyword => format!("{name}_"),
        false => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::Names;

    #[test]
    fn names_are_free_identifiers() {
        let mut names = Names::of(["self"]);
        let texts = ["self", "class", "a b", "a_b", "3", "__", "IsEven"];
        let taken = texts.map(|text| names.take(text));
        assert_eq!(
            taken,
            ["self_2", "class_", "a_b", "a_b_2", "n3", "it", "IsEven"]
        );
    }
}
