//! TableGen, which reads `.td` files in processes of their own.

use super::{
    shim::{self, PdllOdsContents, PdllOdsOutcome, PdllOdsStatus, PdllString},
    strings::{bytes, string},
};
use std::{ffi::c_void, time::Duration};

/// `.td` files to read.
pub(crate) struct OdsRequest<'a> {
    /// Paths and texts. The first file includes the others.
    pub(crate) files: Vec<(String, &'a str)>,
    /// The names by which files include each other, with indices of `files`.
    pub(crate) names: &'a [(String, usize)],
    /// What to read of them.
    pub(crate) contents: Contents,
    /// The maximum time for reading them.
    pub(crate) timeout: Duration,
}

/// What to read of `.td` files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Contents {
    /// Operations and constraints.
    Definitions,
    /// These, and rewrite rules.
    DefinitionsAndRules,
}

/// The outcome of reading them.
#[derive(Debug)]
pub(crate) struct OdsRun<'a> {
    /// The reply, in the format of the module `ods::wire`.
    pub(crate) reply: &'a [u8],
    /// The text that the process printed.
    pub(crate) output: &'a [u8],
    /// The reason why there is no reply.
    pub(crate) failure: Option<OdsFailure>,
}

/// The reason why a process did not reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OdsFailure {
    /// The process ended with this exit code.
    Exited(i32),
    /// The process was killed by this signal.
    Killed(i32),
    /// The process took too long.
    TimedOut,
    /// The process could not be started, with this `errno`.
    NotStarted(i32),
}

/// Runs TableGen on each request, in a process of its own. At most
/// `max_processes` run at once. `receive` gets the index of each request and
/// its outcome, in any order.
pub(crate) fn read_ods<R: FnMut(usize, OdsRun<'_>)>(
    requests: &[OdsRequest<'_>],
    max_processes: usize,
    mut receive: R,
) {
    unsafe extern "C" fn receive_raw<R: FnMut(usize, OdsRun<'_>)>(
        request: usize,
        outcome: PdllOdsOutcome,
        reply: PdllString,
        output: PdllString,
        data: *mut c_void,
    ) {
        // SAFETY: the strings live as long as this call.
        let (reply, output) = unsafe { (bytes(reply), bytes(output)) };
        let failure = failure_of(outcome);
        let run = OdsRun {
            reply,
            output,
            failure,
        };
        // SAFETY: the data is the function below, which nothing else borrows.
        unsafe { (*data.cast::<R>())(request, run) };
    }
    let files: Vec<Vec<_>> = requests.iter().map(raw_files).collect();
    let names: Vec<Vec<_>> = requests.iter().map(raw_names).collect();
    let raw_requests: Vec<_> = requests
        .iter()
        .zip(files.iter().zip(&names))
        .map(|(request, (files, names))| shim::PdllOdsRequest {
            files: files.as_ptr(),
            numFiles: files.len(),
            includes: names.as_ptr(),
            numIncludes: names.len(),
            contents: match request.contents {
                Contents::Definitions => PdllOdsContents::PdllOdsDefinitions,
                Contents::DefinitionsAndRules => PdllOdsContents::PdllOdsDefinitionsAndRules,
            },
            timeoutSeconds: u32::try_from(request.timeout.as_secs()).unwrap_or(u32::MAX),
        })
        .collect();
    // SAFETY: all is borrowed for the call.
    unsafe {
        shim::pdllReadOds(
            raw_requests.as_ptr(),
            raw_requests.len(),
            max_processes,
            Some(receive_raw::<R>),
            (&raw mut receive).cast(),
        );
    }
}

fn raw_files(request: &OdsRequest<'_>) -> Vec<shim::PdllOdsFile> {
    let raw = |(path, text): &(String, &str)| shim::PdllOdsFile {
        path: string(path),
        text: string(text),
    };
    request.files.iter().map(raw).collect()
}

fn raw_names(request: &OdsRequest<'_>) -> Vec<shim::PdllOdsInclude> {
    let raw = |(name, file): &(String, usize)| shim::PdllOdsInclude {
        name: string(name),
        file: *file,
    };
    request.names.iter().map(raw).collect()
}

fn failure_of(outcome: PdllOdsOutcome) -> Option<OdsFailure> {
    match outcome.status {
        PdllOdsStatus::PdllOdsRead => None,
        PdllOdsStatus::PdllOdsExited => Some(OdsFailure::Exited(outcome.code)),
        PdllOdsStatus::PdllOdsKilled => Some(OdsFailure::Killed(outcome.code)),
        PdllOdsStatus::PdllOdsTimedOut => Some(OdsFailure::TimedOut),
        PdllOdsStatus::PdllOdsNotStarted => Some(OdsFailure::NotStarted(outcome.code)),
    }
}
