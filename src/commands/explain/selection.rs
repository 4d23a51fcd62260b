//! Which patterns and operations a command line selects.

use super::subject::Named;
use crate::{
    back::explain::{Operations, Question},
    base::diagnostic::{Diagnostic, closest},
    commands::options::Explain,
};
use std::{collections::BTreeSet, path::Path};

pub(super) struct Selection {
    pub(super) question: Question,
}

impl Selection {
    /// What the options select.
    ///
    /// # Errors
    ///
    /// Why they select nothing.
    pub(super) fn new(options: &Explain) -> Result<Self, String> {
        let operations = match &options.op {
            None => Operations::All,
            Some(text) => operations(text, options.setup.input())?,
        };
        Ok(Selection {
            question: Question {
                patterns: options.pattern.clone(),
                operations,
                limit: if options.all {
                    usize::MAX
                } else {
                    options.limit
                },
                wants_hints: true,
            },
        })
    }

    /// Whether the user wants to know everything about few operations.
    pub(super) fn is_about_a_place(&self) -> bool {
        matches!(self.question.operations, Operations::At { .. })
    }

    /// Errors about names of patterns that select nothing.
    pub(super) fn problems(&self, names: &[Named], dropped: &[&str]) -> Vec<Diagnostic> {
        let globs = self.question.patterns.iter();
        globs
            .filter_map(|glob| {
                let asked = Question {
                    patterns: vec![glob.clone()],
                    ..self.question.clone()
                };
                let selected = names
                    .iter()
                    .filter(|pattern| asked.asks_about(&pattern.name, &pattern.labels));
                let mut selected = selected.map(|pattern| &pattern.name);
                match selected.next() {
                    None => {
                        let message = format!("there is no pattern `{glob}`");
                        let error = Diagnostic::error_without_place(message);
                        let names = names.iter().map(|pattern| &*pattern.name);
                        Some(match closest(glob, names) {
                            Some(known) => error.help(format!("did you mean `{known}`?")),
                            None => error,
                        })
                    }
                    Some(first)
                        if [first]
                            .into_iter()
                            .chain(selected)
                            .all(|name| dropped.contains(&name.as_str())) =>
                    {
                        let message = format!(
                            "`{first}` is not used, because `--enable-patterns` or \
                             `--disable-patterns` leaves it out"
                        );
                        Some(Diagnostic::error_without_place(message))
                    }
                    Some(_) => None,
                }
            })
            .collect()
    }

    /// What to say if no pattern could match what is selected, in a program with operations
    /// of these names.
    pub(super) fn nothing(&self, num_operations: usize, names: &BTreeSet<String>) -> String {
        if num_operations > 0 {
            return match &self.question.operations {
                Operations::At { line, .. } => format!(
                    "remark: no pattern has a root with the name of an operation in line {line}\n"
                ),
                _ => "remark: no pattern has a root of that name\n".to_owned(),
            };
        }
        match &self.question.operations {
            Operations::All => "remark: the program has no operations\n".to_owned(),
            Operations::At { line, .. } => {
                format!("remark: no operation is selected: none begins in line {line} there\n")
            }
            Operations::Named(name) => {
                let mut text =
                    format!("remark: no operation is selected: the program has no `{name}`\n");
                if let Some(known) = closest(name, names.iter().map(String::as_str)) {
                    text += &format!("note: did you mean `{known}`?\n");
                }
                text
            }
        }
    }
}

/// The operations that a text means: `NAME`, `FILE:LINE` or `FILE:LINE:COLUMN`.
fn operations(text: &str, input: &Path) -> Result<Operations, String> {
    let mut parts = text.rsplitn(3, ':');
    let last = parts.next().and_then(|part| part.parse::<u32>().ok());
    let Some(last) = last else {
        return Ok(Operations::Named(text.to_owned()));
    };
    let rest: Vec<_> = parts.collect();
    let (file, operations) = match (&rest[..], rest.first().and_then(|part| part.parse().ok())) {
        ([_, file], Some(line)) => {
            let column = Some(last);
            ((*file).to_owned(), Operations::At { line, column })
        }
        ([], _) => (
            String::new(),
            Operations::At {
                line: last,
                column: None,
            },
        ),
        (parts, _) => {
            let file: Vec<_> = parts.iter().rev().copied().collect();
            (
                file.join(":"),
                Operations::At {
                    line: last,
                    column: None,
                },
            )
        }
    };
    let is_input = file.is_empty()
        || Path::new(&file) == input
        || (file == "<stdin>" && input == Path::new("-"));
    if is_input {
        Ok(operations)
    } else {
        let input = input.display();
        Err(format!(
            "`--op {text}` names a place in `{file}`, but the program is `{input}`"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_have_names_or_places() {
        let input = Path::new("a.mlir");
        let parsed = |text| format!("{:?}", operations(text, input));
        assert_eq!(parsed("arith.addi"), r#"Ok(Named("arith.addi"))"#);
        assert_eq!(parsed("a.mlir:5"), "Ok(At { line: 5, column: None })");
        assert_eq!(parsed("a.mlir:5:8"), "Ok(At { line: 5, column: Some(8) })");
        assert_eq!(parsed("5"), "Ok(At { line: 5, column: None })");
        assert!(operations("b.mlir:5", input).is_err());
    }
}
