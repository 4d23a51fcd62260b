//! What answers the requests of a page.

use super::{
    examples::{self, Example},
    gate::Question,
    lock,
    named::{Document, MAX_BYTES, Named, is_plain},
    sandbox::Sandbox,
    tab::Tab,
};
use crate::{base::source::io_reason, front::frontend::is_source};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    io,
    path::Path,
    sync::{Arc, Mutex},
    time::Duration,
};

/// What the page of `pdll-opt play` talks to.
pub(super) struct Playground {
    named: Named,
    sandbox: Sandbox,
    /// By the names that they have given themselves.
    tabs: Mutex<BTreeMap<String, Arc<Tab>>>,
}

pub(super) struct Reply {
    pub(super) status: u16,
    /// The type of the body.
    pub(super) kind: &'static str,
    /// What a browser may do with it.
    pub(super) policy: &'static str,
    pub(super) body: Vec<u8>,
}

/// A page that was closed does not say so. Each one that is open asks for messages more often.
const SILENCE: Duration = Duration::from_secs(120);

/// How many pages may be open. Each has a language server.
const MAX_TABS: usize = 16;

/// The page talks to this server and shows its frames, and can do nothing else.
const OF_PAGE: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
                       img-src data:; connect-src 'self'; frame-src 'self'; base-uri 'none'; \
                       form-action 'none'; frame-ancestors 'none'";

/// A frame has scripts of its own, and talks to nobody.
const OF_FRAME: &str = "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; \
                        style-src 'unsafe-inline'; img-src data:; base-uri 'none'; \
                        form-action 'none'; frame-ancestors 'self'";

const NOTHING: &str = "default-src 'none'; frame-ancestors 'self'";

/// The parts of the page: paths, types and texts.
const PARTS: [(&str, &str, &str); 5] = [
    (
        "",
        "text/html; charset=utf-8",
        include_str!("page/page.html"),
    ),
    (
        "style.css",
        "text/css; charset=utf-8",
        include_str!("page/style.css"),
    ),
    ("play.js", SCRIPT, include_str!("page/play.js")),
    ("languages.js", SCRIPT, include_str!("page/languages.js")),
    ("codemirror.js", SCRIPT, include_str!("page/codemirror.js")),
];

const SCRIPT: &str = "text/javascript; charset=utf-8";

/// What a frame tells the page around it, so that it stays where it is when it changes.
const IN_FRAMES: &str = include_str!("page/frame.html");

/// What the page shows at first, and can show.
#[derive(Serialize)]
struct Start<'a> {
    /// Empty if the command line names no files.
    named: &'a [Document],
    examples: Vec<Example>,
}

#[derive(Deserialize)]
struct Contents {
    documents: Vec<Document>,
    options: String,
}

impl Playground {
    pub(super) fn new(named: Named, sandbox: Sandbox) -> Self {
        Playground {
            named,
            sandbox,
            tabs: Mutex::default(),
        }
    }

    /// Ends all that runs, and removes all files.
    pub(super) fn close(&self) {
        lock(&self.tabs).values().for_each(|tab| tab.close());
        self.sandbox.close();
    }

    /// The page with the name in a query, which may be a new one.
    fn tab(&self, query: &str) -> Result<Arc<Tab>, Reply> {
        let name = parameter(query, "tab").unwrap_or_default();
        let is_name = !name.is_empty() && name.len() <= 32;
        if !is_name || !name.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(Reply::error(400, "the page has no name"));
        }
        let mut tabs = lock(&self.tabs);
        tabs.retain(|_, tab| tab.last_heard().elapsed() < SILENCE);
        if let Some(tab) = tabs.get(name) {
            tab.hear();
            return Ok(tab.clone());
        }
        if tabs.len() >= MAX_TABS {
            let problem = format!("{MAX_TABS} pages are open; close one, and wait for two minutes");
            return Err(Reply::error(503, &problem));
        }
        let tab = Tab::open(&self.sandbox).map_err(|error| {
            let reason = io_reason(&error);
            Reply::error(500, &format!("cannot run the language server: {reason}"))
        })?;
        let tab = Arc::new(tab);
        tabs.insert(name.to_owned(), tab.clone());
        Ok(tab)
    }
}

/// Answers a question that may be asked.
pub(super) fn answer(playground: &Playground, question: &Question) -> Reply {
    let path = &*question.path;
    let parts = PARTS.iter().filter(|_| !question.is_post);
    if let Some((_, kind, text)) = parts.clone().find(|(known, ..)| *known == path) {
        return Reply {
            status: 200,
            kind,
            policy: OF_PAGE,
            body: text.as_bytes().to_vec(),
        };
    }
    let answered = match (question.is_post, path) {
        (false, "start") => Ok(Reply::json(&Start {
            named: &playground.named.documents,
            examples: examples::all(),
        })),
        (true, "run") => run(playground, question),
        (true, "save") => save(playground, question),
        (true, "say") => say(playground, question),
        (false, "listen") => listen(playground, question),
        (false, "trace") => frame(playground, question, |tab, number| tab.trace(number)),
        (false, "explanation") => frame(playground, question, |tab, number| {
            tab.explanation(number, &playground.sandbox)
        }),
        _ => Err(Reply::refusal(404)),
    };
    answered.unwrap_or_else(|refused| refused)
}

