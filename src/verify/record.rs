//! Questions to a solver, kept in files.

use crate::{
    smt::Dialect,
    solver::{Failure, Solver},
};
use std::{fs, path::PathBuf};

/// A folder with a file for each question.
#[derive(Debug, Clone)]
pub struct Record {
    folder: PathBuf,
    /// The beginning of the name of the next file. What is about nothing is not kept.
    about: Option<String>,
    what: &'static str,
}

impl Record {
    /// # Errors
    ///
    /// Fails if the folder does not exist and cannot be made.
    pub fn new(folder: PathBuf) -> Result<Self, Failure> {
        match fs::create_dir_all(&folder) {
            Ok(()) => Ok(Record {
                folder,
                about: None,
                what: "",
            }),
            Err(error) => Err(Failure(format!(
                "the folder {} cannot be made: {error}",
                folder.display()
            ))),
        }
    }

    /// Says what is asked next, in words that can be part of a file's name, if that is kept.
    pub fn set_subject(&mut self, about: Option<&str>) {
        self.about = about.map(str::to_owned);
    }

    /// Says what is asked about that.
    pub fn set_question(&mut self, what: &'static str) {
        self.what = what;
    }

    /// Writes a question. Asked again, with another limit, it is the same.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub(crate) fn write(&self, commands: &str) -> Result<(), Failure> {
        let Some(about) = &self.about else {
            return Ok(());
        };
        let path = self.folder.join(format!("{about}.{}.smt2", self.what));
        fs::write(&path, commands)
            .map_err(|error| Failure(format!("{} cannot be written: {error}", path.display())))
    }
}

/// A solver whose questions are kept.
pub struct Recorded {
    pub solver: Box<dyn Solver>,
    pub record: Record,
}

impl Solver for Recorded {
    fn dialect(&self) -> Dialect {
        self.solver.dialect()
    }

    fn run(&mut self, commands: &str) -> Result<String, Failure> {
        self.solver.run(commands)
    }

    fn record(&mut self) -> Option<&mut Record> {
        Some(&mut self.record)
    }
}
