//! Runs of the user's command.

use super::search::Verdict;
use crate::{base::source::io_reason, commands::signals};
use std::{
    ffi::{OsStr, OsString},
    fmt,
    fs::{self, File},
    io::{self, Read, Seek, SeekFrom},
    os::unix::{
        ffi::{OsStrExt, OsStringExt},
        process::ExitStatusExt,
    },
    path::PathBuf,
    process::{self, ExitStatus, Stdio},
};
use tempfile::TempDir;

/// The command, and the file that it looks at.
pub(super) struct Trials<'o> {
    words: &'o [OsString],
    /// Holds the file, and is removed with it.
    folder: TempDir,
    /// How often the command was run.
    pub(super) num_runs: usize,
}

/// How a run ended.
pub(super) struct Ended {
    status: ExitStatus,
    /// The last lines that it has printed, with `{}` for the file.
    pub(super) output: String,
}

/// The exit code by which a command says that it cannot tell.
const CANNOT_TELL: i32 = 125;

/// What is kept of the output of a run.
const MAX_OUTPUT: u64 = 4096;
const MAX_LINES: usize = 10;

impl<'o> Trials<'o> {
    /// # Errors
    ///
    /// Why there is no folder for the file.
    pub(super) fn new(words: &'o [OsString]) -> io::Result<Self> {
        let folder = TempDir::with_prefix("pdll-bisect-")?;
        signals::remove_at_the_end(folder.path().to_owned())?;
        Ok(Trials {
            words,
            folder,
            num_runs: 0,
        })
    }

    /// Runs the command on a program.
    ///
    /// # Errors
    ///
    /// Why it cannot be started.
    pub(super) fn run(&mut self, program: &str) -> Result<Ended, String> {
        let file = self.file();
        fs::write(&file, program).map_err(|error| {
            let (file, reason) = (file.display(), io_reason(&error));
            format!("cannot write the program for the command to `{file}`: {reason}")
        })?;
        let words = self.words_for(file.as_os_str());
        let [name, arguments @ ..] = words.as_slice() else {
            unreachable!("clap requires a word")
        };
        let (mut output, status) = start(name, arguments).map_err(|error| {
            let (name, reason) = (name.display(), io_reason(&error));
            format!("cannot run the command `{name}`: {reason}")
        })?;
        self.num_runs += 1;
        let output = last_lines(&mut output).unwrap_or_default();
        Ok(Ended {
            status,
            output: output.replace(&file.display().to_string(), "{}"),
        })
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("program.mlir")
    }

    /// The words of the command about a file.
    fn words_for(&self, file: &OsStr) -> Vec<OsString> {
        let replaced = self.words.iter().map(|word| replace(word, file));
        let mut words: Vec<_> = replaced.collect();
        if words == self.words {
            words.push(file.to_owned());
        }
        words
    }
}

/// Runs a program to its end, with its output in a file. It reads nothing: standard input
/// may be the program that is rewritten.
fn start(name: &OsStr, arguments: &[OsString]) -> io::Result<(File, ExitStatus)> {
    let output = tempfile::tempfile()?;
    let status = process::Command::new(name)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(output.try_clone()?)
        .stderr(output.try_clone()?)
        .status()?;
    Ok((output, status))
}

/// A word with a file in the place of each `{}`.
fn replace(word: &OsStr, file: &OsStr) -> OsString {
    let mut replaced = Vec::new();
    let mut rest = word.as_bytes();
    while let Some(at) = rest.windows(2).position(|pair| pair == b"{}") {
        replaced.extend_from_slice(&rest[..at]);
        replaced.extend_from_slice(file.as_bytes());
        rest = &rest[at + 2..];
    }
    replaced.extend_from_slice(rest);
    OsString::from_vec(replaced)
}

fn last_lines(output: &mut File) -> io::Result<String> {
    let size = output.metadata()?.len();
    output.seek(SeekFrom::Start(size.saturating_sub(MAX_OUTPUT)))?;
    let mut bytes = Vec::new();
    output.take(MAX_OUTPUT).read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes);
    let lines: Vec<_> = text.lines().collect();
    let last = &lines[lines.len().saturating_sub(MAX_LINES)..];
    Ok(last.join("\n"))
}

impl Ended {
    pub(super) fn verdict(&self) -> Verdict {
        match self.status.code() {
            Some(0) => Verdict::Good,
            Some(CANNOT_TELL) => Verdict::Unknown,
            _ => Verdict::Bad,
        }
    }
}

impl fmt::Display for Ended {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.status.code(), self.status.signal()) {
            (Some(code), _) => write!(formatter, "exit code {code}"),
            (None, Some(signal)) => write!(formatter, "signal {signal}"),
            (None, None) => write!(formatter, "{}", self.status),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Trials, replace};
    use std::ffi::{OsStr, OsString};

    #[test]
    fn braces_stand_for_the_file() {
        let replaced = |word: &str| replace(OsStr::new(word), OsStr::new("f")).into_string();
        assert_eq!(replaced("{}"), Ok("f".into()));
        assert_eq!(replaced("a {} {}{"), Ok("a f f{".into()));
        assert_eq!(replaced("{ }"), Ok("{ }".into()));
    }

    #[test]
    fn without_braces_the_file_is_the_last_argument() {
        let words = ["a", "b"].map(OsString::from);
        let trials = Trials::new(&words).expect("there is a folder for such");
        assert_eq!(trials.words_for(OsStr::new("f")), ["a", "b", "f"]);
        let words = ["a", "{}", "b"].map(OsString::from);
        let trials = Trials::new(&words).expect("there is a folder for such");
        assert_eq!(trials.words_for(OsStr::new("f")), ["a", "f", "b"]);
    }
}
