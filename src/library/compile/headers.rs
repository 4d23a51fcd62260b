//! The headers that belong to the `.td` files that pattern files include.

use crate::{
    base::source::{SourceFile, SourceMap, open},
    library::session::Session,
    mlir::ffi::ods::{definitions_dir, installed_include_dir},
};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// A header with the declarations for a `.td` file.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Header {
    /// A header of the installed MLIR: its path in the folder of headers.
    Installed(PathBuf),
    /// Another header.
    Own(PathBuf),
}

/// The headers that C++ code in pattern files sees: those of `.td` files, and those that
/// users name.
pub(super) fn all(session: &Session<'_>) -> Vec<Header> {
    let preludes = session.native_preludes.iter().cloned();
    let mut headers = find(&session.sources);
    headers.extend(preludes.filter_map(header));
    headers
}

/// Whether C++ code in pattern files sees headers that are not MLIR's.
pub(crate) fn sees_own_headers(session: &Session<'_>) -> bool {
    let headers = all(session);
    headers
        .iter()
        .any(|header| matches!(header, Header::Own(_)))
}

/// Finds the headers of the `.td` files that pattern files include, also those that
/// are `.td` files themselves, sorted. A
/// header belongs to a `.td` file if it stands beside it and includes what is
/// generated from it: `Arith.h` belongs to `ArithOps.td`, because it includes
/// `ArithOps.h.inc`.
fn find(sources: &SourceMap) -> Vec<Header> {
    let mut headers: Vec<_> = sources
        .files()
        .filter(|(_, file)| is_included_by_patterns(file, sources))
        .flat_map(|(_, file)| beside(Path::new(file.name())))
        .collect();
    headers.sort_unstable();
    headers.dedup();
    headers
}

fn is_included_by_patterns(file: &SourceFile, sources: &SourceMap) -> bool {
    let is_td = |name: &str| name.ends_with(".td");
    let is_pattern_file = |file: &SourceFile| !is_td(file.name()) || file.included_at().is_none();
    is_td(file.name())
        && file
            .included_at()
            .is_some_and(|at| is_pattern_file(sources.file(at.file)))
}

fn beside(td: &Path) -> Vec<Header> {
    let td = &installed(td);
    let (Some(folder), Some(stem)) = (td.parent(), td.file_stem().and_then(|stem| stem.to_str()))
    else {
        return Vec::new();
    };
    // Every compilation includes these headers anyway.
    if folder == installed_include_dir().join("mlir/IR") {
        return Vec::new();
    }
    let generated = format!("{stem}.h.inc\"");
    let Ok(entries) = fs::read_dir(or_current(folder)) else {
        return Vec::new();
    };
    entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|end| end == "h"))
        .filter(|path| {
            let text = open::read(path);
            text.is_ok_and(|text| memchr::memmem::find(&text, generated.as_bytes()).is_some())
        })
        .filter_map(header)
        .collect()
}

/// The installed file that a file of MLIR's is a copy of: headers stand beside that one
/// only. Any other file is itself.
fn installed(td: &Path) -> PathBuf {
    match td.strip_prefix(definitions_dir()) {
        Ok(inner) => installed_include_dir().join(inner),
        Err(_) => td.to_owned(),
    }
}

fn header(path: PathBuf) -> Option<Header> {
    let path = path.canonicalize().ok()?;
    let installed = installed_include_dir().canonicalize().ok();
    match installed.and_then(|folder| path.strip_prefix(folder).ok().map(Path::to_owned)) {
        Some(inner) => Some(Header::Installed(inner)),
        None => Some(Header::Own(path)),
    }
}

/// The current folder in place of an empty path.
pub(super) fn or_current(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    }
}
