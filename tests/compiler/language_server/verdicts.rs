//! Lenses that say whether patterns are right, found out while the editor is used.

use super::{
    children::{PATIENCE, children_of},
    client::Server,
};
use crate::support::process::scratch;
use serde_json::{Value, json};
use std::{
    fmt::Write,
    fs,
    path::PathBuf,
    process::Command,
    thread,
    time::{Duration, Instant},
};

const RIGHT: &str = "Pattern P {
  let root = op<arith.addi>(x: Value, y: Value) -> (t: Type);
  replace root with op<arith.addi>(y, x) -> (t);
}
";

/// Returns `x` in the place of the sum.
const WRONG: &str = "Pattern P {
  let root = op<arith.addi>(x: Value, y: Value) -> (t: Type);
  replace root with x;
}
";

/// Patterns that are too hard for the solver at most widths, so that it takes minutes to
/// find out.
fn hard() -> String {
    let mut text = String::new();
    for number in 0..60 {
        let _ = writeln!(
            text,
            "Pattern Hard{number} {{
  let sum = op<arith.addi>(x: Value, y: Value) -> (t: Type);
  let root = op<arith.divui>(op<arith.muli>(sum, z: Value) -> (t), w: Value) -> (t);
  let products = op<arith.addi>(op<arith.muli>(z, x) -> (t), op<arith.muli>(y, z) -> (t));
  replace root with op<arith.divui>(products, w) -> (t);
}}"
        );
    }
    // The result type of the new sum is inferred.
    text.insert_str(0, "#include \"mlir/Dialect/Arith/IR/ArithOps.td\"\n");
    text
}

/// An editor that asks again for lenses when the server wants that.
struct Editor {
    server: Server,
    folder: PathBuf,
    version: u32,
}

impl Editor {
    fn new(user: &str, settings: Value) -> Editor {
        let folder = scratch(&format!("language-server-verdicts-{user}"));
        let mut command = Command::new(env!("CARGO_BIN_EXE_pdll-opt"));
        command
            .arg("lsp")
            .env("PDLL_CACHE_DIR", folder.join("cache"));
        let params = json!({
            "processId": null,
            "rootUri": null,
            "capabilities": { "workspace": { "codeLens": { "refreshSupport": true } } },
            "initializationOptions": settings,
        });
        Editor {
            server: Server::start_as(&mut command, params).expect("it starts"),
            folder,
            version: 1,
        }
    }

    fn uri(&self, name: &str) -> String {
        format!("file://{}/{name}", self.folder.display())
    }

    fn open(&mut self, name: &str, text: &str) {
        let uri = self.uri(name);
        self.server.open(&uri, text).expect("it listens");
    }

    fn change(&mut self, name: &str, text: &str) {
        self.version += 1;
        let params = json!({
            "textDocument": { "uri": self.uri(name), "version": self.version },
            "contentChanges": [{ "text": text }],
        });
        self.server
            .tell("textDocument/didChange", params)
            .expect("it listens");
    }

    /// The titles of the lenses of a document.
    fn titles(&mut self, name: &str) -> Vec<String> {
        let lenses = self.lenses(name);
        let title = |lens: &Value| lens["command"]["title"].as_str().unwrap_or("-").to_owned();
        lenses.iter().map(title).collect()
    }

    fn lenses(&mut self, name: &str) -> Vec<Value> {
        let about = json!({ "textDocument": { "uri": self.uri(name) } });
        let lenses = self.server.ask("textDocument/codeLens", about);
        match lenses.expect("it answers") {
            Value::Array(lenses) => lenses,
            _ => Vec::new(),
        }
    }

    /// Asks for lenses whenever the server wants that, until they are these.
    fn titles_become(&mut self, name: &str, expected: &[&str]) {
        let start = Instant::now();
        let mut titles = self.titles(name);
        while titles != expected {
            assert!(start.elapsed() < PATIENCE, "{titles:?}");
            self.wait_for_refresh();
            titles = self.titles(name);
        }
    }

    fn wait_for_refresh(&mut self) {
        let start = Instant::now();
        loop {
            let is_refresh = |one: &Value| one["method"] == "workspace/codeLens/refresh";
            let said = std::mem::take(&mut self.server.said);
            if let Some(request) = said.into_iter().find(is_refresh) {
                return self.server.accept(&request).expect("it listens");
            }
            assert!(start.elapsed() < PATIENCE, "nothing becomes known");
            thread::sleep(Duration::from_millis(20));
            self.symbols();
        }
    }

