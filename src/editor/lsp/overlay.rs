//! Files as the editor shows them: what is open counts, saved or not.

use crate::base::source::{Disk, FileNumber, FileText, Loader, Stamp, open};
use std::{
    collections::HashMap,
    io,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::SystemTime,
};

/// The texts of open documents in front of the file system.
#[derive(Debug, Clone)]
pub(super) struct Overlay {
    open: Arc<Open>,
    kept: Kept,
    /// How much has been read from disk, in bytes.
    read: Arc<AtomicU64>,
}

/// The texts of open documents.
#[derive(Debug, Default)]
struct Open {
    by_path: HashMap<PathBuf, Arc<str>>,
    /// `a/../b.pdll` is the `b.pdll` that is open.
    by_number: HashMap<FileNumber, Arc<str>>,
}

/// Texts of files on disk, which are read again only after they have changed. Clones
/// share them.
#[derive(Debug, Clone, Default)]
pub(super) struct Kept {
    texts: Arc<Mutex<Texts>>,
}

#[derive(Debug, Default)]
struct Texts {
    by_path: HashMap<PathBuf, (Stamp, FileText)>,
    /// The size of all of them, in bytes.
    size: usize,
}

/// How many texts are kept. A dialect has up to a hundred files.
const MAX_TEXTS: usize = 2048;

/// The maximum size of all texts that are kept, in bytes.
const MAX_KEPT_BYTES: usize = 256 << 20;

/// The maximum size of a file that is not open, in bytes.
const MAX_FILE_BYTES: u64 = 64 << 20;

/// How much is read from disk for one request or analysis, in bytes. What is not open
/// in the editor may have come with a folder that somebody else has made.
const MAX_READ_BYTES: u64 = 512 << 20;

impl Overlay {
    /// The texts of open documents, by their paths, in front of files of which some are
    /// kept.
    pub(super) fn new(open: impl IntoIterator<Item = (PathBuf, Arc<str>)>, kept: &Kept) -> Self {
        let by_path: HashMap<_, _> = open.into_iter().collect();
        let numbers = by_path.iter().filter_map(|(path, text)| {
            let stamp = Stamp::of(path).ok()?;
            Some((stamp.number(), text.clone()))
        });
        Overlay {
            open: Arc::new(Open {
                by_number: numbers.collect(),
                by_path,
            }),
            kept: kept.clone(),
            read: Arc::default(),
        }
    }

    /// Reads a file on disk, unless that is too much.
    fn read_disk(&self, path: &Path) -> io::Result<Vec<u8>> {
        if self.read.load(Ordering::Relaxed) >= MAX_READ_BYTES {
            let limit = MAX_READ_BYTES >> 20;
            return Err(io::Error::new(
                io::ErrorKind::QuotaExceeded,
                format!("the language server reads at most {limit} MiB of files at once"),
            ));
        }
        let bytes = open::read_within(path, MAX_FILE_BYTES)?;
        self.read.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        Ok(bytes)
    }

    /// The text of a file whose state is `stamp` at the time `now`, or a later one.
    fn kept_text(&self, path: &Path, stamp: Stamp, now: SystemTime) -> io::Result<FileText> {
        if let Some(text) = self.kept.find(path, stamp) {
            return Ok(text);
        }
        let text = FileText::decode(self.read_disk(path)?);
        if stamp.is_settled(now) {
            self.kept.add(path, stamp, &text);
        }
        Ok(text)
    }

    /// The paths of open documents, in any order.
    pub(super) fn open_paths(&self) -> impl Iterator<Item = &PathBuf> {
        self.open.by_path.keys()
    }

    /// The text of an open document.
    pub(super) fn open_text(&self, path: &Path) -> Option<&Arc<str>> {
        let found = self.open.by_path.get(path);
        found.or_else(|| self.open_file(Stamp::of(path).ok()?))
    }

    fn open_file(&self, stamp: Stamp) -> Option<&Arc<str>> {
        self.open.by_number.get(&stamp.number())
    }
}

