//! The pattern files of the workspace, open or not, and the thread that reads them.
//!
//! A file that is not open is read when a request needs it. What was found out about it
//! is kept as a [`FileIndex`], which is small, until it or a file that it includes
//! changes.

mod files;
mod index;
mod limits;

pub(super) use files::Files;
pub(super) use index::{Declared, FileIndex, Local, Used};

use super::{document_text::Encoding, overlay::Overlay, server::Setup, settings::Settings};
use crate::mlir::ffi::guard::internal_error;
use crossbeam_channel::{Receiver, Sender, unbounded};
use limits::Warnings;
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    rc::Rc,
    sync::Arc,
    thread,
};

/// The state of the workspace when a request was made.
#[derive(Clone)]
pub(super) struct Snapshot {
    pub(super) settings: Arc<Settings>,
    pub(super) overlay: Overlay,
    /// Counts the changes of files.
    pub(super) environment: u64,
}

/// What is done with the files. It answers a request itself.
type Task = Box<dyn FnOnce(&mut Files) + Send>;

/// The thread.
pub(super) struct Workspace {
    tasks: Sender<Task>,
}

/// As deep as a main thread: analysis is recursive.
const STACK_BYTES: usize = 8 << 20;

impl Workspace {
    /// Starts the thread. `log` takes errors of ours, and `warn` what the user must know.
    /// Nobody waits for its end.
    pub(super) fn start(
        setup: Setup,
        encoding: Encoding,
        log: impl Fn(String) + Send + 'static,
        warn: impl Fn(String) + Send + 'static,
    ) -> std::io::Result<Workspace> {
        let (tasks, receiver) = unbounded();
        thread::Builder::new()
            .name("workspace".to_owned())
            .stack_size(STACK_BYTES)
            .spawn(move || run(&setup, encoding, &receiver, &log, Rc::new(warn)))?;
        Ok(Workspace { tasks })
    }

    /// Gives the thread something to do.
    pub(super) fn send(&self, task: Task) {
        let is_sent = self.tasks.send(task).is_ok();
        // The thread ends after this end of the channel only.
        debug_assert!(is_sent);
    }
}

fn run(
    setup: &Setup,
    encoding: Encoding,
    tasks: &Receiver<Task>,
    log: &dyn Fn(String),
    warn: Rc<dyn Fn(String)>,
) {
    let new = || Files::new(setup.clone(), encoding, Warnings::new(warn.clone()));
    let mut files = new();
    for task in tasks {
        let done = catch_unwind(AssertUnwindSafe(|| task(&mut files)));
        if let Err(payload) = done {
            log(internal_error(&*payload));
            // What was kept may be damaged.
            files = new();
        }
    }
}
