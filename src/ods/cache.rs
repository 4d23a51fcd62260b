//! Results of earlier runs of TableGen, in files.
//!
//! The name of an entry is a hash of its inputs, so that no entry is ever out
//! of date. When the cache grows too large, the least recently used entries are
//! removed. Nothing here can fail: without a result, TableGen runs.

use super::wire::Tables;
use crate::{
    cache::{self, age, is_own, remove},
    contract::ODS_WIRE_VERSION,
};
use blake3::Hash;
use std::{
    fs::{self, File},
    io::{self, Read, Write},
    path::{Path, PathBuf},
    time::Duration,
};

/// A folder for results. Any number of processes may use it at once.
#[derive(Debug, Clone)]
pub struct Cache {
    folder: PathBuf,
    max_bytes: u64,
}

/// How much is kept.
const MAX_BYTES: u64 = 64 << 20;

/// The first bytes of an entry. The last of them is the version of the tables.
const MAGIC: &[u8; 8] = &{
    let mut magic = *b"PDLLODS0";
    assert!(ODS_WIRE_VERSION < 10, "the version is one digit");
    magic[7] += ODS_WIRE_VERSION as u8;
    magic
};

/// Where the contents start, after the magic and their hash.
const HEADER: usize = MAGIC.len() + blake3::OUT_LEN;

/// A process that died has left a temporary file of this age.
const STALE_AFTER: Duration = Duration::from_secs(60 * 60);

impl Cache {
    /// Creates a cache in that folder. The folder itself is created when it is
    /// needed.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Cache {
            folder: folder.into(),
            max_bytes: MAX_BYTES,
        }
    }

    /// The user's cache: in `$PDLL_CACHE_DIR`, or else in `pdll` under
    /// `$XDG_CACHE_HOME` or `~/.cache`. Returns `None` if `$PDLL_CACHE_DIR` is
    /// empty or the user has no home.
    pub fn of_user() -> Option<Self> {
        cache::of_user().map(Cache::new)
    }

    /// Changes the maximum size.
    #[must_use]
    pub fn with_max_bytes(self, max_bytes: u64) -> Self {
        Cache { max_bytes, ..self }
    }

    /// The result that is kept under a key.
    pub(super) fn load(&self, key: &Hash) -> Option<Tables> {
        let mut file = File::open(self.path(key)).ok()?;
        let metadata = file.metadata().ok()?;
        if !is_own(&metadata) || metadata.len() > self.max_bytes {
            return None;
        }
        let mut bytes = Vec::with_capacity(metadata.len() as usize + 1);
        file.read_to_end(&mut bytes).ok()?;
        let (header, contents) = bytes.split_at_checked(HEADER)?;
        let (magic, hash) = header.split_at(MAGIC.len());
        if magic != MAGIC || blake3::hash(contents).as_bytes() != hash {
            return None;
        }
        let tables = Tables::from_bytes(contents)?;
        cache::touch(&file, &metadata);
        Some(tables)
    }

    /// Keeps a result, if that is possible.
    pub(super) fn store(&self, key: &Hash, tables: &[u8]) {
        // A cache that cannot be written makes later runs slow, and nothing
        // else.
        let _ = self.try_store(key, tables);
    }

    fn try_store(&self, key: &Hash, contents: &[u8]) -> io::Result<()> {
        if (HEADER + contents.len()) as u64 > self.max_bytes {
            return Ok(());
        }
        cache::make(&self.folder)?;
        // Only the owner may read it.
        let mut file = tempfile::Builder::new()
            .prefix(TEMPORARY)
            .tempfile_in(&self.folder)?;
        file.write_all(MAGIC)?;
        file.write_all(blake3::hash(contents).as_bytes())?;
        file.write_all(contents)?;
        file.persist(self.path(key))?;
        self.trim()
    }

    /// Removes the least recently used entries, and the temporary files of
    /// processes that died.
    fn trim(&self) -> io::Result<()> {
        let mut entries = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            let (Some(kind), Ok(metadata)) = (Kind::of(&entry.path()), entry.metadata()) else {
                continue;
            };
            match kind {
                Kind::Entry => entries.push((age(&metadata), metadata.len(), entry.path())),
                Kind::Temporary if age(&metadata) > STALE_AFTER => remove(&entry.path()),
                Kind::Temporary => {}
            }
        }
        cache::trim(entries, self.max_bytes);
        Ok(())
    }

    fn path(&self, key: &Hash) -> PathBuf {
        self.folder.join(format!("{key}{ENTRY}"))
    }
}

/// The end of the names of entries.
const ENTRY: &str = ".ods";

/// The start of the names of files under construction.
const TEMPORARY: &str = ".ods-";

/// The kinds of our files in the folder.
enum Kind {
    Entry,
    Temporary,
}

impl Kind {
    fn of(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?;
        if name.starts_with(TEMPORARY) {
            return Some(Kind::Temporary);
        }
        let key = name.strip_suffix(ENTRY)?;
        Hash::from_hex(key).ok().map(|_| Kind::Entry)
    }
}
