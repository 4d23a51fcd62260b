//! Opens and reads files. Nothing else opens a file that others may have put there: a
//! folder that comes from somewhere else may hold links to devices, and pipes that keep
//! a reader waiting.

use rustix::{fs::OFlags, io::Errno};
use std::{
    fs::{self, File, Metadata, ReadDir},
    io::{self, Read},
    os::{
        fd::AsRawFd,
        unix::fs::{FileTypeExt, OpenOptionsExt},
    },
    path::{Path, PathBuf},
    sync::OnceLock,
};

/// The folders outside of which nothing is opened, if there are such.
static FENCE: OnceLock<Vec<PathBuf>> = OnceLock::new();

/// From now on, this process opens only what is below these folders. Links count as what
/// they lead to. A second fence changes nothing.
pub fn fence(folders: impl IntoIterator<Item = PathBuf>) {
    FENCE.get_or_init(|| {
        let folders = folders.into_iter();
        // Below a folder that is not there is nothing.
        folders
            .filter_map(|one| fs::canonicalize(one).ok())
            .collect()
    });
}

/// Lists a folder, unless a fence is around others.
///
/// # Errors
///
/// The errors of the file system, and an error if the folder may not be read.
pub fn read_dir(folder: &Path) -> io::Result<ReadDir> {
    check_fence(&File::open(folder)?)?;
    fs::read_dir(folder)
}

/// Opens a regular file. Links count as what they lead to.
///
/// # Errors
///
/// The errors of the file system, and an error if it is something else.
pub(crate) fn open(path: &Path) -> io::Result<(File, Metadata)> {
    open_with(path, OFlags::empty())
}

/// As [`open`], but a link is an error.
pub(crate) fn open_unlinked(path: &Path) -> io::Result<(File, Metadata)> {
    open_with(path, OFlags::NOFOLLOW)
}

/// Reads a regular file.
///
/// # Errors
///
/// As [`open`], and an error if it is too large for a [`Span`](super::Span).
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_within(path, MAX_FILE_BYTES)
}

/// Reads a regular file of `max_bytes` at most.
///
/// # Errors
///
/// As [`open`], and an error of the kind [`io::ErrorKind::FileTooLarge`].
pub fn read_within(path: &Path, max_bytes: u64) -> io::Result<Vec<u8>> {
    let (file, metadata) = open(path)?;
    // Files that the system makes up have no size, and perhaps no end.
    let max_bytes = max_bytes.min(metadata.len() + MAX_GROWTH);
    read_open(&file, metadata.len(), max_bytes)
}

/// Reads what the user names. This may also be a pipe or a device itself, or what the
/// system offers as a file: `/dev/stdin`, and the `/dev/fd/63` of a shell. A link to one
/// of these that lies elsewhere is an error, as it is for [`open`].
///
/// # Errors
///
/// The errors of the file system, and an error if the input is too large.
pub fn read_named(path: &Path) -> io::Result<Vec<u8>> {
    let is_of_system = ["/dev", "/proc"].iter().any(|of| path.starts_with(of));
    let is_stream = |found: Metadata| {
        let kind = found.file_type();
        kind.is_fifo() || kind.is_char_device() || kind.is_block_device()
    };
    if is_of_system || fs::symlink_metadata(path).is_ok_and(is_stream) {
        let file = File::open(path)?;
        check_fence(&file)?;
        read_limited(&file)
    } else {
        read(path)
    }
}

/// Reads an input that is open to its end.
///
/// # Errors
///
/// The errors of the file system, and an error if the input is too large.
pub fn read_limited(input: &File) -> io::Result<Vec<u8>> {
    let metadata = input.metadata()?;
    if metadata.is_file() {
        read_open(input, metadata.len(), MAX_FILE_BYTES)
    } else {
        read_open(input, 0, MAX_STREAM_BYTES)
    }
}

/// The maximum size of a file, which keeps its places within a [`Span`](super::Span).
const MAX_FILE_BYTES: u64 = (4 << 30) - 1;

/// The maximum size of what a device or a pipe supplies. It may have no end, and
/// must not take all memory.
const MAX_STREAM_BYTES: u64 = 1 << 30;

/// How much larger a file may be than the system says.
const MAX_GROWTH: u64 = 1 << 20;

