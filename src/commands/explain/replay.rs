//! The program before, between and after the steps of a run, for the page.

use crate::commands::trace::{Changes, Line, Root};
use serde::Serialize;

/// What the page shows of a run, one state of the program after the other.
#[derive(Default)]
pub(super) struct Replay {
    frames: Vec<Frame>,
    /// The size of the texts in the frames.
    size: usize,
    /// How many more states there were.
    num_left_out: usize,
    root: Option<Root>,
    /// The program after the steps so far. There is none before the first one, after
    /// changes that the trace does not have in full, and if there are several programs.
    lines: Option<Vec<String>>,
}

/// A state of the program.
#[derive(Serialize)]
struct Frame {
    title: String,
    /// All lines, or else what has changed since the state before.
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    changes: Vec<Change>,
}

/// How many lines stand before a place in the state before, and the lines there, which
/// begin with a blank, `-` or `+`.
type Change = (usize, Vec<String>);

/// What a page shows at most.
const MAX_FRAMES: usize = 200;
const MAX_SIZE: usize = 256 * 1024;

impl Replay {
    pub(super) fn add(&mut self, line: Line) {
        match line {
            Line::Program(program) => {
                if self.root.as_ref().is_some_and(|root| *root != program.root) {
                    self.lines = None;
                    return;
                }
                let title = match self.root {
                    None => "the program as it is in the file".to_owned(),
                    Some(_) => format!("simplified before round {}", program.round),
                };
                let is_first = self.root.is_none();
                self.root = Some(program.root);
                let is_new = self
                    .lines
                    .as_ref()
                    .is_some_and(|lines| *lines != program.lines);
                if is_first || is_new {
                    self.lines = Some(program.lines.clone());
                    self.push(title, Some(program.lines), Vec::new());
                }
            }
            Line::Rewritten(rewrite) => {
                let title = format!(
                    "step {}: {} rewrites {} at {}",
                    rewrite.step, rewrite.pattern.name, rewrite.operation, rewrite.place
                );
                self.change(title, rewrite.changes);
            }
            Line::Simplified(simplification) => {
                self.change(
                    "simplified by the driver".to_owned(),
                    Some(simplification.changes),
                );
            }
            Line::Failed(_) | Line::Stopped | Line::Finished { .. } => {}
        }
    }

    /// Makes changes that follow each other in the trace.
    fn change(&mut self, title: String, changes: Option<Changes>) {
        let Some(lines) = self.lines.take() else {
            return;
        };
        let changes = changes.and_then(in_order);
        if let Some((lines, changes)) = changes.and_then(|all| Some((apply(lines, &all)?, all))) {
            self.lines = Some(lines);
            self.push(title, None, changes);
        }
    }

    fn push(&mut self, title: String, lines: Option<Vec<String>>, changes: Vec<Change>) {
        let texts = lines.iter().flatten();
        let texts = texts.chain(changes.iter().flat_map(|(_, lines)| lines));
        let size: usize = texts.map(String::len).sum();
        if self.frames.len() == MAX_FRAMES || self.size + size > MAX_SIZE || self.num_left_out > 0 {
            self.num_left_out += 1;
            return;
        }
        self.size += size;
        self.frames.push(Frame {
            title,
            lines,
            changes,
        });
    }

    /// The states as JSON that may stand in a page, if they are known from the first to
    /// the last one.
    pub(super) fn to_json(&self) -> Option<String> {
        let last = Frame {
            title: format!(
                "at the end; {} states before are not shown",
                self.num_left_out.saturating_sub(1)
            ),
            lines: Some(self.lines.clone()?),
            changes: Vec::new(),
        };
        let last = (self.num_left_out > 0).then_some(&last);
        let frames: Vec<_> = self.frames.iter().chain(last).collect();
        let json = serde_json::to_string(&frames).expect("all of this can be JSON");
        // Nothing in it ends the element that holds it.
        Some(json.replace('<', "\\u003c"))
    }
}

/// Changes in the order of the program, if the trace has all of them.
fn in_order(changes: Changes) -> Option<Vec<Change>> {
    if changes.left_out > 0 || changes.starts.len() != changes.hunks.len() {
        return None;
    }
    let mut changes: Vec<_> = changes.starts.into_iter().zip(changes.hunks).collect();
    changes.sort_by_key(|(start, _)| *start);
    Some(changes)
}

