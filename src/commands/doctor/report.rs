//! The form of a report: lines for people, or an object for programs.

use serde_json::{Map, Value};
use std::{fmt::Write, path::Path};

/// What was found, and what follows from it.
#[derive(Debug, Default)]
pub(super) struct Report {
    rows: Vec<Row>,
    /// What is wrong; the answer is no if there is anything.
    pub(super) problems: Vec<String>,
    /// About a tool: what works with it, as one line.
    pub(super) advice: Option<String>,
}

#[derive(Debug)]
struct Row {
    label: &'static str,
    key: &'static str,
    text: String,
    value: Value,
}

/// How wide labels are, with the blanks after them.
const WIDTH: usize = 16;

impl Report {
    /// Adds a finding: its label and text for people, its key and value for programs.
    pub(super) fn add(
        &mut self,
        label: &'static str,
        text: impl Into<String>,
        key: &'static str,
        value: impl Into<Value>,
    ) {
        self.rows.push(Row {
            label,
            key,
            text: text.into(),
            value: value.into(),
        });
    }

    /// Adds a finding that is its text, if there is one.
    pub(super) fn add_text(&mut self, label: &'static str, key: &'static str, text: Option<&str>) {
        self.add(label, text.unwrap_or("unknown"), key, text);
    }

    pub(super) fn is_good(&self) -> bool {
        self.problems.is_empty()
    }

    pub(super) fn text(&self) -> String {
        let mut out = String::new();
        let mut line = |label: &str, text: &str| {
            // Writing to a string succeeds.
            let _ = writeln!(out, "{label:<WIDTH$}{text}");
        };
        for row in &self.rows {
            line(row.label, &row.text);
        }
        let labels = match (&self.advice, self.is_good()) {
            (Some(_), true) => Some(("fits", "the plugin can be loaded")),
            (None, true) => Some(("fine", "nothing is missing")),
            _ => None,
        };
        if let Some((label, text)) = labels {
            line(label, text);
        }
        let label = match self.advice {
            Some(_) => "does not fit",
            None => "problem",
        };
        for problem in &self.problems {
            line(label, problem);
        }
        if let Some(advice) = &self.advice {
            line("use", advice);
        }
        out
    }

    pub(super) fn json(&self) -> String {
        let mut object = Map::new();
        for row in &self.rows {
            object.insert(row.key.to_owned(), row.value.clone());
        }
        let verdict = match self.advice {
            Some(_) => "fits",
            None => "complete",
        };
        object.insert(verdict.to_owned(), self.is_good().into());
        object.insert("problems".to_owned(), self.problems.clone().into());
        if let Some(advice) = &self.advice {
            object.insert("use".to_owned(), advice.clone().into());
        }
        format!("{}\n", Value::Object(object))
    }
}

/// A path as a word of a command line for the shell.
pub(super) fn word(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+=,:@%".contains(c);
    match !text.is_empty() && text.chars().all(is_plain) {
        true => text,
        false => format!("'{}'", text.replace('\'', r"'\''")),
    }
}

/// A path as the value in a report.
pub(super) fn path_value(path: &Path) -> Value {
    path.display().to_string().into()
}
