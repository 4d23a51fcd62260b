//! TableGen, which reads `.td` files in processes of their own.

#[cfg(test)]
mod tests;

use super::{
    shim::{self, PdllOdsContents, PdllOdsOutcome, PdllOdsStatus, PdllString},
    strings::{bytes, string},
};
use crate::front::ods::tablegen::{Contents, Failure, Installation, Request, Run, TableGen};
use std::{ffi::c_void, path::Path};

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
        read_ods(requests, max_processes, receive);
    }

    fn installation(&self) -> Installation {
        Installation {
            include_dir: installed_include_dir(),
            version: env!("PDLL_LLVM_VERSION"),
        }
    }
}

/// The folder of the headers and definitions of the MLIR that we were built with.
pub(crate) fn installed_include_dir() -> &'static Path {
    Path::new(env!("PDLL_LLVM_INCLUDE_DIR"))
}

/// Runs TableGen on each request, in a process of its own. At most
/// `max_processes` run at once. `receive` gets the index of each request and
/// its outcome, in any order.
fn read_ods<R: FnMut(usize, Run<'_>)>(
    requests: &[Request<'_>],
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
