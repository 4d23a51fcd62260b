//! While TableGen runs, the server answers.

use super::{
    children::{ENDLESS, PATIENCE},
    client::Server,
};
use crate::support::process::scratch;
use serde_json::{Value, json};
use std::{fs, path::PathBuf, process::Command, time::Instant};

/// An editor with a document that includes definitions.
struct Editor {
    server: Server,
    folder: PathBuf,
    uri: String,
    version: i32,
}

impl Editor {
    /// The document is `text`, beside a file `slow.td`.
    fn new(user: &str, td: &str, text: &str) -> Editor {
        let folder = scratch(&format!("language-server-{user}"));
        fs::write(folder.join("slow.td"), td).expect("the folder is ours");
        let mut command = Command::new(env!("CARGO_BIN_EXE_pdll-opt"));
        let capabilities = json!({
            "window": { "workDoneProgress": true },
            "workspace": { "semanticTokens": { "refreshSupport": true } },
        });
        let command = command
            .arg("lsp")
            .env("PDLL_CACHE_DIR", folder.join("cache"));
        let mut server = Server::start_with(command, capabilities).expect("it starts");
        let uri = format!("file://{}/a.pdll", folder.display());
        server.open(&uri, text).expect("it listens");
        Editor {
            server,
            folder,
            uri,
            version: 1,
        }
    }

    fn about(&self) -> Value {
        json!({ "uri": self.uri })
    }

    fn ask(&mut self, method: &str, line: u32, character: u32) -> Value {
        let place = json!({ "line": line, "character": character });
        let params = json!({ "textDocument": self.about(), "position": place });
        self.server.ask(method, params).expect("it answers")
    }

    fn symbols(&mut self) -> Vec<String> {
        let params = json!({ "textDocument": self.about() });
        let answer = self.server.ask("textDocument/documentSymbol", params);
        let answer = answer.expect("it answers");
        let symbols = answer.as_array().into_iter().flatten();
        symbols
            .map(|one| one["name"].as_str().unwrap_or_default().to_owned())
            .collect()
    }

    /// Replaces the whole text.
    fn change(&mut self, text: &str) {
        self.version += 1;
        let params = json!({
            "textDocument": { "uri": self.uri, "version": self.version },
            "contentChanges": [{ "text": text }],
        });
        self.server
            .tell("textDocument/didChange", params)
            .expect("it listens");
    }

    /// What the editor shows as going on, until `kind` is said.
    fn progress_until(&mut self, kind: &str) -> Vec<String> {
        let start = Instant::now();
        let mut shown = Vec::new();
        loop {
            let mut messages = std::mem::take(&mut self.server.said).into_iter();
            while let Some(message) = messages.next() {
                if message["method"] == "window/workDoneProgress/create" {
                    self.server.accept(&message).expect("it listens");
                } else if message["method"] == "$/progress" {
                    let value = &message["params"]["value"];
                    shown.push(format!("{} {}", value["kind"], value["message"]));
                    if value["kind"] == kind {
                        self.server.said.extend(messages);
                        return shown;
                    }
                }
            }
            assert!(start.elapsed() < PATIENCE, "so far {shown:?}");
            self.symbols();
        }
    }
}

const DIALECT: &str = r#"
include "mlir/IR/OpBase.td"
def T : Dialect { let name = "t"; let cppNamespace = "::t"; }
def A : Op<T, "a"> { let summary = "The operation A."; }
"#;

/// Takes TableGen a second.
const SLOW: &str = r#"
defvar few = !range(300);
defvar total = !foldl(0, few, a, b, !add(a, !foldl(0, few, c, d, !add(c, !mul(d, b)))));
def Sum { int sum = total; }
"#;

