//! The kinds of warnings, and what `-W` does with them.

use crate::base::diagnostic::{
    Diagnostic, Diagnostics, INTERPRETER, LOST_RESULT, SKIPPED_RULE, Severity, UNKNOWN_OPERATION,
    UNPROVEN,
};
use clap::{
    Arg, Command,
    builder::{PossibleValue, TypedValueParser},
    error::ErrorKind,
};
use std::{
    convert::Infallible,
    ffi::OsStr,
    fmt::{self, Write},
};

/// A kind of warning.
struct Warning {
    /// The name for `-W`.
    name: &'static str,
    /// A line of description.
    about: &'static str,
    /// What it is unless `-W` names it.
    default: Default,
}

/// What a kind of warning is unless `-W` names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Default {
    Warning,
    Error,
    /// It takes long to find out, so `-W all` does not ask for it either.
    Off,
}

const fn warning(name: &'static str, about: &'static str) -> Warning {
    Warning {
        name,
        about,
        default: Default::Warning,
    }
}

const fn error(name: &'static str, about: &'static str) -> Warning {
    Warning {
        default: Default::Error,
        ..warning(name, about)
    }
}

const fn off(name: &'static str, about: &'static str) -> Warning {
    Warning {
        default: Default::Off,
        ..warning(name, about)
    }
}

/// All kinds of warnings, by name.
const WARNINGS: &[Warning] = &[
    warning(
        "erased-in-use",
        "a rewrite erases an operation that the match still uses",
    ),
    error(
        INTERPRETER,
        "MLIR's interpreter gets a pattern of a header wrong",
    ),
    warning(
        "invalid-operation",
        "the pattern creates an operation that breaks a rule about its types",
    ),
    warning(
        LOST_RESULT,
        "MLIR's interpreter mixes up the results of a constraint",
    ),
    warning(
        "missing-types",
        "an operation without types for its results has the name of no known one",
    ),
    warning("never-fired", "a pattern of a run rewrote nothing"),
    warning("never-matches", "no operation can match the pattern"),
    warning(
        "pattern-cycle",
        "patterns match what others of them create, in a circle",
    ),
    warning("redundant-constraint", "a constraint always holds"),
    warning("rematch", "a pattern matches what it has rewritten"),
    warning(
        "shadowed-pattern",
        "another pattern is applied wherever this one matches",
    ),
    warning(
        SKIPPED_RULE,
        "a rule that has an error or needs a C++ compiler is left out",
    ),
    warning("tablegen", "TableGen has a warning about a `.td` file"),
    warning(
        "unchecked-constraint",
        "a constraint is not checked when the patterns run",
    ),
    warning(
        "unknown-attribute",
        "the operation's definition has no such attribute",
    ),
    error(
        UNKNOWN_OPERATION,
        "the included dialect has no such operation",
    ),
    off(
        UNPROVEN,
        "`pdll-opt verify` does not prove that the pattern is right",
    ),
    warning("unused-value", "nothing uses the value of a statement"),
    warning("unused-variable", "a variable is never used"),
];

/// An argument of `-W`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Selection {
    /// All warnings.
    All,
    /// No warnings.
    None,
    /// Warnings become errors.
    Error,
    /// This warning is enabled, or not. If it is an error by default, it
    /// becomes a warning.
    Named(&'static str, bool),
}

impl fmt::Display for Selection {
    /// As `-W` takes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Selection::All => "all",
            Selection::None => "none",
            Selection::Error => "error",
            Selection::Named(name, true) => name,
            Selection::Named(name, false) => return write!(f, "no-{name}"),
        })
    }
}

/// Parses the argument of `-W`.
///
/// # Errors
///
/// A message, if there is no such warning.
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
                    "unknown warning; expected one of: {}",
                    names.join(", ")
                ));
            }
        },
    })
}

/// The argument of `-W help`.
pub(super) const HELP: &str = "help";

