//! The lines of a trace, which docs/apply-pdll.md describes.

use serde::Deserialize;

/// A line of a trace.
#[derive(Deserialize)]
#[serde(tag = "status", rename_all = "lowercase")]
pub(super) enum Line {
    /// A pattern has rewritten an operation.
    Rewritten(Rewrite),
    /// A pattern has matched, but its rewrite was taken back.
    Failed(Rewrite),
    /// All lines of the program.
    Program(Program),
    /// What the driver has changed by itself.
    Simplified(Simplification),
    /// An error has ended the run.
    Stopped,
    /// The trace of one use of the pass ends here.
    Finished { patterns: Vec<Pattern> },
}

#[derive(Deserialize)]
pub(super) struct Rewrite {
    pub(super) step: u64,
    pub(super) pattern: Pattern,
    pub(super) operation: String,
    pub(super) place: String,
    pub(super) round: u64,
    pub(super) depth: u64,
    before: String,
    after: Vec<String>,
    #[serde(flatten)]
    pub(super) changes: Option<Changes>,
}

#[derive(Deserialize)]
pub(super) struct Program {
    pub(super) root: Root,
    pub(super) round: u64,
    pub(super) lines: Vec<String>,
}

/// The operation on which the pass runs.
#[derive(Deserialize, PartialEq, Eq)]
pub(super) struct Root {
    name: String,
    place: String,
}

#[derive(Deserialize)]
pub(super) struct Simplification {
    pub(super) round: u64,
    #[serde(flatten)]
    pub(super) changes: Changes,
}

/// Changed lines of the program.
#[derive(Deserialize)]
pub(super) struct Changes {
    /// Each line begins with a blank, or with `-` or `+` if it has changed.
    #[serde(rename = "changes")]
    pub(super) hunks: Vec<Vec<String>>,
    /// How many lines stand before each place; nothing for a long program.
    #[serde(default, rename = "changes_at")]
    pub(super) starts: Vec<usize>,
    #[serde(default, rename = "changes_left_out")]
    pub(super) left_out: usize,
}

#[derive(Clone, Deserialize, PartialEq, Eq, Hash)]
pub(super) struct Pattern {
    pub(super) name: String,
    #[serde(default)]
    file: String,
    #[serde(default)]
    line: u64,
}

impl Rewrite {
    /// Returns the changed lines. A conversion changes the program only in the
    /// end, so its trace has only the operations themselves.
    pub(super) fn into_changes(self) -> Changes {
        if let Some(changes) = self.changes {
            return changes;
        }
        let removed = self.before.lines().map(|line| format!("-{line}"));
        let created = self.after.iter().flat_map(|text| text.lines());
        let added = created.map(|line| format!("+{line}"));
        Changes {
            hunks: vec![removed.chain(added).collect()],
            starts: Vec::new(),
            left_out: 0,
        }
    }
}

impl Pattern {
    /// Returns the place of the definition, if the pattern is of a file.
    pub(super) fn place(&self) -> String {
        if self.file.is_empty() {
            String::new()
        } else {
            format!("{}:{}", self.file, self.line)
        }
    }
}
