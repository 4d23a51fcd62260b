//! Names that PDLL accepts.

use rustc_hash::FxHashSet;
use smol_str::{SmolStr, format_smolstr};

/// The words that cannot be names.
const KEYWORDS: [&str; 22] = [
    "Attr",
    "Constraint",
    "Op",
    "OpName",
    "Pattern",
    "Rewrite",
    "Type",
    "TypeRange",
    "Value",
    "ValueRange",
    "attr",
    "erase",
    "let",
    "not",
    "op",
    "replace",
    "return",
    "rewrite",
    "type",
    "with",
    "_",
    "",
];

/// The names of a file, or of one of its declarations.
#[derive(Debug, Default, Clone)]
pub(super) struct Names {
    taken: FxHashSet<SmolStr>,
}

impl Names {
    /// Says that a name cannot be used.
    pub(super) fn reserve(&mut self, name: impl Into<SmolStr>) {
        self.taken.insert(name.into());
    }

    /// A new name that is as wanted, or nearly.
    pub(super) fn take(&mut self, wanted: &str) -> SmolStr {
        self.take_beside(&Names::default(), wanted)
    }

    /// The same, for a name that is not among those of `outer` either.
    pub(super) fn take_beside(&mut self, outer: &Names, wanted: &str) -> SmolStr {
        let wanted = safe(wanted);
        let is_free = |name: &SmolStr| !self.taken.contains(name) && !outer.taken.contains(name);
        let numbered = (2..).map(
            |number| match wanted.ends_with(|c: char| c.is_ascii_digit()) {
                true => format_smolstr!("{wanted}_{number}"),
                false => format_smolstr!("{wanted}{number}"),
            },
        );
        let mut candidates = [wanted.clone()].into_iter().chain(numbered);
        let name = candidates.find(is_free).expect("there are many numbers");
        self.taken.insert(name.clone());
        name
    }
}

/// The name with only what names consist of.
pub(super) fn safe(name: &str) -> SmolStr {
    if is_safe(name) {
        return name.into();
    }
    let mut safe: String = name.chars().filter(|c| is_word(*c)).collect();
    if safe.starts_with(|c: char| c.is_ascii_digit()) {
        safe.insert(0, '_');
    }
    if KEYWORDS.contains(&safe.as_str()) {
        safe.push_str("Value");
    }
    safe.into()
}

/// Whether PDLL accepts a name as it is.
pub(super) fn is_safe(name: &str) -> bool {
    name.chars().all(is_word)
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && !KEYWORDS.contains(&name)
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Words as one name in camel case.
pub(super) fn joined(words: &str) -> String {
    let words = words.split(|c: char| !c.is_ascii_alphanumeric());
    let capital = |word: &str| {
        let mut letters = word.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    };
    words.map(capital).collect()
}

/// The name of a variable for an operation of that name.
pub(super) fn of_operation(name: &str) -> String {
    let mnemonic = name.rsplit('.').next().unwrap_or_default();
    match KEYWORDS.contains(&mnemonic) {
        true => format!("{mnemonic}Op"),
        false => mnemonic.to_owned(),
    }
}

/// The name of a variable for all that a function returns.
pub(super) fn of_function(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|first| first.to_ascii_lowercase());
    first.into_iter().chain(letters).collect()
}

/// The name of a pattern for a rule of that name.
pub(super) fn of_pattern(rule: &str) -> String {
    let name = without_made_up(rule);
    match KEYWORDS.contains(&name) {
        true => format!("{name}Pattern"),
        false => name.to_owned(),
    }
}

/// The rest of a name that TableGen has made up in part.
pub(super) fn without_made_up(name: &str) -> &str {
    let rest = name.strip_prefix("anonymous_");
    let rest = rest.map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
    rest.filter(|rest| !rest.is_empty()).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_free_and_valid() {
        let mut names = Names::default();
        names.reserve("x");
        let taken = ["x", "x", "a1", "a1", "op", "0", "a-b"].map(|name| names.take(name));
        assert_eq!(taken, ["x2", "x3", "a1", "a1_2", "opValue", "_0", "ab"]);
    }

    #[test]
    fn words_become_names() {
        assert_eq!(joined("create drr.two_values"), "CreateDrrTwoValues");
        assert_eq!(of_operation("func.return"), "returnOp");
        assert_eq!(without_made_up("anonymous_351In"), "In");
        assert_eq!(without_made_up("anonymous_351"), "anonymous_351");
    }
}
