//! Closed standard streams.
//!
//! Rust opens `/dev/null` in the place of a standard stream that is closed when
//! the program starts. Output would get lost without an error, and a closed
//! input would look empty. Therefore this program opens `/dev/null` first, in
//! the direction in which nothing uses the stream: then writing to a closed
//! output fails, in Rust, in MLIR, and in programs that this one starts.

use rustix::{
    fd::{AsFd, BorrowedFd, IntoRawFd},
    fs::{Mode, OFlags, open},
    io::{Errno, fcntl_getfd},
    stdio,
};

/// The system calls this function before it starts Rust's run time.
#[expect(unsafe_code, reason = "only a section of that name runs so early")]
#[used]
#[unsafe(link_section = ".init_array")]
static BEFORE_MAIN: extern "C" fn() = occupy_closed_streams;

extern "C" fn occupy_closed_streams() {
    // The system uses the lowest free number, so this order matters.
    occupy(stdio::stdin(), OFlags::WRONLY);
    occupy(stdio::stdout(), OFlags::RDONLY);
}

/// Opens `/dev/null` as `stream`, if that is closed.
fn occupy(stream: BorrowedFd<'_>, direction: OFlags) {
    if fcntl_getfd(stream.as_fd()) != Err(Errno::BADF) {
        return;
    }
    // Without `/dev/null`, Rust ends the program with an error of its own.
    if let Ok(null) = open("/dev/null", direction, Mode::empty()) {
        let _ = null.into_raw_fd();
    }
}
