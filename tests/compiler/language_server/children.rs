//! What the server starts ends with it.

use super::client::Server;
use crate::support::process::scratch;
use std::{
    fs,
    process::Command,
    thread,
    time::{Duration, Instant},
};

/// Takes TableGen longer than anybody waits.
pub(crate) const ENDLESS: &str = r#"
include "mlir/IR/OpBase.td"
defvar few = !range(2000);
defvar sum = !foldl(0, few, a, b, !add(a, !foldl(0, few, c, d, !add(c, !foldl(0, few, e, f, !add(e, !mul(f, b)))))));
def Sum { int sum = sum; }
"#;

#[test]
fn no_process_stays_when_the_editor_leaves() {
    let (server, children) = reading("leave");
    let asked = Instant::now();
    let status = server.leave().expect("it answers");
    assert!(status.success(), "{status}");
    assert!(asked.elapsed() < PATIENCE, "nobody waits for TableGen");
    assert_all_end(&children);
}

#[test]
fn no_process_stays_when_the_server_is_killed() {
    let (server, children) = reading("killed");
    drop(server);
    assert_all_end(&children);
}

pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// A server that reads definitions without end, and the processes that run for that: its
/// helper, and TableGen.
fn reading(user: &str) -> (Server, Vec<u32>) {
    let folder = scratch(&format!("language-server-{user}"));
    fs::write(folder.join("endless.td"), ENDLESS).expect("the folder is ours");
    let mut server =
        Server::start(Command::new(env!("CARGO_BIN_EXE_pdll-opt")).arg("lsp")).expect("it starts");
    let uri = format!("file://{}/a.pdll", folder.display());
    server
        .open(&uri, "#include \"endless.td\"\nPattern => erase op<t.a>;\n")
        .expect("it reads");
    let start = Instant::now();
    loop {
        let mut children = children_of(server.id());
        let of_helper: Vec<_> = children.iter().flat_map(|id| children_of(*id)).collect();
        if !of_helper.is_empty() {
            children.extend(of_helper);
            return (server, children);
        }
        assert!(start.elapsed() < PATIENCE, "TableGen runs in a process");
        thread::sleep(Duration::from_millis(5));
    }
}

/// The processes that a process has started.
pub(crate) fn children_of(parent: u32) -> Vec<u32> {
    let processes = fs::read_dir("/proc").expect("Linux has it");
    let ids = processes.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    ids.filter(|id| parent_of(*id) == Some(parent)).collect()
}

/// `None` if the process has ended. One that nobody waits for has ended, too.
fn parent_of(id: u32) -> Option<u32> {
    let status = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name, in parentheses, may contain anything.
    let mut fields = status.rsplit_once(") ")?.1.split(' ');
    let state = fields.next()?;
    let parent = fields.next()?.parse().ok()?;
    (state != "Z").then_some(parent)
}

fn assert_all_end(processes: &[u32]) {
    let start = Instant::now();
    while processes.iter().any(|id| parent_of(*id).is_some()) {
        assert!(start.elapsed() < PATIENCE, "{processes:?} still run");
        thread::sleep(Duration::from_millis(5));
    }
}
