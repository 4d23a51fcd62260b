//! Files that are written whole or not at all.

use crate::base::source::open;
use std::{
    fs,
    io::{self, Write},
    iter,
    os::unix::{ffi::OsStrExt, fs::PermissionsExt},
    path::{Path, PathBuf},
};
use tempfile::NamedTempFile;

/// A file to write.
pub(super) struct Target<'a> {
    pub(super) path: &'a Path,
    pub(super) bytes: Vec<u8>,
    /// Whether a file with the same contents stays untouched, with its time.
    pub(super) if_changed: bool,
}

/// Writes all of the files, or none of them.
///
/// # Errors
///
/// The files that cannot be written, with the reasons.
pub(super) fn write<'a>(targets: &[Target<'a>]) -> Result<(), Vec<(&'a Path, io::Error)>> {
    let (mut prepared, mut problems) = (Vec::new(), Vec::new());
    for target in targets {
        match prepare(target) {
            Ok(one) => prepared.push((target.path, one)),
            Err(error) => problems.push((target.path, error)),
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    // Devices and pipes fail more often than renaming, and come first.
    prepared.sort_by_key(|(_, one)| matches!(one, Prepared::Rename(..)));
    for (path, one) in prepared {
        one.commit().map_err(|error| vec![(path, error)])?;
    }
    Ok(())
}

/// Errors about outputs that would overwrite an input or each other.
pub(super) fn conflicts(outputs: &[&Path], inputs: &[&Path]) -> Vec<String> {
    let mut problems = Vec::new();
    for (index, output) in outputs.iter().enumerate() {
        let is_same = |other: &&Path| same_file(output, other);
        let path = output.display();
        if inputs.iter().any(is_same) {
            problems.push(format!("cannot write `{path}`: it is an input"));
        } else if outputs[..index].iter().any(is_same) {
            problems.push(format!("cannot write `{path}`: it is also another output"));
        }
    }
    problems
}

/// The last step of writing a file, which is unlikely to fail.
enum Prepared<'a> {
    /// The file has its contents already.
    Done,
    /// A device or pipe cannot be replaced, and holds no old contents to keep.
    Write(&'a Path, &'a [u8]),
    /// The new file stands beside the one that it replaces.
    Rename(NamedTempFile, PathBuf),
}

fn prepare<'a>(target: &'a Target<'_>) -> io::Result<Prepared<'a>> {
    let Target {
        path,
        bytes,
        if_changed,
    } = target;
    if *if_changed && open::read(path).is_ok_and(|old| old == *bytes) {
        return Ok(Prepared::Done);
    }
    let old = fs::metadata(path);
    match &old {
        Ok(old) if old.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Ok(old) if !old.is_file() => return Ok(Prepared::Write(path, bytes)),
        _ => {}
    }
    // The target of a link is replaced, so that the link stays a link.
    let path = followed(path);
    // The permissions of a new file, before the user's mask.
    let mut file = tempfile::Builder::new()
        .permissions(fs::Permissions::from_mode(0o666))
        .tempfile_in(folder_of(&path))?;
    file.write_all(bytes)?;
    if let Ok(old) = old {
        fs::set_permissions(file.path(), old.permissions())?;
    }
    Ok(Prepared::Rename(file, path))
}

/// Where a path leads, also through links to a file that does not exist yet.
fn followed(path: &Path) -> PathBuf {
    const MAX_LINKS: usize = 40;
    let mut path = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        let Ok(target) = fs::read_link(&path) else {
            break;
        };
        path = folder_of(&path).join(target);
    }
    path
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

impl Prepared<'_> {
    fn commit(self) -> io::Result<()> {
        match self {
            Prepared::Done => Ok(()),
            Prepared::Write(path, bytes) => fs::write(path, bytes),
            Prepared::Rename(file, path) => Ok(file.persist(path).map(drop)?),
        }
    }
}

/// Whether two paths lead to the same file, which may not exist yet. Devices
/// and pipes can be shared, so they never count as the same.
pub(super) fn same_file(a: &Path, b: &Path) -> bool {
    let is_special = |path| fs::metadata(path).is_ok_and(|metadata| !metadata.is_file());
    !is_special(a) && identity(a) == identity(b)
}

fn identity(path: &Path) -> PathBuf {
    let absolute = || {
        let path = followed(path);
        Some(
            fs::canonicalize(folder_of(&path))
                .ok()?
                .join(path.file_name()?),
        )
    };
    let known = fs::canonicalize(path).ok();
    known.or_else(absolute).unwrap_or_else(|| path.to_owned())
}

/// A make rule by which `target` depends on `files`.
pub(super) fn dependencies<'a>(
    target: &Path,
    files: impl IntoIterator<Item = &'a Path>,
) -> Vec<u8> {
    let mut rule = escape(target);
    rule.push(b':');
    for file in files {
        rule.push(b' ');
        rule.extend(escape(file));
    }
    rule.push(b'\n');
    rule
}

/// A file name in the syntax of make and ninja: a backslash stands for itself,
/// unless the character after it is escaped.
fn escape(name: &Path) -> Vec<u8> {
    let mut escaped = Vec::new();
    let mut backslashes = 0;
    for byte in name.as_os_str().as_bytes() {
        match byte {
            b' ' | b'#' => {
                escaped.extend(iter::repeat_n(b'\\', backslashes + 1));
                escaped.push(*byte);
            }
            b'$' => escaped.extend(b"$$"),
            _ => escaped.push(*byte),
        }
        backslashes = if *byte == b'\\' { backslashes + 1 } else { 0 };
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependencies_are_escaped() {
        let rule = dependencies("a b.h".as_ref(), ["x$y".as_ref(), "c#".as_ref()]);
        assert_eq!(rule, b"a\\ b.h: x$$y c\\#\n");
        assert_eq!(escape("a\\b\\ c".as_ref()), b"a\\b\\\\\\ c");
    }
}
