//! What a run has found on disk.

use super::Loader;
use serde::{Deserialize, Serialize};
use std::{
    cell::{Cell, RefCell},
    io,
    path::{Path, PathBuf},
};

/// A loader that remembers what another one answers.
pub struct Recorder<'l> {
    loader: &'l dyn Loader,
    answers: RefCell<Vec<Answer>>,
    /// Whether the program has asked what is not in the answers.
    is_partial: Cell<bool>,
}

/// An answer of a loader: that of a read has a hash of the file, and that of a search for
/// an identity a hash of its path. There is no hash if there was none of these.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    path: PathBuf,
    is_identity: bool,
    hash: Option<[u8; blake3::OUT_LEN]>,
}

impl<'l> Recorder<'l> {
    /// A recorder that has heard nothing yet.
    pub fn new(loader: &'l dyn Loader) -> Self {
        Recorder {
            loader,
            answers: RefCell::default(),
            is_partial: Cell::new(false),
        }
    }

    /// Takes the answers so far. Returns `None` if something else was asked, too.
    pub fn take_answers(&self) -> Option<Vec<Answer>> {
        (!self.is_partial.get()).then(|| self.answers.take())
    }

    fn add(&self, path: &Path, is_identity: bool, about: Option<&[u8]>) {
        self.answers.borrow_mut().push(Answer {
            path: path.to_owned(),
            is_identity,
            hash: about.map(hash),
        });
    }
}

impl Loader for Recorder<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let read = self.loader.read(path);
        self.add(path, false, read.as_deref().ok());
        read
    }

    fn read_named(&self, path: &Path) -> io::Result<Vec<u8>> {
        let read = self.loader.read_named(path);
        // What a pipe has supplied is never supplied again, and no answer is the same.
        self.add(path, false, read.as_deref().ok());
        read
    }

    fn identity(&self, path: &Path) -> Option<PathBuf> {
        let identity = self.loader.identity(path);
        self.add(path, true, identity.as_deref().map(bytes_of));
        identity
    }

    fn files_below(&self, folder: &Path, extension: &Path, most: usize) -> Vec<PathBuf> {
        self.is_partial.set(true);
        self.loader.files_below(folder, extension, most)
    }
}

impl Answer {
    /// The path that was asked about.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether a loader still gives this answer.
    pub fn is_of(&self, loader: &dyn Loader) -> bool {
        let now = if self.is_identity {
            let identity = loader.identity(&self.path);
            identity.as_deref().map(|path| hash(bytes_of(path)))
        } else {
            loader.read(&self.path).ok().map(|bytes| hash(&bytes))
        };
        now == self.hash
    }
}

fn bytes_of(path: &Path) -> &[u8] {
    path.as_os_str().as_encoded_bytes()
}

fn hash(bytes: &[u8]) -> [u8; blake3::OUT_LEN] {
    *blake3::hash(bytes).as_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::source::Memory;

    /// Which answers about `before` are those of `after`, too.
    fn check(before: &Memory, after: &Memory, expected: &[bool]) {
        let recorder = Recorder::new(before);
        let _ = recorder.read(Path::new("a"));
        let _ = recorder.read(Path::new("b"));
        let _ = recorder.identity(Path::new("a"));
        let answers = recorder.take_answers().expect("nothing else was asked");
        let same: Vec<_> = answers.iter().map(|answer| answer.is_of(after)).collect();
        assert_eq!(same, expected);
    }

    #[test]
    fn answers_change_with_the_files() {
        let one = || Memory::default().with("a", "1");
        check(&one(), &one(), &[true; 3]);
        check(&one(), &one().with("b", ""), &[true, false, true]);
        check(
            &one(),
            &Memory::default().with("a", "2"),
            &[false, true, true],
        );
        check(&one().with("b", ""), &one(), &[true, false, true]);
    }

    #[test]
    fn lists_of_files_are_not_remembered() {
        let files = Memory::default();
        let recorder = Recorder::new(&files);
        recorder.files_below(Path::new(""), Path::new("td"), 1);
        assert_eq!(recorder.take_answers(), None);
    }
}
