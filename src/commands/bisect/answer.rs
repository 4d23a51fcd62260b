//! The answer, as text and as JSON.

use super::{program::Step, search::Answer};
use crate::{base::diagnostic::count, commands::trace::Changes};
use serde_json::{Value, json};

/// What a search has found.
pub(super) struct Found {
    pub(super) answer: Answer,
    pub(super) num_rewrites: u64,
    pub(super) num_runs: usize,
    /// What the rewrite does, if there is a single one.
    pub(super) step: Option<Step>,
    /// How the command ended after it, and the last lines that it printed.
    pub(super) failure: Option<(String, String)>,
}

impl Found {
    pub(super) fn into_text(self) -> String {
        let runs = count(self.num_runs, "run");
        let total = self.num_rewrites;
        let mut text = match self.answer {
            Answer::Found(number) => {
                format!("the command fails after rewrite {number} of {total} ({runs})\n")
            }
            Answer::Between(first, last) => format!(
                "the command fails after one of the rewrites {first} to {last} of {total}, and \
                 cannot tell about those before {last} ({runs})\n"
            ),
            Answer::Never => match total {
                0 => format!("the patterns rewrite nothing, and the command succeeds ({runs})\n"),
                _ => format!("the command never fails, also after all {total} rewrites ({runs})\n"),
            },
            Answer::Unknown(first, last) => {
                let which = match first == last {
                    true => format!("rewrite {last}"),
                    false => format!("the rewrites {first} to {last}"),
                };
                format!(
                    "the command cannot tell about {which} of {total}, and succeeds before \
                     ({runs})\n"
                )
            }
        };
        if let Some(step) = self.step {
            text += &describe(step);
        }
        if let Some((end, output)) = self.failure {
            text += &format!("  command: {end}\n");
            text.extend(output.lines().map(|line| format!("    {line}\n")));
        }
        text
    }

    pub(super) fn to_json(&self) -> String {
        let (result, first, last) = match self.answer {
            Answer::Found(number) => ("found", Some(number), Some(number)),
            Answer::Between(first, last) => ("between", Some(first), Some(last)),
            Answer::Never => ("never-fails", None, None),
            Answer::Unknown(first, last) => ("unknown", Some(first), Some(last)),
        };
        let failure = self.failure.as_ref();
        let object = json!({
            "version": 1,
            "result": result,
            "first": first,
            "last": last,
            "rewrites": self.num_rewrites,
            "runs": self.num_runs,
            "step": self.step.as_ref().map_or(Value::Null, |step| step.json.clone()),
            "end": failure.map(|(end, _)| end),
            "output": failure.map(|(_, output)| output),
        });
        format!("{object:#}\n")
    }
}

/// The lines about a rewrite.
fn describe(step: Step) -> String {
    let root = root(&step.json);
    let rewrite = step.rewrite;
    let pattern = &rewrite.pattern;
    let place = match pattern.place() {
        place if place.is_empty() => place,
        place => format!(" ({place})"),
    };
    let mut text = format!(
        "  pattern: `{}`{place}\n  operation: `{}` at {}\n  step: {} in `{root}`, round {}\n",
        pattern.name, rewrite.operation, rewrite.place, rewrite.step, rewrite.round,
    );
    text += &changes(rewrite.into_changes());
    text
}

/// What the pass ran on.
fn root(step: &Value) -> String {
    let field = |name: &str| step["root"][name].as_str();
    let name = field("name").unwrap_or_default();
    field("symbol").map_or(name.to_owned(), |symbol| format!("{name} @{symbol}"))
}

fn changes(changes: Changes) -> String {
    let mut text = "  changes:\n".to_owned();
    for (index, hunk) in changes.hunks.iter().enumerate() {
        if index > 0 {
            text += "    ...\n";
        }
        text.extend(hunk.iter().map(|line| format!("    {line}\n")));
    }
    if changes.left_out > 0 {
        text += &format!("    ... {} not shown\n", count(changes.left_out, "line"));
    }
    text
}
