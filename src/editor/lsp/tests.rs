//! What the server answers, in memory.

mod answers;
mod damage;
mod edits;

use super::{End, Flags, SHORT, Setup, serve};
use crate::editor::ide::testing::effort;
use crate::front::ods;
use crate::mlir::ffi::ods::LinkedTableGen;
use expect_test::{Expect, expect};
use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
use melior::Context;
use serde_json::{Value, json};
use std::{
    sync::Arc,
    thread::{self, JoinHandle},
};

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
        Editor::with_short(encodings, SHORT)
    }

    /// The server analyzes documents with more declarations than `short` in excerpts.
    fn with_short(encodings: &[&str], short: usize) -> Editor {
        Editor::with(encodings, short, &json!({}))
    }

    /// The same, with these `initializationOptions`.
    fn with(encodings: &[&str], short: usize, options: &Value) -> Editor {
        let (ours, theirs) = Connection::memory();
        let setup = Setup {
            make_context: Arc::new(|| {
                let context = Context::new();
                context.load_all_available_dialects();
                context
            }),
            definitions: ods::Settings::new(&LinkedTableGen),
            short,
        };
        let server = thread::spawn(move || {
            serve(&theirs, Flags::default(), setup).expect("a thread can be started")
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
                "initializationOptions": options,
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

    fn close(&self) {
        let about = json!({ "textDocument": { "uri": DOCUMENT } });
        self.tell("textDocument/didClose", about);
    }

    fn ask_at(&mut self, method: &str, line: u32, character: u32) -> Value {
        let place = json!({ "line": line, "character": character });
        self.ask(
            method,
            json!({ "textDocument": { "uri": DOCUMENT }, "position": place }),
        )
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
    check_definition(
        &["utf-16"],
        &text,
        (3, units),
        expect![[r#"{"start":{"line":2,"character":6},"end":{"line":2,"character":7}}"#]],
    );
    check_definition(
        &[],
        &text,
        (3, units),
        expect![[r#"{"start":{"line":2,"character":6},"end":{"line":2,"character":7}}"#]],
    );
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
        help: did you mean `root`?"#]]
    .assert_eq(message);
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
    expect![[r#"{"start":{"line":2,"character":27},"end":{"line":2,"character":28}}"#]]
        .assert_eq(&found[0]["range"].to_string());
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
    expect!["`file:///not/open.pdll` is not open"]
        .assert_eq(&fails("textDocument/documentSymbol", about));
    expect!["cannot understand the parameters: invalid type: integer `1`, expected struct TextDocumentIdentifier"].assert_eq(&fails("textDocument/hover", json!({ "textDocument": 1 })));
    expect!["there is no method `textDocument/nonsense`"]
        .assert_eq(&fails("textDocument/nonsense", json!({})));
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
