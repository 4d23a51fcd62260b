//! What the server answers, in memory.

use super::{
    End, Flags, serve,
    text::{Encoding, Text},
};
use crate::{ide::Analyzer, ods};
use expect_test::{Expect, expect};
use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
use melior::Context;
use serde_json::{Value, json};
use std::thread::{self, JoinHandle};

const DOCUMENT: &str = "untitled:a.pdll";

/// An editor, and a server that serves it.
struct Editor {
    connection: Connection,
    server: JoinHandle<End>,
    next: i32,
    version: i32,
    /// What the server has sent without being asked.
    said: Vec<Notification>,
}

impl Editor {
    /// An editor that knows these encodings of columns.
    fn new(encodings: &[&str]) -> Editor {
        let (ours, theirs) = Connection::memory();
        let make = || {
            Analyzer::new(
                || {
                    let context = Context::new();
                    context.load_all_available_dialects();
                    context
                },
                ods::Settings::default(),
            )
        };
        let server = thread::spawn(move || {
            serve(&theirs, Flags::default(), make).expect("a thread can be started")
        });
        let mut editor = Editor {
            connection: ours,
            server,
            next: 0,
            version: 1,
            said: Vec::new(),
        };
        editor.ask(
            "initialize",
            json!({
                "processId": null,
                "rootUri": null,
                "capabilities": { "general": { "positionEncodings": encodings } },
            }),
        );
        editor.tell("initialized", json!({}));
        editor
    }

    fn tell(&self, method: &str, params: Value) {
        let message = Notification::new(method.to_owned(), params);
        self.connection
            .sender
            .send(message.into())
            .expect("the server listens");
    }

    fn ask_for_response(&mut self, method: &str, params: Value) -> Response {
        self.next += 1;
        let id = RequestId::from(self.next);
        let message = Request::new(id.clone(), method.to_owned(), params);
        self.connection
            .sender
            .send(message.into())
            .expect("the server listens");
        for message in &self.connection.receiver {
            match message {
                Message::Response(response) if response.id == id => return response,
                Message::Notification(one) => self.said.push(one),
                other => panic!("unexpected {other:?}"),
            }
        }
        panic!("the server is gone");
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let response = self.ask_for_response(method, params);
        let failed = |error| panic!("`{method}` has failed: {error:?}");
        response.response_result.unwrap_or_else(failed)
    }

