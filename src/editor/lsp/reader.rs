//! The thread on which TableGen runs, so that nobody else waits for it.

use super::overlay::Overlay;
use crate::{
    editor::ide::{Input, read_definitions},
    front::ods,
    mlir::ffi::guard::internal_error,
};
use crossbeam_channel::{Receiver, Sender, unbounded};
use lsp_types::Uri;
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    thread,
};

/// The definitions that a document includes.
#[derive(Debug)]
pub(super) struct Reading {
    pub(super) uri: Uri,
    /// The state of the document and of the files that it may include.
    pub(super) state: (u64, u64),
    /// Its parts, with their offsets.
    pub(super) inputs: Vec<(u32, Input)>,
    pub(super) overlay: Overlay,
}

/// The end of a reading.
#[derive(Debug)]
pub(super) struct Finished {
    pub(super) uri: Uri,
    pub(super) state: (u64, u64),
    /// The message of an internal error.
    pub(super) problem: Option<String>,
}

/// The thread. Nobody waits for its end: the process of TableGen ends with ours.
pub(super) struct Reader {
    readings: Sender<Reading>,
    pub(super) finished: Receiver<Finished>,
}

impl Reader {
    /// Starts the thread. What it reads is in the memory of the settings then.
    pub(super) fn start(settings: ods::Settings) -> std::io::Result<Reader> {
        let (readings, receiver) = unbounded();
        let (sender, finished) = unbounded();
        thread::Builder::new()
            .name("definitions".to_owned())
            .spawn(move || run(&settings, &receiver, &sender))?;
        Ok(Reader { readings, finished })
    }

    /// Gives the thread something to do.
    pub(super) fn send(&self, reading: Reading) {
        let is_sent = self.readings.send(reading).is_ok();
        // The thread ends after this end of the channel only.
        debug_assert!(is_sent);
    }
}

fn run(settings: &ods::Settings, readings: &Receiver<Reading>, finished: &Sender<Finished>) {
    for reading in readings {
        let (uri, state) = (reading.uri, reading.state);
        let read = || {
            for (_, input) in reading.inputs {
                read_definitions(input, &reading.overlay, settings);
            }
        };
        let result = catch_unwind(AssertUnwindSafe(read));
        let problem = result.err().map(|payload| internal_error(&*payload));
        if finished
            .send(Finished {
                uri,
                state,
                problem,
            })
            .is_err()
        {
            return;
        }
    }
}
