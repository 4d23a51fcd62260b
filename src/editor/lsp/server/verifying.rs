//! When which document is verified.

use super::Server;
use crate::{
    base::diagnostic::Severity,
    base::source::open,
    editor::lsp::{
        document::Document,
        saved::Saved,
        uri,
        verdicts::{Answer, Report},
        view::View,
    },
};
use lsp_server::{Request, RequestId};
use lsp_types::Uri;
use serde_json::Value;
use std::{num::NonZero, path::PathBuf, process::Command, sync::Arc, thread, time::Duration};

const REFRESH: &str = "workspace/codeLens/refresh";

impl Server {
    /// Ends what is about older states of documents, and starts with the next document.
    pub(super) fn verify_next(&self) {
        self.verdicts.forget_unless(|uri, moment| {
            let document = self.documents.get(uri);
            document.is_some_and(|document| document.moment() == moment)
        });
        if let Some(uri) = self.verdicts.due(|uri| self.is_analyzed(uri)) {
            self.verify(&uri);
        }
    }

    /// The time until a document is to be verified.
    pub(super) fn time_to_verify(&self) -> Option<Duration> {
        self.verdicts.patience(|uri| self.is_analyzed(uri))
    }

    fn is_analyzed(&self, uri: &str) -> bool {
        self.documents.get(uri).is_some_and(Document::is_known)
    }

    /// The verdicts about a document, as far as they are known. Whoever asks waits for the
    /// rest, or asks again when the server says that there is more.
    pub(in crate::editor::lsp) fn verdicts_of(&self, document: &Uri) -> Option<Arc<Answer>> {
        let moment = self.documents.get(document.as_ref())?.moment();
        let answer = self.verdicts.ask(document, moment);
        if self.in_step && answer.report().is_none() {
            self.verify(document);
        }
        Some(answer)
    }

    /// Whether all verdicts about the present state of a document are known.
    pub(in crate::editor::lsp) fn is_verified(&self, document: &Uri) -> bool {
        let present = self.documents.get(document.as_ref());
        present.is_some_and(|present| self.verdicts.are_known(document, present.moment()))
    }

    /// Whether the editor asks for lenses again when the server wants that.
    pub(in crate::editor::lsp) fn can_show_lenses_again(&self) -> bool {
        !self.in_step && self.refreshes.contains(&REFRESH)
    }

    /// Makes the editor ask for what is known now.
    pub(super) fn verdicts_changed(&self) {
        if self.can_show_lenses_again() {
            let id = RequestId::from("verified".to_owned());
            self.send(Request::new(id, REFRESH.to_owned(), Value::Null).into());
        }
    }

    fn verify(&self, document: &Uri) {
        let (mut command, saved) = match self.verification(document) {
            Ok(prepared) => prepared,
            Err(problem) => return self.verdicts.refuse(document, problem),
        };
        self.verdicts.start(document, move |process| {
            Report::new(process.run(&mut command), &saved)
        });
    }

    /// What verifies a document, and the file that it reads, or the reason why nothing does.
    fn verification(&self, document: &Uri) -> Result<(Command, Saved), String> {
        let view = self.view(document);
        let view = view.ok_or_else(|| "the server cannot analyze the file".to_owned())?;
        let mut diagnostics = view.parts().flat_map(|part| part.diagnostics());
        let portable = self.settings.is_portable;
        // In portable files, more is an error than `verify` says.
        if !portable && diagnostics.any(|one| one.severity == Severity::Error) {
            return Err("the file has errors".to_owned());
        }
        if let Some(included) = self.unsaved_include(view) {
            return Err(format!("`{included}` is not saved"));
        }
        let saved = Saved::new(self, document)?;
        let mut command = saved.command("verify")?;
        command
            .args(["--format", "json", "--error-format", "text"])
            .args(["--split-input-file", "--ends-with-parent"])
            .args(["--threads", &num_threads().to_string()])
            .arg(saved.path());
        Ok((command, saved))
    }

    /// A file that a document includes and that is not on disk as the editor shows it.
    fn unsaved_include(&self, view: View<'_>) -> Option<String> {
        let mut others = self.documents.iter();
        let found = others.find_map(|(uri, other)| {
            let path = uri::to_path(&Uri(uri.clone())).filter(|_| uri != view.uri.as_ref())?;
            let mut paths: Vec<PathBuf> = path.canonicalize().into_iter().collect();
            paths.push(path.clone());
            let is_included = view.document.includes(&paths);
            let is_saved =
                || open::read(&path).is_ok_and(|it| it == other.text.as_str().as_bytes());
            (is_included && !is_saved()).then_some(path)
        })?;
        Some(found.file_name()?.to_string_lossy().into_owned())
    }
}

/// Half of the cores are left to the user.
fn num_threads() -> usize {
    let all = thread::available_parallelism().map_or(1, NonZero::get);
    (all / 2).max(1)
}
