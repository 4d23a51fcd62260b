//! The signals by which people end a command, for those that have something to clean up.

use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGTERM},
    iterator::Signals,
    low_level::emulate_default_handler,
};
use std::{fs, io, path::PathBuf, thread};

/// Waits for these signals from now on. What whoever has started this process wants to be
/// ignored, as `nohup` does, stays ignored.
///
/// # Errors
///
/// The system's reason why it cannot.
pub(super) fn of_the_end() -> io::Result<Signals> {
    let ignored = ignored();
    let all = [SIGINT, SIGTERM, SIGHUP].into_iter();
    Signals::new(all.filter(|signal| ignored & (1 << (signal - 1)) == 0))
}

/// When such a signal comes, removes a folder, and then ends the process by that signal.
///
/// # Errors
///
/// As [`of_the_end`].
pub(super) fn remove_at_the_end(folder: PathBuf) -> io::Result<()> {
    let mut signals = of_the_end()?;
    thread::spawn(move || {
        for signal in signals.forever() {
            // The folder may be gone already.
            let _ = fs::remove_dir_all(&folder);
            // It ends the process.
            let _ = emulate_default_handler(signal);
        }
    });
    Ok(())
}

/// The signals that are ignored: a bit for each, from 1. None if the system does not tell.
fn ignored() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mut lines = status.lines();
    let mask = lines.find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or_default()
}
