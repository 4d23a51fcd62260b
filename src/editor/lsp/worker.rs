//! The thread that analyzes. It owns the MLIR context.

use super::{
    document::{Analyzed, Part},
    document_text::Text,
    overlay::Overlay,
    server::Setup,
};
use crate::{
    base::source::split::{self, DEFAULT_MARK, split},
    editor::ide::{Analyzer, Input},
    front::ods::Reads,
    mlir::ffi::guard::internal_error,
};
use crossbeam_channel::{Receiver, Sender, unbounded};
use lsp_types::Uri;
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    sync::Arc,
    thread::{self, JoinHandle},
};

/// A document to analyze.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) uri: Uri,
    /// The path, or another name of a document that is no file.
    pub(super) name: String,
    pub(super) text: Text,
    pub(super) state: u64,
    pub(super) environment: u64,
    pub(super) include_dirs: Vec<PathBuf>,
    /// Whether to report what MLIR's `mlir-pdll` does not have.
    pub(super) is_portable: bool,
    pub(super) overlay: Overlay,
    /// Which definitions count.
    pub(super) reads: Reads,
    /// What was known about an earlier state. Parts that are the same are not
    /// analyzed again.
    pub(super) known: Option<Arc<Analyzed>>,
}

/// The end of a job.
#[derive(Debug)]
pub(super) struct Done {
    pub(super) uri: Uri,
    pub(super) state: u64,
    /// What is known now, or the message of an internal error.
    pub(super) result: Result<Arc<Analyzed>, String>,
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
    pub(super) fn start(setup: Setup) -> std::io::Result<Worker> {
        let (jobs, receiver) = unbounded();
        let (sender, done) = unbounded();
        let thread = thread::Builder::new()
            .name("analysis".to_owned())
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

fn run(setup: &Setup, jobs: &Receiver<Job>, done: &Sender<Done>) {
    let mut analyzer = setup.analyzer();
    for job in jobs {
        let (uri, state) = (job.uri.clone(), job.state);
        let result = catch_unwind(AssertUnwindSafe(|| analyze(&mut analyzer, job)));
        let result = result.map_err(|payload| {
            // What the analyzer kept may be damaged.
            analyzer = setup.analyzer();
            internal_error(&*payload)
        });
        if done.send(Done { uri, state, result }).is_err() {
            return;
        }
    }
}

fn analyze(analyzer: &mut Analyzer, job: Job) -> Arc<Analyzed> {
    let mut parts = Vec::new();
    let inputs = inputs(&job.text, &job.name, &job.include_dirs);
    for (index, (start, input)) in inputs.into_iter().enumerate() {
        let input = Input {
            is_portable: job.is_portable,
            ..input
        };
        let known = job
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
            None => Arc::new(analyzer.analyze(input, job.reads, &job.overlay)),
        };
        parts.push(Part { start, analysis });
    }
    Arc::new(Analyzed {
        state: job.state,
        environment: job.environment,
        parts,
    })
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
