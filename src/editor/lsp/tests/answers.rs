//! Answers that only the protocol has: parts of highlighting, and all that is wrong.

use super::{DOCUMENT, Editor};
use crate::editor::lsp::{End, SHORT};
use lsp_types::{Position, Range};
use percent_encoding::percent_decode_str;
use serde_json::{Value, json};

fn about() -> Value {
    json!({ "textDocument": { "uri": DOCUMENT } })
}

pub(super) fn numbers(value: &Value) -> Vec<u64> {
    let numbers = value.as_array().into_iter().flatten();
    numbers.filter_map(Value::as_u64).collect()
}

/// Inserts a text in the second line, and asks what has changed. What a client makes of it
/// must be what all words are now.
fn check_delta(inserted: &str) {
    let mut editor = Editor::new(&["utf-8"]);
    editor.open("Pattern A => erase op<t.a>;\nPattern B => erase op<t.b>;\n");
    let first = editor.ask("textDocument/semanticTokens/full", about());
    let place = Position {
        line: 1,
        character: 0,
    };
    let range = Range {
        start: place,
        end: place,
    };
    editor.change(range, inserted);
    let mut params = about();
    params["previousResultId"] = first["resultId"].clone();
    let delta = editor.ask("textDocument/semanticTokens/full/delta", params.clone());
    let mut data = numbers(&first["data"]);
    for edit in delta["edits"].as_array().expect("there are edits") {
        let start = edit["start"].as_u64().expect("it is a number") as usize;
        let deleted = edit["deleteCount"].as_u64().expect("it is a number") as usize;
        let new = numbers(&edit["data"]);
        assert!(new.len() < data.len(), "the rest is not sent again");
        data.splice(start..start + deleted, new);
    }
    let all = editor.ask("textDocument/semanticTokens/full", about());
    assert_eq!(data, numbers(&all["data"]), "after {inserted:?}");

    // The editor asks about an answer that nobody knows.
    params["previousResultId"] = json!("another");
    let late = editor.ask("textDocument/semanticTokens/full/delta", params);
    assert_eq!(numbers(&late["data"]), data);
    assert_eq!(editor.leave(), End::Orderly);
}

#[test]
fn highlighting_changes_where_the_text_does() {
    check_delta("Constraint C(v: Value);\n");
    check_delta("// A comment.\n");
    check_delta("");
}

#[test]
fn highlighting_of_a_range_is_that_of_its_lines() {
    let mut editor = Editor::new(&["utf-8"]);
    editor.open("Pattern A => erase op<t.a>;\n\nPattern B => erase op<t.b>;\n");
    let mut params = about();
    params["range"] = json!({
        "start": { "line": 2, "character": 0 }, "end": { "line": 2, "character": 9 },
    });
    let part = editor.ask("textDocument/semanticTokens/range", params);
    let part = numbers(&part["data"]);
    assert_eq!(part[..2], [2, 0], "it begins in the third line");
    assert_eq!(part.len(), 2 * 5, "`Pattern` and `B`");
    assert_eq!(editor.leave(), End::Orderly);
}

#[test]
fn the_pdl_of_a_pattern_is_read_in_its_description() {
    let mut editor = Editor::new(&["utf-8"]);
    editor.open("Pattern A => erase op<t.a>;\nPattern B with benefit(3) => erase op<t.b>;\n");
    let hover = editor.ask_at("textDocument/hover", 1, 8);
    let text = hover["contents"]["value"].as_str().expect("it is a text");
    assert!(text.contains("**Pattern**: `B`"), "{text}");
    assert!(text.contains("pdl.pattern @B : benefit(3)"), "{text}");
    assert!(text.contains("operation \"t.b\""), "{text}");
    assert!(!text.contains("t.a"), "{text}");

    // With an error, there is none.
    editor.open("Pattern A => erase op<t.a>;\nPattern B => erase x;\n");
    let hover = editor.ask_at("textDocument/hover", 1, 8);
    let text = hover["contents"]["value"].as_str().expect("it is a text");
    assert!(text.contains("**Pattern**: `B`"), "{text}");
    assert!(!text.contains("pdl.pattern"), "{text}");
    assert_eq!(editor.leave(), End::Orderly);
}

#[test]
fn a_pattern_is_described_by_a_picture_where_editors_show_pictures() {
    let pictures = json!({ "pictures": true });
    let mut editor = Editor::with(&["utf-8"], SHORT, &pictures);
    editor.open("Pattern A => erase op<t.a>;\nPattern B with benefit(3) => erase op<t.b>;\n");
    let hover = editor.ask_at("textDocument/hover", 1, 8);
    let text = hover["contents"]["value"].as_str().expect("it is a text");
    let (before, picture) = text
        .split_once("\n![the pattern as a picture](data:image/svg+xml,")
        .expect("there is a picture");
    assert!(before.contains("**Pattern**: `B`"), "{before}");
    let encoded = picture.trim_end().trim_end_matches(')');
    let svg = percent_decode_str(encoded)
        .decode_utf8()
        .expect("it is text");
    assert!(svg.starts_with("<svg "), "{svg}");
    assert!(svg.contains(">B, benefit 3</text>"), "{svg}");
    assert!(svg.contains(">erase t.b</text>"), "{svg}");
    assert!(!svg.contains("t.a"), "{svg}");
    assert_eq!(editor.leave(), End::Orderly);
}
