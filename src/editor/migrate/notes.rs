//! What is said about rules: in diagnostics, and in comments of the file.

use super::pdll_names;
use crate::{
    base::diagnostic::{Diagnostic, Severity},
    base::source::{SourceMap, Span},
    front::ods::rules::{Argument, Dag, RecordKind, Rule, Rules, Value},
};
use std::path::Path;

pub(super) fn unsayable(rule: &Rule, reason: &str) -> Diagnostic {
    let message = format!("PDLL cannot express this rule: {reason}");
    Diagnostic::error(rule.span, message).help("use `--skip-unsupported` to leave out such rules")
}

/// The greatest length of a line, as far as the text can be broken.
pub(super) const WIDTH: usize = 80;

/// Says that a pattern has another name than its rule.
pub(super) fn renamed(rule: &Rule, pattern: Option<&str>) -> Option<Diagnostic> {
    let (old, new) = (rule.name.as_ref()?, pattern?);
    let message = format!(
        "the rule `{old}` becomes the pattern `{new}`, because PDLL cannot have another `{old}`"
    );
    let remark = Diagnostic::new(Severity::Remark, Some(rule.span), message);
    (new != pdll_names::without_made_up(old)).then_some(remark)
}

/// The file and line of something.
pub(super) fn place(span: Span, sources: &SourceMap) -> String {
    let name = Path::new(sources.file(span.file).name());
    let name = name.file_name().unwrap_or(name.as_os_str());
    format!("{}:{}", name.to_string_lossy(), sources.position(span).line)
}

pub(super) fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// A sentence as lines of comments.
pub(super) fn wrapped(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = "//".to_owned();
    for word in text.split_whitespace() {
        if line.len() > 2 && line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push(std::mem::replace(&mut line, "//".to_owned()));
        }
        line.push(' ');
        line += word;
    }
    lines.push(line);
    lines
}

pub(super) fn lines(comments: &[String]) -> String {
    comments
        .iter()
        .map(|line| format!("{line}\n"))
        .collect::<Vec<_>>()
        .concat()
}

pub(super) fn has_either(dag: &Dag, rules: &Rules) -> bool {
    let record = rules.record(dag.operator);
    let is_either = matches!(record.kind, RecordKind::Marker) && record.name == "either";
    let inner = |argument: &Argument| match &argument.value {
        Value::Dag(dag) => has_either(dag, rules),
        _ => false,
    };
    is_either || dag.arguments.iter().any(inner)
}
