//! The server reads `.td` files with a helper: the program `pdll-opt` beside it.

use super::{
    children::{PATIENCE, children_of},
    client::Server,
};
use crate::support::process::scratch;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::Command,
    time::Instant,
};

#[test]
fn one_helper_serves_all_requests() {
    let mut editor = Editor::beside(
        "kept",
        Some(r#"echo started >> "$0.log"; exec "$PDLL_OPT" "$@""#),
    );
    editor.check_reads();
    editor.check_reads();
    assert_eq!(editor.starts(), 1);
}

#[test]
fn a_killed_helper_is_replaced() {
    let mut editor = Editor::beside(
        "killed-helper",
        Some(r#"echo started >> "$0.log"; exec "$PDLL_OPT" "$@""#),
    );
    editor.check_reads();
    for helper in children_of(editor.server.id()) {
        let helper = Pid::from_raw(helper.cast_signed()).expect("it is no zero");
        kill_process(helper, Signal::KILL).expect("it is ours");
    }
    editor.check_reads();
    assert_eq!(editor.starts(), 2);
}

#[test]
fn a_server_alone_reads_itself() {
    let mut editor = Editor::beside("alone", None);
    editor.check_reads();
    assert_eq!(editor.starts(), 0);
}

#[test]
fn a_helper_of_another_build_is_asked_once() {
    let greeting = "pdll tablegen 22.1.8 of another build, with a long name";
    let mut editor = Editor::beside(
        "foreign",
        Some(&format!(
            r#"echo started >> "$0.log"; echo {greeting}; read -r line"#
        )),
    );
    editor.check_reads();
    editor.check_reads();
    assert_eq!(editor.starts(), 1);
}

#[test]
fn a_helper_that_answers_nothing_is_no_helper() {
    // It greets as ours does, and ends.
    let mut editor = Editor::beside(
        "silent",
        Some(r#"echo started >> "$0.log"; "$PDLL_OPT" "$@" </dev/null"#),
    );
    editor.check_reads();
    assert!(editor.starts() >= 2, "each request starts two");
}

/// An editor whose server stands in a folder of its own.
struct Editor {
    server: Server,
    log: PathBuf,
    uri: String,
    version: u32,
}

impl Editor {
    /// An editor whose server has a script beside it in the place of `pdll-opt`, or nothing.
    fn beside(user: &str, script: Option<&str>) -> Editor {
        let folder = scratch(&format!("language-server-helper-{user}"));
        let opt = Path::new(env!("CARGO_BIN_EXE_pdll-opt"));
        let full = Path::new(env!("CARGO_BIN_EXE_pdll-opt-full"));
        let server = folder.join("server");
        fs::copy(full, &server).expect("the folder is ours");
        let helper = folder.join("pdll-opt");
        if let Some(script) = script {
            fs::write(&helper, format!("#!/bin/sh\n{script}\n")).expect("the folder is ours");
            fs::set_permissions(&helper, PermissionsExt::from_mode(0o755)).expect("it is ours");
        }
        let mut command = Command::new(server);
        let mut server = Server::start(command.arg("lsp").env("PDLL_OPT", opt)).expect("it starts");
        let uri = format!("file://{}/rules.td", folder.display());
        server.open(&uri, "").expect("it listens");
        Editor {
            server,
            log: folder.join("pdll-opt.log"),
            uri,
            version: 1,
        }
    }

    /// Changes the file, and checks that the server has read it with TableGen.
    fn check_reads(&mut self) {
        self.version += 1;
        let text = format!(
            "include \"mlir/IR/PatternBase.td\"\n\
             include \"mlir/Dialect/Arith/IR/ArithOps.td\"\n\
             def : Pat<(Arith_NegFOp $x, $flags), (Arith_NegFOp $missing{}, $flags)>;\n",
            self.version
        );
        let document = json!({ "uri": self.uri, "version": self.version });
        let change = json!({ "textDocument": document, "contentChanges": [{ "text": text }] });
        self.server
            .tell("textDocument/didChange", change)
            .expect("it listens");
        let name = format!("missing{}", self.version);
        let start = Instant::now();
        // Until it has read what a file includes, the server finds nothing wrong with it.
        while !self.report().to_string().contains(&name) {
            assert!(start.elapsed() < PATIENCE, "{name} is not reported");
        }
    }

    /// What the server says about the file.
    fn report(&mut self) -> Value {
        let about = json!({ "textDocument": { "uri": self.uri } });
        self.server
            .ask("textDocument/diagnostic", about)
            .expect("it answers")
    }

    fn starts(&self) -> usize {
        fs::read_to_string(&self.log).map_or(0, |log| log.lines().count())
    }
}
