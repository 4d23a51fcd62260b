//! The loop, and what it keeps.
//!
//! | module | subject |
//! |---|---|
//! | `start` | how a session begins |
//! | `changes` | what the editor tells about texts and files |
//! | `analyses` | which document is analyzed next, and what becomes of the result |
//! | `waiting` | requests that wait for that |
//! | `elsewhere` | requests that other threads answer |
//! | `verifying` | when which document is verified |

mod analyses;
mod changes;
mod elsewhere;
mod start;
mod verifying;
mod waiting;

pub(super) use waiting::Needs;

use super::{
    aside::Asides,
    capabilities,
    diagnostics::Published,
    document::Document,
    document_text::Encoding,
    overlay::{Kept, Overlay},
    progress::Progress,
    reader::Reader,
    requests,
    settings::{Flags, Settings},
    tokens::Told,
    uri,
    verdicts::Verdicts,
    view::View,
    worker::Worker,
    workspace::Workspace,
};
use crate::{
    editor::ide::{Analyzer, MakeContext},
    front::ods::{self, Memory},
    mlir::ffi::guard::internal_error,
};
use crossbeam_channel::{Sender, select};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::Uri;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};
use waiting::Waiting;

/// How a session of an editor has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// As the protocol wants it: `shutdown`, then `exit`.
    Orderly,
    /// By `exit` alone.
    Exited,
    /// The input has ended before.
    Lost,
}

/// What the server analyzes with.
#[derive(Clone)]
pub(crate) struct Setup {
    /// Makes the contexts of analyses.
    pub(crate) make_context: MakeContext,
    /// How definitions are read.
    pub(crate) definitions: ods::Settings,
    /// How many declarations a document has at most that is always analyzed as a whole.
    pub(crate) short: usize,
}

/// A text with so many declarations is analyzed in less than a millisecond.
pub(crate) const SHORT: usize = 20;

impl Setup {
    pub(super) fn analyzer(&self) -> Analyzer {
        Analyzer::new(self.make_context.clone(), self.definitions.clone())
    }
}

/// Serves an editor until it is done.
///
/// # Errors
///
/// The system's reason why no thread can be started.
pub(crate) fn serve(
    connection: &Connection,
    flags: Flags,
    mut setup: Setup,
) -> std::io::Result<End> {
    setup.definitions.memory = Some(Memory::default());
    let reader = Reader::start(setup.definitions.clone())?;
    let worker = Worker::start("analysis", setup.clone())?;
    let changes_worker = Worker::start("changes", setup.clone())?;
    let short = setup.short;
    let (id, params) = match start::initialization(connection) {
        Ok(first) => first,
        Err(end) => return Ok(end),
    };
    let encoding = capabilities::encoding(&params);
    let answer = capabilities::answer(encoding, &params);
    let sender = connection.sender.clone();
    // The editor may be gone by then.
    let log_sender = sender.clone();
    let workspace = Workspace::start(
        setup,
        encoding,
        move |text| drop(log_sender.send(log(&text))),
        move |text| drop(sender.send(warning(&text))),
    )?;
    let mut server = Server {
        sender: connection.sender.clone(),
        worker,
        changes_worker,
        is_busy_with_changes: false,
        short,
        reader,
        is_reading: None,
        progress: Progress::new(capabilities::shows_progress(&params)),
        in_step: flags.in_step,
        refreshes: capabilities::refreshes(&params),
        can_watch: capabilities::can_watch(&params),
        settings: Arc::new(Settings::new(flags, &params)),
        encoding,
        documents: BTreeMap::new(),
        kept: Kept::default(),
        environment: 0,
        busy: None,
        waiting: Vec::new(),
        asides: Asides::new(connection.sender.clone()),
        verdicts: Verdicts::default(),
        workspace,
        published: Published::default(),
        told: Told::default(),
        is_shut_down: false,
    };
    server.respond(Response::new_ok(id, answer));
    server.say_problems();
    Ok(server.run(connection))
}

/// The state of the loop.
pub(super) struct Server {
    sender: Sender<Message>,
    worker: Worker,
    /// Analyzes what has changed, while the other one may be busy for long.
    changes_worker: Worker,
    is_busy_with_changes: bool,
    /// How many declarations a document has at most that is always analyzed as a whole.
    short: usize,
    reader: Reader,
    /// The document whose definitions are being read.
    is_reading: Option<Uri>,
    progress: Progress,
    pub(super) in_step: bool,
    /// What makes the editor ask again for what it shows.
    refreshes: Vec<&'static str>,
    /// Whether the editor tells what happens to files.
    can_watch: bool,
    pub(super) settings: Arc<Settings>,
    pub(super) encoding: Encoding,
    /// The open documents, by their URIs.
    pub(super) documents: BTreeMap<String, Document>,
    /// Files that documents include.
    kept: Kept,
    /// Counts the states of files that documents may include.
    environment: u64,
    /// The document that is being analyzed.
    busy: Option<Uri>,
    waiting: Vec<Waiting>,
    /// The requests that other threads answer.
    asides: Asides,
    verdicts: Verdicts,
    workspace: Workspace,
    pub(super) published: Published,
    /// What the editor highlights.
    pub(super) told: Told,
    is_shut_down: bool,
}

