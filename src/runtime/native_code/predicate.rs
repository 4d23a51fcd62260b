//! Predicates of `.td` files as C++ expressions.

use crate::ods::Predicate;

/// The expression that tells whether `self` satisfies a predicate.
pub(super) fn expression(predicate: &Predicate) -> String {
    let text = combined(predicate, &mut Vec::new());
    let context = "self.getContext()";
    text.replace("$_self", "self")
        .replace("$_builder", &format!("::mlir::Builder({context})"))
        .replace("$_ctxt", context)
}

/// What of an operation's own the expression of a predicate mentions; then it
/// says nothing about other things.
pub(super) fn foreign_name(expression: &str) -> Option<&str> {
    let start = expression.find('$')?;
    let rest = &expression[start + 1..];
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    Some(&expression[start..=start + end.unwrap_or(rest.len())])
}

/// A replacement in the text of leaves.
type Substitution<'p> = (&'p str, &'p str);

/// `substitutions` are those of the predicates around this one, outermost first.
fn combined<'p>(predicate: &'p Predicate, substitutions: &mut Vec<Substitution<'p>>) -> String {
    match predicate {
        Predicate::Leaf(text) => format!("({})", substituted(text, substitutions)),
        Predicate::And(children) if children.is_empty() => "true".to_owned(),
        Predicate::Or(children) if children.is_empty() => "false".to_owned(),
        Predicate::And(children) | Predicate::Or(children) => {
            let operator = match predicate {
                Predicate::And(_) => " && ",
                _ => " || ",
            };
            let children: Vec<_> = children
                .iter()
                .map(|child| combined(child, substitutions))
                .collect();
            format!("({})", children.join(operator))
        }
        Predicate::Not(child) => format!("!({})", combined(child, substitutions)),
        Predicate::Substitute {
            pattern,
            replacement,
            child,
        } => {
            substitutions.push((pattern, replacement));
            let text = combined(child, substitutions);
            substitutions.pop();
            text
        }
        Predicate::Concat {
            prefix,
            suffix,
            child,
        } => format!(
            "({}{}{})",
            substituted(prefix, substitutions),
            combined(child, substitutions),
            substituted(suffix, substitutions)
        ),
    }
}

/// Innermost substitutions come first.
fn substituted(text: &str, substitutions: &[Substitution<'_>]) -> String {
    substitutions
        .iter()
        .rev()
        .filter(|(pattern, _)| !pattern.is_empty())
        .fold(text.to_owned(), |text, (pattern, replacement)| {
            text.replace(pattern, replacement)
        })
}

#[cfg(test)]
mod tests {
    use super::{expression, foreign_name};
    use crate::ods::Predicate;
    use std::sync::Arc;

    fn leaf(text: &str) -> Arc<Predicate> {
        Arc::new(Predicate::Leaf(text.to_owned()))
    }

    #[test]
    fn predicates_become_expressions() {
        let element = Predicate::Substitute {
            pattern: "$_self".to_owned(),
            replacement: "elementOf($_self)".to_owned(),
            child: Arc::new(Predicate::Or(vec![leaf("a($_self)"), leaf("b($_self)")])),
        };
        let all = Predicate::And(vec![
            Arc::new(Predicate::Not(leaf("$_self"))),
            Arc::new(element),
        ]);
        assert_eq!(
            expression(&all),
            "(!((self)) && ((a(elementOf(self))) || (b(elementOf(self)))))"
        );
        assert_eq!(expression(&Predicate::default()), "true");
    }

    #[test]
    fn a_concatenation_stands_around_its_child() {
        let all = Predicate::Concat {
            prefix: "allOf($_self, [](Type t) { return ".to_owned(),
            suffix: "; })".to_owned(),
            child: Arc::new(Predicate::Substitute {
                pattern: "$_self".to_owned(),
                replacement: "t".to_owned(),
                child: leaf("a($_self)"),
            }),
        };
        assert_eq!(
            expression(&all),
            "(allOf(self, [](Type t) { return (a(t)); }))"
        );
    }

    #[test]
    fn names_of_operations_are_found() {
        assert_eq!(foreign_name("x($_op, 1)"), Some("$_op"));
        assert_eq!(foreign_name("x(self)"), None);
    }
}