    /// Asks for something that needs nothing but the text.
    fn symbols(&mut self) {
        let about = json!({ "query": "nothing" });
        self.server
            .ask("workspace/symbol", about)
            .expect("it answers");
    }

    /// The processes that verify.
    fn verifiers(&self) -> Vec<u32> {
        let mut children = children_of(self.server.id());
        children.retain(|id| {
            let command = fs::read_to_string(format!("/proc/{id}/cmdline"));
            command.is_ok_and(|command| command.contains("\0verify\0"))
        });
        children
    }

    fn wait_for_verifier(&mut self) -> u32 {
        let start = Instant::now();
        loop {
            if let [id] = self.verifiers()[..] {
                return id;
            }
            assert!(start.elapsed() < PATIENCE, "nothing is verified");
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// What stands in the folder beside the cache.
    fn files(&self) -> Vec<String> {
        let files = fs::read_dir(&self.folder).expect("the folder is ours");
        let names = files.map(|file| file.expect("it is ours").file_name());
        let mut names: Vec<_> = names
            .map(|name| name.to_string_lossy().into_owned())
            .filter(|name| name != "cache")
            .collect();
        names.sort();
        names
    }
}

const PROVEN: &str = "proven for i1 to i64 and index, and vectors and tensors of them";

#[test]
fn lenses_follow_the_text() {
    let mut editor = Editor::new("follow", json!({}));
    editor.open("a.pdll", WRONG);
    assert_eq!(editor.titles("a.pdll"), ["verifying …"]);
    editor.titles_become("a.pdll", &["wrong for i1"]);
    let lens = editor.lenses("a.pdll").remove(0);
    assert_eq!(lens["range"]["start"], json!({ "line": 0, "character": 8 }));
    assert_eq!(lens["command"]["command"], "pdll.showVerdict");
    assert_eq!(lens["command"]["arguments"][0], "P");
    let details = lens["command"]["arguments"][1].to_string();
    assert!(
        details.contains("/a.pdll:1:1: P: wrong for i1"),
        "{details}"
    );
    assert!(details.contains("return %arg0 : i1"), "{details}");

    editor.change("a.pdll", &format!("// A comment.\n{RIGHT}"));
    assert_eq!(editor.titles("a.pdll"), ["verifying …"]);
    editor.titles_become("a.pdll", &[PROVEN]);
    let lens = editor.lenses("a.pdll").remove(0);
    assert_eq!(lens["range"]["start"], json!({ "line": 1, "character": 8 }));

    editor.change("a.pdll", "Pattern P => erase x;\n");
    editor.titles_become("a.pdll", &["not verified: the file has errors"]);
    assert_eq!(editor.files(), [""; 0]);
    assert!(editor.server.leave().expect("it ends").success());
}

#[test]
fn several_documents_are_verified() {
    let mut editor = Editor::new("several", json!({}));
    editor.open("a.pdll", WRONG);
    editor.open("b.pdll", RIGHT);
    editor.open("c.pdll", &format!("{RIGHT}// -----\n{WRONG}"));
    for name in ["a.pdll", "b.pdll", "c.pdll"] {
        editor.titles(name);
    }
    editor.titles_become("c.pdll", &[PROVEN, "wrong for i1"]);
    editor.titles_become("a.pdll", &["wrong for i1"]);
    editor.titles_become("b.pdll", &[PROVEN]);
    assert!(editor.server.leave().expect("it ends").success());
}

#[test]
fn what_is_included_must_be_saved() {
    let mut editor = Editor::new("included", json!({}));
    let text = format!("#include \"common.pdll\"\n{RIGHT}");
    let common = "Constraint IsGood(v: Value);\n";
    fs::write(editor.folder.join("common.pdll"), common).expect("the folder is ours");
    editor.open("a.pdll", &text);
    editor.titles_become("a.pdll", &[PROVEN]);
    editor.open("common.pdll", common);
    editor.change("common.pdll", &format!("{common}// A comment.\n"));
    editor.titles_become("a.pdll", &["not verified: `common.pdll` is not saved"]);
    fs::write(
        editor.folder.join("common.pdll"),
        format!("{common}// A comment.\n"),
    )
    .expect("the folder is ours");
    let about = json!({ "textDocument": { "uri": editor.uri("common.pdll") } });
    editor
        .server
        .tell("textDocument/didSave", about)
        .expect("it listens");
    editor.titles_become("a.pdll", &[PROVEN]);
    assert!(editor.server.leave().expect("it ends").success());
}

#[test]
fn typing_ends_what_is_being_verified() {
    let mut editor = Editor::new("typing", json!({}));
    editor.open("a.pdll", &hard());
    let all = editor.titles("a.pdll");
    assert_eq!(all.len(), 60);
    let first = editor.wait_for_verifier();

    // It delays nothing.
    let asked = Instant::now();
    for _ in 0..20 {
        editor.symbols();
    }
    assert!(asked.elapsed() < Duration::from_secs(5));

    editor.change("a.pdll", RIGHT);
    editor.symbols();
    let changed = Instant::now();
    while editor.verifiers().contains(&first) {
        assert!(changed.elapsed() < Duration::from_secs(5), "it still runs");
        thread::sleep(Duration::from_millis(5));
    }
    editor.titles_become("a.pdll", &[PROVEN]);
    assert_eq!(editor.files(), [""; 0]);

    // Nobody waits for it in the end.
    editor.change("a.pdll", &hard());
    editor.titles("a.pdll");
    editor.wait_for_verifier();
    let (id, folder) = (editor.server.id(), editor.folder.clone());
    let asked = Instant::now();
    assert!(editor.server.leave().expect("it ends").success());
    assert!(asked.elapsed() < PATIENCE);
    assert_eq!(children_of(id), [0; 0]);
    assert_eq!(
        fs::read_dir(folder).map_or(0, Iterator::count),
        1,
        "only the cache is left"
    );
}

#[test]
fn what_verifies_ends_with_the_server() {
    let mut editor = Editor::new("killed", json!({}));
    editor.open("a.pdll", &hard());
    editor.titles("a.pdll");
    let verifier = editor.wait_for_verifier();
    // It says so to the system after it has begun.
    thread::sleep(Duration::from_millis(500));
    drop(editor);
    let start = Instant::now();
    let is_dead = || {
        let status = fs::read_to_string(format!("/proc/{verifier}/stat"));
        status.map_or(true, |status| status.contains(") Z "))
    };
    while !is_dead() {
        assert!(start.elapsed() < PATIENCE, "it still runs");
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn nothing_is_verified_unless_the_user_wants_it() {
    let mut editor = Editor::new("off", json!({ "verdicts": false }));
    editor.open("a.pdll", WRONG);
    assert_eq!(editor.titles("a.pdll"), [""; 0]);
    thread::sleep(Duration::from_secs(1));
    assert_eq!(editor.verifiers(), [0; 0]);
    assert!(editor.server.leave().expect("it ends").success());
}

#[test]
fn an_editor_that_does_not_ask_again_waits() {
    let folder = scratch("language-server-verdicts-waits");
    let mut command = Command::new(env!("CARGO_BIN_EXE_pdll-opt"));
    let command = command
        .arg("lsp")
        .env("PDLL_CACHE_DIR", folder.join("cache"));
    let mut server = Server::start(command).expect("it starts");
    let uri = format!("file://{}/a.pdll", folder.display());
    server
        .open(
            &uri,
            &format!("{WRONG}{}", RIGHT.replace("Pattern P", "Pattern Q")),
        )
        .expect("it listens");
    let about = json!({ "textDocument": { "uri": uri } });
    let lenses = server
        .ask("textDocument/codeLens", about)
        .expect("it answers");
    assert_eq!(lenses[0]["command"], Value::Null);
    // Both wait at the same time.
    let asked = [0, 1].map(|index| {
        let lens = lenses[index].clone();
        server
            .send_request("codeLens/resolve", lens)
            .expect("it listens")
    });
    let mut titles = asked.map(|id| {
        let mut answer = server.response(id).expect("it answers");
        answer["result"]["command"]["title"].take()
    });
    titles.sort_by_key(Value::to_string);
    assert_eq!(titles, [PROVEN, "wrong for i1"]);

    // One that waits while the text changes is told.
    let change = |text: String| {
        json!({
            "textDocument": { "uri": uri, "version": 2 },
            "contentChanges": [{ "text": text }],
        })
    };
    server
        .tell("textDocument/didChange", change(hard()))
        .expect("it listens");
    let about = json!({ "textDocument": { "uri": uri } });
    let lenses = server
        .ask("textDocument/codeLens", about)
        .expect("it answers");
    let id = server
        .send_request("codeLens/resolve", lenses[0].clone())
        .expect("it listens");
    server
        .tell("textDocument/didChange", change(RIGHT.to_owned()))
        .expect("it listens");
    let answer = server.response(id).expect("it answers");
    assert_eq!(answer["result"]["command"]["title"], "verifying …");
    assert!(server.leave().expect("it ends").success());
}
