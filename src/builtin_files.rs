//! The pattern files that are part of pdll: its standard library, and MLIR's
//! own file, which packages of MLIR may lack.
//!
//! Every `#include` of their paths finds them without an include directory,
//! unless the user has a file of that path. A function that the standard
//! library declares is called under the name `pdll.NAME`, so that it cannot be
//! taken for another function. A function that MLIR's file declares keeps the
//! name under which MLIR registers it.

use std::path::{Path, PathBuf};

/// A file, as `#include` names it, and its text.
#[derive(Debug)]
pub struct BuiltinFile {
    /// The path, as in `pdll/std.pdll`.
    pub path: &'static str,
    /// The contents of the file.
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

/// The standard library: first the file that includes all others, then the
/// others in the order of its includes.
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

    /// The name in pdl of the function `name` of this file.
    pub fn native_name(&self, name: &str) -> String {
        if self.path.starts_with(LIBRARY) {
            native_name(name)
        } else {
            name.to_owned()
        }
    }

    /// The name of the file in messages. No file on disk has such a name by
    /// chance.
    pub fn name(&self) -> PathBuf {
        Path::new("<pdll>").join(self.path.trim_start_matches(LIBRARY))
    }
}

/// The name in pdl of the function `name` of the standard library.
pub fn native_name(name: &str) -> String {
    format!("pdll.{name}")
}
