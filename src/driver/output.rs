//! Files that are written whole or not at all.

use std::{
    fs,
    io::{self, Write},
    path::Path,
};
use tempfile::NamedTempFile;

/// Writes a file: to a temporary one beside it, which then takes its place.
/// With `if_changed`, a file that has these contents keeps its time.
pub(super) fn write(path: &Path, bytes: &[u8], if_changed: bool) -> io::Result<()> {
    if if_changed && fs::read(path).is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    // A device or pipe cannot be replaced, and holds no old contents to keep.
    let old = fs::metadata(path);
    if old.as_ref().is_ok_and(|metadata| !metadata.is_file()) {
        return fs::write(path, bytes);
    }
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let mut file = NamedTempFile::new_in(folder)?;
    file.write_all(bytes)?;
    fs::set_permissions(file.path(), permissions(old.ok()))?;
    file.persist(path)?;
    Ok(())
}

/// Those of the file that is replaced, or the usual ones of a new file: the
/// temporary file is for its owner only.
fn permissions(old: Option<fs::Metadata>) -> fs::Permissions {
    use std::os::unix::fs::PermissionsExt;
    old.map_or_else(
        || fs::Permissions::from_mode(0o644),
        |metadata| metadata.permissions(),
    )
}

/// A make rule by which `target` depends on `files`.
pub(super) fn dependencies<'a>(target: &str, files: impl IntoIterator<Item = &'a str>) -> String {
    let mut rule = format!("{}:", escape(target));
    for file in files {
        rule.push(' ');
        rule.push_str(&escape(file));
    }
    rule.push('\n');
    rule
}

/// A file name as make reads it.
fn escape(name: &str) -> String {
    let mut escaped = String::with_capacity(name.len());
    for c in name.chars() {
        match c {
            ' ' | '#' | '\\' => escaped.extend(['\\', c]),
            '$' => escaped.push_str("$$"),
            _ => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependencies_are_escaped() {
        assert_eq!(dependencies("a b.h", ["x$y", "c#"]), "a\\ b.h: x$$y c\\#\n");
    }
}
