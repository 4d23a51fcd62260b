//! Documentation in definitions.

use serde::Deserialize;
use std::fmt::{self, Display, Formatter};

/// The description in a definition, in Markdown. It is printed without the
/// indentation that it has in the definition, and without the blank lines
/// around it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Description(String);

impl Description {
    /// Takes the text of a definition.
    pub fn new(text: impl Into<String>) -> Self {
        Description(text.into())
    }

    /// Whether the description is blank.
    pub fn is_empty(&self) -> bool {
        self.0.trim().is_empty()
    }
}

impl Display for Description {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let blank = |line: &&str| line.trim().is_empty();
        let lines: Vec<_> = self.0.trim_end().lines().skip_while(blank).collect();
        let indentation = lines
            .iter()
            .filter(|line| !blank(line))
            .map(|line| line.len() - line.trim_start_matches([' ', '\t']).len())
            .min()
            .unwrap_or_default();
        for (number, line) in lines.into_iter().enumerate() {
            if number > 0 {
                writeln!(f)?;
            }
            write!(f, "{}", line.get(indentation..).unwrap_or_default())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Description;

    #[test]
    fn indentation_is_that_of_the_least_indented_line() {
        let shown = |text| Description::new(text).to_string();
        assert_eq!(shown("\n\n    A\n      b\n \n    c\n  "), "A\n  b\n\nc");
        assert_eq!(shown(" one line "), "one line");
        assert_eq!(shown("first\n    second"), "first\n    second");
        assert_eq!(shown(" \n "), "");
        assert!(Description::new(" \n ").is_empty());
    }
}
