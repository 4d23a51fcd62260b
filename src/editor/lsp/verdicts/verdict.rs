//! What `pdll-opt verify` says about patterns, and how a lens says that.

use super::Ended;
use crate::editor::lsp::saved::Saved;
use serde::Deserialize;
use std::fmt::Write;

/// What is known about the patterns of a document.
#[derive(Debug, Default)]
pub(in crate::editor::lsp) struct Report {
    verdicts: Vec<Verdict>,
    /// Why not all patterns have one.
    problem: Option<String>,
}

/// What a lens says.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::editor::lsp) struct Title {
    pub(in crate::editor::lsp) text: String,
    /// All that is known, if it is more.
    pub(in crate::editor::lsp) details: Option<String>,
}

/// A line of `pdll-opt verify --format json`.
#[derive(Debug, Deserialize)]
struct Verdict {
    /// Where the pattern starts.
    line: Option<u32>,
    pattern: String,
    verdict: String,
    types: Option<String>,
    undecided_types: Option<String>,
    #[serde(default)]
    assumptions: Vec<String>,
    reason: Option<String>,
    text: String,
}

/// The longest text above a pattern, in characters.
const MAX_LENGTH: usize = 100;

impl Report {
    /// What the process has said about a document.
    pub(in crate::editor::lsp) fn new(
        ended: std::io::Result<Ended>,
        document: &Saved,
    ) -> Option<Self> {
        Some(match ended {
            Ok(Ended::Early) => return None,
            Ok(Ended::Itself {
                status,
                output,
                errors,
            }) => {
                let problem = error(&document.text(&errors));
                // Without an error, the code says that a pattern is not proven.
                let problem = problem.or_else(|| {
                    let is_usual = matches!(status.code(), Some(0 | 1));
                    (!is_usual).then(|| format!("`pdll-opt verify` ends with {status}"))
                });
                Report::of_lines(&document.text(&output), problem)
            }
            Err(error) => Report::of_problem(format!("cannot run `pdll-opt`: {error}")),
        })
    }

    /// A report about nothing but a problem.
    pub(in crate::editor::lsp) fn of_problem(problem: String) -> Self {
        Report {
            verdicts: Vec::new(),
            problem: Some(problem),
        }
    }

    fn of_lines(output: &str, problem: Option<String>) -> Self {
        let lines = output.lines().map(serde_json::from_str);
        let verdicts = lines.collect::<Result<_, _>>();
        match verdicts {
            Ok(verdicts) => Report { verdicts, problem },
            Err(error) => {
                let unclear = || format!("cannot understand `pdll-opt verify`: {error}");
                Report::of_problem(problem.unwrap_or_else(unclear))
            }
        }
    }

    /// Whether each pattern has a verdict.
    pub(super) fn is_complete(&self) -> bool {
        self.problem.is_none()
    }

    /// What is said of the pattern with that name, or none, which starts in that line.
    pub(in crate::editor::lsp) fn title(&self, line: u32, name: &str) -> Title {
        let is_about = |one: &&Verdict| one.line == Some(line) && one.pattern == name;
        if let Some(verdict) = self.verdicts.iter().find(is_about) {
            return verdict.title();
        }
        let problem = self.problem.as_deref();
        let problem = problem.unwrap_or("`pdll-opt verify` does not mention it");
        let text = format!("not verified: {problem}");
        Title {
            details: (shortened(&text) != text).then(|| text.clone()),
            text: shortened(&text),
        }
    }
}

impl Title {
    /// What is said as long as nothing is known.
    pub(in crate::editor::lsp) fn pending() -> Self {
        Title {
            text: "verifying …".to_owned(),
            details: None,
        }
    }
}

impl Verdict {
    fn title(&self) -> Title {
        let mut text = self.verdict.clone();
        // Writing to a string cannot fail.
        if let Some(types) = &self.types {
            let _ = write!(text, " for {types}");
        }
        for assumption in &self.assumptions {
            let _ = write!(text, ", {assumption}");
        }
        match (&self.undecided_types, &self.reason) {
            (Some(types), _) => drop(write!(text, "; undecided for {types}")),
            (None, Some(reason)) => drop(write!(text, ": {reason}")),
            (None, None) => {}
        }
        Title {
            text: shortened(&text),
            details: Some(self.text.clone()),
        }
    }
}

/// The first error of a text, without its place.
fn error(text: &str) -> Option<String> {
    let mut errors = text.lines().filter_map(|line| line.split_once("error: "));
    errors.next().map(|(_, message)| message.to_owned())
}

/// The first line of a text, and not too much of it.
fn shortened(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    if line == text && line.chars().count() <= MAX_LENGTH {
        return text.to_owned();
    }
    let start: String = line.chars().take(MAX_LENGTH - 2).collect();
    format!("{} …", start.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(lines: &str, problem: Option<&str>, expected: Expect) {
        let report = Report::of_lines(lines, problem.map(str::to_owned));
        let title = report.title(3, "P");
        expected.assert_eq(&format!("{}\n{:?}", title.text, title.details));
    }

    #[test]
    fn a_lens_is_short() {
        check(
            r#"{"file":"a","line":3,"column":1,"pattern":"P","verdict":"proven","types":"i1 to i64","text":"all"}"#,
            None,
            expect![[r#"
                proven for i1 to i64
                Some("all")"#]],
        );
        check(
            r#"{"line":3,"pattern":"P","verdict":"proven","types":"i1 to i9","assumptions":["for programs without undef"],"undecided_types":"i10","reason":"the solver has reached its limit","text":"all"}"#,
            None,
            expect![[r#"
                proven for i1 to i9, for programs without undef; undecided for i10
                Some("all")"#]],
        );
        check(
            r#"{"line":3,"pattern":"P","verdict":"wrong","types":"i1","values":["x: i1 = 0"],"text":"all"}"#,
            None,
            expect![[r#"
                wrong for i1
                Some("all")"#]],
        );
        let reason = "very ".repeat(30);
        check(
            &format!(
                r#"{{"line":3,"pattern":"P","verdict":"undecided","reason":"it is a {reason}long story\nof lines","text":"all"}}"#
            ),
            None,
            expect![[r#"
                undecided: it is a very very very very very very very very very very very very very very very very …
                Some("all")"#]],
        );
    }

    #[test]
    fn a_pattern_without_a_verdict_says_why() {
        let other = r#"{"line":4,"pattern":"P","verdict":"wrong","types":"i1","text":""}"#;
        check(
            other,
            Some("expected `;`"),
            expect![[r#"
                not verified: expected `;`
                None"#]],
        );
        check(
            other,
            None,
            expect![[r#"
                not verified: `pdll-opt verify` does not mention it
                None"#]],
        );
        check(
            "nonsense",
            None,
            expect![[r#"
                not verified: cannot understand `pdll-opt verify`: expected ident at line 1 column 2
                None"#]],
        );
        expect![[r#"Some("expected `;`")"#]].assert_eq(&format!(
            "{:?}",
            error("a.pdll:1:2: error: expected `;`\nmore\n")
        ));
        expect!["None"].assert_eq(&format!("{:?}", error("warning: no\n")));
    }
}
