//! The steps of the page.

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
            for lines in hunk.chunk_by(|a, b| a.as_bytes().first() == b.as_bytes().first()) {
                self.lines(lines);
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

    /// Writes lines that begin with the same sign.
    fn lines(&mut self, lines: &[String]) {
        self.html += match lines[0].as_bytes().first() {
            Some(b'-') => "<pre class=del>",
            Some(b'+') => "<pre class=add>",
            _ => "<pre>",
        };
        for line in lines {
            self.html += &escape(line);
            self.html.push('\n');
        }
        self.html += "</pre>";
    }
}