/// The program after changes; nothing if they do not fit.
fn apply(lines: Vec<String>, changes: &[Change]) -> Option<Vec<String>> {
    let mut rest = lines.into_iter().enumerate().peekable();
    let mut changed = Vec::new();
    for (start, hunk) in changes {
        while let Some((_, line)) = rest.next_if(|(number, _)| number < start) {
            changed.push(line);
        }
        for line in hunk {
            let (sign, text) = line.split_at_checked(1)?;
            if sign != "+" && rest.next()?.1 != text {
                return None;
            }
            if sign != "-" {
                changed.push(text.to_owned());
            }
        }
    }
    changed.extend(rest.map(|(_, line)| line));
    Some(changed)
}

#[cfg(test)]
mod tests {
    use super::{MAX_FRAMES, Replay};

    const START: &str = r#"{"status":"program","root":{"name":"m","place":"a:1:1"},"round":1,"lines":["f {","  a","  b","}"]}"#;

    /// The states of a trace.
    fn replay(lines: &[&str]) -> Option<serde_json::Value> {
        let mut replay = Replay::default();
        for line in lines {
            replay.add(serde_json::from_str(line).expect("it is a line of a trace"));
        }
        let json = replay.to_json()?;
        Some(serde_json::from_str(&json).expect("it is JSON"))
    }

    fn step(number: usize, changes: &str) -> String {
        format!(
            r#"{{"status":"rewritten","step":{number},"pattern":{{"name":"P"}},"operation":"a",
            "place":"a:2:3","round":1,"depth":0,"before":"","after":[],{changes}}}"#
        )
        .replace('\n', "")
    }

    #[test]
    fn each_step_is_a_state() {
        let first = step(
            1,
            r#""changes":[[" f {","-  a","+  <c>"]],"changes_at":[0]"#,
        );
        let states = replay(&[START, &first]).expect("all is known");
        assert_eq!(states[0]["lines"][1], "  a");
        assert_eq!(states[1]["title"], "step 1: P rewrites a at a:2:3");
        assert_eq!(states[1]["changes"][0][1][2], "+  <c>");
    }

    #[test]
    fn changes_are_made_in_the_order_of_the_program() {
        let changes = r#""changes":[["-  b"],["-  a","+  c","+  d"]],"changes_at":[2,1]"#;
        let second = step(2, r#""changes":[["-  d","-}"]],"changes_at":[2]"#);
        assert!(replay(&[START, &step(1, changes), &second]).is_some());
    }

    #[test]
    fn what_does_not_fit_is_not_shown() {
        let wrong = step(1, r#""changes":[["-  a"]],"changes_at":[2]"#);
        assert!(replay(&[START, &wrong]).is_none());
        let unknown = step(1, r#""changes":[["-  a"]]"#);
        assert!(replay(&[START, &unknown]).is_none());
        assert!(replay(&[&wrong]).is_none());
        let other = START.replace("a:1:1", "a:9:1");
        assert!(replay(&[START, &other]).is_none());
    }

    #[test]
    fn a_long_run_ends_with_its_result() {
        let steps: Vec<_> = (0..MAX_FRAMES + 5)
            .map(|number| {
                let (old, new) = (number.max(1) - 1, number);
                let old = if number == 0 {
                    "a".to_owned()
                } else {
                    old.to_string()
                };
                let changes = format!(r#""changes":[["-  {old}","+  {new}"]],"changes_at":[1]"#);
                step(number + 1, &changes)
            })
            .collect();
        let lines: Vec<_> = [START]
            .into_iter()
            .chain(steps.iter().map(String::as_str))
            .collect();
        let states = replay(&lines).expect("all is known");
        let states = states.as_array().expect("they are a list");
        assert_eq!(states.len(), MAX_FRAMES + 1);
        assert_eq!(states[MAX_FRAMES]["lines"][1], "  204");
        assert_eq!(
            states[MAX_FRAMES]["title"],
            "at the end; 5 states before are not shown"
        );
    }

    #[test]
    fn a_new_round_may_begin_with_another_program() {
        let later = START
            .replace(r#""  b""#, r#""  x""#)
            .replace("\"round\":1", "\"round\":2");
        let states = replay(&[START, START, &later]).expect("all is known");
        assert_eq!(states.as_array().map(Vec::len), Some(2));
        assert_eq!(states[1]["title"], "simplified before round 2");
    }
}
