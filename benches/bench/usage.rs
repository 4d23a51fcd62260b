//! What a process takes: CPU time and memory.

use crate::measure::command;
use std::{mem::MaybeUninit, path::Path, time::Duration};

/// What a process took.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Usage {
    /// The CPU time. Unlike the elapsed time, it hardly depends on other programs.
    pub(crate) time: Duration,
    /// The largest memory, in bytes.
    pub(crate) memory: u64,
}

/// Runs commands of some programs alternately, `runs` times each, and returns the least
/// that each took.
pub(crate) fn least<const N: usize>(runs: usize, commands: [(&Path, &[&str]); N]) -> [Usage; N] {
    let mut least = commands.map(|(program, arguments)| usage(program, arguments));
    for _ in 1..runs {
        for (least, (program, arguments)) in least.iter_mut().zip(commands) {
            let one = usage(program, arguments);
            least.time = least.time.min(one.time);
            least.memory = least.memory.min(one.memory);
        }
    }
    least
}

/// Runs a command, which must succeed.
#[expect(unsafe_code, reason = "only this call tells what a process took")]
#[expect(
    clippy::zombie_processes,
    reason = "this call waits for the process, too"
)]
fn usage(program: &Path, arguments: &[&str]) -> Usage {
    let mut command = command(program, arguments.iter().copied());
    let child = command.spawn().expect("the tools are installed");
    let id = i32::try_from(child.id()).expect("ids of processes are small");
    let (mut status, mut usage) = (0, MaybeUninit::<libc::rusage>::zeroed());
    // SAFETY: the process is our child, which nothing else waits for, and the rest is ours.
    let usage = unsafe {
        assert_eq!(libc::wait4(id, &raw mut status, 0, usage.as_mut_ptr()), id);
        usage.assume_init()
    };
    assert_eq!(status, 0, "{command:?} failed");
    Usage {
        time: duration(usage.ru_utime) + duration(usage.ru_stime),
        memory: u64::try_from(usage.ru_maxrss).unwrap_or_default() * 1024,
    }
}

fn duration(time: libc::timeval) -> Duration {
    let part = |part: i64| u64::try_from(part).unwrap_or_default();
    Duration::from_secs(part(time.tv_sec)) + Duration::from_micros(part(time.tv_usec))
}
