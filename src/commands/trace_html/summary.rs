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
    is_stopped: bool,
}

struct Total {
    pattern: Pattern,
    rewrites: usize,
    failures: usize,
}

impl Summary {
    pub(super) fn add(&mut self, line: &Line) {
        match line {
            Line::Rewritten(rewrite) => self.total(&rewrite.pattern).rewrites += 1,
            Line::Failed(rewrite) => self.total(&rewrite.pattern).failures += 1,
            Line::Program(_) | Line::Simplified(_) => {}
            Line::Stopped => self.is_stopped = true,
            Line::Finished { patterns } => {
                for pattern in patterns {
                    self.total(pattern);
                }
            }
        }
    }

    fn total(&mut self, pattern: &Pattern) -> &mut Total {
        let index = self.indices.entry(pattern.clone()).or_insert_with(|| {
            self.totals.push(Total {
                pattern: pattern.clone(),
                rewrites: 0,
                failures: 0,
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
                  <th class=n>Failures<th></thead><tbody>";
        let most = self.totals.first().map_or(0, |total| total.rewrites);
        for total in &self.totals {
            let name = escape(&total.pattern.name);
            let share = (100 * total.rewrites).checked_div(most).unwrap_or(0);
            let never = if total.rewrites + total.failures == 0 {
                "class=never "
            } else {
                ""
            };
            let _ = write!(
                html,
                "<tr {never}data-pattern=\"{name}\" tabindex=0><td><code>{name}</code>\
                 <td><code>{}</code><td class=n>{}<td class=n>{}\
                 <td class=bar><i style=\"width:{share}%\"></i></tr>",
                escape(&total.pattern.place()),
                total.rewrites,
                total.failures,
            );
        }
        *html += "</tbody></table>\
                  <p class=hint>Choose a pattern to see its rewrites only.</p>\n";
    }
}
