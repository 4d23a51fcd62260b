//! The folder of a Python package with bindings of MLIR.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

/// A Python package.
#[derive(Debug, Clone)]
pub(super) struct Package {
    /// The name to import of the package with MLIR's bindings, such as
    /// `iree.compiler`, if they have `rewrite.PDLModule`.
    pub(super) bindings: Option<String>,
}

/// More files than any package with MLIR has.
const MAX_FILES: usize = 50_000;

/// How deep files of a package are.
const MAX_DEPTH: usize = 12;

/// How far below the folder of the bindings libraries are.
const LEVELS: usize = 4;

/// What the folder of bindings has.
const FILES_OF_BINDINGS: [&str; 2] = ["ir.py", "rewrite.py"];

/// The native half of the bindings, which has the class `PDLModule`. `rewrite.py` imports
/// all of it.
const NATIVE_HALF: &str = "_mlir.rewrite";

impl Package {
    /// The package in a folder.
    pub(super) fn in_folder(folder: &Path) -> Option<Self> {
        let mut found = walk(folder).ok()?.folders.into_iter();
        let bindings = found.find(|folder| has_bindings(folder));
        Some(Package {
            bindings: bindings.map(|folder| import_name(&folder)),
        })
    }

    /// The package that a file is in.
    pub(super) fn around(file: &Path) -> Option<Self> {
        let file = file.canonicalize().ok()?;
        let mut folders = file.ancestors().skip(1).take(LEVELS);
        let folder = folders.find(|folder| has_bindings(folder))?;
        Some(Package {
            bindings: Some(import_name(folder)),
        })
    }

    /// Returns the programs and shared libraries in a folder, sorted.
    ///
    /// # Errors
    ///
    /// A message, if there are too many files, or the folder cannot be read.
    pub(super) fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
        let mut files = walk(folder)?.files;
        files.retain(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let is_program = path
                .metadata()
                .is_ok_and(|found| found.permissions().mode() & 0o111 != 0);
            name.ends_with(".so") || name.contains(".so.") || is_program
        });
        Ok(files)
    }

    /// The folder of the package that a script of Python starts, which pip has put beside
    /// `lib` into `bin`.
    pub(super) fn of_script(script: &Path) -> Option<PathBuf> {
        let script = script.canonicalize().ok()?;
        let text = fs::read_to_string(&script).ok()?;
        let mut words = text.lines().filter_map(|line| {
            let rest = line.strip_prefix("from ")?;
            rest.split_whitespace().next()
        });
        let module = words.find(|module| module.contains('.'))?;
        let libraries = script.parent()?.join("../lib").canonicalize().ok()?;
        let entries = fs::read_dir(libraries).ok()?.flatten();
        let mut folders: Vec<_> = entries
            .map(|entry| entry.path().join("site-packages"))
            .collect();
        folders.sort();
        let mut parts = module.split('.');
        let first = parts.next()?;
        let package = folders
            .into_iter()
            .map(|folder| folder.join(first))
            .find(|folder| folder.is_dir())?;
        Some(package)
    }
}

fn has_bindings(folder: &Path) -> bool {
    let has = |name: &&str| folder.join(name).is_file();
    let text = || fs::read_to_string(folder.join(FILES_OF_BINDINGS[1])).unwrap_or_default();
    FILES_OF_BINDINGS.iter().all(has) && text().contains(NATIVE_HALF)
}

/// The name by which Python imports the package in a folder: the folders below that of
/// all packages.
fn import_name(folder: &Path) -> String {
    let folder = folder.canonicalize().unwrap_or(folder.to_owned());
    let parts = folder.iter().map(|part| part.to_string_lossy());
    let parts: Vec<_> = parts.collect();
    let is_for_all = |part: &&str| ["site-packages", "dist-packages"].contains(part);
    let start = match parts.iter().rposition(|part| is_for_all(&&**part)) {
        Some(at) => at + 1,
        // Each folder of a package has this file.
        None => {
            let mut folders = folder.ancestors().skip(1);
            let outer = folders.position(|parent| !parent.join("__init__.py").is_file());
            parts.len() - 1 - outer.unwrap_or(0)
        }
    };
    parts[start..].join(".")
}

/// What is in a folder, sorted.
struct Contents {
    files: Vec<PathBuf>,
    /// With the folder itself.
    folders: Vec<PathBuf>,
}

/// Links to folders are not followed.
fn walk(folder: &Path) -> Result<Contents, String> {
    let mut contents = Contents {
        files: Vec::new(),
        folders: vec![folder.to_owned()],
    };
    let mut next = 0;
    while let Some(folder) = contents.folders.get(next).cloned() {
        next += 1;
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) if next == 1 => {
                return Err(format!("cannot read `{}`: {error}", folder.display()));
            }
            Err(_) => continue,
        };
        let depth = folder.components().count();
        for entry in entries.flatten() {
            let path = entry.path();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => {
                    if depth < contents.folders[0].components().count() + MAX_DEPTH {
                        contents.folders.push(path);
                    }
                }
                _ => contents.files.push(path),
            }
        }
        if contents.files.len() > MAX_FILES {
            return Err(format!(
                "`{}` has more than {MAX_FILES} files; name the folder of one package",
                contents.folders[0].display()
            ));
        }
    }
    contents.files.sort();
    contents.folders.sort();
    Ok(contents)
}
