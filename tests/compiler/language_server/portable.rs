//! The setting `portable`: an editor shows what MLIR's `mlir-pdll` does not have.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use super::client::Server;
use serde_json::{Value, json};
use std::process::Command;

const URI: &str = "file:///nowhere/a.pdll";

const TEXT: &str = "Pattern with labels(\"a\") => erase op<t.a> {k = \"text\"};\n";

#[test]
fn the_setting_portable_makes_extensions_errors() {
    let errors = shown(json!({ "portable": true }));
    assert_eq!(
        errors,
        [
            "`labels` is not portable: MLIR's `mlir-pdll` has no such metadata",
            "a string as an attribute is not portable: MLIR's `mlir-pdll` expects an expression",
        ]
    );
}

#[test]
fn without_the_setting_extensions_are_no_errors() {
    assert_eq!(shown(json!({ "portable": false })), [""; 0]);
    assert_eq!(shown(json!({})), [""; 0]);
}

/// The first lines of the messages about the text, with these settings.
fn shown(settings: Value) -> Vec<String> {
    let params = json!({
        "processId": null,
        "rootUri": null,
        "capabilities": {},
        "initializationOptions": settings,
    });
    let mut command = Command::new(env!("CARGO_BIN_EXE_pdll-opt"));
    let mut server = Server::start_as(command.arg("lsp"), params).expect("our server runs");
    server.open(URI, TEXT).expect("our server runs");
    let about = json!({ "textDocument": { "uri": URI } });
    // Diagnostics come before any answer about what was analyzed with them.
    server
        .ask("textDocument/diagnostic", about)
        .expect("our server runs");
    let published = server
        .said
        .iter()
        .filter(|one| one["method"] == "textDocument/publishDiagnostics");
    let all = published.flat_map(|one| one["params"]["diagnostics"].as_array());
    let messages = all
        .flatten()
        .filter_map(|one| Some(one["message"].as_str()?.lines().next()?.to_owned()));
    messages.collect()
}
