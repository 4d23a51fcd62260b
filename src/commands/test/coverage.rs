//! What the programs of tests reach in the patterns: rewrites, and for each condition of a
//! pattern, operations for which it holds or fails.

use crate::{
    back::explain::{self, Fate, Report},
    base::diagnostic::count,
    base::source::{SourceMap, Span, io_reason},
    commands::output::{self, Target},
};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeSet, fmt::Write, fs, io, path::Path};

/// The counts of some runs.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Coverage {
    version: u32,
    patterns: Vec<Pattern>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Pattern {
    file: String,
    line: u32,
    column: u32,
    name: String,
    rewrites: u64,
    conditions: Vec<Condition>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Condition {
    text: String,
    /// In the file of the pattern, if it is there.
    line: Option<u32>,
    holds: u64,
    fails: u64,
}

const VERSION: u32 = 1;

impl Coverage {
    /// Reads what earlier runs have written; nothing if there is no such file.
    pub(super) fn read(path: &Path) -> Result<Self, String> {
        let shown = path.display();
        let text = match fs::read(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(format!("cannot read `{shown}`: {}", io_reason(&error))),
        };
        match serde_json::from_slice::<Coverage>(&text) {
            Ok(coverage) if coverage.version == VERSION => Ok(coverage),
            _ => Err(format!(
                "`{shown}` is no coverage of earlier runs; name another file, or remove it"
            )),
        }
    }

    pub(super) fn write(&self, path: &Path) -> Result<(), String> {
        let bytes = serde_json::to_vec_pretty(self).expect("all of this can be JSON");
        let target = Target {
            path,
            bytes,
            if_changed: false,
        };
        output::write(&[target]).map_err(|problems| {
            let (path, error) = &problems[0];
            format!("cannot write `{}`: {}", path.display(), io_reason(error))
        })
    }

    /// Adds how the patterns of a test compare with its program.
    pub(super) fn add(&mut self, report: &Report, sources: &SourceMap) {
        let patterns = report.patterns.iter().map(|pattern| {
            let place = |span: Span| {
                let position = sources.position(span);
                let file = sources.file(span.file).name().to_owned();
                (file, position.line, position.column)
            };
            let (file, line, column) = pattern.span.map(place).unwrap_or_default();
            let is_of_interest =
                |(index, one): &(usize, &explain::Condition)| !follows(*index, one);
            let conditions = pattern.conditions.iter().enumerate().filter(is_of_interest);
            let conditions = conditions.map(|(_, condition)| Condition {
                text: condition.sentence.clone(),
                line: condition
                    .span
                    .map(place)
                    .and_then(|(at, line, _)| (at == file).then_some(line)),
                holds: condition.holds as u64,
                fails: (condition.judged - condition.holds) as u64,
            });
            let direct = pattern.fates.iter();
            let direct = direct.filter(|(fate, _)| matches!(fate, Fate::Rewritten { .. }));
            let rewrites = direct.map(|(_, count)| *count).sum::<usize>() + pattern.num_later;
            Pattern {
                conditions: conditions.collect(),
                file,
                line,
                column,
                name: pattern.name.clone(),
                rewrites: rewrites as u64,
            }
        });
        self.merge(patterns.collect());
    }

    /// Adds those of earlier runs, as far as the patterns are the same.
    pub(super) fn add_earlier(&mut self, earlier: Coverage) {
        let files: BTreeSet<_> = self.patterns.iter().map(|one| one.file.clone()).collect();
        let (again, others): (Vec<_>, Vec<_>) = earlier
            .patterns
            .into_iter()
            .partition(|one| files.contains(&one.file));
        for pattern in again {
            if let Some(known) = self.patterns.iter_mut().find(|one| one.is_same(&pattern)) {
                known.add(&pattern);
            }
        }
        self.patterns.extend(others);
        self.version = VERSION;
    }

    fn merge(&mut self, patterns: Vec<Pattern>) {
        for pattern in patterns {
            match self.patterns.iter_mut().find(|one| one.is_same(&pattern)) {
                Some(known) => known.add(&pattern),
                None => self.patterns.push(pattern),
            }
        }
    }

    /// Lines about what is not reached.
    pub(super) fn text(&self) -> String {
        let conditions = || self.patterns.iter().flat_map(|one| &one.conditions);
        let rewriting = self.patterns.iter().filter(|one| one.rewrites > 0).count();
        let failing = conditions().filter(|one| one.fails > 0).count();
        let mut text = format!(
            "coverage: {rewriting} of {} rewrite something, {failing} of {} fail somewhere\n",
            count(self.patterns.len(), "pattern"),
            count(conditions().count(), "condition"),
        );
        for pattern in &self.patterns {
            pattern.print(&mut text);
        }
        text
    }
}

/// Whether a condition says only what nearly always follows from the name of an operation,
/// or protects the rewrite. The first one of all is the name of the root, which all
/// candidates have.
fn follows(index: usize, condition: &explain::Condition) -> bool {
    const STRUCTURE: [&str; 10] = [
        "operand-count",
        "result-count",
        "region-count",
        "argument-count",
        "attribute-type",
        "result-index",
        "body",
        "still-there",
        "attribute-fits",
        "range-length",
    ];
    STRUCTURE.contains(&condition.kind) || (index == 0 && condition.kind == "operation-name")
}

impl Pattern {
    /// Whether it demands the same under the same name.
    fn is_same(&self, other: &Pattern) -> bool {
        let texts = |one: &Pattern| -> Vec<String> {
            one.conditions.iter().map(|one| one.text.clone()).collect()
        };
        let has_name = !self.name.is_empty();
        self.file == other.file
            && self.name == other.name
            && (has_name || self.line == other.line)
            && texts(self) == texts(other)
    }

    fn add(&mut self, other: &Pattern) {
        self.rewrites += other.rewrites;
        for (condition, other) in self.conditions.iter_mut().zip(&other.conditions) {
            condition.holds += other.holds;
            condition.fails += other.fails;
        }
    }

    fn print(&self, text: &mut String) {
        let Pattern {
            file,
            line,
            column,
            name,
            ..
        } = self;
        let name = if name.is_empty() { "pattern" } else { name };
        if self.rewrites == 0 {
            let _ = writeln!(text, "{file}:{line}:{column}: {name}: rewrites nothing");
        }
        for condition in self.conditions.iter().filter(|one| one.fails == 0) {
            let line = condition.line.unwrap_or(*line);
            let what = &condition.text;
            let _ = writeln!(text, "{file}:{line}: {name}: never fails: {what}");
        }
    }
}
