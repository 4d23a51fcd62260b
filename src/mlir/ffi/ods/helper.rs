//! The helper, as its host sees it.
//!
//! The host may be any program that has loaded `libpdll.so`. So nothing here changes how it
//! treats signals or what its children inherit, and everything works if it ignores or
//! collects its children, has closed its standard streams, or copies itself with `fork`.

use super::{
    frames::{self, Answer, IDENTITY},
    serve::TABLEGEN_HELPER,
};
use crate::front::{
    builtin_files::{is_trusted, own_file},
    ods::tablegen::{Failure, Request, Run},
};
use std::{
    io::{self, Read, Write},
    os::{
        fd::{AsRawFd, OwnedFd},
        unix::net::UnixStream,
    },
    path::PathBuf,
    process::{self, Child, Command, Stdio},
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

/// Lets a helper read the requests that are `left`, and takes those that have an outcome out
/// of that list. What stays there waits for a host without a helper.
pub(super) fn read(
    requests: &[Request<'_>],
    left: &mut Vec<usize>,
    max_processes: usize,
    receive: &mut dyn FnMut(usize, Run<'_>),
) {
    // Somebody may have killed the helper, so its requests are repeated once.
    for _ in 0..2 {
        let Some(mut helper) = Helper::take().or_else(Helper::start) else {
            return;
        };
        match helper.read(requests, left, max_processes, receive) {
            Ok(()) => return helper.keep(),
            Err(error) if is_late(&error) => return late(left, receive),
            Err(_) => drop(helper),
        }
    }
}

/// Says of what is `left` that its time is over, so that nothing waits for it once more.
fn late(left: &mut Vec<usize>, receive: &mut dyn FnMut(usize, Run<'_>)) {
    for index in left.drain(..) {
        let run = Run {
            reply: &[],
            output: &[],
            failure: Some(Failure::TimedOut),
        };
        receive(index, run);
    }
}

/// A program that reads `.td` files for us.
#[derive(Debug)]
struct Helper {
    process: Child,
    /// Its standard input.
    requests: Requests,
    /// Its standard output.
    answers: UnixStream,
    /// The process that may talk with it: not a copy of that one.
    owner: u32,
}

/// The helpers that wait for the next request. Whoever uses one takes it out, so that several
/// threads have one each, and keeps it when it is done.
static KEPT: Mutex<Vec<Helper>> = Mutex::new(Vec::new());

/// How many helpers wait at most.
const MAX_KEPT: usize = 4;

/// Whether the program beside us is of another build. It is not asked again.
static IS_FOREIGN: AtomicBool = AtomicBool::new(false);

/// How long a program may take to say that it is a helper.
const GREETING_TIME: Duration = Duration::from_secs(5);

/// What a helper may take in addition to the time of a request, which it limits itself.
const SLACK: Duration = Duration::from_secs(10);

impl Helper {
    /// A helper that was kept, if other threads have not taken all of them.
    fn take() -> Option<Helper> {
        // A copy of this process may find this locked for ever, so it does not wait.
        let helper = KEPT.try_lock().ok()?.pop()?;
        (helper.owner == process::id()).then_some(helper)
    }

    /// Without room for it, it ends.
    fn keep(self) {
        if let Ok(mut kept) = KEPT.try_lock()
            && kept.len() < MAX_KEPT
        {
            kept.push(self);
        }
    }

    /// Starts a helper. Without a program beside us, or if it is not of this build, there is
    /// none.
    fn start() -> Option<Helper> {
        if IS_FOREIGN.load(Ordering::Relaxed) {
            return None;
        }
        let program = program()?;
        let (requests, stdin) = pair().ok()?;
        let (answers, stdout) = pair().ok()?;
        let process = Command::new(program)
            .arg(TABLEGEN_HELPER)
            .stdin(stdin)
            .stdout(stdout)
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let mut helper = Helper {
            process,
            requests: Requests(requests),
            answers,
            owner: process::id(),
        };
        let is_ours = helper
            .greeting()
            .is_ok_and(|text| text == IDENTITY.as_bytes());
        IS_FOREIGN.store(!is_ours, Ordering::Relaxed);
        is_ours.then_some(helper)
    }

    fn greeting(&mut self) -> io::Result<[u8; IDENTITY.len()]> {
        let mut text = [0; IDENTITY.len()];
        self.answers.set_read_timeout(Some(GREETING_TIME))?;
        self.answers.read_exact(&mut text)?;
        Ok(text)
    }

    fn read(
        &mut self,
        requests: &[Request<'_>],
        left: &mut Vec<usize>,
        max_processes: usize,
        receive: &mut dyn FnMut(usize, Run<'_>),
    ) -> io::Result<()> {
        let asked = left.clone();
        let batch: Vec<_> = asked.iter().map(|index| &requests[*index]).collect();
        let longest = batch.iter().map(|request| request.timeout).max();
        let patience = longest.unwrap_or_default().saturating_add(SLACK);
        self.requests.0.set_write_timeout(Some(patience))?;
        self.answers.set_read_timeout(Some(patience))?;
        frames::write_value(&(max_processes, batch), &mut self.requests)?;
        while let Some((number, failure)) = frames::read_value::<Answer>(&mut self.answers)? {
            let reply = frames::read(&mut self.answers)?;
            let output = frames::read(&mut self.answers)?;
            let index = asked.get(number).ok_or(io::ErrorKind::InvalidData)?;
            let place = left.iter().position(|one| one == index);
            left.swap_remove(place.ok_or(io::ErrorKind::InvalidData)?);
            let run = Run {
                reply: &reply,
                output: &output,
                failure,
            };
            receive(*index, run);
        }
        Ok(())
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        if self.owner == process::id() {
            // Neither has anything to do if it has ended, or if the host collects its
            // children itself.
            let _ = self.process.kill();
            let _ = self.process.wait();
        }
    }
}

/// Whether a time limit is over.
fn is_late(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut
    )
}

/// Our end of a connection and the helper's. No program that this process starts inherits
/// them, and ours is never a standard stream, even if this process has closed its own.
fn pair() -> io::Result<(UnixStream, OwnedFd)> {
    let (ours, theirs) = UnixStream::pair()?;
    // The number of a clone is greater than those of the standard streams.
    Ok((ours.try_clone()?, theirs.into()))
}

/// The way to the helper. A helper that has ended is an error of the call, and no signal,
/// which would end a host that does not expect it.
#[derive(Debug)]
struct Requests(UnixStream);

impl Write for Requests {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let socket = self.0.as_raw_fd();
        // SAFETY: the socket is open, and the bytes are there.
        let sent = unsafe {
            libc::send(
                socket,
                bytes.as_ptr().cast(),
                bytes.len(),
                libc::MSG_NOSIGNAL,
            )
        };
        usize::try_from(sent).map_err(|_| io::Error::last_os_error())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Where `pdll-opt` stands relative to us: as cargo leaves it beside the library, or above
/// tests and examples, and as it is installed beside `lib`, or beside the folder of `lib` for
/// this kind of machine.
const PLACES: [&str; 4] = [".", "..", "../bin", "../../bin"];

/// The program that is the helper.
fn program() -> Option<PathBuf> {
    let own = own_file()?;
    let folder = own.parent()?;
    let mut programs = PLACES
        .iter()
        .map(|place| folder.join(place).join("pdll-opt"));
    programs.find(|program| is_trusted(own, program))
}