impl Server {
    fn run(mut self, connection: &Connection) -> End {
        loop {
            let timeout = self.patience();
            let (done, finished) = (self.worker.done.clone(), self.reader.finished.clone());
            let changed = self.verdicts.changed.clone();
            let excerpt = self.changes_worker.done.clone();
            select! {
                recv(connection.receiver) -> message => match message {
                    Ok(message) => {
                        if let Some(end) = self.receive(message) {
                            return end;
                        }
                    }
                    Err(_) => return self.end_of_input(),
                },
                recv(done) -> done => if let Ok(done) = done {
                    self.learn(done);
                },
                recv(excerpt) -> done => if let Ok(done) = done {
                    self.learn(done);
                },
                recv(finished) -> finished => if let Ok(finished) = finished {
                    self.definitions_were_read(finished);
                },
                recv(changed) -> _ => self.verdicts_changed(),
                default(timeout) => {}
            }
            self.answer_waiting();
            self.analyze_next();
            self.read_next();
            self.verify_next();
            if self.in_step {
                self.finish();
            }
        }
    }

    /// Answers what was asked for before the input has ended.
    fn end_of_input(mut self) -> End {
        self.finish();
        End::Lost
    }

    /// Waits until all requests are answered or, in step, until there is nothing to
    /// analyze.
    fn finish(&mut self) {
        // Nobody would see the progress of another thread.
        self.in_step = true;
        for document in self.documents.values_mut() {
            document.definitions_were_read(None);
        }
        self.analyze_next();
        while self.busy.is_some() && (self.in_step || !self.waiting.is_empty()) {
            let done = self.worker.done.recv();
            if let Ok(done) = done {
                self.learn(done);
            }
            self.answer_waiting();
            self.analyze_next();
        }
    }

    fn receive(&mut self, message: Message) -> Option<End> {
        match message {
            Message::Request(request) => self.request(request),
            Message::Notification(one) if one.method == "exit" => {
                return Some(if self.is_shut_down {
                    End::Orderly
                } else {
                    End::Exited
                });
            }
            Message::Notification(notification) => self.notification(notification),
            Message::Response(response) => {
                let answer = self.progress.answered(&response);
                self.send_all(answer);
            }
        }
        None
    }

    fn request(&mut self, request: Request) {
        if self.is_shut_down {
            let message = "expected `exit` after `shutdown`".to_owned();
            return self.fail(request.id, ErrorCode::InvalidRequest, message);
        }
        if request.method == "shutdown" {
            // It would not do to wait for anything now.
            let waiting = std::mem::take(&mut self.waiting).into_iter();
            let ids = waiting.map(|one| one.id).chain(self.asides.take_all());
            for id in ids {
                let message = "the server shuts down".to_owned();
                self.fail(id, ErrorCode::RequestCanceled, message);
            }
            self.is_shut_down = true;
            return self.respond(Response::new_ok(request.id, ()));
        }
        let id = request.id.clone();
        let handled = catch_unwind(AssertUnwindSafe(|| requests::handle(self, request)));
        if let Err(payload) = handled {
            self.fail(id, ErrorCode::InternalError, internal_error(&*payload));
        }
    }

    fn notification(&mut self, notification: Notification) {
        let Notification { method, params } = notification;
        let handled = catch_unwind(AssertUnwindSafe(|| match method.as_str() {
            "initialized" => self.watch_files(),
            "textDocument/didOpen" => self.on(params, Server::open),
            "textDocument/didChange" => self.on(params, Server::change),
            "textDocument/didSave" => self.on(params, Server::save),
            "textDocument/didClose" => self.on(params, Server::close),
            "workspace/didChangeWatchedFiles" => self.on(params, Server::files_changed),
            "workspace/didChangeWorkspaceFolders" => self.on(params, Server::folders_changed),
            "$/cancelRequest" => self.cancel(&params),
            _ => {}
        }));
        if let Err(payload) = handled {
            self.log(&internal_error(&*payload));
        }
    }

    fn on<P: DeserializeOwned>(&mut self, params: Value, handle: fn(&mut Server, P)) {
        match serde_json::from_value(params) {
            Ok(params) => handle(self, params),
            Err(error) => self.log(&format!("cannot understand a notification: {error}")),
        }
    }

    fn overlay(&self) -> Overlay {
        let texts = self.documents.iter().filter_map(|(uri, document)| {
            let path = uri::to_path(&Uri(uri.clone()))?;
            Some((path, document.text.shared()))
        });
        Overlay::new(texts, &self.kept)
    }

    /// What is known about a document. `None` if nothing is.
    pub(super) fn view<'a>(&'a self, uri: &'a Uri) -> Option<View<'a>> {
        let document = self.documents.get(uri.as_ref())?;
        let analyzed = document.analyzed.as_ref()?;
        Some(View {
            uri,
            document,
            analyzed,
            excerpt: document.excerpt.as_deref(),
            encoding: self.encoding,
        })
    }

    fn say_problems(&mut self) {
        for problem in std::mem::take(&mut Arc::make_mut(&mut self.settings).problems) {
            self.send(warning(&problem));
        }
    }

    fn log(&self, message: &str) {
        self.send(log(message));
    }

    pub(super) fn respond(&self, response: Response) {
        self.send(response.into());
    }

    pub(super) fn fail(&self, id: RequestId, code: ErrorCode, message: String) {
        self.respond(Response::new_err(id, code as i32, message));
    }

    fn send_all(&self, messages: impl IntoIterator<Item = Message>) {
        messages.into_iter().for_each(|message| self.send(message));
    }

    /// Nobody listens any more if that fails, and the loop will see it.
    fn send(&self, message: Message) {
        let _ = self.sender.send(message);
    }
}

/// A warning that the editor shows.
fn warning(message: &str) -> Message {
    let params = json!({ "type": 2, "message": message });
    Notification::new("window/showMessage".to_owned(), params).into()
}

/// An error for the log of the editor.
fn log(message: &str) -> Message {
    let params = json!({ "type": 1, "message": message });
    Notification::new("window/logMessage".to_owned(), params).into()
}