fn run(playground: &Playground, question: &Question) -> Result<Reply, Reply> {
    let Contents { documents, options } = contents(&question.body)?;
    let mut programs = documents
        .iter()
        .filter(|one| !is_source(Path::new(&one.name)));
    if programs.clone().count() != 1 || programs.all(|one| !one.name.ends_with(".mlir")) {
        return Err(Reply::error(
            400,
            "there must be one program, in a `.mlir` file",
        ));
    }
    let tab = playground.tab(&question.query)?;
    let number = number(&question.query)?;
    Ok(Reply::json(&tab.apply(
        number,
        &documents,
        &options,
        &playground.sandbox,
    )))
}

/// Reads what the page shows, whose names must be right for files.
fn contents(body: &str) -> Result<Contents, Reply> {
    let contents: Contents =
        serde_json::from_str(body).map_err(|error| Reply::error(400, &error.to_string()))?;
    let is_wrong = |one: &&Document| !is_plain(&one.name) || one.text.len() as u64 > MAX_BYTES;
    match contents.documents.iter().find(is_wrong) {
        Some(wrong) => {
            let (name, most) = (&wrong.name, MAX_BYTES >> 20);
            let problem = format!("`{name}` is larger than {most} MiB, or no name of a file");
            Err(Reply::error(400, &problem))
        }
        None => Ok(contents),
    }
}

fn save(playground: &Playground, question: &Question) -> Result<Reply, Reply> {
    let document: Document = serde_json::from_str(&question.body)
        .map_err(|error| Reply::error(400, &error.to_string()))?;
    match playground.named.save(&document) {
        Ok(()) => Ok(Reply::json(&true)),
        Err(problem) => Err(Reply::error(403, &problem)),
    }
}

fn say(playground: &Playground, question: &Question) -> Result<Reply, Reply> {
    let tab = playground.tab(&question.query)?;
    match tab.language_server.say(&question.body) {
        Ok(()) => Ok(Reply::json(&true)),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            Err(Reply::error(400, &error.to_string()))
        }
        Err(error) => Err(Reply::error(410, &io_reason(&error))),
    }
}

fn listen(playground: &Playground, question: &Question) -> Result<Reply, Reply> {
    let tab = playground.tab(&question.query)?;
    match tab.language_server.listen() {
        Some(messages) => Ok(Reply::json(&messages)),
        None => Err(Reply::error(410, "the language server has ended")),
    }
}

/// A page about a run, as it stands in a frame.
fn frame(
    playground: &Playground,
    question: &Question,
    make: impl FnOnce(&Tab, u64) -> Result<Option<String>, String>,
) -> Result<Reply, Reply> {
    let tab = playground.tab(&question.query)?;
    match make(&tab, number(&question.query)?) {
        Ok(Some(page)) => Ok(Reply {
            status: 200,
            kind: "text/html; charset=utf-8",
            policy: OF_FRAME,
            body: (page + IN_FRAMES).into_bytes(),
        }),
        Ok(None) => Err(Reply::error(404, "there is none")),
        Err(problem) => Err(Reply::error(500, &problem)),
    }
}

fn number(query: &str) -> Result<u64, Reply> {
    let number = parameter(query, "run").and_then(|number| number.parse().ok());
    number.ok_or_else(|| Reply::error(400, "the run has no number"))
}

fn parameter<'q>(query: &'q str, name: &str) -> Option<&'q str> {
    let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    pairs
        .find(|(known, _)| *known == name)
        .map(|(_, value)| value)
}

impl Reply {
    fn json(value: &impl Serialize) -> Self {
        Reply {
            status: 200,
            kind: "application/json",
            policy: NOTHING,
            // All of our values have texts as keys.
            body: serde_json::to_vec(value).unwrap_or_default(),
        }
    }

    fn error(status: u16, reason: &str) -> Self {
        Reply {
            status,
            kind: "text/plain; charset=utf-8",
            policy: NOTHING,
            body: reason.as_bytes().to_vec(),
        }
    }

    /// Says nothing to somebody who should not ask.
    pub(super) fn refusal(status: u16) -> Self {
        let reason = match status {
            404 => "There is nothing here. The address that `pdll-opt play` prints is longer.\n",
            _ => "The playground does not answer this.\n",
        };
        Reply::error(status, reason)
    }
}
