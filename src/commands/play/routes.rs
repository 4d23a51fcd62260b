//! What answers the requests of a page.

use super::{
    examples::{self, Example},
    live::Page,
    lock,
    named::{Edited, Named},
    sandbox::Sandbox,
    tab::Tab,
};
use crate::base::source::io_reason;
use serde::Serialize;
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

/// What the page of `pdll-opt play` talks to.
pub(super) struct Playground {
    pub(super) named: Named,
    pub(super) sandbox: Arc<Sandbox>,
    tabs: Mutex<Tabs>,
}

#[derive(Default)]
struct Tabs {
    open: BTreeMap<String, Arc<Tab>>,
    /// How many there have been.
    count: usize,
    /// Whether the playground ends.
    is_over: bool,
}

pub(super) struct Reply {
    pub(super) status: u16,
    /// The type of the body.
    pub(super) kind: &'static str,
    /// What a browser may do with it.
    pub(super) policy: &'static str,
    pub(super) body: Vec<u8>,
}

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
const PARTS: [(&str, &str, &str); 7] = [
    ("", HTML, include_str!("page/page.html")),
    ("style.css", "text/css; charset=utf-8", STYLE),
    ("play.js", SCRIPT, include_str!("page/play.js")),
    ("connection.js", SCRIPT, include_str!("page/connection.js")),
    ("frames.js", SCRIPT, include_str!("page/frames.js")),
    ("languages.js", SCRIPT, include_str!("page/languages.js")),
    ("codemirror.js", SCRIPT, include_str!("page/codemirror.js")),
];

/// The colors are those of the other pages.
const STYLE: &str = concat!(
    include_str!("../html/colors.css"),
    include_str!("page/style.css")
);

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// What a frame tells the page around it, so that it stays where it is when it changes.
const IN_FRAMES: &str = include_str!("page/frame.html");

/// What the page shows at first, and can show.
#[derive(Serialize)]
struct Start<'a> {
    /// Empty if the command line names no files.
    named: Vec<Edited>,
    options: &'a str,
    examples: Vec<Example>,
}

impl Playground {
    pub(super) fn new(named: Named, sandbox: Sandbox) -> Self {
        Playground {
            named,
            sandbox: Arc::new(sandbox),
            tabs: Mutex::default(),
        }
    }

    /// Ends all that runs, and removes all files.
    pub(super) fn close(&self) {
        let mut tabs = lock(&self.tabs);
        tabs.is_over = true;
        tabs.open.values().for_each(|tab| tab.close());
        self.sandbox.close();
    }

    /// What belongs to a page that has just been opened.
    ///
    /// # Errors
    ///
    /// Why there can be no such page.
    pub(super) fn open_tab(&self, page: &Page) -> Result<Arc<Tab>, String> {
        let mut tabs = lock(&self.tabs);
        if tabs.open.len() >= MAX_TABS {
            return Err(format!("{MAX_TABS} pages are open; close one of them"));
        }
        if tabs.is_over {
            return Err("the playground ends".to_owned());
        }
        tabs.count += 1;
        let name = tabs.count.to_string();
        let tab = Tab::open(name.clone(), &self.sandbox, page).map_err(|error| {
            let reason = io_reason(&error);
            format!("cannot run the language server: {reason}")
        })?;
        let tab = Arc::new(tab);
        tabs.open.insert(name, tab.clone());
        Ok(tab)
    }

    /// Ends what belongs to a page that was closed.
    pub(super) fn close_tab(&self, tab: &Tab) {
        tab.close();
        lock(&self.tabs).open.remove(&tab.name);
    }

    /// A page about a run, as it stands in a frame.
    fn frame(&self, tab: &str, what: &str, run: &str) -> Option<Result<String, String>> {
        let tab = lock(&self.tabs).open.get(tab)?.clone();
        let number = run.parse().ok()?;
        let made = match what {
            "trace" => tab.trace(number),
            "explanation" => tab.explanation(number, &self.sandbox),
            _ => Ok(None),
        };
        made.transpose()
    }
}

/// Answers a request for a path below the secret.
pub(super) fn answer(playground: &Playground, path: &str) -> Reply {
    if let Some((_, kind, text)) = PARTS.iter().find(|(known, ..)| *known == path) {
        return Reply {
            status: 200,
            kind,
            policy: OF_PAGE,
            body: text.as_bytes().to_vec(),
        };
    }
    match path.split('/').collect::<Vec<_>>()[..] {
        ["start"] => start(playground),
        ["frame", tab, what, run] => match playground.frame(tab, what, run) {
            Some(Ok(page)) => Reply {
                status: 200,
                kind: HTML,
                policy: OF_FRAME,
                body: (page + IN_FRAMES).into_bytes(),
            },
            Some(Err(problem)) => Reply::error(500, &problem),
            None => Reply::error(404, "there is none"),
        },
        _ => Reply::refusal(404),
    }
}

fn start(playground: &Playground) -> Reply {
    let named = match playground.named.read() {
        Ok(named) => named,
        Err(problem) => return Reply::error(500, &problem),
    };
    let start = Start {
        named,
        options: &playground.sandbox.options,
        examples: examples::all(),
    };
    Reply {
        status: 200,
        kind: "application/json",
        policy: NOTHING,
        // All of our values have texts as keys.
        body: serde_json::to_vec(&start).unwrap_or_default(),
    }
}

impl Reply {
    fn error(status: u16, reason: &str) -> Self {
        Reply {
            status,
            kind: "text/plain; charset=utf-8",
            policy: NOTHING,
            body: reason.as_bytes().to_vec(),
        }
    }

    /// Says little to somebody who should not ask.
    pub(super) fn refusal(status: u16) -> Self {
        let reason = match status {
            404 => "There is nothing here. The address that `pdll-opt play` prints is longer.\n",
            _ => "The playground does not answer this.\n",
        };
        Reply::error(status, reason)
    }
}