#[test]
fn the_editor_shows_what_is_read() {
    let text = "#include \"slow.td\"\nPattern P => erase op<t.a>;\n";
    let mut editor = Editor::new("reading", &format!("{DIALECT}{SLOW}"), text);
    let shown = editor.progress_until("end");
    assert_eq!(shown, [r#""begin" "reading slow.td""#, r#""end" null"#]);
    let hover = editor.ask("textDocument/hover", 1, 24)["contents"]["value"].to_string();
    assert!(hover.contains("The operation A."), "{hover}");
    // What was highlighted before may have another meaning now.
    let said = editor
        .server
        .said
        .iter()
        .map(|one| one["method"].to_string());
    let refreshes: Vec<_> = said.filter(|method| method.contains("refresh")).collect();
    assert_eq!(refreshes, ["\"workspace/semanticTokens/refresh\""]);
    assert!(editor.server.leave().expect("it ends").success());
}

#[test]
fn what_needs_no_definitions_is_answered_at_once() {
    let text = "#include \"slow.td\"\nPattern P => erase op<t.a>;\n";
    let mut editor = Editor::new("reading-first", ENDLESS, text);
    assert_eq!(
        editor.progress_until("begin"),
        [r#""begin" "reading slow.td""#]
    );
    assert_eq!(editor.symbols(), ["P"]);
    editor.change("#include \"slow.td\"\nPattern Q => erase op<t.a>;\n");
    assert_eq!(editor.symbols(), ["Q"]);

    // Nothing is known about names, and nothing is said to be wrong.
    let params = json!({ "textDocument": editor.about() });
    let id = editor
        .server
        .send_request("textDocument/diagnostic", params)
        .expect("it listens");
    editor
        .server
        .tell("$/cancelRequest", json!({ "id": id }))
        .expect("it listens");
    let response = editor.server.response(id).expect("it answers");
    assert_eq!(response["error"]["code"], -32800);
    let is_published = |one: &Value| one["method"] == "textDocument/publishDiagnostics";
    assert!(!editor.server.said.iter().any(is_published));

    // Without the include, nobody needs to wait.
    editor.change("Pattern R => erase x;\n");
    let params = json!({ "textDocument": editor.about() });
    let report = editor
        .server
        .ask("textDocument/diagnostic", params)
        .expect("it answers");
    assert_eq!(report["items"][0]["message"], "`x` is not defined");
    let asked = Instant::now();
    assert!(editor.server.leave().expect("it ends").success());
    assert!(asked.elapsed() < PATIENCE);
}

#[test]
fn the_last_analysis_counts_meanwhile() {
    let text = "#include \"slow.td\"\nPattern P {\n  let x = op<t.a>;\n  erase x;\n}\n";
    let mut editor = Editor::new("reading-again", DIALECT, text);
    let hover = editor.ask("textDocument/hover", 2, 15)["contents"]["value"].to_string();
    assert!(hover.contains("The operation A."), "{hover}");

    // Its places move with the edits.
    fs::write(editor.folder.join("more.td"), ENDLESS).expect("the folder is ours");
    editor.change(&format!("#include \"more.td\"\n{text}"));
    editor.server.said.clear();
    editor.progress_until("begin");
    let found = editor.ask("textDocument/definition", 4, 8);
    assert_eq!(
        found[0]["range"]["start"],
        json!({ "line": 3, "character": 6 })
    );
    assert!(editor.server.leave().expect("it ends").success());
}

#[test]
fn an_error_in_definitions_is_not_read_again() {
    let text = "#include \"slow.td\"\nPattern P => erase op<t.a>;\n";
    let mut editor = Editor::new("reading-error", "def A : B;\n", text);
    let params = json!({ "textDocument": editor.about() });
    let report = editor.server.ask("textDocument/diagnostic", params);
    report.expect("it answers");
    editor.server.said.clear();
    editor.change(&format!("// Changed.\n{text}"));
    let params = json!({ "textDocument": editor.about() });
    editor
        .server
        .ask("textDocument/diagnostic", params)
        .expect("it answers");
    editor.ask("textDocument/hover", 0, 0);
    let is_progress = |one: &Value| one["method"] == "window/workDoneProgress/create";
    assert!(!editor.server.said.iter().any(is_progress));

    // The file that has the error is watched by its users, open or not.
    let td = format!("file://{}/slow.td", editor.folder.display());
    editor.server.open(&td, DIALECT).expect("it listens");
    let hover = editor.ask("textDocument/hover", 2, 24)["contents"]["value"].to_string();
    assert!(hover.contains("The operation A."), "{hover}");
    assert!(editor.server.leave().expect("it ends").success());
}
