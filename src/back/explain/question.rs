//! Which patterns and operations are looked at.

use super::{name_of, places::Places};
use melior::ir::OperationRef;

/// What the user asks.
#[derive(Debug, Clone)]
pub(crate) struct Question {
    /// Names or labels of patterns; `*` stands for any characters, and `?` for any single one.
    /// All patterns without any.
    pub(crate) patterns: Vec<String>,
    pub(crate) operations: Operations,
    /// How many groups of misses, and how many matches, are explained for a pattern.
    pub(crate) limit: usize,
    /// Whether to try what would make patterns match, on a copy of the program that
    /// lives as long as the context.
    pub(crate) wants_hints: bool,
}

/// Which operations are looked at.
#[derive(Debug, Clone)]
pub(crate) enum Operations {
    All,
    Named(String),
    /// Those whose names stand in a line, or the innermost one around a column.
    At {
        line: u32,
        column: Option<u32>,
    },
}

/// How many groups and matches are explained unless somebody asks for more.
pub(crate) const DEFAULT_LIMIT: usize = 3;

/// Whether two patterns, of which these are the names and labels, come from one rule. One with
/// `either` makes several at one place: the first has the name of the rule, and the others have
/// that as a label.
pub(crate) fn are_of_one_rule(one: (&str, &[String]), other: (&str, &[String])) -> bool {
    let is_further = |(_, labels): (&str, &[String]), (first, _): (&str, &[String])| {
        labels.iter().any(|label| label == first)
    };
    is_further(one, other) || is_further(other, one)
}

impl Question {
    /// Asks about all patterns and operations.
    pub(crate) fn about_all() -> Self {
        Question {
            patterns: Vec::new(),
            operations: Operations::All,
            limit: DEFAULT_LIMIT,
            wants_hints: false,
        }
    }

    /// Whether the question is about a pattern. One that a rule with `either` makes beside the
    /// first has the name of the rule as a label.
    pub(crate) fn asks_about(&self, name: &str, labels: &[String]) -> bool {
        let labels = labels.iter().map(String::as_str);
        let mut words = labels.chain([name]);
        let is_asked = |word: &str| self.patterns.iter().any(|glob| matches_glob(glob, word));
        self.patterns.is_empty() || words.any(is_asked)
    }

    pub(super) fn selects_operations(&self) -> bool {
        !matches!(self.operations, Operations::All)
    }

    /// Whether the user has chosen a pattern and a place in the program.
    pub(super) fn is_about_one_pair(&self) -> bool {
        matches!(self.operations, Operations::At { .. }) && !self.patterns.is_empty()
    }

    /// Keeps the operations that the question is about.
    pub(super) fn retain(&self, operations: &mut Vec<OperationRef<'_, '_>>, places: &Places<'_>) {
        match &self.operations {
            Operations::All => {}
            Operations::Named(name) => operations.retain(|one| name_of(*one) == *name),
            Operations::At { line, column: None } => {
                operations.retain(|one| places.line_of(*one) == Some(*line));
            }
            Operations::At {
                line,
                column: Some(column),
            } => {
                let innermost = operations.iter().rev();
                let mut innermost = innermost.filter(|one| places.contains(**one, *line, *column));
                let innermost = innermost.next().copied();
                operations.retain(|one| Some(*one) == innermost);
            }
        }
    }
}

/// Whether a name is one that a glob means.
pub(crate) fn matches_glob(glob: &str, name: &str) -> bool {
    let (glob, name): (Vec<_>, Vec<_>) = (glob.chars().collect(), name.chars().collect());
    let (mut at, mut star) = ((0, 0), None);
    while at.1 < name.len() {
        match glob.get(at.0) {
            Some('*') => {
                star = Some((at.0 + 1, at.1));
                at.0 += 1;
            }
            Some(letter) if *letter == '?' || *letter == name[at.1] => at = (at.0 + 1, at.1 + 1),
            _ => {
                // The last star takes one more letter.
                let Some((after, from)) = star else {
                    return false;
                };
                star = Some((after, from + 1));
                at = (after, from + 1);
            }
        }
    }
    glob[at.0..].iter().all(|letter| *letter == '*')
}

#[cfg(test)]
mod tests {
    use super::matches_glob;

    #[test]
    fn globs_have_stars_and_question_marks() {
        for (glob, name) in [
            ("*", ""),
            ("A*", "A"),
            ("A*c*", "Abcbc"),
            ("?b", "ab"),
            ("**", "x"),
        ] {
            assert!(matches_glob(glob, name), "{glob} {name}");
        }
        for (glob, name) in [
            ("", "A"),
            ("A", "Ab"),
            ("?", ""),
            ("A*d", "Abc"),
            ("a", "A"),
        ] {
            assert!(!matches_glob(glob, name), "{glob} {name}");
        }
    }
}
