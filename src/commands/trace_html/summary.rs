//! The top of the page: how often each pattern was applied.

use crate::{
    base::diagnostic::count,
    commands::html::escape,
    commands::trace::{Line, Pattern},
};
use std::{cmp::Reverse, collections::HashMap, fmt::Write};

/// Collects how often each pattern was applied.
#[derive(Default)]
pub(super) struct Summary {
    totals: Vec<Total>,
    indices: HashMap<Pattern, usize>,
    num_steps: usize,
    is_stopped: bool,
}

struct Total {
    pattern: Pattern,
    rewrites: usize,
    failures: usize,
    /// When it was applied: the numbers of the steps.
    steps: Vec<usize>,
}

impl Summary {
    pub(super) fn add(&mut self, line: &Line) {
        match line {
            Line::Rewritten(rewrite) => self.step(&rewrite.pattern).rewrites += 1,
            Line::Failed(rewrite) => self.step(&rewrite.pattern).failures += 1,
            Line::Program(_) | Line::Simplified(_) => {}
            Line::Stopped => self.is_stopped = true,
            Line::Finished { patterns } => {
                for pattern in patterns {
                    self.total(pattern);
                }
            }
        }
    }

    fn step(&mut self, pattern: &Pattern) -> &mut Total {
        let number = self.num_steps;
        self.num_steps += 1;
        let total = self.total(pattern);
        total.steps.push(number);
        total
    }

    fn total(&mut self, pattern: &Pattern) -> &mut Total {
        let index = self.indices.entry(pattern.clone()).or_insert_with(|| {
            self.totals.push(Total {
                pattern: pattern.clone(),
                rewrites: 0,
                failures: 0,
                steps: Vec::new(),
            });
            self.totals.len() - 1
        });
        &mut self.totals[*index]
    }

    pub(super) fn render(mut self) -> String {
        self.totals.sort_by_key(|total| Reverse(total.rewrites));
        let rewrites: usize = self.totals.iter().map(|total| total.rewrites).sum();
        let mut html = format!(
            "<p class=lead>{} of {}</p>",
            count(rewrites, "rewrite"),
            count(self.totals.len(), "pattern")
        );
        if self.is_stopped {
            html += "<p class=stopped>An error ended the run before it was complete.</p>";
        }
        if !self.totals.is_empty() {
            self.table(&mut html);
        }
        html
    }

    fn table(&self, html: &mut String) {
        *html += "<table><thead><tr><th>Pattern<th>Defined at<th class=n>Rewrites\
                  <th class=n>Failures<th>When</thead><tbody>";
        for total in &self.totals {
            let name = escape(&total.pattern.name);
            let never = if total.rewrites + total.failures == 0 {
                "class=never "
            } else {
                ""
            };
            let _ = write!(
                html,
                "<tr {never}data-pattern=\"{name}\" tabindex=0><td><code>{name}</code>\
                 <td><code>{}</code><td class=n>{}<td class=n>{}\
                 <td class=when>{}</tr>",
                escape(&total.pattern.place()),
                total.rewrites,
                total.failures,
                self.timeline(&total.steps)
            );
        }
        *html += "</tbody></table>\
                  <p class=hint>Choose a pattern to see its rewrites only. The keys n and p \
                  lead to the next rewrite and to the one before.</p>\n";
    }

    /// A line that stands for the run, with marks where the pattern was applied.
    fn timeline(&self, steps: &[usize]) -> String {
        let width = self.num_steps.clamp(1, MAX_MARKS);
        let mut marks: Vec<_> = steps
            .iter()
            .map(|step| step * width / self.num_steps)
            .collect();
        marks.dedup();
        let path: String = marks
            .iter()
            .map(|mark| format!("M{mark} 0h1v1h-1z"))
            .collect();
        format!(
            "<svg viewBox=\"0 0 {width} 1\" preserveAspectRatio=none aria-hidden=true>\
             <path d=\"{path}\"/></svg>"
        )
    }
}

/// How many marks a timeline has at most.
const MAX_MARKS: usize = 200;
