//! Files in the cache that are named by hashes of what they depend on.

use super::{age, make, open, read, remove, touch, trim};
use blake3::Hash;
use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
    time::Duration,
};

/// All entries of one kind in a folder. Any number of processes may use it at once.
/// When the entries grow too large, the least recently used ones are removed. Nothing
/// here can fail: without an entry, its contents are made anew.
#[derive(Debug, Clone)]
pub struct Entries {
    folder: PathBuf,
    kind: &'static Kind,
    max_bytes: u64,
}

/// A kind of entries.
#[derive(Debug)]
pub struct Kind {
    /// The end of their names.
    pub end: &'static str,
    /// The start of the names of files under construction.
    pub temporary: &'static str,
    /// The first bytes of an entry, which another format changes.
    pub magic: [u8; 8],
    /// How much is kept, in bytes.
    pub max_bytes: u64,
}

/// Where the contents start, after the magic and their hash.
const HEADER: usize = 8 + blake3::OUT_LEN;

/// A process that died has left a temporary file of this age.
const STALE_AFTER: Duration = Duration::from_secs(60 * 60);

impl Entries {
    /// The entries in that folder, which is created when it is needed.
    pub fn new(folder: PathBuf, kind: &'static Kind) -> Self {
        Entries {
            folder,
            kind,
            max_bytes: kind.max_bytes,
        }
    }

    /// Changes the maximum size.
    pub(crate) fn with_max_bytes(self, max_bytes: u64) -> Self {
        Entries { max_bytes, ..self }
    }

    /// What `decode` makes of the contents under a key.
    pub fn load<T>(&self, key: &Hash, decode: impl FnOnce(&[u8]) -> Option<T>) -> Option<T> {
        let (file, metadata) = open(&self.path(key))?;
        let bytes = read(&file, &metadata, self.max_bytes)?;
        let (header, contents) = bytes.split_at_checked(HEADER)?;
        let (magic, hash) = header.split_at(self.kind.magic.len());
        if magic != self.kind.magic || blake3::hash(contents).as_bytes() != hash {
            return None;
        }
        let decoded = decode(contents)?;
        touch(&file, &metadata);
        Some(decoded)
    }

    /// Keeps contents, if that is possible.
    pub fn store(&self, key: &Hash, contents: &[u8]) {
        // A cache that cannot be written makes later runs slow, and nothing
        // else.
        let _ = self.try_store(key, contents);
    }

    fn try_store(&self, key: &Hash, contents: &[u8]) -> io::Result<()> {
        if (HEADER + contents.len()) as u64 > self.max_bytes {
            return Ok(());
        }
        make(&self.folder)?;
        // Only the owner may read it.
        let mut file = tempfile::Builder::new()
            .prefix(self.kind.temporary)
            .tempfile_in(&self.folder)?;
        file.write_all(&self.kind.magic)?;
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
            let (Some(role), Ok(metadata)) = (self.role(&entry.path()), entry.metadata()) else {
                continue;
            };
            match role {
                Role::Entry => entries.push((age(&metadata), metadata.len(), entry.path())),
                Role::Temporary if age(&metadata) > STALE_AFTER => remove(&entry.path()),
                Role::Temporary => {}
            }
        }
        trim(entries, self.max_bytes);
        Ok(())
    }

    fn path(&self, key: &Hash) -> PathBuf {
        self.folder.join(format!("{key}{}", self.kind.end))
    }

    fn role(&self, path: &Path) -> Option<Role> {
        let name = path.file_name()?.to_str()?;
        if name.starts_with(self.kind.temporary) {
            return Some(Role::Temporary);
        }
        let key = name.strip_suffix(self.kind.end)?;
        Hash::from_hex(key).ok().map(|_| Role::Entry)
    }
}

/// What our files in the folder are.
enum Role {
    Entry,
    Temporary,
}
