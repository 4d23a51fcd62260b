//! A process that can be ended.

use std::{
    fs::File,
    io::{self, Read, Seek},
    mem,
    process::{Child, Command, ExitStatus, Stdio},
    sync::{Mutex, MutexGuard, PoisonError},
    thread,
    time::Duration,
};

/// How long to wait between two looks at a process.
const SHORTEST_PAUSE: Duration = Duration::from_millis(1);
const LONGEST_PAUSE: Duration = Duration::from_millis(8);

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
        // What it starts could keep a pipe open for longer than it lives.
        let (mut output, mut errors) = (tempfile::tempfile()?, tempfile::tempfile()?);
        command
            .stdin(Stdio::null())
            .stdout(output.try_clone()?)
            .stderr(errors.try_clone()?);
        if !self.spawn(command)? {
            return Ok(Ended::Early);
        }
        let Some(status) = self.wait()? else {
            return Ok(Ended::Early);
        };
        Ok(Ended::Itself {
            status,
            output: read_all(&mut output)?,
            errors: read_all(&mut errors)?,
        })
    }

    /// Waits until it ends by itself. `None` if it was ended before.
    fn wait(&self) -> io::Result<Option<ExitStatus>> {
        let mut pause = SHORTEST_PAUSE;
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
            thread::sleep(pause);
            pause = (pause * 2).min(LONGEST_PAUSE);
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

    /// Returns whether it has begun, and was not ended before.
    fn spawn(&self, command: &mut Command) -> io::Result<bool> {
        let mut state = self.lock();
        if !matches!(*state, State::Waiting) {
            return Ok(false);
        }
        *state = State::Running(command.spawn()?);
        Ok(true)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn read_all(file: &mut File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
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
    fn a_process_can_be_ended_while_its_output_is_open() {
        let process = Process::default();
        thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(300));
                process.end();
            });
            let mut command = Command::new("sh");
            let ended = process.run(command.args(["-c", "sleep 20"]));
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
