//! One JSON object for each diagnostic, one to a line.

use super::{Diagnostic, Note};
use crate::source::{SourceMap, Span};
use serde::Serialize;

/// Renders one diagnostic as a line of JSON.
///
/// The fields are `severity`, `name` (what `-W` calls it, or null), `message`,
/// `place` (or null), `notes` (each with `message` and `place`) and `help` (or
/// null). A place has `file`, `line`, `column`, `endLine` and `endColumn`;
/// lines and byte columns count from 1, and the end is behind the last byte.
pub fn render(sources: &SourceMap, diagnostic: &Diagnostic) -> String {
    let place = |span: Option<Span>| span.map(|span| Place::new(sources, span));
    let record = Record {
        severity: diagnostic.severity.name(),
        name: diagnostic.name,
        message: &diagnostic.message,
        place: place(diagnostic.span),
        notes: diagnostic
            .notes
            .iter()
            .map(|Note { span, message }| NoteRecord {
                message,
                place: place(*span),
            })
            .collect(),
        help: diagnostic.help.as_deref(),
    };
    let mut line = serde_json::to_string(&record).expect("strings and numbers always serialize");
    line.push('\n');
    line
}

#[derive(Serialize)]
struct Record<'a> {
    severity: &'a str,
    name: Option<&'a str>,
    message: &'a str,
    place: Option<Place<'a>>,
    notes: Vec<NoteRecord<'a>>,
    help: Option<&'a str>,
}

#[derive(Serialize)]
struct NoteRecord<'a> {
    message: &'a str,
    place: Option<Place<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Place<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
}

impl<'a> Place<'a> {
    fn new(sources: &'a SourceMap, span: Span) -> Self {
        let file = sources.file(span.file);
        let (start, end) = (file.position(span.start), file.position(span.end));
        Place {
            file: file.name(),
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn one_line_with_all_fields() {
        let mut sources = SourceMap::default();
        let file = sources.add("a \"b\".pdll", "x\ny", None);
        let diagnostic = Diagnostic::error(
            Span {
                file,
                start: 0,
                end: 3,
            },
            "bad `x`",
        )
        .note_maybe_at(None, "so it is");
        expect![[r#"
            {"severity":"error","name":null,"message":"bad `x`","place":{"file":"a \"b\".pdll","line":1,"column":1,"endLine":2,"endColumn":2},"notes":[{"message":"so it is","place":null}],"help":null}
        "#]]
        .assert_eq(&render(&sources, &diagnostic));
    }
}
