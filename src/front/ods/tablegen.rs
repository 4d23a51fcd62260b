//! What reads `.td` files.
//!
//! The frontend knows TableGen by this trait alone, so that it needs no LLVM.

use serde::{Deserialize, Serialize};
use std::{borrow::Cow, fmt::Debug, path::Path, time::Duration};

/// TableGen. Each request is read in a process of its own.
pub trait TableGen: Debug + Send + Sync {
    /// Reads all requests. At most `max_processes` run at once. `receive` gets the index
    /// of each request and its outcome, in any order.
    fn read(
        &self,
        requests: &[Request<'_>],
        max_processes: usize,
        receive: &mut dyn FnMut(usize, Run<'_>),
    );

    /// The MLIR that it belongs to.
    fn installation(&self) -> Installation;
}

/// An installed MLIR.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Installation {
    /// The folder of its definitions. They are found without an include directory.
    pub include_dir: &'static Path,
    /// Its version, as in `22.1.8`.
    pub version: &'static str,
}

/// `.td` files to read.
#[derive(Debug, Serialize, Deserialize)]
pub struct Request<'a> {
    /// Paths and texts. The first file includes the others.
    #[serde(borrow)]
    pub files: Vec<(String, &'a str)>,
    /// The names by which files include each other, with indices of `files`.
    pub names: Cow<'a, [(String, usize)]>,
    /// What to read of them.
    pub contents: Contents,
    /// The maximum time for reading them.
    pub timeout: Duration,
}

/// What to read of `.td` files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Contents {
    /// Operations and constraints.
    Definitions,
    /// These, and rewrite rules.
    DefinitionsAndRules,
}

/// The outcome of reading them.
#[derive(Debug)]
pub struct Run<'a> {
    /// The reply, in the format of the module `wire`.
    pub reply: &'a [u8],
    /// The text that the process printed.
    pub output: &'a [u8],
    /// The reason why there is no reply.
    pub failure: Option<Failure>,
}

/// The reason why a process did not reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Failure {
    /// The process ended with this exit code.
    Exited(i32),
    /// The process was killed by this signal.
    Killed(i32),
    /// The process took too long.
    TimedOut,
    /// The process could not be started, with this `errno`.
    NotStarted(i32),
}
