//! The trace of a run as an HTML page: each rewrite, in order, with the lines
//! of the program that it changed.
//!
//! The page is one file without links to others.

mod card;
mod summary;
mod words;

use crate::commands::html;
use card::Cards;
use summary::Summary;

/// The page of a trace, which has the changed lines of the program.
#[derive(Default)]
pub(super) struct Page {
    summary: Summary,
    cards: Cards,
    num_lines: usize,
    /// The number of the first invalid line, from 1, and the error.
    invalid: Option<(usize, serde_json::Error)>,
}

impl Page {
    /// Adds a line of the trace.
    pub(super) fn add(&mut self, line: &str) {
        self.num_lines += 1;
        match serde_json::from_str(line) {
            Ok(line) => {
                self.summary.add(&line);
                self.cards.add(line);
            }
            Err(error) => drop(self.invalid.get_or_insert((self.num_lines, error))),
        }
    }

    /// Makes the page.
    ///
    /// # Errors
    ///
    /// What is wrong with the first invalid line.
    pub(super) fn render(self, title: &str) -> Result<String, String> {
        if let Some((number, error)) = self.invalid {
            return Err(format!("line {number} of the trace: {error}"));
        }
        let (head, title) = (html::head(title, STYLE), html::escape(title));
        let (summary, cards) = (self.summary.render(), self.cards.render());
        Ok(format!(
            "{head}<h1>{title}</h1>{summary}{cards}</main>\n{SCRIPT}"
        ))
    }
}

const STYLE: &str = include_str!("trace_html/style.css");
const SCRIPT: &str = include_str!("trace_html/script.html");

#[cfg(test)]
mod tests {
    use super::Page;

    fn render(title: &str, trace: &str) -> Result<String, String> {
        let mut page = Page::default();
        trace.lines().for_each(|line| page.add(line));
        page.render(title)
    }

    const PATTERN: &str = r#""pattern":{"name":"<A>","file":"p.pdll","line":3}"#;

    /// Makes the page of one rewrite, with these other fields.
    fn page(status: &str, fields: &str) -> String {
        let line = format!(
            r#"{{{PATTERN},"step":1,"operation":"t.a","place":"in.mlir:1:2","round":1,"depth":0,
            "before":"\"t.a\"()","after":["\"t.b\"()"],"status":"{status}"{fields}}}"#
        );
        render("in & out", &line.replace('\n', "")).expect("it is a trace")
    }

    #[test]
    fn changed_lines_are_marked_and_text_is_escaped() {
        let page = page(
            "rewritten",
            r#","changes":[[" f {","-  \"t.a\"()","+  \"t.b\"()"," }"]]"#,
        );
        assert!(page.contains("<h1>in &amp; out</h1>"));
        assert!(page.contains("<p class=lead>1 rewrite of 1 pattern</p>"));
        assert!(page.contains("&lt;A&gt;"));
        assert!(page.contains("<pre> f {\n</pre><pre class=del>-  &quot;t.a&quot;()\n</pre>"));
        assert!(page.contains("<pre class=add>+  &quot;t.b&quot;()\n</pre><pre> }\n</pre>"));
    }

    #[test]
    fn without_changed_lines_the_operations_are_shown() {
        let page = page("failed", "");
        assert!(page.contains("taken back"));
        assert!(page.contains("<pre class=del>-&quot;t.a&quot;()\n</pre>"));
        assert!(page.contains("<pre class=add>+&quot;t.b&quot;()\n</pre>"));
    }

    #[test]
    fn what_is_left_out_is_counted() {
        let page = page(
            "rewritten",
            r#","changes":[["-a","+b"]],"changes_left_out":2"#,
        );
        assert!(page.contains("2 more changed lines are not shown"));
    }

    #[test]
    fn no_steps_are_a_page_too() {
        let page = render("none", "").expect("it is a trace");
        assert!(page.contains("0 rewrites of 0 patterns"));
    }

    #[test]
    fn patterns_that_never_fired_are_listed() {
        let trace =
            r#"{"status":"finished","patterns":[{"name":"Never","file":"p.pdll","line":3}]}"#;
        let page = render("none", trace).expect("it is a trace");
        assert!(page.contains("0 rewrites of 1 pattern"));
        assert!(page.contains("<tr class=never"));
    }

    #[test]
    fn broken_lines_are_found() {
        let reason = render("x", "{}\n{").expect_err("it is no page");
        assert!(reason.starts_with("line 1 of the trace: "), "{reason}");
    }
}
