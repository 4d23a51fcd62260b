//! The folder in which results of earlier runs are kept.

use std::{
    env,
    fs::{self, DirBuilder, File, Metadata},
    io,
    os::unix::fs::{DirBuilderExt, MetadataExt},
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

/// The user's: `$PDLL_CACHE_DIR`, or else `pdll` under `$XDG_CACHE_HOME` or
/// `~/.cache`. There is none when that variable is empty, or the user has no
/// home.
pub(crate) fn of_user() -> Option<PathBuf> {
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

/// Makes a folder that only the owner can look into, unless it is there.
///
/// # Errors
///
/// Those of the file system.
pub(crate) fn make(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// Whether a file was written by us, and not by others who can write to the
/// folder.
pub(crate) fn is_own(metadata: &Metadata) -> bool {
    metadata.uid() == rustix::process::geteuid().as_raw()
}

/// How long ago a file was used. A time in the future counts as now.
pub(crate) fn age(metadata: &Metadata) -> Duration {
    metadata
        .modified()
        .ok()
        .and_then(|time| time.elapsed().ok())
        .unwrap_or_default()
}

/// Says that a file was used, if it did not say so lately.
pub(crate) fn touch(file: &File, metadata: &Metadata) {
    if age(metadata) > TOUCH_AFTER {
        // It is removed sooner if that fails, and nothing else.
        let _ = file.set_modified(SystemTime::now());
    }
}

/// A file that was used says so at most this often.
const TOUCH_AFTER: Duration = Duration::from_secs(60 * 60);

/// A file with its age and size.
pub(crate) type Aged = (Duration, u64, PathBuf);

/// Removes the files that were not used for longest, if all together are larger
/// than `max_bytes`.
pub(crate) fn trim(mut files: Vec<Aged>, max_bytes: u64) {
    let mut total: u64 = files.iter().map(|(_, size, _)| size).sum();
    if total <= max_bytes {
        return;
    }
    files.sort_unstable();
    // With some room, so that the next one does not sort them again.
    while total > max_bytes / 4 * 3
        && let Some((_, size, path)) = files.pop()
    {
        remove(&path);
        total -= size;
    }
}

/// Removes a file. Another process may be faster; then there is nothing to do.
pub(crate) fn remove(path: &Path) {
    let _ = fs::remove_file(path);
}
