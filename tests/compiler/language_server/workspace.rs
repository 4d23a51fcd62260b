//! Requests that concern all pattern files of the workspace, open or not.

use super::client::Server;
use crate::support::{process::scratch, say};
use expect_test::{Expect, expect};
use serde_json::{Value, json};
use std::{
    fmt::Write,
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Instant,
};

/// An editor with a folder of files.
struct Editor {
    server: Server,
    folder: PathBuf,
}

impl Editor {
    fn new(user: &str, files: &[(&str, &str)]) -> Editor {
        let folder = scratch(&format!("language-server-workspace-{user}"));
        for (name, text) in files {
            write(&folder.join(name), text);
        }
        let params = json!({
            "processId": null,
            "rootUri": null,
            "capabilities": { "general": { "positionEncodings": ["utf-16"] } },
            "workspaceFolders": [{ "uri": uri(&folder), "name": "folder" }],
        });
        let mut command = Command::new(env!("CARGO_BIN_EXE_pdll-opt"));
        let server = Server::start_as(command.arg("lsp"), params).expect("it starts");
        Editor { server, folder }
    }

    fn uri(&self, name: &str) -> String {
        uri(&self.folder.join(name))
    }

    fn open(&mut self, name: &str) {
        let text = fs::read_to_string(self.folder.join(name)).expect("it is there");
        self.server
            .open(&self.uri(name), &text)
            .expect("it listens");
    }

    /// Asks about the first `word` of a file that is open.
    fn ask(&mut self, method: &str, name: &str, word: &str, more: &Value) -> Value {
        let text = fs::read_to_string(self.folder.join(name)).expect("it is there");
        let at = text.find(word).expect("the word is there");
        let line = text[..at].matches('\n').count();
        let before = text[..at].rsplit('\n').next().unwrap_or_default();
        let mut params = json!({
            "textDocument": { "uri": self.uri(name) },
            "position": { "line": line, "character": before.encode_utf16().count() },
        });
        for (name, value) in more.as_object().into_iter().flatten() {
            params[name] = value.clone();
        }
        self.server.ask(method, params).expect("it answers")
    }

    /// Says what the file system does.
    fn files_changed(&mut self, name: &str) {
        let changes = json!({ "changes": [{ "uri": self.uri(name), "type": 2 }] });
        self.server
            .tell("workspace/didChangeWatchedFiles", changes)
            .expect("it listens");
    }

    /// `file:line:column` of a location or an item.
    fn place(&self, uri: &Value, range: &Value) -> String {
        let uri = uri.as_str().unwrap_or_default();
        let name = uri
            .strip_prefix(&*uri_of_folder(&self.folder))
            .unwrap_or(uri);
        let start = &range["start"];
        format!("{name}:{}:{}", start["line"], start["character"])
    }

    fn check_locations(&self, answer: &Value, expected: &Expect) {
        let all = answer.as_array().into_iter().flatten();
        let lines = all.map(|one| self.place(&one["uri"], &one["range"]) + "\n");
        expected.assert_eq(&lines.collect::<String>());
    }

    fn references(&mut self, name: &str, word: &str, expected: &Expect) {
        let more = json!({ "context": { "includeDeclaration": true } });
        let answer = self.ask("textDocument/references", name, word, &more);
        self.check_locations(&answer, expected);
    }

    /// The names and ranges of calls in one direction.
    fn calls(&mut self, direction: &str, item: &Value) -> (String, Vec<Value>) {
        let method = format!("callHierarchy/{direction}Calls");
        let answer = self
            .server
            .ask(&method, json!({ "item": item }))
            .expect("it answers");
        let end = if direction == "incoming" {
            "from"
        } else {
            "to"
        };
        let (mut shown, mut items) = (String::new(), Vec::new());
        for call in answer.as_array().into_iter().flatten() {
            let item = &call[end];
            let place = self.place(&item["uri"], &item["selectionRange"]);
            let number = call["fromRanges"].as_array().map_or(0, Vec::len);
            writeln!(shown, "{} {place}, {number} times", item["name"]).expect("it is a string");
            items.push(item.clone());
        }
        (shown, items)
    }
}

fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

fn uri_of_folder(path: &Path) -> String {
    uri(path) + "/"
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("it is in a folder"))
        .and_then(|()| fs::write(path, text))
        .expect("the folder is ours");
}

