//! Requests that wait until their documents are analyzed.

use super::Server;
use crate::{
    editor::lsp::{document::Document, view::View},
    mlir::ffi::guard::internal_error,
};
use lsp_server::{ErrorCode, RequestId, Response};
use lsp_types::Uri;
use serde_json::Value;
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    time::{Duration, Instant},
};

/// What answers a request when its document is analyzed, or asks other files, too.
pub(in crate::editor::lsp) type Answer = Box<dyn FnOnce(&Server, View<'_>)>;

/// A request whose document is being analyzed.
pub(super) struct Waiting {
    pub(super) id: RequestId,
    pub(super) uri: Uri,
    since: Instant,
    needs: Needs,
    answer: Answer,
}

/// What an answer needs to know about a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::editor::lsp) enum Needs {
    /// Its text, whatever the names in it stand for.
    Text,
    /// What names stand for. If that takes long, as far as it is known.
    Names,
    /// What names stand for, and where all of it is mentioned. If that takes long, in an
    /// earlier state.
    Everything,
    /// What is wrong with it, in this state or an earlier one. Warnings about several
    /// patterns may be missing.
    Errors,
    /// All that is wrong with it.
    AllErrors,
}

impl Needs {
    /// Whether no excerpt is enough.
    fn is_about_all(self) -> bool {
        matches!(self, Needs::Everything | Needs::AllErrors)
    }
}

impl Waiting {
    /// When to answer from an analysis that is not of the present state, or provisional:
    /// after what time, or never.
    fn patience(&self, document: &Document) -> Option<Duration> {
        let analyzed = document.analyzed.as_ref()?;
        match self.needs {
            Needs::Text if analyzed.state == document.state => Some(Duration::ZERO),
            _ if analyzed.is_complete() => Some(PATIENCE),
            Needs::Text => Some(PATIENCE),
            Needs::Names | Needs::Everything => Some(LONG_PATIENCE),
            Needs::Errors | Needs::AllErrors => None,
        }
    }
}

/// How long a request waits if there is an older analysis.
const PATIENCE: Duration = Duration::from_millis(150);

/// How long a request waits for definitions if there is nothing but a provisional
/// analysis.
const LONG_PATIENCE: Duration = Duration::from_secs(10);

impl Server {
    /// The time until a request has waited long enough, or a document is to be verified.
    pub(super) fn patience(&self) -> Duration {
        let waiting = self.waiting.iter();
        let times = waiting.filter_map(|one| {
            let document = self.documents.get(one.uri.as_ref())?;
            let patience = one.patience(document)?;
            Some(patience.saturating_sub(one.since.elapsed()))
        });
        let times = times
            .chain(self.time_to_verify())
            .chain(self.time_to_analyze());
        times.min().unwrap_or(Duration::from_secs(3600))
    }

    /// Whether a request waits for an analysis of a whole document.
    pub(super) fn is_wanted(&self, uri: &str) -> bool {
        let mut waiting = self.waiting.iter();
        waiting.any(|one| one.uri.as_ref() == uri && one.needs.is_about_all())
    }

    /// Answers a request as soon as what it needs to know about its document is known.
    pub(in crate::editor::lsp) fn answer_later(
        &mut self,
        id: RequestId,
        uri: Uri,
        needs: Needs,
        answer: Answer,
    ) {
        if !self.documents.contains_key(uri.as_ref()) {
            let message = format!("`{uri}` is not open");
            return self.fail(id, ErrorCode::InvalidParams, message);
        }
        self.waiting.push(Waiting {
            id,
            uri,
            since: Instant::now(),
            needs,
            answer,
        });
    }

    /// Answers the requests whose documents are known, or were known before and are
    /// being analyzed for long. Requests about closed documents fail.
    pub(super) fn answer_waiting(&mut self) {
        let mut still_waiting = Vec::new();
        for one in std::mem::take(&mut self.waiting) {
            let Some(document) = self.documents.get(one.uri.as_ref()) else {
                let message = format!("`{}` was closed", one.uri);
                self.fail(one.id, ErrorCode::RequestFailed, message);
                continue;
            };
            let patience = one.patience(document);
            let waited_enough = patience.is_some_and(|patience| one.since.elapsed() >= patience);
            let is_ready = match one.needs.is_about_all() {
                true => document.is_known(),
                false => document.is_current(),
            };
            if !is_ready && !waited_enough {
                still_waiting.push(one);
                continue;
            }
            self.answer(one);
        }
        still_waiting.append(&mut self.waiting);
        self.waiting = still_waiting;
    }

    fn answer(&self, waiting: Waiting) {
        let Waiting {
            id,
            uri,
            answer,
            needs,
            ..
        } = waiting;
        let Some(mut view) = self.view(&uri) else {
            return self.respond(Response::new_ok(id, ()));
        };
        view.excerpt = view.excerpt.filter(|_| !needs.is_about_all());
        if let Err(payload) = catch_unwind(AssertUnwindSafe(|| answer(self, view))) {
            self.fail(id, ErrorCode::InternalError, internal_error(&*payload));
        }
    }

    pub(super) fn cancel(&mut self, params: &Value) {
        let Ok(id) = serde_json::from_value::<RequestId>(params["id"].clone()) else {
            return;
        };
        let before = self.waiting.len();
        self.waiting.retain(|one| one.id != id);
        if self.waiting.len() < before || self.asides.take(&id) {
            self.fail(id, ErrorCode::RequestCanceled, "canceled".to_owned());
        }
    }
}
