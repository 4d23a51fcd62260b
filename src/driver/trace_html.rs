//! The trace of a run as an HTML page: each rewrite, in order, with the lines
//! of the program that it changed.
//!
//! The page is one file without links to others.

mod diff;

use diff::{Change, Line};
use serde::Deserialize;
use std::fmt::Write;

/// How many steps the page shows at most. More make browsers slow.
const STEPS: usize = 2000;

/// Unchanged lines around a change.
const CONTEXT: usize = 3;

/// The parts of a line of the trace that the page shows. See
/// docs/apply-pdll.md.
#[derive(Deserialize)]
struct Step {
    pattern: Pattern,
    operation: String,
    place: String,
    round: u64,
    depth: u64,
    status: String,
    #[serde(default)]
    text_before: String,
    #[serde(default)]
    text_after: String,
}

#[derive(Deserialize, PartialEq)]
struct Pattern {
    name: String,
    #[serde(default)]
    file: String,
    #[serde(default)]
    line: u64,
}

/// How often a pattern was applied.
struct Total<'s> {
    pattern: &'s Pattern,
    rewrites: usize,
    failures: usize,
}

/// Makes the page of a trace. Each line of the trace is a step, with the texts
/// around the rewritten operations.
///
/// # Errors
///
/// The number of the first invalid line, from 1, and the error.
pub(super) fn render(title: &str, trace: &str) -> Result<String, (usize, serde_json::Error)> {
    let steps = trace
        .lines()
        .enumerate()
        .map(|(index, line)| serde_json::from_str(line).map_err(|error| (index + 1, error)))
        .collect::<Result<Vec<Step>, _>>()?;
    let mut page = String::new();
    let title = escape(title);
    page += &HEAD.replace("TITLE", &title);
    let _ = write!(page, "<h1>{title}</h1>");
    summary(&mut page, &steps);
    for (index, step) in steps.iter().take(STEPS).enumerate() {
        card(&mut page, index + 1, step);
    }
    if steps.len() > STEPS {
        let more = steps.len() - STEPS;
        let _ = write!(page, "<p class=more>{more} more steps are not shown.</p>");
    }
    page += "</main>\n";
    page += SCRIPT;
    Ok(page)
}

fn summary(page: &mut String, steps: &[Step]) {
    let totals = totals(steps);
    let rewrites: usize = totals.iter().map(|total| total.rewrites).sum();
    let _ = write!(
        page,
        "<p class=lead>{} of {}</p>",
        count(rewrites, "rewrite"),
        count(totals.len(), "pattern")
    );
    if totals.is_empty() {
        return;
    }
    *page += "<table><thead><tr><th>Pattern<th>Defined at<th class=n>Rewrites\
              <th class=n>Failures<th></thead><tbody>";
    let most = totals.iter().map(|total| total.rewrites).max().unwrap_or(0);
    for total in &totals {
        let name = escape(&total.pattern.name);
        let share = (100 * total.rewrites).checked_div(most).unwrap_or(0);
        let _ = write!(
            page,
            "<tr data-pattern=\"{name}\" tabindex=0><td><code>{name}</code><td><code>{}</code>\
             <td class=n>{}<td class=n>{}<td class=bar><i style=\"width:{share}%\"></i></tr>",
            escape(&place(total.pattern)),
            total.rewrites,
            total.failures,
        );
    }
    *page += "</tbody></table><p class=hint>Choose a pattern to see its rewrites only.</p>\n";
}

fn totals(steps: &[Step]) -> Vec<Total<'_>> {
    let mut totals: Vec<Total<'_>> = Vec::new();
    for step in steps {
        let known = totals
            .iter()
            .position(|total| *total.pattern == step.pattern);
        let index = known.unwrap_or_else(|| {
            totals.push(Total {
                pattern: &step.pattern,
                rewrites: 0,
                failures: 0,
            });
            totals.len() - 1
        });
        if step.is_rewritten() {
            totals[index].rewrites += 1;
        } else {
            totals[index].failures += 1;
        }
    }
    totals.sort_by_key(|one| std::cmp::Reverse(one.rewrites));
    totals
}

impl Step {
    fn is_rewritten(&self) -> bool {
        self.status == "rewritten"
    }
}

