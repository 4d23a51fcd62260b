//! The language server of a page. It answers requests about the texts in the page, and about
//! no others.

use super::{
    live::{Page, Told},
    lock,
};
use lsp_server::{ErrorCode, Message, Request, Response};
use serde_json::{Value, json};
use std::{
    io::{self, BufReader},
    process::{Child, ChildStdin, Command},
    sync::Mutex,
    thread,
};

pub(super) struct LanguageServer {
    process: Mutex<Child>,
    input: Mutex<ChildStdin>,
}

/// Where the page says that its texts are. There are no files.
const FOLDER: &str = "file:///playground/";

impl LanguageServer {
    /// Starts the server, and tells the page what it says. The command has pipes for its input
    /// and its output. When the server ends, so does the connection to the page.
    ///
    /// # Errors
    ///
    /// The system's reason why it cannot be started.
    pub(super) fn start(mut command: Command, page: &Page) -> io::Result<Self> {
        let mut process = command.spawn()?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(io::Error::other("the language server has no pipes"));
        };
        let page = page.clone();
        thread::Builder::new().spawn(move || {
            let mut output = BufReader::new(output);
            while let Ok(Some(message)) = Message::read(&mut output) {
                page.tell(&Told::Heard(&message));
            }
            page.close();
        })?;
        Ok(LanguageServer {
            process: Mutex::new(process),
            input: Mutex::new(input),
        })
    }

    /// Passes a message on, if it is about texts of the page. If the server has ended, the
    /// page learns that from the end of the connection.
    pub(super) fn say(&self, message: Message, page: &Page) {
        match admit(message) {
            Recipient::Server(message) => drop(message.write(&mut *lock(&self.input))),
            Recipient::Page(refusal) => page.tell(&Told::Heard(&refusal.into())),
            Recipient::Nobody => {}
        }
    }

    /// Ends the server. It writes nothing but caches, whose entries are whole or not there.
    pub(super) fn end(&self) {
        let mut process = lock(&self.process);
        // It may have ended by itself.
        let _ = process.kill();
        let _ = process.wait();
    }
}

/// Who gets a message.
enum Recipient {
    Server(Message),
    /// The answer to a request that the server does not get.
    Page(Response),
    Nobody,
}

fn admit(message: Message) -> Recipient {
    let (method, params) = match &message {
        Message::Response(_) => return Recipient::Server(message),
        Message::Request(request) => (&request.method, &request.params),
        Message::Notification(notification) => (&notification.method, &notification.params),
    };
    let is_about_text = method.starts_with("textDocument/")
        && params["textDocument"]["uri"]
            .as_str()
            .is_some_and(|uri| uri.strip_prefix(FOLDER).is_some_and(is_name));
    let is_of_protocol = ["initialized", "$/cancelRequest"].contains(&&**method);
    match message {
        Message::Request(request) if request.method == "initialize" => {
            Recipient::Server(Message::Request(initialization(&request)))
        }
        message if is_about_text || is_of_protocol => Recipient::Server(message),
        Message::Request(Request { id, method, .. }) => Recipient::Page(Response::new_err(
            id,
            ErrorCode::MethodNotFound as i32,
            format!("a page may not ask for `{method}`"),
        )),
        _ => Recipient::Nobody,
    }
}

fn is_name(text: &str) -> bool {
    !text.contains(['/', '%', '\\']) && text != ".."
}

/// The request to initialize, without folders and options of the page's choice.
fn initialization(request: &Request) -> Request {
    let capabilities = match &request.params["capabilities"] {
        capabilities @ Value::Object(_) => capabilities.clone(),
        _ => json!({}),
    };
    let params = json!({ "capabilities": capabilities, "processId": null, "rootUri": null });
    Request::new(request.id.clone(), request.method.clone(), params)
}

#[cfg(test)]
mod tests {
    use super::*;
    use lsp_server::Notification;

    fn check(method: &str, params: Value, is_admitted: bool) {
        let request = Request::new(1.into(), method.to_owned(), params.clone());
        let reaches = |message| matches!(admit(message), Recipient::Server(_));
        let admitted = reaches(request.into());
        assert_eq!(admitted, is_admitted, "{method} {params}");
        let notification = Notification::new(method.to_owned(), params.clone());
        let admitted = reaches(notification.into());
        let is_admitted = is_admitted && method != "initialize";
        assert_eq!(admitted, is_admitted, "{method} {params}");
    }

    #[test]
    fn only_texts_of_the_page_are_asked_about() {
        let about = |uri: &str| json!({ "textDocument": { "uri": uri } });
        check("initialize", json!({ "rootUri": "file:///etc" }), true);
        check(
            "textDocument/hover",
            about("file:///playground/a.pdll"),
            true,
        );
        check(
            "textDocument/hover",
            about("file:///playground/../etc/a"),
            false,
        );
        check(
            "textDocument/hover",
            about("file:///playground/%2e%2e"),
            false,
        );
        check("textDocument/didOpen", about("file:///etc/a.pdll"), false);
        check("textDocument/didOpen", json!({}), false);
        check("pdll/run", about("file:///playground/a.pdll"), false);
        check("workspace/executeCommand", json!({}), false);
        check("workspace/symbol", json!({}), false);
    }

    #[test]
    fn a_page_chooses_no_folders() {
        let params = json!({ "rootUri": "file:///etc", "initializationOptions": { "a": 1 } });
        let request = Request::new(1.into(), "initialize".to_owned(), params);
        let request = initialization(&request);
        assert_eq!(
            request.params,
            json!({ "capabilities": {}, "processId": null, "rootUri": null })
        );
    }
}
