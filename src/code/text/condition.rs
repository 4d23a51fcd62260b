//! Conditions of `.td` files as C++ expressions.

use crate::front::cpp::placeholders::{Part, parts, substituted};

/// The expression that is true if `self` satisfies a condition.
pub(crate) fn expression(condition: &str) -> String {
    substituted(condition, &NAMES)
}

/// What the placeholders of conditions stand for.
const NAMES: [(&str, &str); 3] = [
    ("_self", "self"),
    ("_builder", "::mlir::Builder(self.getContext())"),
    ("_ctxt", "self.getContext()"),
];

/// The placeholder in a condition that has a meaning only inside of an operation's
/// definition, if there is one.
pub(crate) fn foreign_name(condition: &str) -> Option<String> {
    let is_known = |name: &str| NAMES.iter().any(|(known, _)| *known == name);
    parts(condition).into_iter().find_map(|part| match part {
        Part::Special(name) if !is_known(name) => Some(format!("${name}")),
        Part::Argument(number) | Part::ArgumentsFrom(number) => Some(format!("${number}")),
        Part::Special(_) | Part::Text(_) => None,
    })
}

#[cfg(test)]
mod tests {
    use super::{expression, foreign_name};

    #[test]
    fn conditions_become_expressions() {
        assert_eq!(
            expression("isa<A>($_self) && $_builder.f($_ctxt)"),
            "isa<A>(self) && ::mlir::Builder(self.getContext()).f(self.getContext())"
        );
    }

    #[test]
    fn names_of_operations_are_found() {
        assert_eq!(foreign_name("x($_op, 1)").as_deref(), Some("$_op"));
        assert_eq!(foreign_name("x($_self, $_ctxt)"), None);
    }
}
