//! Files and the URIs that editors give them.

use lsp_types::Uri;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use std::{
    ffi::OsString,
    os::unix::ffi::OsStringExt,
    path::{Component, Path, PathBuf, absolute},
};

const SCHEME: &str = "file://";

/// What need not be encoded in the path of a URI.
const PATH: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~');

/// The path of a file, or `None` if the URI names no file.
pub(super) fn to_path(uri: &Uri) -> Option<PathBuf> {
    let path = uri.as_ref().strip_prefix(SCHEME)?;
    // A host may stand before the path. Files of other hosts are none of ours.
    let path = path.strip_prefix("localhost").unwrap_or(path);
    if !path.starts_with('/') {
        return None;
    }
    let bytes: Vec<u8> = percent_decode_str(path).collect();
    Some(PathBuf::from(OsString::from_vec(bytes)))
}

/// Whether two URIs name the same document. Editors encode them differently.
pub(super) fn is_same(one: &Uri, other: &Uri) -> bool {
    one == other || to_path(one).is_some_and(|path| to_path(other) == Some(path))
}

/// The URI of a file.
pub(super) fn of_path(path: &Path) -> Uri {
    let mut path = absolute(path).unwrap_or_else(|_| path.to_owned());
    // Editors compare names.
    if path.components().any(|part| part == Component::ParentDir) {
        path = path.canonicalize().unwrap_or(path);
    }
    let path = path.to_string_lossy();
    Uri(format!("{SCHEME}{}", utf8_percent_encode(&path, PATH)))
}

/// The name under which a document is analyzed: its path, or, if it is not a file,
/// its URI. `untitled:` documents, which are not saved yet, have such names.
pub(super) fn name(uri: &Uri) -> String {
    match to_path(uri) {
        Some(path) => path.display().to_string(),
        None => uri.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_return() {
        for path in ["/a/b.pdll", "/a b/ü%.td", "/with#hash?.pdll"] {
            assert_eq!(to_path(&of_path(Path::new(path))), Some(path.into()));
        }
        let encoded: Uri = "file:///a%20b/%C3%BC.pdll".into();
        assert_eq!(to_path(&encoded), Some("/a b/ü.pdll".into()));
        assert_eq!(to_path(&"untitled:Untitled-1".into()), None);
        assert_eq!(to_path(&"file://elsewhere/a".into()), None);
    }
}
