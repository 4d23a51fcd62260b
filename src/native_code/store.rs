//! Compiled code that is kept.
//!
//! Each thing is a file, named by what it was made of, beside a manifest that
//! says what it must contain. Code is run, so the folder must be the user's
//! own, and nobody else may write to it; otherwise nothing is kept.

use crate::cache::{self, Aged};
use blake3::Hash;
use serde::{Deserialize, Serialize};
use std::{
    fs::{self, File},
    io::{self, Read, Write},
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    time::Duration,
};
use tempfile::TempDir;

/// A folder for compiled code.
pub(super) struct Store {
    folder: PathBuf,
    /// Removes the folder, if it is not to be kept.
    _temporary: Option<TempDir>,
}

/// How much is kept. A precompiled header takes 200 MiB.
const MAX_BYTES: u64 = 512 << 20;

/// A file of this age is not in use any more, and if it is temporary, was left
/// behind by a process that died.
const UNUSED_AFTER: Duration = Duration::from_secs(60 * 60);

/// How the names of folders begin in which something is being made.
const TEMPORARY: &str = ".making-";

/// What a file must contain.
#[derive(Serialize, Deserialize)]
struct Manifest {
    version: u32,
    contents: [u8; 32],
    /// The files that it was also made of, as they were then.
    dependencies: Vec<(PathBuf, [u8; 32])>,
}

/// Another layout of the manifest gets another number.
const VERSION: u32 = 1;

impl Store {
    /// That of the user, or else one for this run.
    ///
    /// # Errors
    ///
    /// When no folder can be made.
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

    /// Where the file of that name is, whether it is there or not.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// A file, if it is what it should be.
    pub(super) fn find(&self, name: &str) -> Option<PathBuf> {
        let path = self.path(name);
        let manifest = read(&self.path(&manifest_name(name)))?;
        let manifest: Manifest = postcard::from_bytes(&manifest).ok()?;
        if manifest.version != VERSION || *hash_of(&read(&path)?).as_bytes() != manifest.contents {
            return None;
        }
        let is_same = |(path, contents): &(PathBuf, [u8; 32])| {
            fs::read(path).is_ok_and(|bytes| hash_of(&bytes).as_bytes() == contents)
        };
        manifest.dependencies.iter().all(is_same).then_some(path)
    }

    /// Waits until no other process makes that file. It may be there then.
    pub(super) fn lock(&self, name: &str) -> Option<File> {
        let file = File::create(self.path(&format!("{name}.lock"))).ok()?;
        // Without, the work may be done twice.
        file.lock().ok()?;
        Some(file)
    }

    /// A folder to make something in.
    ///
    /// # Errors
    ///
    /// When that is not possible.
    pub(super) fn work_folder(&self) -> io::Result<TempDir> {
        tempfile::Builder::new()
            .prefix(TEMPORARY)
            .tempdir_in(&self.folder)
    }

    /// Keeps what was made, under a name.
    ///
    /// # Errors
    ///
    /// When that is not possible.
    pub(super) fn keep(
        &self,
        made: &Path,
        name: &str,
        dependencies: Vec<PathBuf>,
    ) -> io::Result<PathBuf> {
        let contents = *hash_of(&fs::read(made)?).as_bytes();
        let with_hash = |path: PathBuf| {
            let hash = *hash_of(&fs::read(&path)?).as_bytes();
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

    /// Makes a file have these contents. One that has is left alone.
    ///
    /// # Errors
    ///
    /// When that is not possible.
    pub(super) fn write(&self, name: &str, contents: &[u8]) -> io::Result<PathBuf> {
        let path = self.path(name);
        if read(&path).as_deref() != Some(contents) {
            let mut file = tempfile::Builder::new()
                .prefix(TEMPORARY)
                .tempfile_in(&self.folder)?;
            file.write_all(contents)?;
            file.persist(&path)?;
        }
        Ok(path)
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
            let path = entry.path();
            match metadata.is_dir() {
                // Another process may be faster.
                true if entry.file_name().to_string_lossy().starts_with(TEMPORARY) => {
                    let _ = fs::remove_dir_all(path);
                }
                true => {}
                false => files.push((age, metadata.len(), path)),
            }
        }
        cache::trim(files, MAX_BYTES);
    }
}

/// The folder for code in the cache folder, if it can be trusted.
fn prepare(cache: &Path) -> Option<PathBuf> {
    let folder = cache.join("native");
    cache::make(&folder).ok()?;
    let folder = folder.canonicalize().ok()?;
    let metadata = fs::metadata(&folder).ok()?;
    (cache::is_own(&metadata) && metadata.mode() & 0o022 == 0).then_some(folder)
}

/// The contents of a file of ours, which is in use now.
fn read(path: &Path) -> Option<Vec<u8>> {
    let mut file = File::open(path).ok()?;
    let metadata = file.metadata().ok()?;
    if !cache::is_own(&metadata) {
        return None;
    }
    let mut bytes = Vec::with_capacity(metadata.len() as usize + 1);
    file.read_to_end(&mut bytes).ok()?;
    cache::touch(&file, &metadata);
    Some(bytes)
}

fn manifest_name(name: &str) -> String {
    format!("{name}.manifest")
}

fn hash_of(bytes: &[u8]) -> Hash {
    blake3::hash(bytes)
}
