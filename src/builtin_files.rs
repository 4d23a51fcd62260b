//! The pattern files that pdll brings along: its standard library, and MLIR's
//! own file, which packages of MLIR may lack.
//!
//! They are found by every `#include` of their paths, without an include
//! directory, unless the user has a file of that path. What the standard library
//! declares is called under the name `pdll.NAME`, so that it cannot be taken for
//! another function. What MLIR's file declares keeps its name, under which MLIR
//! registers it too.

use std::path::{Path, PathBuf};

/// A file, as `#include` names it, and its text.
#[derive(Debug)]
pub struct BuiltinFile {
    /// The path, as in `pdll/std.pdll`.
    pub path: &'static str,
    /// What is in it.
    pub text: &'static str,
}

/// The folder of the standard library.
const LIBRARY: &str = "pdll/";

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$(BuiltinFile {
            path: concat!("pdll/", $name),
            text: include_str!(concat!("std/", $name)),
        }),*]
    };
}

/// The standard library: the whole first, then its parts in the order of the
/// whole.
pub const FILES: &[BuiltinFile] = files![
    "std.pdll",
    "attributes.pdll",
    "numbers.pdll",
    "constants.pdll",
    "types.pdll",
    "shapes.pdll",
    "uses.pdll",
    "ranges.pdll",
    "operations.pdll",
    "regions.pdll",
    "symbols.pdll",
];

/// The rewrites that convert types and values.
pub const DIALECT_CONVERSION: &BuiltinFile = &BuiltinFile {
    path: "mlir/Transforms/DialectConversion.pdll",
    text: include_str!("mlir/DialectConversion.pdll"),
};

impl BuiltinFile {
    /// The file that is included as `path`.
    pub fn find(path: &Path) -> Option<&'static BuiltinFile> {
        FILES
            .iter()
            .chain([DIALECT_CONVERSION])
            .find(|file| path == Path::new(file.path))
    }

    /// What the function `name` of this file is called in pdl.
    pub fn native_name(&self, name: &str) -> String {
        match self.path.starts_with(LIBRARY) {
            true => native_name(name),
            false => name.to_owned(),
        }
    }

    /// What messages call it. No file on disk has such a name by chance.
    pub fn name(&self) -> PathBuf {
        Path::new("<pdll>").join(self.path.trim_start_matches(LIBRARY))
    }
}

/// What the function `name` of the standard library is called in pdl.
pub fn native_name(name: &str) -> String {
    format!("pdll.{name}")
}