fn open_with(path: &Path, flags: OFlags) -> io::Result<(File, Metadata)> {
    // A pipe is opened at once then, and a terminal does not become ours.
    let flags = flags | OFlags::NONBLOCK | OFlags::NOCTTY;
    let opened = File::options()
        .read(true)
        .custom_flags(flags.bits() as i32)
        .open(path);
    let file = opened.map_err(|error| match error.raw_os_error() {
        // So says the system of sockets.
        Some(code) if code == Errno::NXIO.raw_os_error() => not_regular(),
        _ => error,
    })?;
    check_fence(&file)?;
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if !metadata.is_file() {
        return Err(not_regular());
    }
    Ok((file, metadata))
}

/// Checks where an open file is, so that no link can be changed in between.
fn check_fence(file: &File) -> io::Result<()> {
    let Some(folders) = FENCE.get() else {
        return Ok(());
    };
    let place = fs::read_link(format!("/proc/self/fd/{}", file.as_raw_fd()))?;
    if folders.iter().any(|folder| place.starts_with(folder)) {
        return Ok(());
    }
    let reason = "it is in none of the folders that may be read here; name its folder with `-I`";
    Err(io::Error::other(reason))
}

fn not_regular() -> io::Error {
    io::Error::other("expected a regular file, but it is or leads to a pipe, a socket or a device")
}

fn read_open(input: &File, size: u64, max_bytes: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if size <= max_bytes {
        bytes.reserve_exact(size as usize + 1);
        input.take(max_bytes + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 <= max_bytes {
            return Ok(bytes);
        }
    }
    Err(too_large(max_bytes))
}

fn too_large(max_bytes: u64) -> io::Error {
    let limit = match max_bytes.div_ceil(1 << 20) {
        mebibytes @ 0..1024 => format!("{mebibytes} MiB"),
        mebibytes => format!("{} GiB", mebibytes.div_ceil(1024)),
    };
    io::Error::new(
        io::ErrorKind::FileTooLarge,
        format!("it is larger than {limit}"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::fs::{CWD, FileType, Mode, mknodat};
    use std::os::unix::fs::symlink;

    /// A folder with a file, a pipe, and links.
    fn folder() -> (tempfile::TempDir, impl Fn(&str) -> PathBuf) {
        let folder = tempfile::tempdir().expect("the folder can be written");
        let path = folder.path().to_owned();
        let at = move |name: &str| path.join(name);
        fs::write(at("file"), "text").expect("the folder is ours");
        let mode = Mode::RUSR | Mode::WUSR;
        mknodat(CWD, at("pipe"), FileType::Fifo, mode, 0).expect("the folder is ours");
        for (link, target) in [
            ("to-file", "file"),
            ("to-pipe", "pipe"),
            ("to-zero", "/dev/zero"),
            ("to-input", "/dev/stdin"),
            ("to-itself", "to-itself"),
        ] {
            symlink(target, at(link)).expect("the folder is ours");
        }
        (folder, at)
    }

    #[test]
    fn only_regular_files_are_opened() {
        let (_folder, at) = folder();
        assert!(open(&at("file")).is_ok() && open(&at("to-file")).is_ok());
        assert!(open_unlinked(&at("file")).is_ok());
        assert!(open_unlinked(&at("to-file")).is_err());
        for name in ["pipe", "to-pipe", "to-zero", "to-input", "to-itself", ""] {
            assert!(open(&at(name)).is_err(), "{name}");
            assert!(read(&at(name)).is_err(), "{name}");
        }
        for name in ["to-pipe", "to-zero", "to-input"] {
            assert!(read_named(&at(name)).is_err(), "{name}");
        }
        let named = read_named(&at("to-file"));
        assert_eq!(named.expect("it is a file"), b"text");
        let named = read_named(Path::new("/dev/null"));
        assert_eq!(named.expect("the user wants it"), b"");
    }

    #[test]
    fn sizes_are_limited() {
        let (_folder, at) = folder();
        assert!(read_within(&at("file"), 4).is_ok());
        let error = read_within(&at("file"), 3).expect_err("it is larger");
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
        assert_eq!(
            too_large(MAX_FILE_BYTES).to_string(),
            "it is larger than 4 GiB"
        );
        assert_eq!(too_large(64 << 20).to_string(), "it is larger than 64 MiB");
    }
}