const FILES: &[(&str, &str)] = &[
    (
        "lib/common.pdll",
        "// 𝄞\nConstraint IsSmall(v: Value);\nRewrite Make(v: Value) -> Op {\n  return op<t.a>(v);\n}\n",
    ),
    (
        "one.pdll",
        "#include \"lib/common.pdll\"\nPattern One {\n  let root = op<t.b>(x: Value);\n  IsSmall(x);\n  IsSmall(root.0);\n  replace root with Make(x);\n}\n",
    ),
    (
        "sub/two.pdll",
        "#include \"../lib/common.pdll\"\nPattern Two { let a = attr<\"\\\"é𝄞\\\"\">; erase op<t.c>(x: IsSmall) {n = a}; }\n",
    ),
    (
        "sub/own.pdll",
        "Constraint IsSmall(v: Value);\nPattern Own => erase op<t.c>(x: IsSmall);\n",
    ),
    (
        "broken.pdll",
        "#include \"lib/common.pdll\"\nPattern Bad {\n  let x: IsSmall\n  erase y;\n}\n",
    ),
    (
        ".hidden/three.pdll",
        "#include \"../lib/common.pdll\"\nPattern => erase op<t.c>(x: IsSmall);\n",
    ),
    ("notes.txt", "IsSmall"),
];

