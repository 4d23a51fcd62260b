//! Requests that other threads answer.

use crossbeam_channel::Sender;
use lsp_server::{ErrorCode, Message, RequestId, Response};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// The requests that other threads are about to answer. Each is answered once: by such a
/// thread, or by who cancels it. Clones share them.
#[derive(Clone)]
pub(super) struct Asides {
    sender: Sender<Message>,
    open: Arc<Mutex<BTreeMap<String, RequestId>>>,
}

/// The right to answer a request, until it is canceled.
pub(super) struct Aside {
    id: RequestId,
    asides: Asides,
}

impl Asides {
    pub(super) fn new(sender: Sender<Message>) -> Self {
        Asides {
            sender,
            open: Arc::default(),
        }
    }

    /// A request that another thread will answer.
    pub(super) fn open(&self, id: RequestId) -> Aside {
        self.lock().insert(key(&id), id.clone());
        Aside {
            id,
            asides: self.clone(),
        }
    }

    /// Takes the right to answer a request from another thread, if it has not done so.
    pub(super) fn take(&self, id: &RequestId) -> bool {
        self.lock().remove(&key(id)).is_some()
    }

    /// As [`Asides::take`], of all requests.
    pub(super) fn take_all(&self) -> Vec<RequestId> {
        std::mem::take(&mut *self.lock()).into_values().collect()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, RequestId>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The number 1 and the text "1" are different.
fn key(id: &RequestId) -> String {
    format!("{id:?}")
}

impl Aside {
    pub(super) fn id(&self) -> RequestId {
        self.id.clone()
    }

    /// Whether anybody waits for the answer.
    pub(super) fn is_wanted(&self) -> bool {
        self.asides.lock().contains_key(&key(&self.id))
    }

    /// Answers the request, unless it was canceled.
    pub(super) fn respond(&self, response: Response) {
        if self.asides.take(&self.id) {
            // The editor may be gone by then.
            let _ = self.asides.sender.send(response.into());
        }
    }
}

/// The thread may have panicked.
impl Drop for Aside {
    fn drop(&mut self) {
        let message = "there is no answer, because of an internal error".to_owned();
        let code = ErrorCode::InternalError as i32;
        self.respond(Response::new_err(self.id(), code, message));
    }
}
