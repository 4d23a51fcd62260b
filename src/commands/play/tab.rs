//! A page in a browser: its newest run, and its language server.

use super::{
    language_server::LanguageServer,
    lock,
    named::Document,
    sandbox::{Desk, Run, Sandbox, too_late},
};
use crate::{base::source::io_reason, editor::process::Process};
use serde::Serialize;
use serde_json::Value;
use std::{
    io,
    sync::{Arc, Mutex},
    time::Instant,
};

pub(super) struct Tab {
    newest: Mutex<Newest>,
    pub(super) language_server: LanguageServer,
    last_heard: Mutex<Instant>,
}

/// The newest run. What runs for an older one is ended.
#[derive(Default)]
struct Newest {
    number: u64,
    /// Present while nothing is wrong with the options.
    desk: Option<Arc<Desk>>,
    processes: Vec<Arc<Process>>,
}

/// What became of a program.
#[derive(Debug, Default, Serialize)]
pub(super) struct Answer {
    /// Whether there is a newer run, so that nobody wants to know.
    superseded: bool,
    result: Option<String>,
    /// Diagnostics, as JSON has them.
    messages: Vec<Value>,
    /// What else went wrong.
    problem: Option<String>,
}

const RESULT: &str = "result.txt";
const TRACE: &str = "trace.html";
const EXPLANATION: &str = "explanation.html";

impl Tab {
    /// # Errors
    ///
    /// The system's reason why the language server cannot be started.
    pub(super) fn open(sandbox: &Sandbox) -> io::Result<Self> {
        Ok(Tab {
            newest: Mutex::default(),
            language_server: LanguageServer::start(sandbox.language_server())?,
            last_heard: Mutex::new(Instant::now()),
        })
    }

    /// Says that the page is still there.
    pub(super) fn hear(&self) {
        *lock(&self.last_heard) = Instant::now();
    }

    pub(super) fn last_heard(&self) -> Instant {
        *lock(&self.last_heard)
    }

    /// Applies the patterns among some documents to the program among them.
    pub(super) fn apply(
        &self,
        number: u64,
        documents: &[Document],
        options: &str,
        sandbox: &Sandbox,
    ) -> Answer {
        let desk = sandbox.desk(documents, options).map(Arc::new);
        let Some(process) = self.begin(number, desk.as_ref().ok().cloned()) else {
            return Answer::superseded();
        };
        match desk {
            Ok(desk) => Answer::of_run(&desk, &process, sandbox),
            Err(problem) => Answer {
                problem: Some(problem),
                ..Answer::default()
            },
        }
    }

    /// The page that shows each rewrite of a run, if there is one.
    ///
    /// # Errors
    ///
    /// Why it cannot be shown.
    pub(super) fn trace(&self, number: u64) -> Result<Option<String>, String> {
        match self.desk(number) {
            Some(desk) => desk.read(TRACE),
            None => Ok(None),
        }
    }

    /// The page that explains the patterns of a run, if there is one.
    ///
    /// # Errors
    ///
    /// Why it cannot be made.
    pub(super) fn explanation(
        &self,
        number: u64,
        sandbox: &Sandbox,
    ) -> Result<Option<String>, String> {
        let Some(desk) = self.desk(number) else {
            return Ok(None);
        };
        // Both frames of the page may ask for it.
        if let Some(made) = desk.read(EXPLANATION)? {
            return Ok(Some(made));
        }
        let Some(process) = self.join(number) else {
            return Ok(None);
        };
        let mut command = sandbox.command("explain");
        command.args(["--format=html", "-o", EXPLANATION]);
        match desk.run(command, &process) {
            Ok(Run::Late) => Err(too_late()),
            Ok(_) => desk.read(EXPLANATION),
            Err(error) => Err(format!("cannot run `pdll-opt`: {}", io_reason(&error))),
        }
    }

    /// Ends all that runs.
    pub(super) fn close(&self) {
        self.begin(u64::MAX, None);
        self.language_server.end();
    }

    /// Makes a run the newest one, unless there is a newer one.
    fn begin(&self, number: u64, desk: Option<Arc<Desk>>) -> Option<Arc<Process>> {
        let mut newest = lock(&self.newest);
        if number <= newest.number {
            return None;
        }
        newest.processes.iter().for_each(|process| process.end());
        let process = Arc::new(Process::default());
        *newest = Newest {
            number,
            desk,
            processes: vec![process.clone()],
        };
        Some(process)
    }

    /// Adds a process to a run, unless there is a newer one.
    fn join(&self, number: u64) -> Option<Arc<Process>> {
        let mut newest = lock(&self.newest);
        let is_newest = number == newest.number;
        is_newest.then(|| {
            let process = Arc::new(Process::default());
            newest.processes.push(process.clone());
            process
        })
    }

    fn desk(&self, number: u64) -> Option<Arc<Desk>> {
        let newest = lock(&self.newest);
        newest.desk.clone().filter(|_| number == newest.number)
    }
}

impl Drop for Tab {
    fn drop(&mut self) {
        self.close();
    }
}

impl Answer {
    fn superseded() -> Self {
        Answer {
            superseded: true,
            ..Answer::default()
        }
    }

    fn of_run(desk: &Desk, process: &Arc<Process>, sandbox: &Sandbox) -> Self {
        let mut command = sandbox.command("apply");
        command.args(["-o", RESULT, "--trace-html", TRACE]);
        let mut answer = Answer::default();
        match desk.run(command, process) {
            Ok(Run::Superseded) => return Answer::superseded(),
            Ok(Run::Late) => answer.problem = Some(too_late()),
            Ok(Run::Over { success, messages }) => {
                answer.read(&messages);
                match desk.read(RESULT) {
                    Ok(result) if success => answer.result = result,
                    Ok(_) => {}
                    Err(problem) => answer.problem = Some(problem),
                }
            }
            Err(error) => {
                answer.problem = Some(format!("cannot run `pdll-opt`: {}", io_reason(&error)));
            }
        }
        answer
    }

    /// Takes messages: one JSON object in a line, and otherwise text.
    fn read(&mut self, messages: &str) {
        let mut others = Vec::new();
        for line in messages.lines() {
            match serde_json::from_str(line) {
                Ok(message @ Value::Object(_)) => self.messages.push(message),
                _ => others.push(line),
            }
        }
        if !others.is_empty() {
            self.problem = Some(others.join("\n"));
        }
    }
}
