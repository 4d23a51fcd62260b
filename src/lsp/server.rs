//! The loop, and what it keeps.

use super::{
    aside::Asides,
    capabilities,
    diagnostics::Published,
    document::Document,
    overlay::{Kept, Overlay},
    progress::Progress,
    reader::{Finished, Reader, Reading},
    requests,
    settings::{DATABASE, Flags, Settings},
    text::Encoding,
    tokens::Told,
    uri,
    view::View,
    worker::{Done, Job, Worker, inputs},
    workspace::{Files, Snapshot, Workspace},
};
use crate::{
    ffi::guard::internal_error,
    ide::Analyzer,
    ods::{self, Memory, Reads},
};
use crossbeam_channel::{Sender, bounded, select};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::{
    DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidChangeWorkspaceFoldersParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, InitializeParams, Uri,
};
use melior::Context;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

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
#[derive(Debug, Clone)]
pub(crate) struct Setup {
    /// Makes a context with all dialects that texts may mention.
    pub(crate) make_context: fn() -> Context,
    /// How definitions are read.
    pub(crate) definitions: ods::Settings,
}

impl Setup {
    pub(super) fn analyzer(&self) -> Analyzer {
        Analyzer::new(self.make_context, self.definitions.clone())
    }
}

/// How long a request waits if there is an older analysis.
const PATIENCE: Duration = Duration::from_millis(150);

/// How long a request waits for definitions if there is nothing but a provisional
/// analysis.
const LONG_PATIENCE: Duration = Duration::from_secs(10);

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
    let worker = Worker::start(setup.clone())?;
    let (id, params) = match initialization(connection) {
        Ok(first) => first,
        Err(end) => return Ok(end),
    };
    let encoding = capabilities::encoding(&params);
    let answer = capabilities::answer(encoding, &params);
    let sender = connection.sender.clone();
    // The editor may be gone by then.
    let workspace = Workspace::start(setup, encoding, move |text| drop(sender.send(log(&text))))?;
    let mut server = Server {
        sender: connection.sender.clone(),
        worker,
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
        workspace,
        published: Published::default(),
        told: Told::default(),
        is_shut_down: false,
    };
    server.respond(Response::new_ok(id, answer));
    server.say_problems();
    Ok(server.run(connection))
}

/// The first request, which must be the one to initialize. All others are errors until
/// then. Parameters that are not understood are as if they were not there: an editor
/// without a process or a folder is served, too.
fn initialization(connection: &Connection) -> Result<(RequestId, InitializeParams), End> {
    for message in &connection.receiver {
        match message {
            Message::Request(request) if request.method == "initialize" => {
                return Ok((request.id, understood(request.params)));
            }
            Message::Request(request) => {
                let code = ErrorCode::ServerNotInitialized as i32;
                let message = "expected the request `initialize` first".to_owned();
                let error = Response::new_err(request.id, code, message);
                let _ = connection.sender.send(error.into());
            }
            Message::Notification(one) if one.method == "exit" => return Err(End::Exited),
            Message::Notification(_) | Message::Response(_) => {}
        }
    }
    Err(End::Lost)
}

/// The parameters of an editor, without the fields that are not understood.
fn understood(params: Value) -> InitializeParams {
    if let Ok(params) = serde_json::from_value(params.clone()) {
        return params;
    }
    let mut known = json!({ "processId": null, "rootUri": null, "capabilities": {} });
    for (name, value) in params.as_object().into_iter().flatten() {
        let before = known[name].take();
        known[name] = value.clone();
        if serde_json::from_value::<InitializeParams>(known.clone()).is_err() {
            known[name] = before;
        }
    }
    serde_json::from_value(known).unwrap_or_default()
}

/// What answers a request when its document is analyzed, or asks other files, too.
pub(super) type Answer = Box<dyn FnOnce(&Server, View<'_>)>;

/// A request whose document is being analyzed.
struct Waiting {
    id: RequestId,
    uri: Uri,
    since: Instant,
    needs: Needs,
    answer: Answer,
}

/// What an answer needs to know about a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Needs {
    /// Its text, whatever the names in it stand for.
    Text,
    /// What names stand for. If that takes long, as far as it is known.
    Names,
    /// All that is wrong with it, in this state or an earlier one.
    Errors,
}

