//! A process that can be ended.

use std::{
    io::{self, Read, Seek},
    mem,
    process::{Child, Command, ExitStatus, Stdio},
    sync::{Mutex, MutexGuard, PoisonError},
};

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
        let status = match mem::replace(&mut *self.lock(), State::Over) {
            State::Running(mut child) => child.wait()?,
            State::Killed(mut child) => {
                child.wait()?;
                return Ok(Ended::Early);
            }
            State::Waiting | State::Over => return Ok(Ended::Early),
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
    fn a_process_may_be_ended_before_it_begins() {
        let process = Process::default();
        process.end();
        let ended = process.run(Command::new("sleep").arg("1000"));
        assert!(matches!(ended, Ok(Ended::Early)));
    }
}
