//! Which warnings there are, and what becomes of them.

use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use clap::{Arg, Command, builder::TypedValueParser, error::ErrorKind};
use std::{ffi::OsStr, fmt::Write};

/// A kind of warning.
struct Warning {
    /// What `-W` calls it.
    name: &'static str,
    /// What it says, in a line.
    about: &'static str,
    /// Whether it is an error, unless `-W` mentions it.
    is_error: bool,
}

const fn warning(name: &'static str, about: &'static str) -> Warning {
    Warning {
        name,
        about,
        is_error: false,
    }
}

const fn error(name: &'static str, about: &'static str) -> Warning {
    Warning {
        is_error: true,
        ..warning(name, about)
    }
}

/// All of them, by name.
const WARNINGS: [Warning; 10] = [
    warning("never-matches", "no operation can match the pattern"),
    warning(
        "redundant-constraint",
        "a constraint holds without being written",
    ),
    warning("rematch", "a pattern matches what it has rewritten"),
    warning(
        "shadowed-pattern",
        "another pattern is applied wherever this one matches",
    ),
    warning("tablegen", "TableGen warns of something in a `.td` file"),
    warning(
        "unchecked-constraint",
        "a constraint is not checked when the patterns run",
    ),
    warning(
        "unknown-attribute",
        "the operation's definition has no such attribute",
    ),
    error(
        "unknown-operation",
        "the included dialect has no such operation",
    ),
    warning("unused-value", "a statement computes a value for nobody"),
    warning("unused-variable", "a variable is never used"),
];

/// One `-W`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Selection {
    /// All warnings.
    All,
    /// No warnings.
    None,
    /// Warnings are errors.
    Error,
    /// This warning, or not. What is an error otherwise is none then.
    Named(&'static str, bool),
}

/// Understands the argument of `-W`.
///
/// # Errors
///
/// A message, when there is no such warning.
pub(super) fn parse(text: &str) -> Result<Selection, String> {
    let (name, enabled) = match text.strip_prefix("no-") {
        Some(name) => (name, false),
        None => (text, true),
    };
    Ok(match text {
        "all" => Selection::All,
        "none" => Selection::None,
        "error" => Selection::Error,
        _ => match WARNINGS.iter().find(|known| known.name == name) {
            Some(known) => Selection::Named(known.name, enabled),
            None => {
                let names: Vec<_> = WARNINGS.iter().map(|known| known.name).collect();
                return Err(format!(
                    "there is no such warning; there are: {}",
                    names.join(", ")
                ));
            }
        },
    })
}

/// The argument of `-W help`.
pub(super) const HELP: &str = "help";

/// What `-W help` prints.
pub(super) fn help() -> String {
    let mut text = String::from(
        "Warnings, for -W NAME and -W no-NAME:\n\
         (the last -W that speaks of a warning counts)\n\n",
    );
    let width = WARNINGS.iter().map(|known| known.name.len()).max();
    for known in &WARNINGS {
        let note = match known.is_error {
            true => " (an error, unless -W names it)",
            false => "",
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "  {:width$}  {}{note}",
            known.name,
            known.about,
            width = width.unwrap_or_default()
        );
    }
    text
}

/// Reads the argument of `-W` for clap. `-W help` ends the program with help.
#[derive(Clone)]
pub(super) struct Parser;

impl TypedValueParser for Parser {
    type Value = Selection;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Selection, clap::Error> {
        let value = value.to_string_lossy();
        if value == HELP {
            return Err(help_instead());
        }
        parse(&value).map_err(|message| {
            let arg = arg.map(ToString::to_string).unwrap_or_default();
            let message = format!("invalid value '{value}' for '{arg}': {message}\n");
            clap::Error::raw(ErrorKind::ValueValidation, message).with_cmd(command)
        })
    }
}

/// What clap makes of `--help`, with the list of warnings as help.
fn help_instead() -> clap::Error {
    Command::new("warnings")
        .override_help(help())
        .try_get_matches_from(["warnings", "--help"])
        .expect_err("clap ends a command line at `--help`")
}

/// What becomes of warnings.
pub(super) struct Policy<'a> {
    selections: &'a [Selection],
}

impl<'a> Policy<'a> {
    pub(super) fn new(selections: &'a [Selection]) -> Self {
        Policy { selections }
    }

    /// Diagnostics among which the errors that `-W` names are warnings.
    pub(super) fn diagnostics(&self) -> Diagnostics {
        let mut diagnostics = Diagnostics::default();
        for selection in self.selections {
            if let Selection::Named(name, _) = selection {
                diagnostics.downgrade(name);
            }
        }
        diagnostics
    }

    /// The diagnostic as it is to be shown, if it is. The last selection that
    /// speaks of a warning counts.
    pub(super) fn apply(&self, mut diagnostic: Diagnostic) -> Option<Diagnostic> {
        let Some(name) = diagnostic.name else {
            return Some(diagnostic);
        };
        if diagnostic.severity == Severity::Error {
            return Some(diagnostic);
        }
        let mut enabled = true;
        for selection in self.selections {
            match selection {
                Selection::All => enabled = true,
                Selection::None => enabled = false,
                Selection::Named(of, on) if *of == name => enabled = *on,
                Selection::Named(..) => {}
                Selection::Error => diagnostic.severity = Severity::Error,
            }
        }
        enabled.then_some(diagnostic)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::SourceMap;

    /// What becomes of an error that has a name.
    fn fate(selections: &[&str]) -> Option<Severity> {
        let selections: Vec<_> = selections
            .iter()
            .map(|text| parse(text).expect("the test names a warning"))
            .collect();
        let policy = Policy::new(&selections);
        let mut sources = SourceMap::default();
        let file = sources.add("a.pdll", "", None);
        let mut diagnostics = policy.diagnostics();
        diagnostics.push(Diagnostic::named_error(
            "unknown-operation",
            sources.whole(file),
            "it is unknown",
        ));
        let diagnostic = diagnostics.take().remove(0);
        policy.apply(diagnostic).map(|shown| shown.severity)
    }

    #[test]
    fn errors_with_a_name_are_warnings_when_named() {
        assert_eq!(fate(&[]), Some(Severity::Error));
        assert_eq!(fate(&["unknown-operation"]), Some(Severity::Warning));
        assert_eq!(fate(&["no-unknown-operation"]), None);
        assert_eq!(fate(&["unknown-operation", "error"]), Some(Severity::Error));
        assert_eq!(fate(&["unknown-operation", "none"]), None);
        assert_eq!(
            fate(&["no-unknown-operation", "unknown-operation"]),
            Some(Severity::Warning)
        );
    }

    #[test]
    fn errors_stay_errors_whatever_is_said_of_warnings() {
        for other in ["all", "none", "error", "unused-value", "no-unused-value"] {
            assert_eq!(fate(&[other]), Some(Severity::Error), "{other}");
        }
    }

    #[test]
    fn warnings_are_listed_by_name() {
        assert!(WARNINGS.is_sorted_by_key(|known| known.name));
        for known in &WARNINGS {
            assert!(help().contains(&format!("  {} ", known.name)));
        }
    }
}
