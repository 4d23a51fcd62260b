//! The question of C++ whether something is of a class, where pdll knows the name of
//! what it asks for, but not the class.
//!
//! A program that does not have the dialect has opaque types and attributes in place of
//! such a class.

use super::TypeDef;
use crate::cpp::{is_word, parentheses};
use std::collections::BTreeMap;

/// The names of types and attributes in IR, by their C++ classes.
#[derive(Debug, Default)]
pub(super) struct Names(BTreeMap<String, String>);

impl Names {
    /// The names of those of unknown classes.
    pub(super) fn of<'d>(defs: impl Iterator<Item = &'d TypeDef>) -> Self {
        let unknown = defs.filter(|def| !def.has_known_class());
        let entry = |def: &TypeDef| (def.qualified_class().to_owned(), def.type_name.clone());
        Names(unknown.map(entry).collect())
    }

    /// A condition that asks for names in place of such classes.
    pub(super) fn in_condition(&self, condition: &str) -> String {
        let mut result = String::new();
        let mut rest = condition;
        while let Some(start) = rest.find(ISA) {
            let (before, question) = rest.split_at(start);
            let starts_word = !before.ends_with(is_word);
            let Some((asked, end)) = starts_word.then(|| self.question(question)).flatten() else {
                result.push_str(&rest[..start + ISA.len()]);
                rest = &question[ISA.len()..];
                continue;
            };
            let before = ["::llvm::", "llvm::", "::mlir::", "mlir::"]
                .iter()
                .find_map(|namespace| before.strip_suffix(namespace))
                .unwrap_or(before);
            result.push_str(before);
            result.push_str(&asked);
            rest = &question[end..];
        }
        result + rest
    }

    /// The condition that asks for names in place of such classes. None if it mentions
    /// none of them, or needs one for more than that question: only a program that has
    /// the class can compile it then.
    pub(super) fn condition_by_name(&self, condition: &str) -> Option<String> {
        if self.0.is_empty() {
            return None;
        }
        let asked = self.in_condition(condition);
        let needs_class = || self.0.keys().any(|class| mentions(&asked, class));
        (asked != condition && !needs_class()).then_some(asked)
    }

    /// What `isa<…>(…)` at the start of a text becomes, and where it ends.
    fn question(&self, text: &str) -> Option<(String, usize)> {
        let classes_end = ISA.len() + text[ISA.len()..].find('>')?;
        let classes = text[ISA.len()..classes_end].split(',').map(str::trim);
        let open = classes_end + 1;
        let length = parentheses(text.get(open..)?)?;
        let subject = &text[open + 1..open + length - 1];
        let mut is_named = false;
        let ask = |class: &str| match self.0.get(class.trim_start_matches("::")) {
            Some(name) => {
                is_named = true;
                is_named_code(subject, name)
            }
            None => format!("::llvm::isa<{class}>({subject})"),
        };
        let questions: Vec<_> = classes.map(ask).collect();
        is_named.then(|| (format!("({})", questions.join(" || ")), open + length))
    }
}

/// The C++ code that asks whether something has a name, with or without its dialect.
pub fn is_named_code(subject: &str, name: &str) -> String {
    format!("{IS_NAMED}({subject}, \"{name}\")")
}

/// The C++ function that such code calls.
pub const IS_NAMED: &str = "::pdll::isNamed";

const ISA: &str = "isa<";

/// Whether a text has that class in it, rather than one whose name only contains its
/// name.
fn mentions(text: &str, class: &str) -> bool {
    text.match_indices(class).any(|(start, _)| {
        let (before, rest) = text.split_at(start);
        !before.ends_with(is_word) && !rest[class.len()..].starts_with(is_word)
    })
}

#[cfg(test)]
mod tests {
    use super::Names;

    fn names() -> Names {
        let entry = |class: &str, name: &str| (class.to_owned(), name.to_owned());
        Names([entry("q::IntType", "q.int"), entry("q::B", "q.b")].into())
    }

    #[test]
    fn classes_without_code_are_names() {
        let asked = |text: &str| names().in_condition(text);
        assert_eq!(
            asked("::llvm::isa<::q::IntType>($_self)"),
            "(::pdll::isNamed($_self, \"q.int\"))"
        );
        assert_eq!(
            asked("!isa< q::B, ::mlir::X >(f($_self)) && llvm::isa<Y>($_self)"),
            "!(::pdll::isNamed(f($_self), \"q.b\") || ::llvm::isa<::mlir::X>(f($_self))) \
             && llvm::isa<Y>($_self)"
        );
    }

    #[test]
    fn code_that_needs_a_class_keeps_its_questions() {
        let asked = |text: &str| names().condition_by_name(text);
        assert_eq!(
            asked("isa<q::IntType>($_self) || isa<q::BType>($_self)").as_deref(),
            Some("(::pdll::isNamed($_self, \"q.int\")) || isa<q::BType>($_self)")
        );
        for text in [
            "$_self.isF32()",
            "isa<q::B>($_self) && cast<q::B>($_self).f()",
            "isa<q::B>($_self) && cast<::q::IntType>(f($_self)).f()",
        ] {
            assert_eq!(asked(text), None);
        }
    }

    #[test]
    fn other_text_stays() {
        for text in [
            "isa<",
            "isa<::q::IntType>",
            "isa<::q::IntType>(",
            "isa<::q::IntType>x()",
        ] {
            assert_eq!(names().in_condition(text), text);
        }
    }
}
