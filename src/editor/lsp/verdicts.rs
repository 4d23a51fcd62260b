//! Whether the patterns of documents are right, found out in the background.
//!
//! `pdll-opt verify` does it, in a process of its own: for one document at a time, when
//! somebody has asked and nothing has changed for a while. A change of the document ends
//! the process at once. What it has decided until then is in the cache, so that the next
//! one goes on from there.
//!
//! | module | subject |
//! |---|---|
//! | `process` | a process that can be ended |
//! | `verdict` | what it says about a pattern, and how a lens says that |

mod verdict;

use crate::editor::process::Process;
use crossbeam_channel::{Receiver, Sender, unbounded};
use lsp_types::Uri;
use std::{
    cell::RefCell,
    collections::BTreeMap,
    sync::{Arc, Condvar, Mutex, PoisonError},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

pub(super) use crate::editor::process::Ended;
pub(super) use verdict::{Report, Title};

/// The state of a document and of the files that it includes.
type Moment = (u64, u64);

/// How long nobody may have typed before patterns are verified.
const QUIET: Duration = Duration::from_millis(500);

/// What is known about documents, and the process that finds out more.
pub(super) struct Verdicts {
    documents: RefCell<BTreeMap<String, Entry>>,
    threads: RefCell<Vec<JoinHandle<()>>>,
    sender: Sender<()>,
    /// Receives something whenever more is known.
    pub(super) changed: Receiver<()>,
}

/// A document about which somebody has asked.
struct Entry {
    moment: Moment,
    asked: Instant,
    answer: Arc<Answer>,
    process: Option<Arc<Process>>,
}

/// What will be known about a document, for all who wait for it.
#[derive(Default)]
pub(super) struct Answer {
    known: Mutex<Option<Known>>,
    changed: Condvar,
}

#[derive(Clone)]
enum Known {
    Report(Arc<Report>),
    /// The document has changed before.
    Nothing,
}

impl Default for Verdicts {
    fn default() -> Self {
        let (sender, changed) = unbounded();
        Verdicts {
            documents: RefCell::default(),
            threads: RefCell::default(),
            sender,
            changed,
        }
    }
}

impl Verdicts {
    /// Asks for the verdicts about a state of a document. There is no other state of it any
    /// more.
    pub(super) fn ask(&self, document: &Uri, moment: Moment) -> Arc<Answer> {
        let mut documents = self.documents.borrow_mut();
        if let Some(entry) = documents.get(document.as_ref())
            && entry.moment == moment
        {
            return entry.answer.clone();
        }
        let entry = Entry {
            moment,
            asked: Instant::now(),
            answer: Arc::default(),
            process: None,
        };
        let answer = entry.answer.clone();
        documents.insert(document.to_string(), entry);
        answer
    }

    /// Whether there is a report about a state of a document, which needs no more.
    pub(super) fn are_known(&self, document: &Uri, moment: Moment) -> bool {
        let documents = self.documents.borrow();
        let entry = documents.get(document.as_ref());
        let entry = entry.filter(|entry| entry.moment == moment);
        entry.is_some_and(|entry| {
            entry
                .answer
                .report()
                .is_some_and(|report| report.is_complete())
        })
    }

    /// Forgets all documents whose state is another one now, and ends the process that
    /// verifies such a one.
    pub(super) fn forget_unless(&self, is_present: impl Fn(&str, Moment) -> bool) {
        let mut documents = self.documents.borrow_mut();
        documents.retain(|uri, entry| is_present(uri, entry.moment));
    }

    /// The document that is to be verified, if it is time. Only those that are analyzed can
    /// be.
    pub(super) fn due(&self, is_analyzed: impl Fn(&str) -> bool) -> Option<Uri> {
        let documents = self.documents.borrow();
        let (uri, entry) = next(&documents, is_analyzed)?;
        (entry.asked.elapsed() >= QUIET).then(|| Uri(uri.to_owned()))
    }

    /// The time until a document is due.
    pub(super) fn patience(&self, is_analyzed: impl Fn(&str) -> bool) -> Option<Duration> {
        let documents = self.documents.borrow();
        let (_, entry) = next(&documents, is_analyzed)?;
        Some(QUIET.saturating_sub(entry.asked.elapsed()))
    }

    /// Starts to verify a document, and stops with others, which are due later. `run` does
    /// it, in another thread.
    pub(super) fn start(
        &self,
        document: &Uri,
        run: impl FnOnce(&Process) -> Option<Report> + Send + 'static,
    ) {
        let mut documents = self.documents.borrow_mut();
        if !documents.get(document.as_ref()).is_some_and(Entry::is_open) {
            return;
        }
        for other in documents.values_mut().filter(|entry| entry.is_running()) {
            other.stop();
        }
        let Some(entry) = documents.get_mut(document.as_ref()) else {
            return;
        };
        let process = Arc::<Process>::default();
        entry.process = Some(process.clone());
        let (answer, sender) = (entry.answer.clone(), self.sender.clone());
        let mut threads = self.threads.borrow_mut();
        threads.retain(|thread| !thread.is_finished());
        threads.push(thread::spawn(move || {
            let answer = Promise(answer);
            if let Some(report) = run(&process) {
                answer.0.set(Known::Report(Arc::new(report)));
            }
            // The server may be gone by then.
            let _ = sender.send(());
        }));
    }

    /// Says of a document that nothing is found out about it.
    pub(super) fn refuse(&self, document: &Uri, problem: String) {
        if let Some(entry) = self.documents.borrow().get(document.as_ref()) {
            let report = Report::of_problem(problem);
            entry.answer.set(Known::Report(Arc::new(report)));
            let _ = self.sender.send(());
        }
    }
}

impl Drop for Verdicts {
    fn drop(&mut self) {
        self.documents.borrow_mut().clear();
        // They end soon, and have files to remove.
        for thread in self.threads.borrow_mut().drain(..) {
            let _ = thread.join();
        }
    }
}

impl Entry {
    /// Whether nothing is known, and nobody finds it out.
    fn is_open(&self) -> bool {
        self.process.is_none() && self.answer.get().is_none()
    }

    fn is_running(&self) -> bool {
        self.process.is_some() && self.answer.get().is_none()
    }

    fn stop(&mut self) {
        if let Some(process) = self.process.take() {
            process.end();
        }
    }
}

/// The document about which nothing is known and that the editor has asked for last. What
/// is being verified goes before what was asked for earlier.
fn next(
    documents: &BTreeMap<String, Entry>,
    is_analyzed: impl Fn(&str) -> bool,
) -> Option<(&str, &Entry)> {
    let running = documents.values().filter(|entry| entry.is_running());
    let since = running.map(|entry| entry.asked).max();
    let documents = documents.iter().map(|(uri, entry)| (&**uri, entry));
    documents
        .filter(|(uri, entry)| entry.is_open() && is_analyzed(uri))
        .filter(|(_, entry)| since.is_none_or(|since| since < entry.asked))
        .max_by_key(|(_, entry)| entry.asked)
}

impl Drop for Entry {
    fn drop(&mut self) {
        self.answer.set(Known::Nothing);
        self.stop();
    }
}

/// An answer of a thread, which nobody waits for any more if it panics.
struct Promise(Arc<Answer>);

impl Drop for Promise {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.set(Known::Nothing);
        }
    }
}

