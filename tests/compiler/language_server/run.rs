//! Patterns on programs, as lenses above them offer it.

use super::client::Server;
use crate::support::process::scratch;
use serde_json::json;
use std::{fs, process::Command};

const PATTERNS: &str = "Pattern Swap {
  let root = op<t.a>(x: Value, y: Value) -> (t: Type);
  replace root with op<t.b>(y, x) -> (t);
}
Pattern Other => erase op<t.c>;
";

const PROGRAM: &str = "func.func @f(%a: i32, %b: i32) -> i32 {
  %0 = \"t.a\"(%a, %b) : (i32, i32) -> i32
  %1 = \"t.a\"(%0) : (i32) -> i32
  \"t.c\"() : () -> ()
  return %1 : i32
}
";

#[test]
fn lenses_count_and_run() {
    let folder = scratch("language-server-run");
    let program = folder.join("in.mlir");
    fs::write(&program, PROGRAM).expect("the folder is ours");
    let params = json!({
        "processId": null,
        "rootUri": null,
        "capabilities": {},
        "initializationOptions": { "inputs": [program] },
    });
    let mut command = Command::new(env!("CARGO_BIN_EXE_pdll-opt"));
    let mut server = Server::start_as(command.arg("lsp"), params).expect("it starts");
    // The document is not saved.
    let uri = format!("file://{}/a.pdll", folder.display());
    server.open(&uri, PATTERNS).expect("it listens");
    let about = json!({ "textDocument": { "uri": uri } });
    let lenses = server
        .ask("textDocument/codeLens", about)
        .expect("it answers");
    // The first lens over each pattern says whether it is right.
    assert_eq!(lenses.as_array().map(Vec::len), Some(6));

    let count = server
        .ask("codeLens/resolve", lenses[1].clone())
        .expect("it answers");
    assert_eq!(count["command"]["title"], "matches 1 of 2 in in.mlir");
    assert_eq!(count["command"]["command"], "pdll.explain");

    let run = &lenses[2]["command"];
    assert_eq!(run["title"], "run on in.mlir");
    assert_eq!(run["command"], "pdll.run");
    let [uri, pattern, input] = [0, 1, 2].map(|index| run["arguments"][index].clone());
    let params = json!({ "uri": uri, "pattern": pattern, "input": input });
    let answer = server.ask("pdll/run", params).expect("it answers");
    let output = answer["output"].as_str().expect("it is a program");
    assert!(output.contains("\"t.b\"(%arg1, %arg0)"), "{output}");
    assert!(
        output.contains("\"t.c\""),
        "the other pattern is not run: {output}"
    );
    let explanation = answer["explanation"].as_str().expect("it is a text");
    assert!(explanation.contains("Swap"), "{explanation}");
    assert!(!explanation.contains(".pdll-lsp-"), "{explanation}");

    // A program that is not there is an error.
    let params = json!({ "uri": uri, "pattern": pattern, "input": "/not/there.mlir" });
    let id = server.send_request("pdll/run", params).expect("it listens");
    let response = server.response(id).expect("it answers");
    let message = response["error"]["message"].to_string();
    assert!(message.contains("/not/there.mlir"), "{message}");
    assert!(server.leave().expect("it ends").success());
}
