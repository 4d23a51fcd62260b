//! An editor that talks to a language server through pipes.

use serde_json::{Value, json};
use std::{
    io::{self, BufRead, BufReader, Read, Write},
    process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio},
    thread,
    time::Duration,
};

/// A server that runs. It is killed when nobody needs it any more.
pub(crate) struct Server {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    asked: u32,
    /// What it has sent without being asked, in order.
    pub(crate) said: Vec<Value>,
}

/// The server has ended before it has answered.
#[derive(Debug)]
pub(crate) struct Gone;

impl From<io::Error> for Gone {
    fn from(_: io::Error) -> Self {
        Gone
    }
}

impl Server {
    /// Starts a server and greets it.
    pub(crate) fn start(command: &mut Command) -> Result<Server, Gone> {
        Server::start_with(command, json!({}))
    }

    /// As [`Server::start`], with capabilities of the editor.
    pub(crate) fn start_with(command: &mut Command, capabilities: Value) -> Result<Server, Gone> {
        let params = json!({ "processId": null, "rootUri": null, "capabilities": capabilities });
        Server::start_as(command, params)
    }

    /// As [`Server::start`], with the parameters of the first request.
    pub(crate) fn start_as(command: &mut Command, params: Value) -> Result<Server, Gone> {
        let command = command
            // A stack trace of a crash takes seconds to symbolize.
            .env("LLVM_DISABLE_SYMBOLIZATION", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut process = loop {
            match command.spawn() {
                // A copy of the program may still be open in the child of another thread.
                Err(error) if error.kind() == io::ErrorKind::ExecutableFileBusy => {
                    thread::sleep(Duration::from_millis(10));
                }
                spawned => break spawned.expect("the server can be run"),
            }
        };
        let input = process.stdin.take().expect("it is a pipe");
        let output = process.stdout.take().expect("it is a pipe");
        let mut server = Server {
            process,
            input,
            output: BufReader::new(output),
            asked: 0,
            said: Vec::new(),
        };
        server.ask("initialize", params)?;
        server.tell("initialized", json!({}))?;
        Ok(server)
    }

    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }

    pub(crate) fn open(&mut self, uri: &str, text: &str) -> Result<(), Gone> {
        let document = json!({ "uri": uri, "languageId": "pdll", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }))
    }

    pub(crate) fn close(&mut self, uri: &str) -> Result<(), Gone> {
        let about = json!({ "textDocument": { "uri": uri } });
        self.tell("textDocument/didClose", about)
    }

    pub(crate) fn tell(&mut self, method: &str, params: Value) -> Result<(), Gone> {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }))
    }

    /// The result of a request, or null if it fails.
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Result<Value, Gone> {
        let id = self.send_request(method, params)?;
        Ok(self.response(id)?["result"].take())
    }

    /// Sends a request, and returns its number.
    pub(crate) fn send_request(&mut self, method: &str, params: Value) -> Result<u32, Gone> {
        self.asked += 1;
        let id = self.asked;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))?;
        Ok(id)
    }

    /// Waits for the response to a request.
    pub(crate) fn response(&mut self, id: u32) -> Result<Value, Gone> {
        let is_wanted = |message: &Value| message["id"] == id && message.get("method").is_none();
        // Responses come in any order.
        if let Some(before) = self.said.iter().position(is_wanted) {
            return Ok(self.said.remove(before));
        }
        loop {
            let message = self.receive()?;
            if is_wanted(&message) {
                return Ok(message);
            }
            self.said.push(message);
        }
    }

    /// Does what the server asks for.
    pub(crate) fn accept(&mut self, request: &Value) -> Result<(), Gone> {
        self.send(&json!({ "jsonrpc": "2.0", "id": request["id"], "result": null }))
    }

    /// Says goodbye, and waits for the end.
    pub(crate) fn leave(mut self) -> Result<ExitStatus, Gone> {
        self.ask("shutdown", Value::Null)?;
        self.tell("exit", Value::Null)?;
        Ok(self.process.wait()?)
    }

    fn send(&mut self, message: &Value) -> Result<(), Gone> {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len())?;
        Ok(self.input.flush()?)
    }

    fn receive(&mut self) -> Result<Value, Gone> {
        let mut length = None;
        loop {
            let mut header = String::new();
            if self.output.read_line(&mut header)? == 0 {
                return Err(Gone);
            }
            let Some((name, value)) = header.trim_end().split_once(": ") else {
                break;
            };
            if name.eq_ignore_ascii_case("content-length") {
                length = value.parse().ok();
            }
        }
        let mut bytes = vec![0; length.ok_or(Gone)?];
        self.output.read_exact(&mut bytes)?;
        serde_json::from_slice(&bytes).map_err(|_| Gone)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