impl Loader for Overlay {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        match self.open_text(path) {
            Some(text) => Ok(text.as_bytes().to_vec()),
            None => self.read_disk(path),
        }
    }

    fn text(&self, path: &Path) -> io::Result<FileText> {
        if let Some(text) = self.open.by_path.get(path) {
            return Ok((&**text).into());
        }
        let stamp = Stamp::of(path)?;
        match self.open_file(stamp) {
            Some(text) => Ok((&**text).into()),
            None => self.kept_text(path, stamp, SystemTime::now()),
        }
    }

    fn identity(&self, path: &Path) -> Option<PathBuf> {
        let found = Disk.identity(path);
        found.or_else(|| self.open_text(path).map(|_| path.to_owned()))
    }

    fn files_below(&self, folder: &Path, extension: &Path, most: usize) -> Vec<PathBuf> {
        Disk.files_below(folder, extension, most)
    }
}

impl Kept {
    fn find(&self, path: &Path, stamp: Stamp) -> Option<FileText> {
        let texts = self.lock();
        let (known, text) = texts.by_path.get(path)?;
        (*known == stamp).then(|| text.clone())
    }

    fn add(&self, path: &Path, stamp: Stamp, text: &FileText) {
        let mut texts = self.lock();
        if texts.by_path.len() >= MAX_TEXTS || texts.size + text.len() > MAX_KEPT_BYTES {
            *texts = Texts::default();
        }
        texts.size += text.len();
        let old = texts.by_path.insert(path.to_owned(), (stamp, text.clone()));
        texts.size -= old.map_or(0, |(_, text)| text.len());
    }

    fn lock(&self) -> MutexGuard<'_, Texts> {
        self.texts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        fs::{self, File, FileTimes},
        time::Duration,
    };

    fn check(overlay: &Overlay, path: &Path, expected: Option<&str>) {
        let text = overlay.text(path).ok();
        assert_eq!(text.as_deref(), expected, "{}", path.display());
        let bytes = overlay.read(path).ok();
        assert_eq!(bytes.as_deref(), expected.map(str::as_bytes));
    }

    #[test]
    fn open_documents_count_under_all_paths() {
        let folder = tempfile::tempdir().expect("the folder can be written");
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("d")).expect("it is new");
        for name in ["saved.td", "open.td"] {
            fs::write(at(name), "saved").expect("the folder can be written");
        }
        std::os::unix::fs::symlink(at("open.td"), at("link.td")).expect("it is new");
        let open = ["open.td", "new.td"].map(|name| (at(name), "open".into()));
        let overlay = Overlay::new(open, &Kept::default());
        for (name, expected) in [
            ("saved.td", Some("saved")),
            ("open.td", Some("open")),
            ("d/../open.td", Some("open")),
            ("link.td", Some("open")),
            ("new.td", Some("open")),
            ("missing.td", None),
            ("d", None),
        ] {
            check(&overlay, &at(name), expected);
        }
    }

    #[test]
    fn a_kept_text_is_read_again_after_a_change() {
        let folder = tempfile::tempdir().expect("the folder can be written");
        let (path, other) = (folder.path().join("a.td"), folder.path().join("b.td"));
        let overlay = Overlay::new([], &Kept::default());
        let write = |path: &Path, text: &str| {
            fs::write(path, text).expect("the folder can be written");
            // Only that time is in the past.
            let times = FileTimes::new().set_modified(SystemTime::UNIX_EPOCH);
            let file = File::options().write(true).open(path);
            let set = file.and_then(|file| file.set_times(times));
            set.expect("it is ours");
        };
        for text in ["1", "2", "3"] {
            write(&path, text);
            check(&overlay, &path, Some(text));
        }
        let stamp = Stamp::of(&path).expect("it is there");
        let later = SystemTime::now() + Duration::from_secs(10);
        let text = overlay.kept_text(&path, stamp, later);
        assert_eq!(text.ok().as_deref(), Some("3"));
        assert_eq!(overlay.kept.lock().by_path.len(), 1);
        check(&overlay, &path, Some("3"));
        // The size and the time of the last change to the contents stay as they are.
        write(&other, "4");
        fs::rename(&other, &path).expect("the folder can be written");
        check(&overlay, &path, Some("4"));
        fs::remove_file(&path).expect("it is there");
        check(&overlay, &path, None);
    }
}
