//! Measures the time from a keystroke to its diagnostics, in pdll's language server and
//! in MLIR's.

use crate::{
    measure::{Tools, line, median, milliseconds},
    plot::Plot,
};
use serde_json::{Value, json};
use std::{
    fmt::Write as _,
    fs,
    io::{BufRead, BufReader, Read, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    time::{Duration, Instant},
};

/// Prints, for files of 500 lines, the median and the 99th percentile; and, for files without
/// includes, how much the servers have to do.
pub(crate) fn run(tools: &Tools) {
    println!("lsp: pdll-opt lsp | mlir-pdll-lsp-server, from a keystroke to diagnostics");
    for (include, operation) in [
        ("mlir/Dialect/Arith/IR/ArithOps.td", "arith.addi"),
        ("mlir/Dialect/LLVMIR/NVVMOps.td", "nvvm.mbarrier.arrive"),
    ] {
        let document = Document {
            uri: "file:///tmp/pdll-bench.pdll",
            line: LINES / 2,
            text: patterns(include, operation),
        };
        let name = include.rsplit('/').next().unwrap_or_default();
        compare(
            tools,
            name,
            &document,
            "mlir-pdll-lsp-server",
            "--pdll-extra-dir",
        );
    }
    println!("lsp: pdll-opt lsp | mlir-pdll-lsp-server, CPU time from a keystroke to diagnostics");
    let mut plot = Plot::new(
        "keystroke.svg",
        "From a keystroke to its diagnostics, without includes",
        "lines of the file",
    );
    for lines in [100, 1_000, 10_000] {
        let [ours, theirs] = work(tools, lines);
        plot.add("pdll-opt lsp", lines, milliseconds(ours));
        plot.add("mlir-pdll-lsp-server", lines, milliseconds(theirs));
    }
    plot.write();
    println!("lsp: pdll-opt lsp | tblgen-lsp-server, from a keystroke to diagnostics");
    let document = Document {
        uri: "file:///tmp/pdll-bench.td",
        line: RULES,
        text: rules(),
    };
    let name = format!("{RULES} rules");
    compare(
        tools,
        &name,
        &document,
        "tblgen-lsp-server",
        "--tablegen-extra-dir",
    );
}

/// Prints the times of both servers for a document.
fn compare(tools: &Tools, name: &str, document: &Document, theirs: &str, dir_option: &str) {
    let theirs = tools.mlir_pdll.with_file_name(theirs);
    let includes = format!("{dir_option}={}/include", env!("PDLL_LLVM_PREFIX"));
    let mut ours = Server::start(Command::new(&tools.pdll_opt).arg("lsp"), document);
    let mut theirs = Server::start(Command::new(theirs).arg(includes), document);
    line(&format!("{name}, opened"), ours.opening, theirs.opening);
    let (mut of_ours, mut of_theirs) = (Vec::new(), Vec::new());
    for _ in 0..KEYSTROKES {
        of_ours.push(ours.keystroke());
        of_theirs.push(theirs.keystroke());
    }
    line(&format!("{name}, p99"), p99(&of_ours), p99(&of_theirs));
    line(
        &format!("{name}, median"),
        median(of_ours),
        median(of_theirs),
    );
}

/// Prints the CPU time of both servers, and their memory, for a document of that many lines
/// without includes. Returns the times.
fn work(tools: &Tools, lines: usize) -> [Duration; 2] {
    let document = Document {
        uri: "file:///tmp/pdll-bench.pdll",
        line: lines / 2,
        text: lines_of_patterns(lines),
    };
    let theirs = tools.mlir_pdll.with_file_name("mlir-pdll-lsp-server");
    let mut servers = [
        Server::start(Command::new(&tools.pdll_opt).arg("lsp"), &document),
        Server::start(&mut Command::new(theirs), &document),
    ];
    let times = servers.each_mut().map(|server| {
        let times = (0..KEYSTROKES / 4).map(|_| {
            let before = server.cpu_time();
            server.keystroke();
            server.cpu_time() - before
        });
        median(times.collect())
    });
    line(&format!("{lines} lines, median"), times[0], times[1]);
    let [ours, theirs] = servers.each_ref().map(Server::memory);
    println!(
        "  {:<44} {ours:>9} MB {theirs:>9} MB   ratio {:.2}",
        format!("{lines} lines, memory"),
        ours as f64 / theirs as f64
    );
    times
}

const KEYSTROKES: usize = 200;

const LINES: usize = 500;

fn p99(times: &[Duration]) -> Duration {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    sorted[sorted.len() * 99 / 100]
}

/// What an editor opens, and the line that it changes.
struct Document {
    uri: &'static str,
    text: String,
    line: usize,
}

const RULES: usize = 40;

fn rules() -> String {
    let mut text = "include \"mlir/IR/PatternBase.td\"\n\
                    include \"mlir/Dialect/Arith/IR/ArithOps.td\"\n"
        .to_owned();
    for number in 0..RULES {
        write!(
            text,
            "def R{number} : Pat<(Arith_AddIOp $x, \
             (Arith_ConstantOp ConstantAttr<I32Attr, \"{number}\">), $flags),\n    \
             (Arith_SubIOp $x, \
             (Arith_ConstantOp ConstantAttr<I32Attr, \"-{number}\">), $flags)>;\n"
        )
        .expect("it is a string");
    }
    text
}

fn patterns(include: &str, operation: &str) -> String {
    let mut text = format!("#include \"{include}\"\n");
    for number in 0..LINES / 7 {
        write!(
            text,
            "Pattern P{number} {{\n  let root = op<{operation}>(x: Value, y: Value);\n  \
             rewrite root with {{\n    let made = op<my.op>(x, y) \
             {{n = attr<\"{number} : i32\">}} -> (type<\"i32\">);\n    \
             replace root with made;\n  }};\n}}\n"
        )
        .expect("it is a string");
    }
    text
}

/// A pattern on each line.
fn lines_of_patterns(lines: usize) -> String {
    let mut text = String::new();
    for number in 0..lines {
        writeln!(
            text,
            "Pattern P{number} => replace op<t.a{number}>(x: Value, y: Value) \
             with op<t.b{number}>(y, x);"
        )
        .expect("it is a string");
    }
    text
}

/// A server with an open document.
struct Server {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    version: u32,
    uri: &'static str,
    /// The line that keystrokes change.
    line: usize,
    /// The time from the start of the process to the first diagnostics.
    opening: Duration,
}

impl Server {
    fn start(command: &mut Command, document: &Document) -> Server {
        let start = Instant::now();
        let mut process = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the server starts");
        let input = process.stdin.take().expect("it is a pipe");
        let output = process.stdout.take().expect("it is a pipe");
        let mut server = Server {
            process,
            input,
            output: BufReader::new(output),
            version: 1,
            uri: document.uri,
            line: document.line,
            opening: Duration::ZERO,
        };
        let params = json!({ "processId": null, "rootUri": null, "capabilities": {} });
        server.send(json!({ "id": 0, "method": "initialize", "params": params }));
        while server.receive()["id"] != 0 {}
        server.send(json!({ "method": "initialized", "params": {} }));
        let document = json!({
            "uri": document.uri, "languageId": "pdll", "version": 1, "text": document.text,
        });
        let params = json!({ "textDocument": document });
        server.send(json!({ "method": "textDocument/didOpen", "params": params }));
        server.wait_for_diagnostics();
        server.opening = start.elapsed();
        server
    }

    /// Writes a blank in the middle of the document.
    fn keystroke(&mut self) -> Duration {
        self.version += 1;
        let place = json!({ "line": self.line, "character": 0 });
        let change = json!({ "range": { "start": place, "end": place }, "text": " " });
        let params = json!({
            "textDocument": { "uri": self.uri, "version": self.version },
            "contentChanges": [change],
        });
        let start = Instant::now();
        self.send(json!({ "method": "textDocument/didChange", "params": params }));
        self.wait_for_diagnostics();
        start.elapsed()
    }

    /// The CPU time of all threads that it has now.
    fn cpu_time(&self) -> Duration {
        let threads = fs::read_dir(format!("/proc/{}/task", self.process.id()));
        let threads = threads.expect("the server runs").flatten();
        let times = threads.filter_map(|thread| {
            // A thread may have ended meanwhile.
            let text = fs::read_to_string(thread.path().join("schedstat")).ok()?;
            let time = text.split(' ').next()?.parse().ok()?;
            Some(Duration::from_nanos(time))
        });
        times.sum()
    }

    /// The memory that it occupies, in megabytes.
    fn memory(&self) -> u64 {
        let path = format!("/proc/{}/status", self.process.id());
        let status = fs::read_to_string(path).expect("the server runs");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let size = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
        size.expect("the system says how much it is") / 1024
    }

    fn wait_for_diagnostics(&mut self) {
        loop {
            let message = self.receive();
            let params = &message["params"];
            if message["method"] == "textDocument/publishDiagnostics"
                && params["version"] == self.version
            {
                assert_eq!(params["diagnostics"], json!([]), "the document is valid");
                return;
            }
        }
    }

    fn send(&mut self, mut message: Value) {
        message["jsonrpc"] = "2.0".into();
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len())
            .and_then(|()| self.input.flush())
            .expect("the server reads");
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut header = String::new();
            self.output
                .read_line(&mut header)
                .expect("the server writes");
            let Some((name, value)) = header.trim_end().split_once(": ") else {
                break;
            };
            if name.eq_ignore_ascii_case("content-length") {
                length = value.parse().expect("it is a number");
            }
        }
        let mut bytes = vec![0; length];
        self.output
            .read_exact(&mut bytes)
            .expect("the server writes");
        serde_json::from_slice(&bytes).expect("it is JSON")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