impl Waiting {
    /// When to answer from an analysis that is not of the present state, or provisional:
    /// after what time, or never.
    fn patience(&self, document: &Document) -> Option<Duration> {
        let analyzed = document.analyzed.as_ref()?;
        match self.needs {
            Needs::Text if analyzed.state == document.state => Some(Duration::ZERO),
            _ if analyzed.is_complete() => Some(PATIENCE),
            Needs::Text => Some(PATIENCE),
            Needs::Names => Some(LONG_PATIENCE),
            Needs::Errors => None,
        }
    }
}

/// The state of the loop.
pub(super) struct Server {
    sender: Sender<Message>,
    worker: Worker,
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
                recv(finished) -> finished => if let Ok(finished) = finished {
                    self.definitions_were_read(finished);
                },
                default(timeout) => {}
            }
            self.answer_waiting();
            self.analyze_next();
            self.read_next();
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

    /// The time until a request has waited long enough.
    fn patience(&self) -> Duration {
        let waiting = self.waiting.iter();
        let times = waiting.filter_map(|one| {
            let document = self.documents.get(one.uri.as_ref())?;
            let patience = one.patience(document)?;
            Some(patience.saturating_sub(one.since.elapsed()))
        });
        times.min().unwrap_or(Duration::from_secs(3600))
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

    /// Asks the editor to tell what happens to files, if it can.
    fn watch_files(&self) {
        if !self.can_watch {
            return;
        }
        let files = format!("**/{{*.pdll,*.td,*.mlir,{DATABASE}}}");
        let registration = json!({
            "id": "files",
            "method": "workspace/didChangeWatchedFiles",
            "registerOptions": { "watchers": [{ "globPattern": files }] },
        });
        let params = json!({ "registrations": [registration] });
        let id = RequestId::from("watch".to_owned());
        self.send(Request::new(id, "client/registerCapability".to_owned(), params).into());
    }

    fn open(&mut self, params: DidOpenTextDocumentParams) {
        let opened = params.text_document;
        let document = Document::new(&opened.text, opened.version, self.environment);
        self.documents.insert(opened.uri.to_string(), document);
        self.others_changed(&opened.uri);
    }

    fn change(&mut self, params: DidChangeTextDocumentParams) {
        let uri = params.text_document.text_document_identifier.uri;
        let Some(document) = self.documents.get_mut(uri.as_ref()) else {
            return self.log(&format!("cannot change `{uri}`, which is not open"));
        };
        let version = params.text_document.version;
        document.change(version, params.content_changes, self.encoding);
        self.others_changed(&uri);
    }

    fn close(&mut self, params: DidCloseTextDocumentParams) {
        let uri = params.text_document.uri;
        self.documents.remove(uri.as_ref());
        self.published.forget(&uri, &self.sender);
        self.told.forget(&uri);
        self.others_changed(&uri);
    }

    fn files_changed(&mut self, params: DidChangeWatchedFilesParams) {
        let paths = params
            .changes
            .iter()
            .filter_map(|change| uri::to_path(&change.uri));
        let paths: Vec<_> = paths.collect();
        if paths.iter().any(|path| path.ends_with(DATABASE)) {
            Arc::make_mut(&mut self.settings).read_databases();
            self.say_problems();
        }
        // A new file may be what a document could not include so far.
        self.environment += 1;
        for document in self.documents.values_mut() {
            document.environment = self.environment;
        }
    }

    fn folders_changed(&mut self, params: DidChangeWorkspaceFoldersParams) {
        Arc::make_mut(&mut self.settings).change_folders(&params.event);
    }

    /// Analyzes the documents again that include one that has changed.
    fn others_changed(&mut self, uri: &Uri) {
        let Some(path) = uri::to_path(uri) else {
            return;
        };
        let mut paths: Vec<PathBuf> = path.canonicalize().into_iter().collect();
        paths.push(path);
        let includers = self.documents.iter_mut();
        for (_, document) in includers.filter(|(other, _)| *other != uri.as_ref()) {
            if document.includes(&paths) {
                self.environment += 1;
                document.environment = self.environment;
            }
        }
    }

    /// Gives the thread the next document, if it has nothing to do.
    fn analyze_next(&mut self) {
        if self.busy.is_some() {
            return;
        }
        let is_wanted = |uri: &&String| self.waiting.iter().any(|one| one.uri.as_ref() == **uri);
        let unknown = || {
            let documents = self.documents.iter();
            documents
                .filter(|(_, document)| !document.is_known())
                .filter(|(_, document)| self.in_step || document.unread().is_none())
                .map(|(uri, _)| uri)
        };
        let next = unknown().find(is_wanted).or_else(|| unknown().next());
        let Some(uri) = next.map(|uri| Uri(uri.clone())) else {
            return;
        };
        let document = &self.documents[uri.as_ref()];
        let path = uri::to_path(&uri);
        self.worker.send(Job {
            name: uri::name(&uri),
            text: document.text.clone(),
            state: document.state,
            environment: document.environment,
            include_dirs: self.settings.include_dirs(path.as_deref()),
            overlay: self.overlay(),
            reads: match self.in_step {
                true => Reads::All,
                false => document.reads(),
            },
            known: document.analyzed.clone(),
            uri: uri.clone(),
        });
        self.busy = Some(uri);
    }

    /// Gives the other thread the next definitions to read, if it has nothing to do, and
    /// says so.
    fn read_next(&mut self) {
        if self.is_reading.is_some() {
            return;
        }
        let mut documents = self.documents.iter();
        let next = documents.find_map(|(uri, document)| Some((uri, document, document.unread()?)));
        let Some((uri, document, files)) = next else {
            let end = self.progress.end();
            return self.send_all(end);
        };
        let uri = Uri(uri.clone());
        let path = uri::to_path(&uri);
        let (name, include_dirs) = (uri::name(&uri), self.settings.include_dirs(path.as_deref()));
        // A `.td` document is read after each keystroke, which is not worth mentioning.
        let others = files.iter().filter(|file| **file != name);
        let names: Vec<_> = others
            .map(|file| file.rsplit('/').next().unwrap_or(file))
            .collect();
        let what = (!names.is_empty()).then(|| format!("reading {}", names.join(", ")));
        self.reader.send(Reading {
            state: document.moment(),
            inputs: inputs(&document.text, &name, &include_dirs),
            overlay: self.overlay(),
            uri: uri.clone(),
        });
        self.is_reading = Some(uri);
        let message = what.and_then(|what| self.progress.say(&what));
        self.send_all(message);
    }

    /// Lets documents be analyzed again whose definitions were missing.
    fn definitions_were_read(&mut self, finished: Finished) {
        self.is_reading = None;
        if let Some(problem) = finished.problem {
            self.log(&problem);
        }
        for (uri, document) in &mut self.documents {
            let is_same = *uri == *finished.uri.as_ref();
            document.definitions_were_read(is_same.then_some(finished.state));
        }
    }

    fn overlay(&self) -> Overlay {
        let texts = self.documents.iter().filter_map(|(uri, document)| {
            let path = uri::to_path(&Uri(uri.clone()))?;
            Some((path, document.text.shared()))
        });
        Overlay::new(texts, &self.kept)
    }

    /// Takes a result of the thread.
    fn learn(&mut self, done: Done) {
        self.busy = None;
        let analyzed = match done.result {
            Ok(analyzed) => analyzed,
            Err(message) => return self.give_up(&done.uri, &message),
        };
        let Some(document) = self.documents.get_mut(done.uri.as_ref()) else {
            return;
        };
        // It may have been closed and opened again meanwhile.
        if document.state < done.state {
            return;
        }
        let before = document.analyzed.as_ref();
        let is_same_text = before.is_some_and(|before| before.state == analyzed.state);
        document.learn(analyzed);
        if !document.is_known() {
            return;
        }
        self.publish(&done.uri);
        // What the editor shows may follow from other definitions, which it does not know.
        if is_same_text {
            self.refresh();
        }
    }

    fn refresh(&self) {
        for method in &self.refreshes {
            let id = RequestId::from(format!("again: {method}"));
            self.send(Request::new(id, (*method).to_owned(), Value::Null).into());
        }
    }

    /// Publishes nothing for a document whose analysis has failed, and does not try
    /// again until it changes.
    fn give_up(&mut self, uri: &Uri, message: &str) {
        self.log(message);
        let failed: Vec<_> = self.waiting.extract_if(.., |one| one.uri == *uri).collect();
        for one in failed {
            self.fail(one.id, ErrorCode::InternalError, message.to_owned());
        }
        if let Some(document) = self.documents.get_mut(uri.as_ref()) {
            document.give_up();
        }
    }

    fn publish(&mut self, uri: &Uri) {
        if let Some(view) = self.view(uri) {
            let found = super::diagnostics::of_document(view);
            let version = view.document.version;
            self.published.publish(uri, version, found, &self.sender);
        }
    }

    /// What is known about a document. `None` if nothing is.
    pub(super) fn view<'a>(&'a self, uri: &'a Uri) -> Option<View<'a>> {
        let document = self.documents.get(uri.as_ref())?;
        let analyzed = document.analyzed.as_ref()?;
        Some(View {
            uri,
            document,
            analyzed,
            encoding: self.encoding,
        })
    }

    /// Answers a request as soon as what it needs to know about its document is known.
    pub(super) fn answer_later(&mut self, id: RequestId, uri: Uri, needs: Needs, answer: Answer) {
        if !self.documents.contains_key(uri.as_ref()) {
            let message = format!("`{uri}` is not open");
            return self.fail(id, ErrorCode::InvalidParams, message);
        }
        self.waiting.push(Waiting {
            id,
            uri,
            since: Instant::now(),
            needs,
            answer,
        });
    }

    /// Answers the requests whose documents are known, or were known before and are
    /// being analyzed for long. Requests about closed documents fail.
    fn answer_waiting(&mut self) {
        let mut still_waiting = Vec::new();
        for one in std::mem::take(&mut self.waiting) {
            let Some(document) = self.documents.get(one.uri.as_ref()) else {
                let message = format!("`{}` was closed", one.uri);
                self.fail(one.id, ErrorCode::RequestFailed, message);
                continue;
            };
            let patience = one.patience(document);
            let waited_enough = patience.is_some_and(|patience| one.since.elapsed() >= patience);
            if !document.is_known() && !waited_enough {
                still_waiting.push(one);
                continue;
            }
            self.answer(one);
        }
        still_waiting.append(&mut self.waiting);
        self.waiting = still_waiting;
    }

    fn answer(&self, waiting: Waiting) {
        let Waiting {
            id, uri, answer, ..
        } = waiting;
        let Some(view) = self.view(&uri) else {
            return self.respond(Response::new_ok(id, ()));
        };
        if let Err(payload) = catch_unwind(AssertUnwindSafe(|| answer(self, view))) {
            self.fail(id, ErrorCode::InternalError, internal_error(&*payload));
        }
    }

    fn cancel(&mut self, params: &Value) {
        let Ok(id) = serde_json::from_value::<RequestId>(params["id"].clone()) else {
            return;
        };
        let before = self.waiting.len();
        self.waiting.retain(|one| one.id != id);
        if self.waiting.len() < before || self.asides.take(&id) {
            self.fail(id, ErrorCode::RequestCanceled, "canceled".to_owned());
        }
    }

    fn say_problems(&mut self) {
        for problem in std::mem::take(&mut Arc::make_mut(&mut self.settings).problems) {
            self.notify(
                "window/showMessage",
                json!({ "type": 2, "message": problem }),
            );
        }
    }

    fn log(&self, message: &str) {
        self.send(log(message));
    }

    fn notify(&self, method: &str, params: Value) {
        self.send(Notification::new(method.to_owned(), params).into());
    }

    /// Responds when a function on another thread is done.
    pub(super) fn respond_aside(
        &self,
        id: RequestId,
        run: impl FnOnce(RequestId) -> Response + Send + 'static,
    ) {
        if self.in_step {
            return self.respond(run(id));
        }
        let aside = self.asides.open(id);
        thread::spawn(move || {
            let response = run(aside.id());
            aside.respond(response);
        });
    }

    /// Responds when the thread of the workspace has asked the files.
    pub(super) fn gather(
        &self,
        id: RequestId,
        run: impl FnOnce(RequestId, &mut Files, &Snapshot, &dyn Fn() -> bool) -> Response
        + Send
        + 'static,
    ) {
        let aside = self.asides.open(id);
        let snapshot = Snapshot {
            settings: self.settings.clone(),
            overlay: self.overlay(),
            environment: self.environment,
        };
        let (done, is_done) = bounded::<()>(0);
        self.workspace.send(Box::new(move |files| {
            // It is dropped at the end, whatever happens.
            let _done = done;
            if aside.is_wanted() {
                let response = run(aside.id(), files, &snapshot, &|| aside.is_wanted());
                aside.respond(response);
            }
        }));
        if self.in_step {
            // The other end only closes.
            let _ = is_done.recv();
        }
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

/// An error for the log of the editor.
fn log(message: &str) -> Message {
    let params = json!({ "type": 1, "message": message });
    Notification::new("window/logMessage".to_owned(), params).into()
}
