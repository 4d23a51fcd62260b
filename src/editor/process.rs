//! A process that can be ended.

use std::{
    io::{self, Read, Seek},
    mem,
    process::{Child, Command, ExitStatus, Stdio},
    sync::{Mutex, MutexGuard, PoisonError},
    thread,
    time::Duration,
};

/// How long to wait between two looks at a process that is about to end.
const PAUSE: Duration = Duration::from_millis(1);

/// A process, before, while and after it runs.
#[derive(Default)]
pub(crate) struct Process(Mutex<State>);

#[derive(Default)]
enum State {
    #[default]
    Waiting,
    Running(Child),
    /// It is dead, but nobody has asked for its status.
    Killed(Child),
    Over,
}

/// How a process has ended.
pub(crate) enum Ended {
    /// By itself.
    Itself {
        status: ExitStatus,
        output: Vec<u8>,
        errors: Vec<u8>,
    },
    /// Somebody has ended it.
    Early,
}

impl Process {
    /// Runs a command until it ends.
    ///
    /// # Errors
    ///
    /// The system's reason why it cannot be run.
    pub(crate) fn run(&self, command: &mut Command) -> io::Result<Ended> {
        // Nobody reads a pipe meanwhile.
        let mut errors = tempfile::tempfile()?;
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(errors.try_clone()?);
        let Some(mut pipe) = self.spawn(command)? else {
            return Ok(Ended::Early);
        };
        let mut output = Vec::new();
        let read = pipe.read_to_end(&mut output);
        let Some(status) = self.wait()? else {
            return Ok(Ended::Early);
        };
        read?;
        let mut text = Vec::new();
        errors.rewind()?;
        errors.read_to_end(&mut text)?;
        Ok(Ended::Itself {
            status,
            output,
            errors: text,
        })
    }

    /// Waits until it ends by itself, which takes a moment after the end of its output, and
    /// longer if it has closed that. `None` if it was ended before.
    fn wait(&self) -> io::Result<Option<ExitStatus>> {
        loop {
            let mut state = self.lock();
            match &mut *state {
                State::Running(child) => {
                    if let Some(status) = child.try_wait()? {
                        *state = State::Over;
                        return Ok(Some(status));
                    }
                }
                State::Killed(child) => {
                    child.wait()?;
                    *state = State::Over;
                    return Ok(None);
                }
                State::Waiting | State::Over => return Ok(None),
            }
            drop(state);
            thread::sleep(PAUSE);
        }
    }

    /// Ends it at once, or before it begins.
    pub(crate) fn end(&self) {
        let mut state = self.lock();
        *state = match mem::take(&mut *state) {
            State::Running(mut child) => {
                // It may have ended by itself.
                let _ = child.kill();
                State::Killed(child)
            }
            State::Killed(child) => State::Killed(child),
            State::Waiting | State::Over => State::Over,
        };
    }

    /// Returns what the process prints, or `None` if it was ended before.
    fn spawn(&self, command: &mut Command) -> io::Result<Option<impl Read + use<>>> {
        let mut state = self.lock();
        if !matches!(*state, State::Waiting) {
            return Ok(None);
        }
        let mut child = command.spawn()?;
        let pipe = child.stdout.take();
        *state = State::Running(child);
        Ok(pipe)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_ends_by_itself() {
        let process = Process::default();
        let ended = process.run(Command::new("sh").args(["-c", "echo a; echo b >&2; exit 3"]));
        let Ok(Ended::Itself {
            status,
            output,
            errors,
        }) = ended
        else {
            panic!("nobody ends it");
        };
        assert_eq!(
            (status.code(), &*output, &*errors),
            (Some(3), &b"a\n"[..], &b"b\n"[..])
        );
        process.end();
    }

    #[test]
    fn a_process_without_output_can_be_ended() {
        let process = Process::default();
        thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(300));
                process.end();
            });
            let mut command = Command::new("sh");
            let ended = process.run(command.args(["-c", "exec >&-; exec sleep 1000"]));
            assert!(matches!(ended, Ok(Ended::Early)));
        });
    }

    #[test]
    fn a_process_may_be_ended_before_it_begins() {
        let process = Process::default();
        process.end();
        let ended = process.run(Command::new("sleep").arg("1000"));
        assert!(matches!(ended, Ok(Ended::Early)));
    }
}
