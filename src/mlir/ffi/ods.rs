//! TableGen, which reads `.td` files in processes of their own.
//!
//! Such a process is a copy of one that has a single thread: of this one, or of a helper
//! program that stands beside us and stays for the next request. A copy of a process with
//! more threads may find locks held that nobody will ever release.
//!
//! | module | subject |
//! |---|---|
//! | `helper` | the helper, as this process sees it |
//! | `serve` | the helper itself |
//! | `frames` | what the two send each other |

mod frames;
mod helper;
pub(crate) mod serve;
#[cfg(test)]
mod tests;

use super::{
    shim::{self, PdllOdsContents, PdllOdsOutcome, PdllOdsStatus, PdllString},
    strings::{bytes, string},
};
use crate::front::{
    builtin_files::bundled_definitions,
    ods::tablegen::{Contents, Failure, Installation, Request, Run, TableGen},
};
use std::{ffi::c_void, fs, path::Path};

/// The TableGen that is linked to this program.
#[derive(Debug)]
pub struct LinkedTableGen;

impl TableGen for LinkedTableGen {
    fn read(
        &self,
        requests: &[Request<'_>],
        max_processes: usize,
        receive: &mut dyn FnMut(usize, Run<'_>),
    ) {
        let mut left: Vec<_> = (0..requests.len()).collect();
        if !left.is_empty() && !has_one_thread() {
            helper::read(requests, &mut left, max_processes, receive);
        }
        // Without a helper, for example when only `libpdll.so` was copied somewhere, a
        // process with threads is copied, too. That is safe enough: the copy takes from
        // the others only the locks of the C library's memory, which `fork` keeps whole,
        // and the time limit ends a copy that waits for any other lock.
        let requests: Vec<_> = left.iter().map(|index| &requests[*index]).collect();
        read_ods(&requests, max_processes, |index, run| {
            receive(left[index], run);
        });
    }

    fn installation(&self) -> Installation {
        Installation {
            include_dir: definitions_dir(),
            version: env!("PDLL_LLVM_VERSION"),
        }
    }
}

/// The folder of MLIR's definitions: one that came with us, or that of the MLIR that we
/// were built with.
pub(crate) fn definitions_dir() -> &'static Path {
    bundled_definitions().unwrap_or(installed_include_dir())
}

/// The folder of the headers and definitions of the MLIR that we were built with.
pub(crate) fn installed_include_dir() -> &'static Path {
    Path::new(env!("PDLL_LLVM_INCLUDE_DIR"))
}

/// Whether this process has no other thread, which alone could hold a lock that a copy of
/// the process needs.
fn has_one_thread() -> bool {
    fs::read_dir("/proc/self/task").is_ok_and(|threads| threads.count() == 1)
}

/// Runs TableGen on each request, in a copy of this process. At most
/// `max_processes` run at once. `receive` gets the index of each request and
/// its outcome, in any order.
fn read_ods<R: FnMut(usize, Run<'_>)>(
    requests: &[&Request<'_>],
    max_processes: usize,
    mut receive: R,
) {
    unsafe extern "C" fn receive_raw<R: FnMut(usize, Run<'_>)>(
        request: usize,
        outcome: PdllOdsOutcome,
        reply: PdllString,
        output: PdllString,
        data: *mut c_void,
    ) {
        // SAFETY: the strings live as long as this call.
        let (reply, output) = unsafe { (bytes(reply), bytes(output)) };
        let failure = failure_of(outcome);
        let run = Run {
            reply,
            output,
            failure,
        };
        // SAFETY: the data is the function below, which nothing else borrows.
        unsafe { (*data.cast::<R>())(request, run) };
    }
    let files: Vec<Vec<_>> = requests.iter().map(|one| raw_files(one)).collect();
    let names: Vec<Vec<_>> = requests.iter().map(|one| raw_names(one)).collect();
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

fn raw_files(request: &Request<'_>) -> Vec<shim::PdllOdsFile> {
    let raw = |(path, text): &(String, &str)| shim::PdllOdsFile {
        path: string(path),
        text: string(text),
    };
    request.files.iter().map(raw).collect()
}

fn raw_names(request: &Request<'_>) -> Vec<shim::PdllOdsInclude> {
    let raw = |(name, file): &(String, usize)| shim::PdllOdsInclude {
        name: string(name),
        file: *file,
    };
    request.names.iter().map(raw).collect()
}

fn failure_of(outcome: PdllOdsOutcome) -> Option<Failure> {
    match outcome.status {
        PdllOdsStatus::PdllOdsRead => None,
        PdllOdsStatus::PdllOdsExited => Some(Failure::Exited(outcome.code)),
        PdllOdsStatus::PdllOdsKilled => Some(Failure::Killed(outcome.code)),
        PdllOdsStatus::PdllOdsTimedOut => Some(Failure::TimedOut),
        PdllOdsStatus::PdllOdsNotStarted => Some(Failure::NotStarted(outcome.code)),
    }
}
