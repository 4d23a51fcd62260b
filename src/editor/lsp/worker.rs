//! A thread that analyzes. It owns an MLIR context.

use super::{
    document::{Analyzed, Excerpt, Part},
    document_text::Text,
    overlay::Overlay,
    server::Setup,
    shift::Hull,
};
use crate::{
    base::source::split::{self, DEFAULT_MARK, split},
    editor::ide::{Analyzer, Change, Input},
    front::ods::Reads,
    mlir::ffi::{guard::internal_error, process::return_memory},
};
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};
use lsp_types::Uri;
use memchr::memmem;
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    sync::{Arc, OnceLock},
    thread::{self, JoinHandle},
    time::Duration,
};

/// A document to analyze.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) uri: Uri,
    pub(super) text: Text,
    pub(super) state: u64,
    pub(super) environment: u64,
    pub(super) overlay: Overlay,
    pub(super) task: Task,
}

/// How much of it to analyze.
#[derive(Debug)]
pub(super) enum Task {
    Whole(Whole),
    Changed(Changed),
}

/// What an analysis of a whole document needs to know.
#[derive(Debug)]
pub(super) struct Whole {
    /// The path, or another name of a document that is no file.
    pub(super) name: String,
    pub(super) include_dirs: Vec<PathBuf>,
    /// Whether to report what MLIR's `mlir-pdll` does not have.
    pub(super) is_portable: bool,
    /// Which definitions count.
    pub(super) reads: Reads,
    /// What was known about an earlier state. Parts that are the same are not
    /// analyzed again.
    pub(super) known: Option<Arc<Analyzed>>,
}

/// What an analysis of the patterns needs to know that edits have changed.
#[derive(Debug)]
pub(super) struct Changed {
    pub(super) known: Arc<Analyzed>,
    /// Where the edits are.
    pub(super) hull: Hull,
}

/// The end of a job.
#[derive(Debug)]
pub(super) struct Done {
    pub(super) uri: Uri,
    pub(super) state: u64,
    pub(super) environment: u64,
    /// Whether it was about changes only.
    pub(super) is_about_changes: bool,
    /// What is known now, or the message of an internal error.
    pub(super) result: Result<Found, String>,
}

/// What a thread has found out.
#[derive(Debug)]
pub(super) enum Found {
    Whole(Arc<Analyzed>),
    /// None if only an analysis of the whole document can tell.
    Changed(Option<Arc<Excerpt>>),
}

/// The thread.
pub(super) struct Worker {
    jobs: Option<Sender<Job>>,
    pub(super) done: Receiver<Done>,
    thread: Option<JoinHandle<()>>,
}

/// As deep as a main thread: analysis is recursive.
const STACK_BYTES: usize = 8 << 20;

impl Worker {
    /// Starts the thread.
    pub(super) fn start(name: &str, setup: Setup) -> std::io::Result<Worker> {
        let (jobs, receiver) = unbounded();
        let (sender, done) = unbounded();
        let thread = thread::Builder::new()
            .name(name.to_owned())
            .stack_size(STACK_BYTES)
            .spawn(move || run(&setup, &receiver, &sender))?;
        Ok(Worker {
            jobs: Some(jobs),
            done,
            thread: Some(thread),
        })
    }

    /// Gives the thread something to do.
    pub(super) fn send(&self, job: Job) {
        let is_sent = self
            .jobs
            .as_ref()
            .is_some_and(|jobs| jobs.send(job).is_ok());
        // The thread ends after this end of the channel only.
        debug_assert!(is_sent);
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        drop(self.jobs.take());
        // The process does not wait for a long analysis.
        if let Some(thread) = self.thread.take().filter(JoinHandle::is_finished) {
            let _ = thread.join();
        }
    }
}

/// The length of a text, in bytes, whose analysis leaves much memory that is free.
const LARGE_TEXT: usize = 100_000;

/// How long there is nothing to do before that memory goes back.
const REST: Duration = Duration::from_millis(200);

