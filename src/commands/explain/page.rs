//! Explanations as an HTML page: each pattern beside the operations of the program.
//!
//! The page is one file without links to others.

use crate::{
    back::explain::{Condition, PatternReport, Proof, Report, text},
    back::picture::Artist,
    base::diagnostic::count,
    base::source::{SourceMap, Span},
    commands::html::{self, escape},
};
use std::fmt::Write as _;

/// What the page shows beside the report.
pub(super) struct Extras<'a, 'm, 'c> {
    /// The states of the program in a run, as JSON.
    pub(super) states: Option<String>,
    pub(super) artist: Artist<'a, 'm, 'c>,
}

/// Makes the page of a report.
pub(super) fn render(
    title: &str,
    report: &Report,
    extras: &Extras<'_, '_, '_>,
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
    if report.patterns.len() > MAX_WITHOUT_INDEX {
        page += &index(report);
    }
    if let Some(states) = &extras.states {
        page += &PROGRAM.replace("STATES", states);
    }
    let shown = match report.patterns.len() {
        0..=MAX_SHOWN_PICTURES => " open",
        _ => "",
    };
    for pattern in &report.patterns {
        let picture = format!(
            "<details class=picture{shown}><summary>the pattern as a picture</summary>\
             <figure>{}</figure></details>\n",
            extras.artist.one(pattern.index)
        );
        section(&mut page, pattern, &picture, sources);
    }
    page + SCRIPT
}

/// How many patterns a page may have without a list of them at its start.
const MAX_WITHOUT_INDEX: usize = 2;

/// How many patterns a page may have whose pictures are all open.
const MAX_SHOWN_PICTURES: usize = 8;

/// Links to the sections of all patterns, with what became of them.
fn index(report: &Report) -> String {
    let links = report.patterns.iter().map(|pattern| {
        let class = match (pattern.num_matches, pattern.num_candidates) {
            (matches, all) if matches == all && all > 0 => "good",
            (0, _) => "bad",
            _ => "some",
        };
        format!(
            "<li><a href=\"#{}\">{}</a> <mark class={class}>{} of {}</mark>\n",
            anchor(pattern),
            escape(&pattern.name),
            pattern.num_matches,
            pattern.num_candidates
        )
    });
    format!("<nav><ul>\n{}</ul></nav>\n", links.collect::<String>())
}

/// The name of the section of a pattern in links.
fn anchor(pattern: &PatternReport) -> String {
    format!("pattern-{}", pattern.index + 1)
}

const STYLE: &str = include_str!("page/style.css");
const PROGRAM: &str = include_str!("page/program.html");
const SCRIPT: &str = include_str!("page/script.html");