#[test]
fn references_and_names_of_closed_files() {
    let mut editor = Editor::new("references", FILES);
    editor.open("lib/common.pdll");
    editor.references(
        "lib/common.pdll",
        "IsSmall",
        &expect![[r#"
        lib/common.pdll:1:11
        broken.pdll:2:9
        one.pdll:3:2
        one.pdll:4:2
        sub/two.pdll:1:56
    "#]],
    );

    // The same from a file that includes it.
    editor.open("one.pdll");
    editor.references(
        "one.pdll",
        "IsSmall",
        &expect![[r#"
        lib/common.pdll:1:11
        one.pdll:3:2
        one.pdll:4:2
        broken.pdll:2:9
        sub/two.pdll:1:56
    "#]],
    );
    let found = editor.ask("textDocument/definition", "one.pdll", "IsSmall", &json!({}));
    editor.check_locations(&found, &expect!["lib/common.pdll:1:11\n"]);

    let more = json!({ "newName": "IsLittle" });
    let edit = editor.ask("textDocument/rename", "one.pdll", "IsSmall", &more);
    let mut numbers: Vec<_> = edit["changes"]
        .as_object()
        .into_iter()
        .flatten()
        .map(|(file, edits)| {
            let name = file.rsplit('/').next().unwrap_or_default();
            format!("{name}: {}", edits.as_array().map_or(0, Vec::len))
        })
        .collect();
    numbers.sort();
    assert_eq!(
        numbers,
        [
            "broken.pdll: 1",
            "common.pdll: 1",
            "one.pdll: 2",
            "two.pdll: 1"
        ]
    );

    // A name that no other file can see.
    editor.references(
        "one.pdll",
        "x: Value",
        &expect![[r#"
        one.pdll:2:21
        one.pdll:3:10
        one.pdll:5:25
    "#]],
    );
    assert!(editor.server.leave().expect("it ends").success());
}

#[test]
fn what_changes_is_read_again() {
    let mut editor = Editor::new("changes", FILES);
    editor.open("lib/common.pdll");
    let before = expect![[r#"
        lib/common.pdll:1:11
        broken.pdll:2:9
        one.pdll:3:2
        one.pdll:4:2
        sub/two.pdll:1:56
    "#]];
    editor.references("lib/common.pdll", "IsSmall", &before);

    // A file is saved by somebody else, one is new, and one is open and not saved.
    let new = "#include \"lib/common.pdll\"\nPattern => erase op<t.d>(x: IsSmall);\n";
    write(
        &editor.folder.join("one.pdll"),
        "Pattern => erase op<t.b>;\n",
    );
    write(&editor.folder.join("new.pdll"), new);
    editor.files_changed("new.pdll");
    let (two, text) = (editor.uri("sub/two.pdll"), "// IsSmall\n");
    editor.server.open(&two, text).expect("it listens");
    editor.references(
        "lib/common.pdll",
        "IsSmall",
        &expect![[r#"
        lib/common.pdll:1:11
        broken.pdll:2:9
        new.pdll:1:28
    "#]],
    );
    editor.server.close(&two).expect("it listens");
    editor.references(
        "lib/common.pdll",
        "IsSmall",
        &expect![[r#"
        lib/common.pdll:1:11
        broken.pdll:2:9
        new.pdll:1:28
        sub/two.pdll:1:56
    "#]],
    );

    // The folder is no longer a part of the workspace.
    let folder = json!({ "uri": uri(&editor.folder), "name": "folder" });
    let event = json!({ "event": { "added": [], "removed": [folder] } });
    editor
        .server
        .tell("workspace/didChangeWorkspaceFolders", event)
        .expect("it listens");
    editor.references(
        "lib/common.pdll",
        "IsSmall",
        &expect!["lib/common.pdll:1:11\n"],
    );
    assert!(editor.server.leave().expect("it ends").success());
}

#[test]
fn operations_of_td_files() {
    let td = "include \"mlir/IR/OpBase.td\"\ndef T : Dialect { let name = \"t\"; let cppNamespace = \"::t\"; }\ndef A : Op<T, \"a\"> { let arguments = (ins I32Attr:$n); }\n";
    let mut editor = Editor::new(
        "td",
        &[
            ("t.td", td),
            (
                "a.pdll",
                "#include \"t.td\"\nPattern => erase op<t.a> {n = attr<\"1 : i32\">};\n",
            ),
            (
                "b.pdll",
                "#include \"t.td\"\nPattern => replace op<t.a> with op<t.a> {n = attr<\"2 : i32\">};\n// -----\n#include \"t.td\"\nPattern => erase op<t.a>;\n",
            ),
            ("c.pdll", "Pattern => erase op<t.a>;\n"),
        ],
    );
    editor.open("a.pdll");
    let everywhere = expect![[r#"
        t.td:2:4
        a.pdll:1:20
        b.pdll:1:22
        b.pdll:1:35
        b.pdll:4:20
    "#]];
    editor.references("a.pdll", "t.a>", &everywhere);

    // The same from the definition.
    editor.open("t.td");
    editor.references("t.td", "A : Op", &everywhere);
    assert!(editor.server.leave().expect("it ends").success());
}

#[test]
fn names_that_any_file_defines_are_refused() {
    let mut editor = Editor::new(
        "conflicts",
        &[
            ("small.pdll", "Constraint IsSmall(v: Value);\n"),
            ("tiny.pdll", "// Tiny.\nConstraint IsTiny(v: Value);\n"),
            (
                "both.pdll",
                "#include \"small.pdll\"\n#include \"tiny.pdll\"\nPattern => erase op<t.a>;\n",
            ),
            (
                "own.pdll",
                "#include \"small.pdll\"\nConstraint IsLow(v: Value);\n",
            ),
            (
                "local.pdll",
                "#include \"small.pdll\"\nPattern {\n  let low: Value;\n  \
                 erase op<t.a>(low, x: IsSmall);\n}\nPattern { let high: Value; erase op<t.a>(high); }\n",
            ),
            ("other.pdll", "Constraint IsOther(v: Value);\n"),
        ],
    );
    editor.open("small.pdll");
    for (name, expected) in [
        (
            "IsTiny",
            "`IsTiny` is defined in line 2 of `tiny.pdll`, which `both.pdll` includes, too",
        ),
        ("IsLow", "`IsLow` is defined in line 2 of `own.pdll`"),
        ("low", "`low` is defined in line 3 of `local.pdll`"),
        // No file has both names.
        ("IsOther", ""),
        ("high", ""),
        ("IsNew", ""),
    ] {
        let params = json!({
            "textDocument": { "uri": editor.uri("small.pdll") },
            "position": { "line": 0, "character": 11 },
            "newName": name,
        });
        let request = editor.server.send_request("textDocument/rename", params);
        let response = editor.server.response(request.expect("it listens"));
        let response = response.expect("it answers");
        let message = response["error"]["message"].as_str().unwrap_or_default();
        let folder = format!("{}/", editor.folder.display());
        assert_eq!(message.replace(&folder, ""), expected);
        assert_eq!(response.get("result").is_some(), expected.is_empty());
    }
    assert!(editor.server.leave().expect("it ends").success());
}

#[test]
fn symbols_of_closed_files() {
    let mut editor = Editor::new("symbols", FILES);
    let answer = editor
        .server
        .ask("workspace/symbol", json!({ "query": "sma" }));
    let answer = answer.expect("it answers");
    let locations = answer
        .as_array()
        .into_iter()
        .flatten()
        .map(|one| one["location"].clone());
    editor.check_locations(
        &locations.collect(),
        &expect![[r#"
        lib/common.pdll:1:11
        sub/own.pdll:0:11
    "#]],
    );
    assert!(editor.server.leave().expect("it ends").success());
}

#[test]
fn calls_across_files() {
    let mut editor = Editor::new("calls", FILES);
    editor.open("one.pdll");
    let items = editor.ask(
        "textDocument/prepareCallHierarchy",
        "one.pdll",
        "IsSmall",
        &json!({}),
    );
    let (shown, callers) = editor.calls("incoming", &items[0]);
    expect![[r#"
        "Bad" broken.pdll:1:8, 1 times
        "One" one.pdll:1:8, 2 times
        "Two" sub/two.pdll:1:8, 1 times
    "#]]
    .assert_eq(&shown);
    let (shown, _) = editor.calls("outgoing", &callers[1]);
    expect![[r#"
        "IsSmall" lib/common.pdll:1:11, 2 times
        "Make" lib/common.pdll:2:8, 1 times
    "#]]
    .assert_eq(&shown);
    // Of a file that is not open.
    let (shown, _) = editor.calls("outgoing", &callers[2]);
    expect![[r#"
        "IsSmall" lib/common.pdll:1:11, 1 times
    "#]]
    .assert_eq(&shown);
    let (shown, _) = editor.calls("incoming", &callers[0]);
    assert_eq!(shown, "", "nothing calls a pattern");
    assert!(editor.server.leave().expect("it ends").success());
}

#[test]
fn what_is_wrong_with_closed_files() {
    let mut editor = Editor::new("diagnostics", FILES);
    let mut reports = |previous: &[(String, Value)]| {
        let previous: Vec<_> = previous
            .iter()
            .map(|(uri, value)| json!({ "uri": uri, "value": value }))
            .collect();
        let params = json!({ "previousResultIds": previous });
        let answer = editor.server.ask("workspace/diagnostic", params);
        answer.expect("it answers")["items"].take()
    };
    let items = reports(&[]);
    let items = items.as_array().expect("it is a list");
    let wrong: Vec<_> = items
        .iter()
        .filter(|one| one["items"].as_array().is_some_and(|all| !all.is_empty()))
        .collect();
    let [broken] = wrong[..] else {
        panic!("expected one file, found {wrong:?}")
    };
    assert!(
        broken["uri"]
            .as_str()
            .is_some_and(|uri| uri.ends_with("/broken.pdll"))
    );
    assert_eq!(items.len(), 5);

    // What the editor has is not sent again.
    let id = |one: &Value| {
        (
            one["uri"].as_str().unwrap_or_default().to_owned(),
            one["resultId"].clone(),
        )
    };
    let known: Vec<_> = items.iter().map(id).collect();
    let again = reports(&known);
    let again = again.as_array().expect("it is a list");
    assert!(
        again.iter().all(|one| one["kind"] == "unchanged"),
        "{again:?}"
    );
    assert!(editor.server.leave().expect("it ends").success());
}

/// How much longer it takes with more files: those that mention the name count, and
/// others hardly do. Meanwhile, other requests are answered.
#[test]
fn many_files() {
    let mut editor = Editor::new("many", FILES);
    for number in 0..400 {
        let mentions = number % 4 == 0;
        let name = if mentions { "IsSmall" } else { "Value" };
        let text = format!(
            "#include \"../lib/common.pdll\"\nPattern P{number} => erase op<t.c>(x: {name});\n"
        );
        write(&editor.folder.join(format!("many/{number}.pdll")), &text);
    }
    editor.open("one.pdll");
    editor.ask("textDocument/hover", "one.pdll", "IsSmall", &json!({}));
    let mut times = Vec::new();
    for _ in 0..2 {
        let start = Instant::now();
        let context = json!({ "includeDeclaration": false });
        let params = json!({
            "textDocument": { "uri": editor.uri("one.pdll") },
            "position": { "line": 3, "character": 2 },
            "context": context,
        });
        let id = editor
            .server
            .send_request("textDocument/references", params)
            .expect("it listens");
        editor.ask("textDocument/hover", "one.pdll", "IsSmall", &json!({}));
        let of_hover = start.elapsed();
        let answer = editor.server.response(id).expect("it answers");
        assert_eq!(answer["result"].as_array().map(Vec::len), Some(104));
        times.push((of_hover, start.elapsed()));
    }
    say(&format!("hover, references, first and again: {times:?}"));
    assert!(editor.server.leave().expect("it ends").success());
}

#[test]
fn a_request_can_be_canceled() {
    let mut editor = Editor::new("cancel", FILES);
    for number in 0..400 {
        let text = format!(
            "#include \"mlir/Dialect/Arith/IR/ArithOps.td\"\nPattern P{number} => erase op<t.c>(x: Value);\n// IsSmall\n"
        );
        write(&editor.folder.join(format!("many/{number}.pdll")), &text);
    }
    editor.open("lib/common.pdll");
    let params = json!({
        "textDocument": { "uri": editor.uri("lib/common.pdll") },
        "position": { "line": 1, "character": 12 },
        "context": { "includeDeclaration": false },
    });
    let id = editor
        .server
        .send_request("textDocument/references", params)
        .expect("it listens");
    // Now the document is known, and the files are being asked.
    editor.ask(
        "textDocument/hover",
        "lib/common.pdll",
        "IsSmall",
        &json!({}),
    );
    editor
        .server
        .tell("$/cancelRequest", json!({ "id": id }))
        .expect("it listens");
    let response = editor.server.response(id).expect("it answers");
    assert_eq!(response["error"]["code"], -32800);
    assert!(editor.server.leave().expect("it ends").success());
}
