//! Files as the editor shows them: what is open counts, saved or not.

use crate::source::{Disk, Loader};
use std::{
    collections::HashMap,
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

/// The texts of open documents by their paths, in front of the file system.
#[derive(Debug, Clone, Default)]
pub(super) struct Overlay {
    pub(super) open: Arc<HashMap<PathBuf, Arc<str>>>,
}

impl Loader for Overlay {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        match self.text(path) {
            Some(text) => Ok(text.as_bytes().to_vec()),
            None => Disk.read(path),
        }
    }

    fn identity(&self, path: &Path) -> Option<PathBuf> {
        let found = Disk.identity(path);
        found.or_else(|| self.text(path).map(|_| path.to_owned()))
    }

    fn files_below(&self, folder: &Path, extension: &Path, most: usize) -> Vec<PathBuf> {
        Disk.files_below(folder, extension, most)
    }
}

impl Overlay {
    /// The text of an open document.
    pub(super) fn text(&self, path: &Path) -> Option<&Arc<str>> {
        if self.open.is_empty() {
            return None;
        }
        let found = self.open.get(path);
        // `a/../b.pdll` is the `b.pdll` that is open.
        found.or_else(|| self.open.get(&Disk.identity(path)?))
    }
}
