//! The folder that keeps results of earlier runs.

mod entries;

pub use entries::{Entries, Kind};

use crate::base::source::open::open_unlinked;
use std::{
    env,
    fs::{self, DirBuilder, File, Metadata},
    io::{self, Read},
    os::unix::fs::{DirBuilderExt, MetadataExt},
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

/// The folder of the user: `$PDLL_CACHE_DIR`, or else `pdll` under
/// `$XDG_CACHE_HOME` or `~/.cache`. Returns `None` if `$PDLL_CACHE_DIR` is
/// empty or the user has no home.
pub fn of_user() -> Option<PathBuf> {
    if let Some(folder) = env::var_os("PDLL_CACHE_DIR") {
        return (!folder.is_empty()).then(|| folder.into());
    }
    let path = |name| env::var_os(name).map(PathBuf::from);
    let base = path("XDG_CACHE_HOME")
        .filter(|base| base.is_absolute())
        .or_else(|| {
            Some(
                path("HOME")
                    .filter(|home| home.is_absolute())?
                    .join(".cache"),
            )
        })?;
    Some(base.join("pdll"))
}

/// Creates a folder that only its owner can open, unless it exists.
///
/// # Errors
///
/// The errors of the file system.
pub fn make(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// Opens a file that we wrote. A link or a pipe in its place is not ours.
pub fn open(path: &Path) -> Option<(File, Metadata)> {
    let opened = open_unlinked(path).ok()?;
    is_own(&opened.1).then_some(opened)
}

/// Reads an open file of `max_bytes` at most.
pub fn read(file: &File, metadata: &Metadata, max_bytes: u64) -> Option<Vec<u8>> {
    if metadata.len() > max_bytes {
        return None;
    }
    let mut bytes = Vec::with_capacity(metadata.len() as usize + 1);
    // Who writes a file renames it here when it is complete, so it does not grow.
    let mut file = file.take(metadata.len() + 1);
    file.read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 == metadata.len()).then_some(bytes)
}

/// Whether we wrote a file, and not somebody else who can write to the folder.
pub fn is_own(metadata: &Metadata) -> bool {
    metadata.uid() == rustix::process::geteuid().as_raw()
}

/// The time since a file was last used. A time in the future counts as now.
pub fn age(metadata: &Metadata) -> Duration {
    metadata
        .modified()
        .ok()
        .and_then(|time| time.elapsed().ok())
        .unwrap_or_default()
}

/// Records that a file was used, unless it was recorded lately.
pub fn touch(file: &File, metadata: &Metadata) {
    if age(metadata) > TOUCH_AFTER {
        // If that fails, the file is removed sooner, and nothing else happens.
        let _ = file.set_modified(SystemTime::now());
    }
}

/// How often the use of a file is recorded at most.
const TOUCH_AFTER: Duration = Duration::from_secs(60 * 60);

/// A file with its age and size.
pub type Aged = (Duration, u64, PathBuf);

/// Removes the least recently used files, if all together are larger than
/// `max_bytes`.
pub fn trim(mut files: Vec<Aged>, max_bytes: u64) {
    let mut total: u64 = files.iter().map(|(_, size, _)| size).sum();
    if total <= max_bytes {
        return;
    }
    files.sort_unstable();
    // This leaves some room, so that the next file does not start the search
    // again.
    while total > max_bytes / 4 * 3
        && let Some((_, size, path)) = files.pop()
    {
        remove(&path);
        total -= size;
    }
}

/// Removes a file. If another process was faster, there is nothing to do.
pub fn remove(path: &Path) {
    let _ = fs::remove_file(path);
}
