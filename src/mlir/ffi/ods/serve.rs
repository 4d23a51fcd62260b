//! The helper: `pdll-opt` with an argument that no user writes.
//!
//! It has one thread, so that each request may run in a copy of it. It ends with its host:
//! at once while it works, and else at the end of its input.

use super::{
    frames::{self, Answer, IDENTITY},
    read_ods,
};
use crate::{
    front::ods::tablegen::{Request, Run},
    mlir::ffi::process::end_process,
};
use std::{
    fs::File,
    io::{self, Write},
    os::fd::{AsFd, AsRawFd, RawFd},
};

/// The only argument of `pdll-opt` as a helper.
pub const TABLEGEN_HELPER: &str = "serve-tablegen";

/// Answers a host until that ends.
///
/// # Errors
///
/// The host has ended in between, or is none.
pub fn serve_tablegen() -> io::Result<()> {
    leave_host();
    let mut input = File::from(io::stdin().as_fd().try_clone_to_owned()?);
    let mut output = File::from(io::stdout().as_fd().try_clone_to_owned()?);
    output.write_all(IDENTITY.as_bytes())?;
    // Without another batch, the host is done.
    while let Ok(batch) = frames::read(&mut input) {
        let (max_processes, requests): (usize, Vec<Request<'_>>) =
            postcard::from_bytes(&batch).map_err(frames::invalid)?;
        end_with_host(input.as_raw_fd(), true);
        answer(max_processes, &requests, &mut output);
        end_with_host(input.as_raw_fd(), false);
        frames::write_value(&Answer::None, &mut output)?;
    }
    Ok(())
}

fn answer(max_processes: usize, requests: &[Request<'_>], output: &mut File) {
    let requests: Vec<_> = requests.iter().collect();
    let mut send = |index, run: Run<'_>| {
        let answer: Answer = Some((index, run.failure));
        frames::write_value(&answer, output)?;
        frames::write(run.reply, output)?;
        frames::write(run.output, output)
    };
    read_ods(&requests, max_processes, |index, run| {
        if send(index, run).is_err() {
            // The host has ended, and the processes of TableGen end with this one.
            end_process(1);
        }
    });
}

/// Takes back what this process has inherited from a host that may be any program.
fn leave_host() {
    // SAFETY: nothing here has opened a file or set up a signal.
    unsafe {
        // A host that ignores the ends of its children would hide those of ours.
        libc::signal(libc::SIGCHLD, libc::SIG_DFL);
        libc::signal(libc::SIGIO, libc::SIG_DFL);
        // This process stays, and would keep pipes open whose end somebody waits for.
        libc::close_range(3, libc::c_uint::MAX, 0);
    }
}

/// Lets the end of the host end this process, or no longer. The host sends nothing during a
/// batch, so a signal about its end of the socket says that the host is gone.
fn end_with_host(socket: RawFd, is_on: bool) {
    // SAFETY: these calls take numbers, and a byte that is there. Where one of them fails,
    // this process ends after the batch, whose time is limited.
    let is_gone = unsafe {
        libc::fcntl(socket, libc::F_SETOWN, libc::getpid());
        let flags = libc::fcntl(socket, libc::F_GETFL);
        let flags = if is_on {
            flags | libc::O_ASYNC
        } else {
            flags & !libc::O_ASYNC
        };
        libc::fcntl(socket, libc::F_SETFL, flags);
        let mut byte = 0_u8;
        let how = libc::MSG_PEEK | libc::MSG_DONTWAIT;
        libc::recv(socket, (&raw mut byte).cast(), 1, how) == 0
    };
    if is_gone {
        end_process(1);
    }
}
