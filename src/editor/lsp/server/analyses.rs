//! Which document is analyzed next, and what becomes of the result.

use super::Server;
use crate::{
    editor::lsp::{
        diagnostics::of_document,
        document::{Analyzed, Document, Excerpt},
        reader::{Finished, Reading},
        uri,
        worker::{Changed, Done, Found, Job, Task, Whole, inputs},
    },
    front::ods::Reads,
};
use lsp_server::{ErrorCode, Request, RequestId};
use lsp_types::Uri;
use serde_json::Value;
use std::{sync::Arc, time::Duration};

/// How long nobody types before a whole document is analyzed of which an excerpt tells what
/// has changed.
const QUIET: Duration = Duration::from_millis(300);

impl Server {
    /// Gives the threads the next documents, if they have nothing to do.
    pub(super) fn analyze_next(&mut self) {
        self.analyze_changed();
        self.analyze_whole();
    }

    /// Analyzes the patterns of a document that have changed.
    fn analyze_changed(&mut self) {
        if self.is_busy_with_changes {
            return;
        }
        let mut documents = self.documents.iter();
        let next = documents.find_map(|(uri, document)| {
            let known = self.excerpt_of(document)?.clone();
            let hull = document.shift().hull()?;
            Some((uri, document, Changed { known, hull }))
        });
        let Some((uri, document, changed)) = next else {
            return;
        };
        self.changes_worker.send(Job {
            uri: Uri(uri.clone()),
            text: document.text.clone(),
            state: document.state,
            environment: document.environment,
            overlay: self.overlay(),
            task: Task::Changed(changed),
        });
        self.is_busy_with_changes = true;
    }

    /// See [`Document::excerpt_of`].
    fn excerpt_of<'d>(&self, document: &'d Document) -> Option<&'d Arc<Analyzed>> {
        let is_possible = !self.in_step && !self.settings.is_portable;
        document.excerpt_of(self.short).filter(|_| is_possible)
    }

    /// Whether a whole document is to be analyzed now. If an excerpt tells what has changed,
    /// that has time until nobody types.
    fn is_due(&self, uri: &str, document: &Document) -> bool {
        let can_wait = document.excerpt.is_some() && document.is_current()
            || self.excerpt_of(document).is_some();
        !can_wait || self.in_step || self.is_wanted(uri) || document.since.elapsed() >= QUIET
    }

    /// The time until a whole document is to be analyzed.
    pub(super) fn time_to_analyze(&self) -> Option<Duration> {
        let documents = self.documents.values();
        let unknown = documents.filter(|document| !document.is_known());
        let times = unknown.map(|document| QUIET.saturating_sub(document.since.elapsed()));
        let times = times.filter(|time| !time.is_zero());
        times.min()
    }

    /// Analyzes a whole document.
    fn analyze_whole(&mut self) {
        if self.busy.is_some() {
            return;
        }
        let is_wanted = |uri: &&String| self.waiting.iter().any(|one| one.uri.as_ref() == **uri);
        let unknown = || {
            let documents = self.documents.iter();
            documents
                .filter(|(_, document)| !document.is_known())
                .filter(|(_, document)| self.in_step || document.unread().is_none())
                .filter(|(uri, document)| self.is_due(uri, document))
                .map(|(uri, _)| uri)
        };
        let next = unknown().find(is_wanted).or_else(|| unknown().next());
        let Some(uri) = next.map(|uri| Uri(uri.clone())) else {
            return;
        };
        let document = &self.documents[uri.as_ref()];
        let path = uri::to_path(&uri);
        let whole = Whole {
            name: uri::name(&uri),
            include_dirs: self.settings.include_dirs(path.as_deref()),
            is_portable: self.settings.is_portable,
            reads: match self.in_step {
                true => Reads::All,
                false => document.reads(),
            },
            known: document.analyzed.clone(),
        };
        self.worker.send(Job {
            uri: uri.clone(),
            text: document.text.clone(),
            state: document.state,
            environment: document.environment,
            overlay: self.overlay(),
            task: Task::Whole(whole),
        });
        self.busy = Some(uri);
    }

    /// Gives the other thread the next definitions to read, if it has nothing to do, and
    /// says so.
    pub(super) fn read_next(&mut self) {
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
    pub(super) fn definitions_were_read(&mut self, finished: Finished) {
        self.is_reading = None;
        if let Some(problem) = finished.problem {
            self.log(&problem);
        }
        for (uri, document) in &mut self.documents {
            let is_same = *uri == *finished.uri.as_ref();
            document.definitions_were_read(is_same.then_some(finished.state));
        }
    }

    /// Takes a result of the thread.
    pub(super) fn learn(&mut self, done: Done) {
        match done.is_about_changes {
            true => self.is_busy_with_changes = false,
            false => self.busy = None,
        }
        let moment = (done.state, done.environment);
        match done.result {
            Ok(Found::Whole(analyzed)) => self.learn_whole(&done.uri, done.state, analyzed),
            Ok(Found::Changed(excerpt)) => self.learn_changes(&done.uri, moment, excerpt),
            // The analysis of the whole document may succeed.
            Err(message) if done.is_about_changes => {
                self.log(&message);
                self.learn_changes(&done.uri, moment, None);
            }
            Err(message) => self.give_up(&done.uri, &message),
        }
    }

    fn learn_changes(&mut self, uri: &Uri, moment: (u64, u64), excerpt: Option<Arc<Excerpt>>) {
        let Some(document) = self.documents.get_mut(uri.as_ref()) else {
            return;
        };
        document.learn_excerpt(moment, excerpt);
        if document.excerpt.is_some() && document.is_current() {
            self.publish(uri);
        }
    }

    fn learn_whole(&mut self, uri: &Uri, state: u64, analyzed: Arc<Analyzed>) {
        let Some(document) = self.documents.get_mut(uri.as_ref()) else {
            return;
        };
        // It may have been closed and opened again meanwhile.
        if document.state < state {
            return;
        }
        let before = document.analyzed.as_ref();
        let is_same_text = before.is_some_and(|before| before.state == analyzed.state);
        document.learn(analyzed);
        if !document.is_known() {
            return;
        }
        self.publish(uri);
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
            let found = of_document(view);
            let version = view.document.version;
            self.published.publish(uri, version, found, &self.sender);
        }
    }
}
