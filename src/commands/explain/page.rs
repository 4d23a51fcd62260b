//! Explanations as an HTML page: each pattern beside the operations of the program.
//!
//! The page is one file without links to others.

use crate::{
    back::explain::{Condition, PatternReport, Proof, Report, text},
    base::diagnostic::count,
    base::source::{SourceMap, Span},
    commands::html::{self, escape},
};
use std::fmt::Write as _;

/// Makes the page of a report. `states` are those of the program in a run, as JSON.
pub(super) fn render(
    title: &str,
    report: &Report,
    states: Option<String>,
    sources: &SourceMap,
) -> String {
    let mut page = html::head(title, STYLE);
    let title = escape(title);
    let patterns = count(report.patterns.len(), "pattern");
    let operations = count(report.num_operations, "operation");
    // Writing to a string cannot fail, here and below.
    let _ = write!(
        page,
        "<h1>{title}</h1>\n<p class=lead>{patterns}, {operations}. Choose a condition \
         to see the operations that fail there.</p>\n"
    );
    if let Some(states) = states {
        page += &PROGRAM.replace("STATES", &states);
    }
    for pattern in &report.patterns {
        section(&mut page, pattern, sources);
    }
    page + SCRIPT
}

const STYLE: &str = include_str!("page/style.css");
const PROGRAM: &str = include_str!("page/program.html");
const SCRIPT: &str = include_str!("page/script.html");

fn section(page: &mut String, pattern: &PatternReport, sources: &SourceMap) {
    let headline = escape(&text::headline(pattern)).replace('`', "");
    let _ = write!(
        page,
        "<section>\n<h2>{headline}</h2>\n{}<div class=sides>\n<div class=left>{}{}</div>\n<div>",
        proof(pattern),
        source_of(pattern, sources),
        conditions(pattern)
    );
    for one in text::parts(pattern, sources) {
        let fails: Vec<_> = one.fails.iter().map(ToString::to_string).collect();
        let count = match one.count {
            1 => String::new(),
            count => format!(" <span class=count>× {count}</span>"),
        };
        let _ = writeln!(
            page,
            "<details open data-fails=\"{}\"><summary>{}{count}</summary><pre>{}</pre></details>",
            fails.join(" "),
            escape(&one.title),
            escape(one.text.trim_end())
        );
    }
    page.push_str("</div></div></section>\n");
}

/// Whether the pattern is right, if that is known.
fn proof(pattern: &PatternReport) -> String {
    let Some(Proof {
        sentence, details, ..
    }) = &pattern.proof
    else {
        return String::new();
    };
    format!(
        "<details class=proof><summary>verified: {}</summary><pre>{}</pre></details>\n",
        with_code(sentence),
        escape(details.trim_end())
    )
}

/// Text in which what stands between backticks is code.
fn with_code(text: &str) -> String {
    let text = escape(text);
    let parts = text.split('`').enumerate();
    parts
        .map(|(index, part)| match index % 2 {
            1 => format!("<code>{part}</code>"),
            _ => part.to_owned(),
        })
        .collect()
}

/// The conditions, and for how much of the candidates they hold.
fn conditions(pattern: &PatternReport) -> String {
    let mut table =
        "<table><thead><tr><th>condition<th class=n>holds<th class=bar><th class=n>fails\
                     </thead><tbody>"
            .to_owned();
    for (id, condition) in pattern.conditions.iter().enumerate() {
        let share = 100 * condition.survivors / pattern.num_candidates.max(1);
        let _ = write!(
            table,
            "<tr tabindex=0 data-condition={id}><td>{}<td class=n>{}<td class=bar>\
             <i style=\"width:{share}%\"></i><td class=n>{}",
            with_code(&condition.sentence),
            condition.survivors,
            condition.fails_first
        );
    }
    table + "</tbody></table>"
}

/// The lines of a pattern, in which conditions are marked.
fn source_of(pattern: &PatternReport, sources: &SourceMap) -> String {
    let Some(span) = pattern
        .span
        .filter(|span| sources.file(span.file).is_read())
    else {
        return String::new();
    };
    let text = sources.file(span.file).text();
    let start = text[..span.start as usize]
        .rfind('\n')
        .map_or(0, |at| at + 1);
    let own = |one: &&Condition| one.span.is_some_and(|place| place.file == span.file);
    let ends = pattern
        .conditions
        .iter()
        .filter(own)
        .filter_map(|one| one.span);
    let last = ends
        .map(|place| place.end)
        .max()
        .unwrap_or(span.end)
        .max(span.end) as usize;
    let end = text[last..]
        .find("\n}")
        .map_or(text.len(), |at| last + at + 2);
    let mut out = "<pre>".to_owned();
    let mut at = start;
    for (place, class, title) in marks(pattern, span) {
        if (place.start as usize) < at || place.end as usize > end {
            continue;
        }
        out += &escape(&text[at..place.start as usize]);
        let marked = escape(&text[place.start as usize..place.end as usize]);
        let _ = write!(
            out,
            "<mark class={class} title=\"{}\">{marked}</mark>",
            escape(&title)
        );
        at = place.end as usize;
    }
    out += &escape(text.get(at..end).unwrap_or_default());
    out + "</pre>\n"
}

/// What to mark in a pattern: the place, how well its conditions hold, and what they
/// are.
fn marks(pattern: &PatternReport, whole: Span) -> Vec<(Span, &'static str, String)> {
    let mut marks: Vec<(Span, &'static str, String)> = Vec::new();
    let mut conditions: Vec<_> = pattern.conditions.iter().collect();
    conditions.sort_by_key(|condition| condition.span);
    for condition in conditions {
        let Some(span) = condition.span.filter(|span| span.file == whole.file) else {
            continue;
        };
        let class = match (condition.holds, condition.judged) {
            (holds, judged) if holds == judged && judged > 0 => "good",
            (0, _) => "bad",
            _ => "some",
        };
        let said = format!(
            "{}: holds for {} of {}",
            condition.sentence, condition.holds, condition.judged
        );
        match marks.last_mut() {
            Some((last, worst, all)) if *last == span => {
                if *worst == "good" || class == "bad" {
                    *worst = class;
                }
                *all += &format!("\n{said}");
            }
            _ => marks.push((span, class, said)),
        }
    }
    marks
}
