//! The pattern files that are part of pdll: its standard library, and MLIR's
//! own file, which packages of MLIR may lack.
//!
//! Every `#include` of their paths finds them without an include directory,
//! unless the user has a file of that path. A function that the standard
//! library declares is called under the name `pdll.NAME`, so that it cannot be
//! taken for another function. A function that MLIR's file declares keeps the
//! name under which MLIR registers it.

use crate::{base::source::open, contract::LIBRARY_PREFIX};
use std::{
    env, fs,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    sync::LazyLock,
};

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
    "predicates.pdll",
    "shapes.pdll",
    "uses.pdll",
    "ranges.pdll",
    "operations.pdll",
    "regions.pdll",
    "conversions.pdll",
    "locations.pdll",
    "symbols.pdll",
];

/// The classes of predicates in `.td` files, and types that MLIR has in C++ only.
pub const DEFINITIONS: &[BuiltinFile] = files!["PdlTypes.td", "DialectTypes.td"];

/// The rewrites that convert types and values.
pub const DIALECT_CONVERSION: &BuiltinFile = &BuiltinFile {
    path: "mlir/Transforms/DialectConversion.pdll",
    text: include_str!("builtin_files/DialectConversion.pdll"),
};

impl BuiltinFile {
    /// The file that is included as `path`.
    pub fn find(path: &Path) -> Option<&'static BuiltinFile> {
        FILES
            .iter()
            .chain([DIALECT_CONVERSION])
            .find(|file| path == Path::new(file.path))
    }

    /// The predicates of the standard library.
    pub fn predicates() -> &'static BuiltinFile {
        let mut files = FILES.iter();
        let found = files.find(|file| file.path == "pdll/predicates.pdll");
        found.expect("it is in the list")
    }

    /// The `.td` file that is included as `path`.
    pub fn definitions(path: &Path) -> Option<&'static BuiltinFile> {
        let mut files = DEFINITIONS.iter();
        files.find(|file| path == Path::new(file.path))
    }

    /// Whether a path is that of a `.td` file which is part of pdll.
    pub(crate) fn is_definitions(path: &Path) -> bool {
        let mut files = DEFINITIONS.iter();
        // The end of a name is known without a look at the disk.
        files.any(|file| path.ends_with(file.short_path()) && path == file.name())
    }

    /// Whether it belongs to the standard library, and not to MLIR.
    pub(crate) fn is_of_library(&self) -> bool {
        self.path.starts_with(LIBRARY)
    }

    /// The name in pdl of the function `name` of this file.
    pub fn native_name(&self, name: &str) -> String {
        if self.is_of_library() {
            native_name(name)
        } else {
            name.to_owned()
        }
    }

    /// Returns the built-in file that is included as `path`, if these are its
    /// contents: a copy on disk has the same functions.
    pub fn copied(path: &Path, contents: &str) -> Option<&'static BuiltinFile> {
        Self::find(path).filter(|file| file.text == contents)
    }

    /// The name of the file in messages: the path of the installed copy, if there
    /// is one. Otherwise, no file on disk has such a name by chance.
    pub fn name(&self) -> PathBuf {
        self.installed()
            .unwrap_or_else(|| Path::new("<pdll>").join(self.short_path()))
    }

    fn short_path(&self) -> &'static str {
        self.path.trim_start_matches(LIBRARY)
    }

    /// The path of the copy that is installed with this program or library.
    fn installed(&self) -> Option<PathBuf> {
        own_file()?
            .ancestors()
            .skip(1)
            .map(|prefix| prefix.join(SHARED).join(self.path))
            // Another version of pdll may be installed there.
            .find(|path| open::read(path).is_ok_and(|bytes| bytes == self.text.as_bytes()))
    }
}

/// Where files for `#include` are, below the folder of an installation.
const SHARED: &str = "share/pdll/include";

/// A file that every copy of MLIR's definitions has.
const CLASSES: &str = "mlir/IR/OpBase.td";

/// The folder of MLIR's definitions that came with this program or library, which may be
/// in use where no MLIR is installed.
pub fn bundled_definitions() -> Option<&'static Path> {
    static FOLDER: LazyLock<Option<PathBuf>> =
        LazyLock::new(|| own_file().and_then(definitions_beside));
    FOLDER.as_deref()
}

/// The folder of MLIR's definitions that came with `own`, a program in `bin`, a library in
/// `lib` or in a folder of `lib`, or a module that has `share` beside it.
fn definitions_beside(own: &Path) -> Option<PathBuf> {
    let folders = own.ancestors().skip(1).take(3);
    let mut folders = folders.map(|folder| folder.join(SHARED));
    folders.find(|folder| is_trusted(own, &folder.join(CLASSES)))
}

/// Whether `path` is a file of somebody who decides anyway what runs here: the owner of
/// `own`, which is the file of this code, or of this process. A folder such as `/tmp/share`
/// may belong to anyone.
pub fn is_trusted(own: &Path, path: &Path) -> bool {
    let Ok(found) = path.metadata() else {
        return false;
    };
    let owner = own.metadata().map_or(0, |own| own.uid());
    let trusted = [owner, rustix::process::getuid().as_raw(), 0];
    found.is_file() && trusted.contains(&found.uid())
}

/// The file of this code: a program, or the library in another's process. All links are
/// resolved. `None` if the system does not tell.
pub fn own_file() -> Option<&'static Path> {
    static OWN_FILE: LazyLock<Option<PathBuf>> = LazyLock::new(|| {
        let address = FILES.as_ptr() as usize;
        let maps = fs::read_to_string("/proc/self/maps").ok()?;
        let found = maps.lines().find_map(|line| mapped_file(line, address));
        let path = found.map_or_else(env::current_exe, |path| Ok(path.into()));
        path.and_then(fs::canonicalize).ok()
    });
    OWN_FILE.as_deref()
}

/// The file in a line of the memory map, if the line is about `address`. The
/// line is `START-END PERMISSIONS OFFSET DEVICE INODE PATH`.
fn mapped_file(line: &str, address: usize) -> Option<&str> {
    let (range, rest) = line.split_once(' ')?;
    let (start, end) = range.split_once('-')?;
    let [start, end] = [start, end].map(|digits| usize::from_str_radix(digits, 16).ok());
    let path = &rest[rest.find('/')?..];
    (start?..end?).contains(&address).then_some(path)
}

/// The name in pdl of the function `name` of the standard library.
pub fn native_name(name: &str) -> String {
    format!("{LIBRARY_PREFIX}{name}")
}

#[cfg(test)]
mod tests {
    use super::{CLASSES, SHARED, definitions_beside};
    use std::fs;

    #[test]
    fn definitions_are_found_from_programs_libraries_and_modules() {
        let prefix = tempfile::tempdir().expect("there is room for files");
        let shared = prefix.path().join(SHARED);
        let places = [
            "bin/pdll-opt",
            "lib/libpdll.so",
            "lib/any/libpdll.so",
            "module.so",
        ];
        let places = places.map(|place| prefix.path().join(place));
        assert!(
            places
                .iter()
                .all(|place| definitions_beside(place).is_none())
        );
        let classes = shared.join(CLASSES);
        fs::create_dir_all(classes.parent().expect("it is in a folder")).expect("it is ours");
        fs::write(&classes, "").expect("the folder is ours");
        for place in places {
            assert_eq!(
                definitions_beside(&place).as_ref(),
                Some(&shared),
                "{place:?}"
            );
        }
        let deep = prefix.path().join("lib/any/other/libpdll.so");
        assert_eq!(definitions_beside(&deep), None);
    }
}