/// The text of `-W help`.
pub(super) fn help() -> String {
    let mut text = String::from(
        "Warnings, for -W NAME and -W no-NAME:\n\
         (if several -W apply to a warning, the last one counts)\n\n",
    );
    let width = WARNINGS.iter().map(|known| known.name.len()).max();
    for known in WARNINGS {
        let note = match known.default {
            Default::Warning => "",
            Default::Error => " (an error unless -W names it)",
            Default::Off => " (only if -W names it)",
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

/// Parses the argument of `-W` for clap. `-W help` ends the program with help.
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

    /// For shells, which complete them.
    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = WARNINGS
            .iter()
            .map(|known| PossibleValue::new(known.name).help(known.about));
        let disabled = WARNINGS
            .iter()
            .map(|known| PossibleValue::new(format!("no-{}", known.name)));
        let others = ["all", "none", "error", HELP].map(PossibleValue::new);
        Some(Box::new(names.chain(disabled).chain(others)))
    }
}

/// Parses the argument of `-W` where there is no command, which must be `help`.
#[derive(Clone)]
pub(super) struct HelpParser;

impl TypedValueParser for HelpParser {
    type Value = Infallible;

    fn parse_ref(
        &self,
        command: &Command,
        _: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Infallible, clap::Error> {
        if value == HELP {
            return Err(help_instead());
        }
        let value = value.to_string_lossy();
        let message = format!(
            "`-W {value}` stands after a command, as in `pdll-opt check -W {value} FILE`\n"
        );
        Err(clap::Error::raw(ErrorKind::ValueValidation, message).with_cmd(command))
    }

    /// For shells, which complete it.
    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new([PossibleValue::new(HELP)].into_iter()))
    }
}

/// The error by which clap prints help, with the list of warnings as help.
fn help_instead() -> clap::Error {
    Command::new("warnings")
        .override_help(help())
        .try_get_matches_from(["warnings", "--help"])
        .expect_err("clap ends a command line at `--help`")
}

/// What `-W` does with warnings.
pub(super) struct Policy<'a> {
    selections: &'a [Selection],
}

impl<'a> Policy<'a> {
    pub(super) fn new(selections: &'a [Selection]) -> Self {
        Policy { selections }
    }

    /// An empty list of diagnostics that turns the errors named by `-W` into
    /// warnings.
    pub(super) fn diagnostics(&self) -> Diagnostics {
        let mut diagnostics = Diagnostics::default();
        for selection in self.selections {
            if let Selection::Named(name, _) = selection {
                diagnostics.downgrade(name);
            }
        }
        diagnostics
    }

    /// The diagnostic to show, if any. The last selection that applies to a
    /// warning counts.
    pub(super) fn apply(&self, mut diagnostic: Diagnostic) -> Option<Diagnostic> {
        let Some(name) = diagnostic.name else {
            return Some(diagnostic);
        };
        if diagnostic.severity == Severity::Error {
            return Some(diagnostic);
        }
        if self.selections.contains(&Selection::Error) {
            diagnostic.severity = Severity::Error;
        }
        self.is_enabled(name).then_some(diagnostic)
    }

    /// Whether to show warnings of that name.
    pub(super) fn is_enabled(&self, name: &str) -> bool {
        let is_off = |known: &Warning| known.name == name && known.default == Default::Off;
        let is_off = WARNINGS.iter().any(is_off);
        let mut enabled = !is_off;
        for selection in self.selections {
            match selection {
                Selection::All => enabled |= !is_off,
                Selection::None => enabled = false,
                Selection::Named(of, on) if *of == name => enabled = *on,
                Selection::Named(..) | Selection::Error => {}
            }
        }
        enabled
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::source::SourceMap;

    /// The severity that a named error is shown with, if it is shown.
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
    fn what_takes_long_is_found_for_those_who_name_it() {
        let is_enabled = |selections: &[&str]| {
            let selections: Vec<_> = selections
                .iter()
                .map(|text| parse(text).expect("the test names a warning"))
                .collect();
            Policy::new(&selections).is_enabled("unproven")
        };
        assert!(!is_enabled(&[]));
        assert!(!is_enabled(&["all"]));
        assert!(!is_enabled(&["error"]));
        assert!(is_enabled(&["unproven"]));
        assert!(is_enabled(&["unproven", "all", "error"]));
        assert!(is_enabled(&["none", "unproven"]));
        assert!(!is_enabled(&["unproven", "none"]));
        assert!(!is_enabled(&["unproven", "no-unproven"]));
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
        for known in WARNINGS {
            assert!(help().contains(&format!("  {} ", known.name)));
        }
    }
}
