//! One JSON object for each diagnostic, one to a line.

use super::{Diagnostic, Note, Suggestion};
use crate::base::source::{SourceMap, Span};
use serde::Serialize;

/// Renders one diagnostic as a line of JSON.
///
/// The fields are `severity`, `name` (what `-W` calls it, or null), `message`,
/// `place` (or null), `notes` (each with `message` and `place`), `help` (or null)
/// and `suggestion` (or null). A place has `file`, `line`, `column`, `endLine`
/// and `endColumn`; lines and byte columns count from 1, and the end is after the
/// last byte.
///
/// A suggestion is an edit that fixes what the diagnostic is about: its
/// `replacement` is the text to write in its `place`, which is empty where there
/// is something to insert, and its `message` says so in words.
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
            .map(|Note { span, message, .. }| NoteRecord {
                message,
                place: place(*span),
            })
            .collect(),
        help: diagnostic.help.as_deref(),
        suggestion: diagnostic.suggestion.as_ref().map(
            |Suggestion {
                 span,
                 replacement,
                 message,
             }| SuggestionRecord {
                message,
                place: Place::new(sources, *span),
                replacement,
            },
        ),
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
    suggestion: Option<SuggestionRecord<'a>>,
}

#[derive(Serialize)]
struct SuggestionRecord<'a> {
    message: &'a str,
    place: Place<'a>,
    replacement: &'a str,
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
        .note_maybe_at(None, "so it is")
        .suggest(Suggestion::new(
            Span {
                file,
                start: 2,
                end: 2,
            },
            "z",
            "write `z`",
        ));
        expect![[r#"
            {"severity":"error","name":null,"message":"bad `x`","place":{"file":"a \"b\".pdll","line":1,"column":1,"endLine":2,"endColumn":2},"notes":[{"message":"so it is","place":null}],"help":"write `z`","suggestion":{"message":"write `z`","place":{"file":"a \"b\".pdll","line":2,"column":1,"endLine":2,"endColumn":1},"replacement":"z"}}
        "#]]
        .assert_eq(&render(&sources, &diagnostic));
    }
}
