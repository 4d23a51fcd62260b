//! The store of compiled code.
//!
//! Each result is a file. Its name is a hash of its inputs, and a manifest
//! beside it contains the hash of its contents. The code is run, so the folder
//! must belong to the user, and no other user may write to it; otherwise nothing
//! is kept.

use crate::{
    base::cache::{self, Aged},
    base::source::open,
};
use blake3::Hash;
use rustix::fs::OFlags;
use serde::{Deserialize, Serialize};
use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    os::unix::fs::{MetadataExt, OpenOptionsExt},
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};
use tempfile::{NamedTempFile, TempDir};

/// A folder for compiled code.
pub(super) struct Store {
    folder: PathBuf,
    /// Removes the folder at the end, unless it belongs to the user's cache.
    _temporary: Option<TempDir>,
}

/// The maximum size. A precompiled header takes 200 MiB.
const MAX_BYTES: u64 = 512 << 20;

/// A file of this age is not in use.
const UNUSED_AFTER: Duration = Duration::from_secs(60 * 60);

/// A temporary folder of this age without a lock, and a temporary file of this
/// age, were left by a process that was killed. A file is written at once.
const ABANDONED_AFTER: Duration = Duration::from_secs(60);

/// The start of the names of folders for results under construction.
const TEMPORARY: &str = ".making-";

/// A folder for a result under construction. It is removed with this value, or
/// by a later run if this process is killed.
pub(super) struct WorkFolder {
    folder: TempDir,
    /// While it is locked, the process lives.
    _lock: File,
}

impl WorkFolder {
    /// The path of the folder.
    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// The expected contents of a file.
#[derive(Serialize, Deserialize)]
struct Manifest {
    version: u32,
    contents: [u8; 32],
    /// Other files that the result depends on, with their hashes.
    dependencies: Vec<(PathBuf, [u8; 32])>,
}

/// Change this when the layout of the manifest changes.
const VERSION: u32 = 1;

impl Store {
    /// Opens the store of the user, or else one for this run.
    ///
    /// # Errors
    ///
    /// The error, if no folder can be created.
    pub(super) fn open() -> io::Result<Self> {
        if let Some(folder) = cache::of_user().and_then(|folder| prepare(&folder)) {
            return Ok(Store {
                folder,
                _temporary: None,
            });
        }
        let temporary = tempfile::Builder::new().prefix("pdll-").tempdir()?;
        Ok(Store {
            folder: temporary.path().to_owned(),
            _temporary: Some(temporary),
        })
    }

    /// The path of the file of that name, whether it exists or not.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Finds a file, if it has the expected contents.
    pub(super) fn find(&self, name: &str) -> Option<PathBuf> {
        let path = self.path(name);
        let manifest = read(&self.path(&manifest_name(name)))?;
        let manifest: Manifest = postcard::from_bytes(&manifest).ok()?;
        if manifest.version != VERSION || *hash_of(&read(&path)?).as_bytes() != manifest.contents {
            return None;
        }
        let is_same = |(path, contents): &(PathBuf, [u8; 32])| {
            open::read(path).is_ok_and(|bytes| hash_of(&bytes).as_bytes() == contents)
        };
        manifest.dependencies.iter().all(is_same).then_some(path)
    }

    /// Waits until no other process creates that file. It may exist then.
    pub(super) fn lock(&self, name: &str) -> Option<File> {
        let path = self.path(&format!("{name}.lock"));
        let file = own_files()
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .ok()?;
        // Without the lock, two processes may do the same work.
        file.lock().ok()?;
        Some(file)
    }

    /// The folder, for messages.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Creates a folder for a result under construction.
    ///
    /// # Errors
    ///
    /// The errors of the file system.
    pub(super) fn work_folder(&self) -> io::Result<WorkFolder> {
        self.remove_abandoned();
        let folder = tempfile::Builder::new()
            .prefix(TEMPORARY)
            .tempdir_in(&self.folder)?;
        let lock = File::open(folder.path())?;
        // Without the lock, others may remove the folder, but not soon.
        let _ = lock.try_lock();
        Ok(WorkFolder {
            folder,
            _lock: lock,
        })
    }

    /// Removes folders and files for results under construction whose process
    /// was killed.
    fn remove_abandoned(&self) {
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let is_temporary = entry.file_name().to_string_lossy().starts_with(TEMPORARY);
            // A folder exists for a moment before it is locked, and a file is
            // never locked.
            let is_old = |metadata: fs::Metadata| cache::age(&metadata) > ABANDONED_AFTER;
            let is_unlocked = |file: File| file.try_lock().is_ok();
            if !is_temporary
                || !entry.metadata().is_ok_and(is_old)
                || !own_files()
                    .read(true)
                    .open(entry.path())
                    .is_ok_and(is_unlocked)
            {
                continue;
            }
            // Another process may have been faster.
            let _ = fs::remove_dir_all(entry.path());
            let _ = fs::remove_file(entry.path());
        }
    }

