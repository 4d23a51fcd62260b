//! A page in a browser: its newest runs, and its language server.

use super::{
    language_server::LanguageServer,
    live::Page,
    lock,
    named::{Document, MAX_BYTES, is_plain},
    sandbox::{Desk, Run, Sandbox},
};
use crate::{base::source::io_reason, editor::process::Process, front::frontend::is_source};
use serde::Serialize;
use serde_json::Value;
use std::{
    collections::VecDeque,
    io,
    path::Path,
    sync::{Arc, Mutex},
};

pub(super) struct Tab {
    pub(super) name: String,
    pub(super) language_server: LanguageServer,
    runs: Mutex<Runs>,
}

#[derive(Default)]
struct Runs {
    /// The number of the newest one.
    newest: u64,
    /// What runs for it. What runs for an older one is ended.
    processes: Vec<Arc<Process>>,
    /// The newest ones without errors in their options, the last one at the end. A page may
    /// still show older ones.
    desks: VecDeque<(u64, Arc<Desk>)>,
}

/// How many runs a page may look at.
const MAX_DESKS: usize = 3;

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
    pub(super) fn open(name: String, sandbox: &Sandbox, page: &Page) -> io::Result<Self> {
        Ok(Tab {
            name,
            language_server: LanguageServer::start(sandbox.language_server(), page)?,
            runs: Mutex::default(),
        })
    }

    /// Applies the patterns among some documents to the program among them.
    pub(super) fn apply(
        &self,
        number: u64,
        documents: &[Document],
        options: &str,
        sandbox: &Sandbox,
    ) -> Answer {
        let desk = check(documents).and_then(|()| sandbox.desk(documents, options));
        let desk = desk.map(Arc::new);
        let Some(process) = self.begin(number, desk.as_ref().ok()) else {
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

    /// The page that explains the patterns of a run, if there is one. It is made when somebody
    /// asks for it first.
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
        if let Some(made) = desk.read(EXPLANATION)? {
            return Ok(Some(made));
        }
        let Some(process) = self.join(number) else {
            return Ok(None);
        };
        let mut command = sandbox.command("explain");
        command.args(["--format=html", "-o", EXPLANATION]);
        match desk.run(command, &process) {
            // Errors are those of the run.
            Ok(Run::Over { .. } | Run::Superseded) => desk.read(EXPLANATION),
            Ok(Run::Late(reason)) => Err(reason),
            Err(error) => Err(format!("cannot run `pdll-opt`: {}", io_reason(&error))),
        }
    }

    /// Ends all that runs.
    pub(super) fn close(&self) {
        self.begin(u64::MAX, None);
        lock(&self.runs).desks.clear();
        self.language_server.end();
    }

    /// Makes a run the newest one, unless there is a newer one.
    fn begin(&self, number: u64, desk: Option<&Arc<Desk>>) -> Option<Arc<Process>> {
        let mut runs = lock(&self.runs);
        if number <= runs.newest {
            return None;
        }
        runs.processes.drain(..).for_each(|process| process.end());
        runs.newest = number;
        runs.desks.extend(desk.map(|desk| (number, desk.clone())));
        if runs.desks.len() > MAX_DESKS {
            runs.desks.pop_front();
        }
        Some(runs.new_process())
    }

    /// Adds a process to a run, unless there is a newer one.
    fn join(&self, number: u64) -> Option<Arc<Process>> {
        let mut runs = lock(&self.runs);
        (number == runs.newest).then(|| runs.new_process())
    }

    fn desk(&self, number: u64) -> Option<Arc<Desk>> {
        let runs = lock(&self.runs);
        let mut desks = runs.desks.iter();
        let found = desks.find(|(known, _)| *known == number);
        found.map(|(_, desk)| desk.clone())
    }
}

impl Runs {
    fn new_process(&mut self) -> Arc<Process> {
        let process = Arc::new(Process::default());
        self.processes.push(process.clone());
        process
    }
}

/// Checks that documents can be files, and that patterns can be applied to one of them.
fn check(documents: &[Document]) -> Result<(), String> {
    for (index, Document { name, text }) in documents.iter().enumerate() {
        if !is_plain(name) {
            return Err(format!("`{name}` is no name of a file"));
        }
        if documents[..index].iter().any(|other| other.name == *name) {
            return Err(format!("two files are called `{name}`"));
        }
        if text.len() as u64 > MAX_BYTES {
            let most = MAX_BYTES >> 20;
            return Err(format!("`{name}` is larger than {most} MiB"));
        }
    }
    let (patterns, programs): (Vec<_>, Vec<_>) = documents
        .iter()
        .partition(|one| is_source(Path::new(&one.name)));
    if patterns.is_empty() {
        return Err("there must be patterns, in a `.pdll` or `.td` file".to_owned());
    }
    match &programs[..] {
        [one] if one.name.ends_with(".mlir") => Ok(()),
        _ => Err("there must be one program, in a `.mlir` file".to_owned()),
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
            Ok(Run::Late(reason)) => answer.problem = Some(reason),
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
                _ => others.push(line.strip_prefix("error: ").unwrap_or(line)),
            }
        }
        if !others.is_empty() {
            self.problem = Some(others.join("\n"));
        }
    }
}
