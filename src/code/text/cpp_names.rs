//! Names of C++.

use crate::base::unique_names::UniqueNames;
use smol_str::format_smolstr;

/// The names that are taken at the top of a header.
pub(crate) struct Names {
    taken: UniqueNames,
}

impl Names {
    /// Starts with the names that have another meaning.
    pub(crate) fn new() -> Self {
        let mut taken = UniqueNames::default();
        for reserved in ["mlir", "llvm", "std", "pdll", "pdll_support"] {
            taken.insert(reserved);
        }
        Names { taken }
    }

    /// Takes a free name that resembles `wanted`.
    pub(crate) fn take(&mut self, wanted: &str) -> String {
        let plain = identifier(wanted);
        let numbered = |number| format_smolstr!("{plain}_{number}");
        self.taken.take(&plain, 1, numbered).into()
    }

    /// Takes the first of `wanted` that is free.
    pub(crate) fn take_first(&mut self, mut wanted: impl Iterator<Item = String>) -> String {
        wanted
            .find(|name| self.taken.insert(name))
            .unwrap_or_default()
    }
}

/// Turns `wanted` into an identifier that is not a keyword.
fn identifier(wanted: &str) -> String {
    let mut name: String = wanted
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect();
    // C++ reserves names with two underscores in a row.
    while name.contains("__") {
        name = name.replace("__", "_");
    }
    if name.starts_with(|c: char| c.is_ascii_digit()) {
        name.insert(0, '_');
    }
    if is_keyword(&name) {
        name.push('_');
    }
    name
}

/// Whether a name is a keyword of C++23 or an earlier C++.
pub(crate) fn is_keyword(name: &str) -> bool {
    KEYWORDS.binary_search(&name).is_ok()
}

const KEYWORDS: [&str; 92] = [
    "alignas",
    "alignof",
    "and",
    "and_eq",
    "asm",
    "auto",
    "bitand",
    "bitor",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "char16_t",
    "char32_t",
    "char8_t",
    "class",
    "co_await",
    "co_return",
    "co_yield",
    "compl",
    "concept",
    "const",
    "const_cast",
    "consteval",
    "constexpr",
    "constinit",
    "continue",
    "decltype",
    "default",
    "delete",
    "do",
    "double",
    "dynamic_cast",
    "else",
    "enum",
    "explicit",
    "export",
    "extern",
    "false",
    "float",
    "for",
    "friend",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "operator",
    "or",
    "or_eq",
    "private",
    "protected",
    "public",
    "register",
    "reinterpret_cast",
    "requires",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "static_cast",
    "struct",
    "switch",
    "template",
    "this",
    "thread_local",
    "throw",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "union",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "wchar_t",
    "while",
    "xor",
    "xor_eq",
];

#[cfg(test)]
mod tests {
    use super::{KEYWORDS, Names};

    #[test]
    fn keywords_are_sorted() {
        assert!(KEYWORDS.is_sorted());
    }

    #[test]
    fn names_are_identifiers_and_different() {
        let mut names = Names::new();
        for (wanted, name) in [
            ("Fold", "Fold"),
            ("Fold", "Fold_1"),
            ("class", "class_"),
            ("std", "std_1"),
            ("<anonymous_rewrite_0>PDLFn", "_anonymous_rewrite_0_PDLFn"),
        ] {
            assert_eq!(names.take(wanted), name);
        }
    }
}