    /// Keeps a result under a name.
    ///
    /// # Errors
    ///
    /// The errors of the file system.
    pub(super) fn keep(
        &self,
        made: &Path,
        name: &str,
        dependencies: Vec<PathBuf>,
    ) -> io::Result<PathBuf> {
        let contents = *hash_of(&fs::read(made)?).as_bytes();
        let with_hash = |path: PathBuf| {
            let hash = *hash_of(&open::read(&path)?).as_bytes();
            Ok((path, hash))
        };
        let manifest = Manifest {
            version: VERSION,
            contents,
            dependencies: dependencies
                .into_iter()
                .map(with_hash)
                .collect::<io::Result<_>>()?,
        };
        let path = self.path(name);
        fs::rename(made, &path)?;
        let bytes = postcard::to_stdvec(&manifest).map_err(io::Error::other)?;
        self.write(&manifest_name(name), &bytes)?;
        self.trim();
        Ok(path)
    }

    /// Writes a file, unless it has these contents.
    ///
    /// # Errors
    ///
    /// The errors of the file system.
    pub(super) fn write(&self, name: &str, contents: &[u8]) -> io::Result<PathBuf> {
        let path = self.path(name);
        if read(&path).as_deref() != Some(contents) {
            self.begin(contents)?.persist(&path)?;
        }
        Ok(path)
    }

    /// As [`Store::write`], for a header to precompile. Clang refuses what it has made of
    /// it when the header has another time than then, so the time is always the same.
    ///
    /// # Errors
    ///
    /// The errors of the file system.
    pub(super) fn write_timeless(&self, name: &str, contents: &[u8]) -> io::Result<PathBuf> {
        let path = self.path(name);
        let is_there = cache::open(&path).is_some_and(|(file, metadata)| {
            let has_time = metadata.modified().is_ok_and(|time| time == ALWAYS);
            has_time && cache::read(&file, &metadata, MAX_BYTES).as_deref() == Some(contents)
        });
        if !is_there {
            let file = self.begin(contents)?;
            file.as_file().set_modified(ALWAYS)?;
            file.persist(&path)?;
        }
        Ok(path)
    }

    /// A temporary file with these contents.
    fn begin(&self, contents: &[u8]) -> io::Result<NamedTempFile> {
        let mut file = tempfile::Builder::new()
            .prefix(TEMPORARY)
            .tempfile_in(&self.folder)?;
        file.write_all(contents)?;
        Ok(file)
    }

    fn trim(&self) {
        let Ok(entries) = fs::read_dir(&self.folder) else {
            return;
        };
        let mut files: Vec<Aged> = Vec::new();
        for entry in entries.flatten() {
            let Ok(metadata) = entry.metadata() else {
                continue;
            };
            let age = cache::age(&metadata);
            if age < UNUSED_AFTER {
                continue;
            }
            // A header is small, and its time does not tell when it was used.
            let is_header = entry.path().extension().is_some_and(|end| end == "h");
            if metadata.is_file() && !is_header {
                files.push((age, metadata.len(), entry.path()));
            }
        }
        cache::trim(files, MAX_BYTES);
    }
}

/// The time of headers.
const ALWAYS: SystemTime = SystemTime::UNIX_EPOCH;

/// The folder for code in the user's cache, if it can be trusted.
fn prepare(cache: &Path) -> Option<PathBuf> {
    let folder = cache.join("native");
    cache::make(&folder).ok()?;
    let folder = folder.canonicalize().ok()?;
    let metadata = fs::metadata(&folder).ok()?;
    (cache::is_own(&metadata) && metadata.mode() & 0o022 == 0).then_some(folder)
}

/// Reads a file of ours, and records that it is used.
fn read(path: &Path) -> Option<Vec<u8>> {
    let (file, metadata) = cache::open(path)?;
    let bytes = cache::read(&file, &metadata, MAX_BYTES)?;
    cache::touch(&file, &metadata);
    Some(bytes)
}

/// Opens nothing through a link, and waits for no pipe: these are not ours.
fn own_files() -> OpenOptions {
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
    let mut options = File::options();
    options.custom_flags(flags.bits() as i32);
    options
}

fn manifest_name(name: &str) -> String {
    format!("{name}.manifest")
}

fn hash_of(bytes: &[u8]) -> Hash {
    blake3::hash(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_killed_processes_leave_is_removed() {
        let folder = tempfile::tempdir().expect("there is a folder for such");
        let store = Store {
            folder: folder.path().to_owned(),
            _temporary: None,
        };
        let age = |path: &Path| {
            let file = File::open(path).expect("it exists");
            let time = SystemTime::now() - 2 * ABANDONED_AFTER;
            file.set_modified(time).expect("it is ours");
        };
        let in_use = store.work_folder().expect("the folder is ours");
        age(in_use.path());
        let [abandoned, file, new] =
            ["dead", "file", "new"].map(|name| store.path(&format!("{TEMPORARY}{name}")));
        fs::create_dir(&new).expect("the folder is ours");
        fs::create_dir(&abandoned).expect("the folder is ours");
        fs::write(abandoned.join("code.cpp"), "").expect("the folder is ours");
        fs::write(&file, "").expect("the folder is ours");
        age(&abandoned);
        age(&file);
        let next = store.work_folder().expect("the folder is ours");
        assert!(!abandoned.exists() && !file.exists());
        assert!(new.exists() && in_use.path().exists() && next.path().exists());
    }
}
