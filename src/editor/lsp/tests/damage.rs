//! Every request at every place of damaged texts has an answer.

use super::{
    super::document_text::{Encoding, Text},
    DOCUMENT, Editor, End, effort,
};
use expect_test::expect;
use lsp_server::ErrorCode;
use serde_json::{Value, json};

#[test]
fn damaged_texts_are_served() {
    let mut editor = Editor::new(&["utf-8"]);
    let damages = effort::sample(damages());
    assert!(damages.len() > 50, "there are {}", damages.len());
    let mut asked = 0;
    for (text, places) in damages {
        editor.open(&text);
        asked += editor.ask_whole(&text);
        for offset in places {
            asked += editor.ask_place(&text, offset);
        }
        editor.close();
    }
    assert!(asked > 4_000, "asked {asked} times");
    assert_eq!(editor.leave(), End::Orderly);
}

#[test]
fn every_kind_of_request_is_asked() {
    let mut editor = Editor::new(&["utf-8"]);
    editor.open("Pattern => erase op<t.a>(x: Value);\n");
    let mut answers = String::new();
    let place = json!({ "line": 0, "character": 25 });
    for (method, params) in of_place(&place).into_iter().chain(of_text(2)) {
        let answer = editor.ask(method, params);
        let is_empty = answer.is_null() || answer == json!([]);
        answers += &format!(
            "{method}: {}\n",
            if is_empty { "nothing" } else { "something" }
        );
    }
    expect![[r#"
        textDocument/definition: something
        textDocument/references: something
        textDocument/documentHighlight: something
        textDocument/prepareRename: something
        textDocument/rename: something
        textDocument/hover: something
        textDocument/selectionRange: something
        textDocument/completion: something
        textDocument/signatureHelp: something
        textDocument/inlayHint: something
        textDocument/semanticTokens/range: something
        textDocument/codeAction: nothing
        textDocument/rangeFormatting: nothing
        textDocument/onTypeFormatting: nothing
        textDocument/documentSymbol: something
        textDocument/documentLink: nothing
        textDocument/foldingRange: nothing
        textDocument/inlayHint: something
        textDocument/semanticTokens/full: something
        textDocument/codeLens: something
        textDocument/diagnostic: something
        textDocument/codeAction: nothing
        textDocument/formatting: nothing
        workspace/symbol: something
    "#]]
    .assert_eq(&answers);
    assert_eq!(editor.leave(), End::Orderly);
}

const TEXT: &str = r#"#include "pdll/std.pdll"
// é𝄞 A comment.
Constraint C(v: Value, t: Type) -> (a: Attr, b: Op<t.a>);
Rewrite R(o: Op) -> Value [{ return o; }];
Predicate Q(self: Type, a: Attr) = eq(self, a) and not Q(self, a);
Pattern P with benefit(2), recursion {
  let tuple = (one = _: Op, x: Value<t: Type>);
  let root = op<t.a>(tuple.x, y: [Value, C]) {mode = attr<"1 : i32">, "q.r"} -> (t);
  let (c) = C(tuple.x, t).a;
  rewrite root with {
    let v = R(tuple.one);
    replace root with (v, op<t.a>(v, v).0);
  };
}
// -----
TypeRule T { op<t.a>(a: Value<t>) -> (t); }
Pattern => replace op<a.b>(_: ValueRange) with op<t.a>;
"#;

/// What is written in the place of a piece of the text, or in front of it.
const DAMAGE: [&str; 16] = [
    "",
    ".",
    "<",
    "(",
    "{",
    "}",
    "\"",
    "[{",
    ";",
    "with",
    ":",
    "é",
    "/*",
    "// -----\n",
    "\0",
    "op<",
];

/// Damaged texts, and the offsets around the damage: cut ones, and ones with a piece
/// more, or less.
fn damages() -> Vec<(String, Vec<usize>)> {
    let starts: Vec<_> = TEXT.char_indices().map(|(at, _)| at).collect();
    let mut all = vec![(TEXT.to_owned(), (0..=TEXT.len() + 1).collect())];
    for (number, &at) in starts.iter().enumerate().step_by(2) {
        let damage = DAMAGE[number / 2 % DAMAGE.len()];
        let end = starts.get(number + number % 4).copied().unwrap_or(at);
        let damaged = format!("{}{damage}{}", &TEXT[..at], &TEXT[end..]);
        all.push((
            damaged,
            (at.saturating_sub(2)..at + damage.len() + 3).collect(),
        ));
        if number % 8 == 0 {
            all.push((
                TEXT[..at].to_owned(),
                (at.saturating_sub(3)..at + 2).collect(),
            ));
        }
    }
    all
}

/// A kind of request, and its parameters.
type Question = (&'static str, Value);

/// What may be asked about a place.
fn of_place(place: &Value) -> Vec<Question> {
    let params = json!({
        "textDocument": { "uri": DOCUMENT },
        "position": place,
        "positions": [place],
        "range": { "start": place, "end": place },
        "context": {
            "includeDeclaration": true, "diagnostics": [], "triggerKind": 1, "isRetrigger": false,
        },
        "newName": "renamed",
        "ch": ";",
        "options": { "tabSize": 2, "insertSpaces": true },
    });
    [
        "textDocument/definition",
        "textDocument/references",
        "textDocument/documentHighlight",
        "textDocument/prepareRename",
        "textDocument/rename",
        "textDocument/hover",
        "textDocument/selectionRange",
        "textDocument/completion",
        "textDocument/signatureHelp",
        "textDocument/inlayHint",
        "textDocument/semanticTokens/range",
        "textDocument/codeAction",
        "textDocument/rangeFormatting",
        "textDocument/onTypeFormatting",
    ]
    .map(|method| (method, params.clone()))
    .into()
}

/// What may be asked about a text of so many lines.
fn of_text(lines: u32) -> Vec<Question> {
    let params = json!({
        "textDocument": { "uri": DOCUMENT },
        "range": {
            "start": { "line": 0, "character": 0 }, "end": { "line": lines, "character": 0 },
        },
        "options": { "tabSize": 2, "insertSpaces": true },
        "context": { "diagnostics": [] },
        "query": "",
    });
    [
        "textDocument/documentSymbol",
        "textDocument/documentLink",
        "textDocument/foldingRange",
        "textDocument/inlayHint",
        "textDocument/semanticTokens/full",
        "textDocument/codeLens",
        "textDocument/diagnostic",
        "textDocument/codeAction",
        "textDocument/formatting",
        "workspace/symbol",
    ]
    .map(|method| (method, params.clone()))
    .into()
}

/// These say why something cannot be renamed.
const MAY_REFUSE: [&str; 2] = ["textDocument/prepareRename", "textDocument/rename"];

impl Editor {
    /// Asks everything about the text as a whole. Returns the number of questions.
    fn ask_whole(&mut self, text: &str) -> usize {
        let lines = text.lines().count() as u32;
        self.ask_all(text, of_text(lines + 1))
    }

    /// Asks everything about a place.
    fn ask_place(&mut self, text: &str, offset: usize) -> usize {
        let place = Text::new(text).position(offset as u32, Encoding::Utf8);
        self.ask_all(text, of_place(&json!(place)))
    }

    fn ask_all(&mut self, text: &str, requests: Vec<Question>) -> usize {
        let number = requests.len();
        for (method, params) in requests {
            let response = self.ask_for_response(method, params.clone());
            if let Err(error) = response.response_result {
                assert!(
                    MAY_REFUSE.contains(&method) && error.code == ErrorCode::RequestFailed as i32,
                    "`{method}` with {params} about {text:?} has failed: {error:?}"
                );
            }
        }
        number
    }
}
