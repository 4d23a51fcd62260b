//! Conditions of `.td` files as C++ expressions.

/// The expression that is true if `self` satisfies a condition.
pub(crate) fn expression(condition: &str) -> String {
    let context = "self.getContext()";
    condition
        .replace("$_self", "self")
        .replace("$_builder", &format!("::mlir::Builder({context})"))
        .replace("$_ctxt", context)
}

/// The name in an expression that has a meaning only inside of an operation's
/// definition, if there is one.
pub(crate) fn foreign_name(expression: &str) -> Option<&str> {
    let start = expression.find('$')?;
    let rest = &expression[start + 1..];
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    Some(&expression[start..=start + end.unwrap_or(rest.len())])
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
        assert_eq!(foreign_name("x($_op, 1)"), Some("$_op"));
        assert_eq!(foreign_name("x(self)"), None);
    }
}
