//! A solver that is another program, which reads SMT-LIB from its standard input.

use crate::{
    smt::Dialect,
    solver::{Failure, Solver},
};
use std::{
    io::{Read, Write},
    process::{Child, Command, Stdio},
    sync::mpsc,
    thread,
    time::Duration,
};

/// A command line.
#[derive(Debug, Clone)]
pub struct External {
    /// The program, and its arguments.
    words: Vec<String>,
    /// How long it may take for a question, if there is a limit.
    limit: Option<Duration>,
}

impl External {
    /// A limit of 0 is none.
    ///
    /// # Errors
    ///
    /// Fails if the command is empty.
    pub fn new(command: &str, limit: Duration) -> Result<Self, Failure> {
        let words: Vec<_> = command.split_whitespace().map(str::to_owned).collect();
        let limit = Some(limit).filter(|limit| !limit.is_zero());
        match words.is_empty() {
            true => Err(Failure("the command of the solver is empty".to_owned())),
            false => Ok(External { words, limit }),
        }
    }
}

impl Solver for External {
    fn dialect(&self) -> Dialect {
        Dialect::Standard
    }

    fn run(&mut self, commands: &str) -> Result<String, Failure> {
        let program = &self.words[0];
        let failure = |what: &str| Failure(format!("the solver `{program}` {what}"));
        let mut child = Command::new(program)
            .args(&self.words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| failure(&format!("cannot be started: {error}")))?;
        let Some([printed, errors]) = communicate(&mut child, commands, self.limit) else {
            // It may have ended in the meantime.
            let _ = child.kill();
            let _ = child.wait();
            return Ok("timeout".to_owned());
        };
        child
            .wait()
            .map_err(|error| failure(&format!("cannot be waited for: {error}")))?;
        if printed.trim().is_empty() {
            let reason = errors.lines().next().unwrap_or("nothing").to_owned();
            return Err(failure(&format!("has no answer, but says: {reason}")));
        }
        Ok(printed)
    }
}

/// What a program, whose pipes are all ours, prints as output and as errors. `None` if it
/// takes too long, and goes on.
///
/// # Panics
///
/// If one of its pipes is not there.
///
/// Each pipe has a thread of its own, so that a program that neither reads nor ends does
/// not stop this one. The threads end when the program, and all that it has started, do.
pub fn communicate(
    child: &mut Child,
    commands: &str,
    limit: Option<Duration>,
) -> Option<[String; 2]> {
    let mut input = child.stdin.take().expect("the input is a pipe");
    let commands = commands.to_owned();
    thread::spawn(move || {
        // A solver that ends early says why, or its answer is missing.
        let _ = input.write_all(commands.as_bytes());
    });
    let output = child.stdout.take().expect("the output is a pipe");
    let errors = child.stderr.take().expect("the errors are a pipe");
    let (sender, received) = mpsc::channel();
    for (index, pipe) in [Box::new(output) as Box<dyn Read + Send>, Box::new(errors)]
        .into_iter()
        .enumerate()
    {
        let sender = sender.clone();
        thread::spawn(move || {
            // Nobody listens after the limit.
            let _ = sender.send((index, read(pipe)));
        });
    }
    let mut texts = [String::new(), String::new()];
    for _ in 0..texts.len() {
        let (index, text) = match limit {
            Some(limit) => received.recv_timeout(limit).ok()?,
            None => received.recv().ok()?,
        };
        texts[index] = text;
    }
    Some(texts)
}

fn read(mut pipe: Box<dyn Read + Send>) -> String {
    let mut bytes = Vec::new();
    // What was read before an error is judged as the whole.
    let _ = pipe.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}