fn place(pattern: &Pattern) -> String {
    if pattern.file.is_empty() {
        String::new()
    } else {
        format!("{}:{}", pattern.file, pattern.line)
    }
}

fn card(page: &mut String, number: usize, step: &Step) {
    let name = escape(&step.pattern.name);
    let mut facts = vec![format!(
        "<code>{}</code> at <code>{}</code>",
        escape(&step.operation),
        escape(&step.place)
    )];
    facts.push(format!("round {}", step.round));
    if step.depth > 0 {
        facts.push(format!("depth {}", step.depth));
    }
    let (class, status) = if step.is_rewritten() {
        ("", "")
    } else {
        (" failed", "<b class=status>taken back</b>")
    };
    let _ = write!(
        page,
        "<section class=\"step{class}\" data-pattern=\"{name}\" id=step-{number}><header>\
         <a href=#step-{number}>{number}</a><h2>{name}</h2>{status}<span>{}</span></header>",
        facts.join(" · ")
    );
    let lines = diff::diff(&step.text_before, &step.text_after);
    if lines.iter().any(|line| line.change != Change::None) {
        difference(page, &lines);
    } else {
        *page += "<p class=same>The text did not change.</p>";
    }
    *page += "</section>\n";
}

/// Writes the changed lines, with some unchanged lines around them.
fn difference(page: &mut String, lines: &[Line<'_>]) {
    *page += "<div class=diff>";
    let is_near = |index: usize| {
        let first = index.saturating_sub(CONTEXT);
        let last = (index + CONTEXT + 1).min(lines.len());
        lines[first..last]
            .iter()
            .any(|line| line.change != Change::None)
    };
    let mut hidden = 0;
    for (index, line) in lines.iter().enumerate() {
        // A mark in place of a single line would save nothing.
        let is_alone =
            (index == 0 || is_near(index - 1)) && (index + 1 == lines.len() || is_near(index + 1));
        if !is_near(index) && !is_alone {
            hidden += 1;
            continue;
        }
        skip(page, &mut hidden);
        let (class, sign) = match line.change {
            Change::None => ("", " "),
            Change::Removed => (" class=del", "−"),
            Change::Added => (" class=add", "+"),
        };
        let _ = write!(page, "<pre{class}><i>{sign}</i>{}</pre>", escape(line.text));
    }
    skip(page, &mut hidden);
    *page += "</div>";
}

fn skip(page: &mut String, hidden: &mut usize) {
    if *hidden > 0 {
        let lines = count(*hidden, "line");
        let _ = write!(page, "<p class=skip>{lines} unchanged</p>");
        *hidden = 0;
    }
}

fn count(number: usize, what: &str) -> String {
    match number {
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    }
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            _ => escaped.push(letter),
        }
    }
    escaped
}

const HEAD: &str = include_str!("trace_html/head.html");
const SCRIPT: &str = include_str!("trace_html/script.html");

#[cfg(test)]
mod tests {
    use super::render;

    const STEP: &str = r#"{"pattern":{"name":"<A>","file":"p.pdll","line":3},"operation":"t.a",
        "place":"in.mlir:1:2","round":1,"depth":0,"status":"rewritten",
        "text_before":"f {\n  \"t.a\"() : () -> ()\n}","text_after":"f {\n  \"t.b\"() : () -> ()\n}"}"#;

    #[test]
    fn changed_lines_are_marked_and_text_is_escaped() {
        let page = render("in & out", &STEP.replace('\n', "")).expect("it is a trace");
        assert!(page.contains("<h1>in &amp; out</h1>"));
        assert!(page.contains("<p class=lead>1 rewrite of 1 pattern</p>"));
        assert!(page.contains("&lt;A&gt;"));
        assert!(page.contains(
            "<pre class=del><i>−</i>  &quot;t.a&quot;() : () -&gt; ()</pre>\
             <pre class=add><i>+</i>  &quot;t.b&quot;() : () -&gt; ()</pre>"
        ));
    }

    #[test]
    fn no_steps_are_a_page_too() {
        let page = render("none", "").expect("it is a trace");
        assert!(page.contains("0 rewrites of 0 patterns"));
    }

    #[test]
    fn broken_lines_are_found() {
        assert_eq!(render("x", "{}").expect_err("it is no page").0, 1);
    }
}
