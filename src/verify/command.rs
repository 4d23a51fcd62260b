//! A solver that is another program, which reads SMT-LIB from its standard input.

use crate::{
    smt::Dialect,
    solver::{Failure, Solver},
};
use std::{
    io::Write,
    process::{Command, Stdio},
};

/// The words of a command line: the program, and its arguments.
#[derive(Debug, Clone)]
pub struct External(Vec<String>);

impl External {
    /// # Errors
    ///
    /// Fails if the command is empty.
    pub fn new(command: &str) -> Result<Self, Failure> {
        let words: Vec<_> = command.split_whitespace().map(str::to_owned).collect();
        match words.is_empty() {
            true => Err(Failure("the command of the solver is empty".to_owned())),
            false => Ok(External(words)),
        }
    }
}

impl Solver for External {
    fn dialect(&self) -> Dialect {
        Dialect::Standard
    }

    fn run(&mut self, commands: &str) -> Result<String, Failure> {
        let program = &self.0[0];
        let failure = |what: &str| Failure(format!("the solver `{program}` {what}"));
        let mut child = Command::new(program)
            .args(&self.0[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| failure(&format!("cannot be started: {error}")))?;
        let mut input = child.stdin.take().expect("the input is a pipe");
        // A solver that ends early says why, or its answer is missing.
        let _ = input.write_all(commands.as_bytes());
        drop(input);
        let output = child
            .wait_with_output()
            .map_err(|error| failure(&format!("cannot be waited for: {error}")))?;
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        if printed.trim().is_empty() {
            let errors = String::from_utf8_lossy(&output.stderr);
            let reason = errors.lines().next().unwrap_or("nothing").to_owned();
            return Err(failure(&format!("has no answer, but says: {reason}")));
        }
        Ok(printed)
    }
}