    fn open(&self, text: &str) {
        let document = json!({
            "uri": DOCUMENT, "languageId": "pdll", "version": 1, "text": text,
        });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn change(&mut self, range: lsp_types::Range, text: &str) {
        self.version += 1;
        self.tell(
            "textDocument/didChange",
            json!({
                "textDocument": { "uri": DOCUMENT, "version": self.version },
                "contentChanges": [{ "range": range, "text": text }],
            }),
        );
    }

    fn ask_at(&mut self, method: &str, line: u32, character: u32) -> Value {
        let place = json!({ "line": line, "character": character });
        self.ask(
            method,
            json!({ "textDocument": { "uri": DOCUMENT }, "position": place }),
        )
    }

    /// What an editor shows of the document that does not depend on a place.
    fn all(&mut self) -> Value {
        let about = json!({ "textDocument": { "uri": DOCUMENT } });
        let methods = [
            "documentSymbol",
            "foldingRange",
            "diagnostic",
            "semanticTokens/full",
        ];
        let answers = methods.map(|name| self.ask(&format!("textDocument/{name}"), about.clone()));
        json!(answers)
    }

    fn leave(mut self) -> End {
        self.ask("shutdown", json!(null));
        self.tell("exit", json!(null));
        self.server.join().expect("the server does not panic")
    }
}

/// `place` is a line and a column.
fn check_definition(encodings: &[&str], text: &str, place: (u32, u32), expected: Expect) {
    let mut editor = Editor::new(encodings);
    editor.open(text);
    let found = editor.ask_at("textDocument/definition", place.0, place.1);
    expected.assert_eq(&found[0]["range"].to_string());
    assert_eq!(editor.leave(), End::Orderly);
}

#[test]
fn columns_are_in_the_agreed_encoding() {
    let text =
        "Pattern { let é: Value; }\nPattern {\n  let x: Value;\n  /* é𝄞 */ erase op<t.a>(x);\n}\n";
    let text = text.replace("/* é𝄞 */", "let s = attr<\"\\\"é𝄞\\\"\">;");
    let line = text.lines().nth(3).expect("there are four lines");
    let at = line.rfind("x)").expect("the line has an x");
    let units = line[..at].encode_utf16().count() as u32;
    check_definition(
        &["utf-8", "utf-16"],
        &text,
        (3, at as u32),
        expect![[r#"{"start":{"line":2,"character":6},"end":{"line":2,"character":7}}"#]],
    );
    check_definition(&["utf-16"], &text, (3, units), expect![[r#"{"start":{"line":2,"character":6},"end":{"line":2,"character":7}}"#]]);
    check_definition(&[], &text, (3, units), expect![[r#"{"start":{"line":2,"character":6},"end":{"line":2,"character":7}}"#]]);
}

#[test]
fn errors_and_fixes_are_shown() {
    let mut editor = Editor::new(&["utf-8"]);
    editor.open("Pattern {\n  let root = op<t.a>;\n  erase rot;\n}\n");
    let about = json!({ "textDocument": { "uri": DOCUMENT } });
    let report = editor.ask("textDocument/diagnostic", about);
    let message = report["items"][0]["message"]
        .as_str()
        .expect("there is an error");
    expect![[r#"
        `rot` is not defined
        help: did you mean `root`?"#]].assert_eq(message);
    let range = report["items"][0]["range"].clone();
    let actions = editor.ask(
        "textDocument/codeAction",
        json!({
            "textDocument": { "uri": DOCUMENT }, "range": range, "context": { "diagnostics": [] },
        }),
    );
    expect![[r#"[{"range":{"start":{"line":2,"character":8},"end":{"line":2,"character":11}},"newText":"root"}]"#]].assert_eq(&actions[0]["edit"]["changes"][DOCUMENT].to_string());
    assert!(
        editor
            .said
            .iter()
            .any(|one| one.method == "textDocument/publishDiagnostics")
    );
    assert_eq!(editor.leave(), End::Orderly);
}

#[test]
fn parts_are_separate() {
    let mut editor = Editor::new(&["utf-8"]);
    editor
        .open("Pattern A => erase op<t.a>;\n// -----\nPattern A => erase op<t.a>(x: Value, x);\n");
    let found = editor.ask_at("textDocument/definition", 2, 37);
    expect![[r#"{"start":{"line":2,"character":27},"end":{"line":2,"character":28}}"#]].assert_eq(&found[0]["range"].to_string());
    let about = json!({ "textDocument": { "uri": DOCUMENT } });
    let report = editor.ask("textDocument/diagnostic", about);
    assert_eq!(report["items"], json!([]));
    assert_eq!(editor.leave(), End::Orderly);
}

#[test]
fn requests_that_make_no_sense_are_errors() {
    let mut editor = Editor::new(&[]);
    let mut fails = |method: &str, params: Value| {
        let response = editor.ask_for_response(method, params);
        response
            .response_result
            .map_or_else(|error| error.message, |_| String::new())
    };
    let about = json!({ "textDocument": { "uri": "file:///not/open.pdll" } });
    expect!["`file:///not/open.pdll` is not open"].assert_eq(&fails("textDocument/documentSymbol", about));
    expect!["cannot understand the parameters: invalid type: integer `1`, expected struct TextDocumentIdentifier"].assert_eq(&fails("textDocument/hover", json!({ "textDocument": 1 })));
    expect!["there is no method `textDocument/nonsense`"].assert_eq(&fails("textDocument/nonsense", json!({})));
    assert_eq!(editor.leave(), End::Orderly);
}

#[test]
fn an_editor_may_just_leave() {
    let editor = Editor::new(&[]);
    editor.tell("exit", json!(null));
    assert_eq!(
        editor.server.join().expect("the server does not panic"),
        End::Exited
    );
    let Editor {
        connection, server, ..
    } = Editor::new(&[]);
    drop(connection);
    assert_eq!(server.join().expect("the server does not panic"), End::Lost);
}

/// Numbers that look random and are the same in every run (Marsaglia's xorshift).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }
}

const PIECES: [&str; 14] = [
    "x",
    ";",
    "{",
    "}",
    "(",
    "\n",
    "let y: Value;\n",
    "op<t.a>",
    "// é𝄞\n",
    "Pattern ",
    "\"",
    "[{",
    "// -----\n",
    "",
];

#[test]
fn edits_lead_to_what_a_fresh_document_shows() {
    let start = "Constraint C(v: Value);\nPattern P {\n  let x: Value;\n  erase op<t.a>(x, y: C);\n}\n\
                 // -----\nPattern => replace op<t.b>(é: Value) with é;\n";
    for encoding in [Encoding::Utf8, Encoding::Utf16] {
        let encodings: &[&str] = match encoding {
            Encoding::Utf8 => &["utf-8"],
            Encoding::Utf16 => &["utf-16"],
        };
        let (mut numbers, mut text) = (Numbers(0x9E37_79B9_7F4A_7C15), start.to_owned());
        let mut editor = Editor::new(encodings);
        editor.open(&text);
        for step in 0..ROUNDS {
            for _ in 0..numbers.below(4) {
                let place = |numbers: &mut Numbers| {
                    let any = numbers.below(text.len() + 1);
                    crate::source::character_start(&text, any)
                };
                let (a, b) = (place(&mut numbers), place(&mut numbers));
                let end = if numbers.below(8) == 0 {
                    a.max(b)
                } else {
                    a.min(b)
                };
                let range = Text::new(&text).range(a.min(b) as u32, end as u32, encoding);
                let piece = PIECES[numbers.below(PIECES.len())];
                editor.change(range, piece);
                text.replace_range(a.min(b)..end, piece);
            }
            if text.len() > 4 * start.len() || text.is_empty() {
                let whole = Text::new(&text).range(0, text.len() as u32, encoding);
                editor.change(whole, start);
                text = start.to_owned();
            }
            let shown = editor.all();
            let mut fresh = Editor::new(encodings);
            fresh.open(&text);
            assert_eq!(
                shown,
                fresh.all(),
                "after {step} steps, with the text {text:?}"
            );
            assert_eq!(fresh.leave(), End::Orderly);
        }
        assert_eq!(editor.leave(), End::Orderly);
    }
}

/// The number of texts that are compared.
const ROUNDS: usize = 150;
