//! Which document is analyzed next, and what becomes of the result.

use super::Server;
use crate::{
    editor::lsp::{
        diagnostics::of_document,
        reader::{Finished, Reading},
        uri,
        worker::{Done, Job, inputs},
    },
    front::ods::Reads,
};
use lsp_server::{ErrorCode, Request, RequestId};
use lsp_types::Uri;
use serde_json::Value;

impl Server {
    /// Gives the thread the next document, if it has nothing to do.
    pub(super) fn analyze_next(&mut self) {
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
            is_portable: self.settings.is_portable,
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
            let found = of_document(view);
            let version = view.document.version;
            self.published.publish(uri, version, found, &self.sender);
        }
    }
}
