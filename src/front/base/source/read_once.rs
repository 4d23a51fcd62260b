//! Files that stay as they are while a program works on them.

use super::Loader;
use rustc_hash::FxHashMap;
use std::{
    cell::RefCell,
    io,
    path::{Path, PathBuf},
};

/// A loader that reads each file once, and answers the same from then on. A pipe gives its
/// bytes only once, and a file may change.
pub struct ReadOnce<'l> {
    loader: &'l dyn Loader,
    read: RefCell<FxHashMap<PathBuf, Vec<u8>>>,
}

impl<'l> ReadOnce<'l> {
    /// A loader that has read nothing yet.
    pub fn new(loader: &'l dyn Loader) -> Self {
        ReadOnce {
            loader,
            read: RefCell::default(),
        }
    }

    fn keep(&self, path: &Path, read: impl FnOnce() -> io::Result<Vec<u8>>) -> io::Result<Vec<u8>> {
        if let Some(bytes) = self.read.borrow().get(path) {
            return Ok(bytes.clone());
        }
        let bytes = read()?;
        let kept = bytes.clone();
        self.read.borrow_mut().insert(path.to_owned(), kept);
        Ok(bytes)
    }
}

impl Loader for ReadOnce<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.keep(path, || self.loader.read(path))
    }

    fn read_named(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.keep(path, || self.loader.read_named(path))
    }

    fn identity(&self, path: &Path) -> Option<PathBuf> {
        self.loader.identity(path)
    }

    fn files_below(&self, folder: &Path, extension: &Path, most: usize) -> Vec<PathBuf> {
        self.loader.files_below(folder, extension, most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    /// Gives its bytes once, as a pipe does.
    #[derive(Default)]
    struct Pipe {
        is_empty: Cell<bool>,
    }

    impl Loader for Pipe {
        fn read(&self, _: &Path) -> io::Result<Vec<u8>> {
            let bytes: &[u8] = match self.is_empty.replace(true) {
                true => b"",
                false => b"1",
            };
            Ok(bytes.to_vec())
        }

        fn identity(&self, _: &Path) -> Option<PathBuf> {
            None
        }
    }

    #[test]
    fn bytes_stay_the_same() {
        let pipe = Pipe::default();
        let once = ReadOnce::new(&pipe);
        for _ in 0..2 {
            let read = once.read(Path::new("a"));
            assert_eq!(read.expect("it can be read"), b"1");
        }
    }
}
