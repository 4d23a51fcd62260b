//! The steps of the page.

use super::words;
use crate::{
    base::diagnostic::count,
    commands::html::escape,
    commands::trace::{Changes, Line, Rewrite, Simplification},
};
use std::fmt::Write;

/// How many steps the page shows at most. More make browsers slow.
const STEPS: usize = 3000;

/// Writes a card for each step.
#[derive(Default)]
pub(super) struct Cards {
    html: String,
    rewrites: usize,
    left_out: usize,
}

impl Cards {
    pub(super) fn add(&mut self, line: Line) {
        if self.rewrites == STEPS {
            self.left_out += usize::from(matches!(line, Line::Rewritten(_) | Line::Failed(_)));
            return;
        }
        match line {
            Line::Rewritten(rewrite) => self.rewrite(rewrite, "", ""),
            Line::Failed(rewrite) => {
                self.rewrite(rewrite, " failed", "<b class=status>taken back</b>");
            }
            Line::Simplified(simplification) => self.simplification(&simplification),
            Line::Program(_) | Line::Stopped | Line::Finished { .. } => {}
        }
    }

    pub(super) fn render(mut self) -> String {
        if self.left_out > 0 {
            let more = count(self.left_out, "more rewrite");
            let _ = write!(
                self.html,
                "<p class=more>{more} not shown; the trace has all of them.</p>"
            );
        }
        self.html
    }

    fn rewrite(&mut self, rewrite: Rewrite, class: &str, status: &str) {
        self.rewrites += 1;
        let number = self.rewrites;
        let name = escape(&rewrite.pattern.name);
        let mut facts = format!(
            "<code>{}</code> at <code>{}</code> · round {}",
            escape(&rewrite.operation),
            escape(&rewrite.place),
            rewrite.round
        );
        if rewrite.depth > 0 {
            let _ = write!(facts, " · depth {}", rewrite.depth);
        }
        let _ = write!(
            self.html,
            "<section class=\"step{class}\" data-pattern=\"{name}\" id=step-{number}><header>\
             <a href=#step-{number}>{number}</a><h2>{name}</h2>{status}<span>{facts}</span>\
             </header>"
        );
        let changes = rewrite.into_changes();
        if changes.hunks.is_empty() {
            self.html += "<p class=same>The text did not change.</p>";
        }
        self.changes(&changes);
    }

    fn simplification(&mut self, simplification: &Simplification) {
        let _ = write!(
            self.html,
            "<section class=\"step between\"><header><h2>Simplified by the driver</h2>\
             <span>round {}</span></header>",
            simplification.round
        );
        self.changes(&simplification.changes);
    }

    /// Writes the changed lines, and the end of the card.
    fn changes(&mut self, changes: &Changes) {
        for hunk in &changes.hunks {
            self.html += "<div class=diff>";
            let parts = hunk.chunk_by(|a, b| sign(a) == sign(b));
            let mut parts = parts.peekable();
            while let Some(lines) = parts.next() {
                let next = parts.next_if(|next| (sign(&lines[0]), sign(&next[0])) == ('-', '+'));
                match next {
                    Some(added) => {
                        let (old, new) = words::marked(lines, added);
                        self.lines('-', &old);
                        self.lines('+', &new);
                    }
                    None => {
                        let lines: Vec<_> = lines.iter().map(|line| escape(line)).collect();
                        self.lines(sign(&lines[0]), &lines);
                    }
                }
            }
            self.html += "</div>";
        }
        if changes.left_out > 0 {
            let more = count(changes.left_out, "more changed line");
            let verb = if changes.left_out == 1 { "is" } else { "are" };
            let _ = write!(self.html, "<p class=same>{more} {verb} not shown.</p>");
        }
        self.html += "</section>\n";
    }

    /// Writes lines that begin with that sign.
    fn lines(&mut self, sign: char, lines: &[String]) {
        self.html += match sign {
            '-' => "<pre class=del>",
            '+' => "<pre class=add>",
            _ => "<pre>",
        };
        for line in lines {
            self.html += line;
            self.html.push('\n');
        }
        self.html += "</pre>";
    }
}

/// Whether a line is added, removed or neither.
fn sign(line: &str) -> char {
    line.chars().next().unwrap_or(' ')
}
