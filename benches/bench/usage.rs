//! What a process takes: CPU time and memory.

use std::{path::Path, process::Command, time::Duration};

/// What a process took.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Usage {
    /// The CPU time. Unlike the elapsed time, it hardly depends on other programs.
    pub(crate) time: Duration,
    /// The largest memory, in bytes. That of Python, some ten megabytes, is the least that
    /// can be told.
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

/// Linux counts the memory of whoever starts a program as that of the program. This process
/// holds MLIR, so a small one starts it.
const STARTER: &str = "\
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, \
stderr=subprocess.DEVNULL, check=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss)";

/// Runs a command, which must succeed.
fn usage(program: &Path, arguments: &[&str]) -> Usage {
    let mut command = Command::new("python3");
    command.args(["-c", STARTER]).arg(program).args(arguments);
    let output = command.output().expect("Python is installed");
    assert!(output.status.success(), "{command:?} failed: {output:?}");
    let text = String::from_utf8_lossy(&output.stdout);
    let (seconds, kilobytes) = text.trim().split_once(' ').expect("there are two numbers");
    let kilobytes: u64 = kilobytes.parse().expect("memory is a whole number");
    Usage {
        time: Duration::from_secs_f64(seconds.parse().expect("time is a number")),
        memory: kilobytes * 1024,
    }
}
