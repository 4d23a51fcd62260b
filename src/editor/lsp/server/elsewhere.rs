//! Requests that other threads answer.

use super::Server;
use crate::editor::lsp::workspace::{Files, Snapshot};
use crossbeam_channel::bounded;
use lsp_server::{RequestId, Response};
use std::thread;

impl Server {
    /// Responds when a function on another thread is done.
    pub(in crate::editor::lsp) fn respond_aside(
        &self,
        id: RequestId,
        run: impl FnOnce(RequestId) -> Response + Send + 'static,
    ) {
        if self.in_step {
            return self.respond(run(id));
        }
        let aside = self.asides.open(id);
        thread::spawn(move || {
            let response = run(aside.id());
            aside.respond(response);
        });
    }

    /// Responds when the thread of the workspace has asked the files.
    pub(in crate::editor::lsp) fn gather(
        &self,
        id: RequestId,
        run: impl FnOnce(RequestId, &mut Files, &Snapshot, &dyn Fn() -> bool) -> Response
        + Send
        + 'static,
    ) {
        let aside = self.asides.open(id);
        let snapshot = Snapshot {
            settings: self.settings.clone(),
            overlay: self.overlay(),
            environment: self.environment,
        };
        let (done, is_done) = bounded::<()>(0);
        self.workspace.send(Box::new(move |files| {
            // It is dropped at the end, whatever happens.
            let _done = done;
            if aside.is_wanted() {
                let response = run(aside.id(), files, &snapshot, &|| aside.is_wanted());
                aside.respond(response);
            }
        }));
        if self.in_step {
            // The other end only closes.
            let _ = is_done.recv();
        }
    }
}