impl Answer {
    /// What is known, if anything is.
    pub(super) fn report(&self) -> Option<Arc<Report>> {
        match self.get()? {
            Known::Report(report) => Some(report),
            Known::Nothing => None,
        }
    }

    /// Waits until something is known. `None` if the document has changed before.
    pub(super) fn wait(&self) -> Option<Arc<Report>> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            match &*known {
                Some(Known::Report(report)) => return Some(report.clone()),
                Some(Known::Nothing) => return None,
                None => {}
            }
            let waited = self.changed.wait(known);
            known = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn get(&self) -> Option<Known> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.clone()
    }

    /// The first one counts.
    fn set(&self, known: Known) {
        let mut before = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        before.get_or_insert(known);
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uri() -> Uri {
        Uri("file:///a.pdll".to_owned())
    }

    #[test]
    fn another_state_ends_what_is_about_the_one_before() {
        let verdicts = Verdicts::default();
        let first = verdicts.ask(&uri(), (1, 0));
        assert!(Arc::ptr_eq(&first, &verdicts.ask(&uri(), (1, 0))));
        verdicts.start(&uri(), |process| {
            let mut command = std::process::Command::new("sleep");
            let ended = process.run(command.arg("1000"));
            assert!(matches!(ended, Ok(Ended::Early)));
            None
        });
        assert!(verdicts.due(|_| true).is_none());
        let second = verdicts.ask(&uri(), (2, 0));
        assert!(first.wait().is_none());
        assert!(second.report().is_none());
        verdicts.refuse(&uri(), "it is wrong".to_owned());
        let report = second.wait().expect("it was set");
        assert_eq!(report.title(1, "P").text, "not verified: it is wrong");
        verdicts.forget_unless(|_, moment| moment == (3, 0));
        assert!(verdicts.ask(&uri(), (2, 0)).report().is_none());
    }

    #[test]
    fn who_asks_last_is_served_first() {
        let other = Uri("file:///b.pdll".to_owned());
        let verdicts = Verdicts::default();
        let sleep = |process: &Process| {
            let ended = process.run(std::process::Command::new("sleep").arg("1000"));
            assert!(matches!(ended, Ok(Ended::Early)));
            None
        };
        verdicts.ask(&uri(), (1, 0));
        verdicts.start(&uri(), sleep);
        verdicts.ask(&other, (1, 0));
        thread::sleep(QUIET);
        assert_eq!(verdicts.due(|_| true), Some(other.clone()));
        verdicts.start(&other, |_| {
            Some(Report::of_problem("it is over".to_owned()))
        });
        verdicts.ask(&other, (1, 0)).wait().expect("it is over");
        // The other one comes again.
        assert_eq!(verdicts.due(|_| true), Some(uri()));
        assert!(verdicts.ask(&uri(), (1, 0)).report().is_none());
    }

    #[test]
    fn a_document_is_due_once_it_is_quiet() {
        let verdicts = Verdicts::default();
        assert!(verdicts.patience(|_| true).is_none());
        verdicts.ask(&uri(), (1, 0));
        assert!(verdicts.due(|_| true).is_none());
        let patience = verdicts.patience(|_| true).expect("it is open");
        assert!(patience <= QUIET);
        thread::sleep(patience);
        assert_eq!(verdicts.patience(|_| true), Some(Duration::ZERO));
        assert_eq!(verdicts.due(|_| true), Some(uri()));
        assert!(verdicts.due(|_| false).is_none());
        assert!(verdicts.patience(|_| false).is_none());
        // A panic answers, too.
        verdicts.start(&uri(), |_| panic!("a test"));
        assert!(verdicts.ask(&uri(), (1, 0)).wait().is_none());
        assert!(verdicts.due(|_| true).is_none());
    }
}
