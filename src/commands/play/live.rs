//! What a page and the server say to each other as long as the page is open.

use super::{
    lock,
    named::{Document, Edited},
    routes::Playground,
    tab::{Answer, Tab},
};
use crate::base::source::io_reason;
use lsp_server::Message as OfServer;
use serde::{Deserialize, Serialize};
use std::{
    io,
    net::{Shutdown, TcpStream},
    sync::{Arc, Mutex},
    thread,
};
use tungstenite::{
    Message, WebSocket,
    protocol::{Role, WebSocketConfig},
};

/// What a page says.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum Said {
    /// To the language server.
    Say(OfServer),
    /// What to apply.
    Run {
        /// Later runs have larger numbers.
        number: u64,
        documents: Vec<Document>,
        options: String,
    },
    /// What to write.
    Save(Vec<Edited>),
}

/// What the server says.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Told<'a> {
    /// The name of the page, which its frames are about.
    Tab(&'a str),
    /// The language server says it.
    Heard(&'a OfServer),
    /// What became of a run.
    Ran { number: u64, answer: &'a Answer },
    /// The states of the files that were written, or why none was.
    Saved(Result<Vec<String>, String>),
    /// Something went wrong of which the page knows nothing.
    Failed(&'a str),
}

/// The way to a page.
#[derive(Clone)]
pub(super) struct Page {
    socket: Arc<Mutex<WebSocket<TcpStream>>>,
}

/// The size of what a page may say at once, in bytes.
const MAX_SAID: usize = 16 << 20;

impl Page {
    /// Tells a page something. One that does not listen is gone.
    pub(super) fn tell(&self, told: &Told<'_>) {
        // All of our values have texts as keys.
        let text = serde_json::to_string(told).unwrap_or_default();
        let mut socket = lock(&self.socket);
        if socket.send(Message::text(text)).is_err() {
            close(socket.get_ref());
        }
    }

    /// Ends the connection.
    pub(super) fn close(&self) {
        let mut socket = lock(&self.socket);
        // It may be broken already.
        let _ = socket.close(None);
        let _ = socket.flush();
        close(socket.get_ref());
    }
}

/// Both ends of the connection are then at an end.
fn close(stream: &TcpStream) {
    // It may be closed already.
    let _ = stream.shutdown(Shutdown::Both);
}

/// Serves a page until it is closed.
///
/// # Errors
///
/// The connection is lost, or cannot be used.
pub(super) fn serve(stream: TcpStream, playground: &Playground) -> io::Result<()> {
    // What is read and what is written use the same connection, and nothing else in common.
    let writer = WebSocket::from_raw_socket(stream.try_clone()?, Role::Server, None);
    let page = Page {
        socket: Arc::new(Mutex::new(writer)),
    };
    let mut limits = WebSocketConfig::default();
    limits.max_message_size = Some(MAX_SAID);
    limits.max_frame_size = Some(MAX_SAID);
    let mut reader = WebSocket::from_raw_socket(stream, Role::Server, Some(limits));
    let tab = match playground.open_tab(&page) {
        Ok(tab) => tab,
        Err(problem) => {
            page.tell(&Told::Failed(&problem));
            page.close();
            return Ok(());
        }
    };
    page.tell(&Told::Tab(&tab.name));
    while let Ok(message) = reader.read() {
        match message {
            Message::Text(text) => hear(&text, &tab, &page, playground),
            Message::Close(_) => break,
            _ => {}
        }
    }
    playground.close_tab(&tab);
    Ok(())
}

fn hear(text: &str, tab: &Arc<Tab>, page: &Page, playground: &Playground) {
    match serde_json::from_str(text) {
        Ok(Said::Say(message)) => tab.language_server.say(message, page),
        Ok(Said::Run {
            number,
            documents,
            options,
        }) => {
            let (tab, own, sandbox) = (tab.clone(), page.clone(), playground.sandbox.clone());
            let run = move || {
                let answer = tab.apply(number, &documents, &options, &sandbox);
                let answer = &answer;
                own.tell(&Told::Ran { number, answer });
            };
            if let Err(error) = thread::Builder::new().spawn(run) {
                let reason = io_reason(&error);
                page.tell(&Told::Failed(&format!("cannot run the patterns: {reason}")));
            }
        }
        Ok(Said::Save(edited)) => page.tell(&Told::Saved(playground.named.save(&edited))),
        Err(error) => page.tell(&Told::Failed(&format!("the page says nonsense: {error}"))),
    }
}