fn section(page: &mut String, pattern: &PatternReport, picture: &str, sources: &SourceMap) {
    let anchor = anchor(pattern);
    let headline = escape(&text::headline(pattern)).replace('`', "");
    let _ = write!(
        page,
        "<section id={anchor}>\n<h2>{headline} <a class=link href=\"#{anchor}\" \
         aria-label=\"link to this pattern\">#</a></h2>\n{}{picture}<div class=sides>\n\
         <div class=left>{}{}</div>\n<div class=right>",
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
    let all: Vec<_> = pattern.conditions.iter().enumerate().collect();
    let runs = all.chunk_by(|(_, one), (_, next)| one.fails_first == 0 && next.fails_first == 0);
    for run in runs {
        let folds = run.len() >= MIN_FOLDED;
        if folds {
            let _ = write!(
                table,
                "</tbody><tbody><tr tabindex=0 data-more><td>… {} at which nothing fails first\
                 <td class=n>{}<td class=bar>{}<td class=n>0</tbody><tbody hidden>",
                count(run.len(), "condition"),
                run[0].1.survivors,
                bar(run[0].1, pattern)
            );
        }
        for (id, condition) in run {
            let _ = write!(
                table,
                "<tr tabindex=0 data-condition={id}><td>{}<td class=n>{}<td class=bar>{}\
                 <td class=n>{}",
                with_code(&condition.sentence),
                condition.survivors,
                bar(condition, pattern),
                condition.fails_first
            );
        }
        if folds {
            table += "</tbody><tbody>";
        }
    }
    table + "</tbody></table>"
}

/// How many conditions in a row are one row of the table, if no operation fails there first.
const MIN_FOLDED: usize = 3;

fn bar(condition: &Condition, pattern: &PatternReport) -> String {
    let share = 100 * condition.survivors / pattern.num_candidates.max(1);
    format!("<i style=\"width:{share}%\"></i>")
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
    let end = end_of(text, start, last);
    let mut out = "<pre>".to_owned();
    let mut at = start;
    for Mark {
        place,
        class,
        title,
        conditions,
    } in marks(pattern, span)
    {
        if (place.start as usize) < at || place.end as usize > end {
            continue;
        }
        out += &escape(&text[at..place.start as usize]);
        let marked = escape(&text[place.start as usize..place.end as usize]);
        let conditions: Vec<_> = conditions.iter().map(ToString::to_string).collect();
        let _ = write!(
            out,
            "<mark class={class} data-conditions=\"{}\" title=\"{}\">{marked}</mark>",
            conditions.join(" "),
            escape(&title)
        );
        at = place.end as usize;
    }
    out += &escape(text.get(at..end).unwrap_or_default());
    out + "</pre>\n"
}

/// Where the declaration ends that starts at one place and goes on to another one at least:
/// at the end of a line that ends a statement, and leaves no bracket open.
fn end_of(text: &str, start: usize, last: usize) -> usize {
    let (mut depth, mut at) = (0_i64, start);
    for line in text[start..].split_inclusive('\n') {
        at += line.len();
        for letter in line.bytes() {
            match letter {
                b'{' | b'(' => depth += 1,
                b'}' | b')' => depth -= 1,
                _ => {}
            }
        }
        let ends = line.trim_end().ends_with(['}', ';']);
        if at > last && ends && depth <= 0 {
            return at - (line.len() - line.trim_end().len());
        }
    }
    text.len()
}

/// A place in a pattern that stands for conditions.
struct Mark {
    place: Span,
    /// How well they hold.
    class: &'static str,
    /// What they are.
    title: String,
    /// Their numbers.
    conditions: Vec<usize>,
}

/// What to mark in a pattern.
fn marks(pattern: &PatternReport, whole: Span) -> Vec<Mark> {
    let mut marks: Vec<Mark> = Vec::new();
    let mut conditions: Vec<_> = pattern.conditions.iter().enumerate().collect();
    conditions.sort_by_key(|(_, condition)| condition.span);
    for (number, condition) in conditions {
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
            Some(last) if last.place == span => {
                if last.class == "good" || class == "bad" {
                    last.class = class;
                }
                last.title += &format!("\n{said}");
                last.conditions.push(number);
            }
            _ => marks.push(Mark {
                place: span,
                class,
                title: said,
                conditions: vec![number],
            }),
        }
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::end_of;

    #[test]
    fn a_pattern_ends_where_its_declaration_does() {
        let check = |text: &str, last: &str, shown: &str| {
            let last = text.find(last).expect("it is there") + last.len();
            assert_eq!(&text[..end_of(text, 0, last)], shown);
        };
        check(
            "Pattern => erase a;\nPattern => erase b;\n",
            "a",
            "Pattern => erase a;",
        );
        check(
            "Pattern { let a = b; erase a; }\nx\n}\n",
            "b",
            "Pattern { let a = b; erase a; }",
        );
        check(
            "Pattern {\n  a;\n  b {\n  };\n}\nc\n",
            "a",
            "Pattern {\n  a;\n  b {\n  };\n}",
        );
        check(
            "Pattern => replace a\n  with b;\nc;\n",
            "a",
            "Pattern => replace a\n  with b;",
        );
        check("Pattern {\n  a", "a", "Pattern {\n  a");
    }
}
