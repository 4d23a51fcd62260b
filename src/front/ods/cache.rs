//! Results of earlier runs of TableGen, in files.
//!
//! The name of an entry is a hash of its inputs, so that no entry is ever out
//! of date.

use super::wire::Tables;
use crate::{
    base::cache::{self, Entries, Kind},
    contract::ODS_WIRE_VERSION,
};
use blake3::Hash;
use std::path::PathBuf;

/// A folder for results. Any number of processes may use it at once.
#[derive(Debug, Clone)]
pub struct Cache {
    entries: Entries,
}

/// The last byte of the magic is the version of the tables.
static KIND: Kind = Kind {
    end: ".ods",
    temporary: ".ods-",
    magic: {
        let mut magic = *b"PDLLODS0";
        assert!(ODS_WIRE_VERSION < 75, "the version is one character");
        magic[7] += ODS_WIRE_VERSION as u8;
        magic
    },
    max_bytes: 64 << 20,
};

impl Cache {
    /// Creates a cache in that folder. The folder itself is created when it is
    /// needed.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Cache {
            entries: Entries::new(folder.into(), &KIND),
        }
    }

    /// The user's cache: in `$PDLL_CACHE_DIR`, or else in `pdll` under
    /// `$XDG_CACHE_HOME` or `~/.cache`. Returns `None` if `$PDLL_CACHE_DIR` is
    /// empty or the user has no home.
    pub fn of_user() -> Option<Self> {
        cache::of_user().map(Cache::new)
    }

    /// Changes the maximum size, in bytes.
    #[must_use]
    pub fn with_max_bytes(self, max_bytes: u64) -> Self {
        Cache {
            entries: self.entries.with_max_bytes(max_bytes),
        }
    }

    /// The result that is kept under a key.
    pub(super) fn load(&self, key: &Hash) -> Option<Tables> {
        self.entries.load(key, Tables::from_bytes)
    }

    /// Keeps a result, if that is possible.
    pub(super) fn store(&self, key: &Hash, tables: &[u8]) {
        self.entries.store(key, tables);
    }
}