fn run(setup: &Setup, jobs: &Receiver<Job>, done: &Sender<Done>) {
    let mut analyzer = setup.analyzer();
    let mut leaves_memory = false;
    while let Some(job) = next(jobs, &mut leaves_memory) {
        let (uri, state, environment) = (job.uri.clone(), job.state, job.environment);
        let is_about_changes = matches!(job.task, Task::Changed(_));
        leaves_memory |= job.text.as_str().len() >= LARGE_TEXT;
        let result = catch_unwind(AssertUnwindSafe(|| match &job.task {
            Task::Whole(whole) => Found::Whole(analyze(&mut analyzer, &job, whole)),
            Task::Changed(changed) => Found::Changed(excerpt(&mut analyzer, &job, changed)),
        }));
        let result = result.map_err(|payload| {
            // What the analyzer kept may be damaged.
            analyzer = setup.analyzer();
            internal_error(&*payload)
        });
        let end = Done {
            uri,
            state,
            environment,
            is_about_changes,
            result,
        };
        if done.send(end).is_err() {
            return;
        }
    }
}

/// Waits for the next job. By the time the memory of earlier ones goes back, what they have
/// found has taken the place of what was known before.
fn next(jobs: &Receiver<Job>, leaves_memory: &mut bool) -> Option<Job> {
    if *leaves_memory {
        match jobs.recv_timeout(REST) {
            Err(RecvTimeoutError::Timeout) => return_memory(),
            job => return job.ok(),
        }
        *leaves_memory = false;
    }
    jobs.recv().ok()
}

fn analyze(analyzer: &mut Analyzer, job: &Job, whole: &Whole) -> Arc<Analyzed> {
    let mut parts = Vec::new();
    let inputs = inputs(&job.text, &whole.name, &whole.include_dirs);
    for (index, (start, input)) in inputs.into_iter().enumerate() {
        let input = Input {
            is_portable: whole.is_portable,
            ..input
        };
        let known = whole
            .known
            .as_ref()
            .filter(|known| known.environment == job.environment);
        let known = known
            .and_then(|known| known.parts.get(index))
            .filter(|known| known.analysis.ods().unread().is_empty())
            .filter(|known| {
                let sources = &known.analysis.sources;
                let file = sources.file(known.analysis.file);
                file.text() == input.text
                    && sources.position(known.analysis.at(0)).line == input.first_line
            });
        let analysis = match known {
            Some(known) => known.analysis.clone(),
            None => Arc::new(analyzer.analyze(input, whole.reads, &job.overlay)),
        };
        parts.push(Part { start, analysis });
    }
    Arc::new(Analyzed {
        state: job.state,
        environment: job.environment,
        parts,
        encoded_words: OnceLock::new(),
    })
}

/// Analyzes patterns of one part of a document, if all edits are there.
fn excerpt(analyzer: &mut Analyzer, job: &Job, changed: &Changed) -> Option<Arc<Excerpt>> {
    let Changed { known, hull } = changed;
    let index = known
        .parts
        .partition_point(|part| part.start <= hull.old.start);
    let index = index.checked_sub(1)?;
    let Part { start, analysis } = &known.parts[index];
    let end = start + analysis.text().len() as u32;
    let is_last = index + 1 == known.parts.len();
    // Lines between parts are longer than one byte.
    if hull.old.end > end || (hull.old.end == end && !is_last) {
        return None;
    }
    let end = end - hull.old.end + hull.new.end;
    if may_split(job.text.lines(hull.new.clone())) {
        return None;
    }
    let change = Change {
        text: job.text.as_str().get(*start as usize..end as usize)?,
        replaced: hull.old.start - start..hull.old.end - start,
    };
    let found = analyzer.excerpt(analysis, &change, &job.overlay)?;
    let replaced = found.excerpt.as_ref().map_or(0, |one| one.replaced.start);
    Some(Arc::new(Excerpt {
        state: job.state,
        known: known.clone(),
        index,
        part: Part {
            start: start + replaced,
            analysis: Arc::new(found),
        },
    }))
}

/// Whether there is, or may be, a mark between two parts in these lines.
fn may_split(lines: &str) -> bool {
    memmem::find(lines.as_bytes(), b"// ---").is_some()
}

/// The parts of a document, each with the offset of its text. There is at least one.
pub(super) fn inputs(text: &Text, name: &str, include_dirs: &[PathBuf]) -> Vec<(u32, Input)> {
    let whole = text.as_str();
    let parts = split(whole.as_bytes(), Some(DEFAULT_MARK)).into_iter();
    let input = |part: split::Part<'_>| {
        let start = part.text.as_ptr() as usize - whole.as_ptr() as usize;
        let input = Input {
            name: name.to_owned(),
            // The mark is ASCII, so that parts begin and end between characters.
            text: String::from_utf8_lossy(part.text).into_owned(),
            first_line: part.first_line,
            include_dirs: include_dirs.to_vec(),
            is_portable: false,
        };
        (start as u32, input)
    };
    parts.map(input).collect()
}
