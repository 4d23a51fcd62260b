//! The libraries that a program loads when it starts, found as the system finds them.

use super::elf::{Elf, Unreadable};
use std::{
    cell::RefCell,
    collections::{BTreeMap, VecDeque},
    env, fs,
    path::{Path, PathBuf},
    rc::Rc,
};

/// Reads files, each of them once.
#[derive(Debug, Default)]
pub(super) struct Loader {
    read: RefCell<BTreeMap<PathBuf, Option<Rc<Elf>>>>,
}

/// A program or library, with all that it loads.
#[derive(Debug)]
pub(super) struct Loaded {
    /// The file itself first, and then the libraries in the order in which they are loaded.
    pub(super) files: Vec<Rc<Elf>>,
    /// The names of libraries that were not found.
    pub(super) missing: Vec<String>,
}

impl Loaded {
    pub(super) fn first(&self) -> &Elf {
        &self.files[0]
    }

    /// Whether a library of that name is loaded.
    pub(super) fn has(&self, name: &str) -> bool {
        self.files.iter().any(|file| is_called(file, name))
    }

    pub(super) fn defines(&self, symbol: &[u8]) -> bool {
        self.files.iter().any(|file| file.defined.contains(symbol))
    }
}

fn is_called(file: &Elf, name: &str) -> bool {
    let own = file.path.file_name().is_some_and(|own| own == name);
    own || file.name.as_deref() == Some(name)
}

impl Loader {
    /// Reads a file and the libraries that it needs.
    ///
    /// # Errors
    ///
    /// The reason, if the file itself cannot be read.
    pub(super) fn load(&self, path: &Path) -> Result<Loaded, Unreadable> {
        // Programs look for libraries beside the file that a link leads to.
        let path = path.canonicalize()?;
        let first = match self.read.borrow().get(&path) {
            Some(Some(read)) => Rc::clone(read),
            _ => Rc::new(Elf::read(&path)?),
        };
        let known = Some(Rc::clone(&first));
        self.read.borrow_mut().insert(path, known);
        Ok(self.libraries_of(first))
    }

    fn libraries_of(&self, first: Rc<Elf>) -> Loaded {
        let mut loaded = Loaded {
            files: vec![Rc::clone(&first)],
            missing: Vec::new(),
        };
        let mut waiting = VecDeque::from([Rc::clone(&first)]);
        while let Some(file) = waiting.pop_front() {
            for name in &file.needed {
                if loaded.has(name) || loaded.missing.contains(name) {
                    continue;
                }
                match self.find(name, &file, &first) {
                    Some(found) => {
                        loaded.files.push(Rc::clone(&found));
                        waiting.push_back(found);
                    }
                    None => loaded.missing.push(name.clone()),
                }
            }
        }
        loaded
    }

    /// Finds a library that `file` needs, when `program` starts.
    fn find(&self, name: &str, file: &Elf, program: &Elf) -> Option<Rc<Elf>> {
        let fits = |path: PathBuf| {
            let found = self.library(&path)?;
            (found.machine == file.machine).then_some(found)
        };
        if name.contains('/') {
            return fits(name.into());
        }
        let own = |folders: &[String], of: &Elf| expand(folders, of);
        let mut folders = own(&file.early_folders, file);
        folders.extend(own(&program.early_folders, program));
        folders.extend(env::split_paths(
            &env::var_os("LD_LIBRARY_PATH").unwrap_or_default(),
        ));
        folders.extend(own(&file.late_folders, file));
        folders.extend(system_folders());
        let mut paths = folders.into_iter().map(|folder| folder.join(name));
        paths.find_map(fits)
    }

    fn library(&self, path: &Path) -> Option<Rc<Elf>> {
        let real = path.canonicalize().ok()?;
        if let Some(read) = self.read.borrow().get(&real) {
            return read.clone();
        }
        // A library looks for others beside the path by which it was found.
        let read = Elf::read(path).ok().map(Rc::new);
        self.read.borrow_mut().insert(real, read.clone());
        read
    }
}

/// Replaces `$ORIGIN`, which is the folder of the file.
fn expand(folders: &[String], file: &Elf) -> Vec<PathBuf> {
    let origin = file.path.parent().unwrap_or(Path::new("."));
    let origin = origin.display().to_string();
    let expanded = folders.iter().map(|folder| {
        let folder = folder.replace("${ORIGIN}", &origin);
        folder.replace("$ORIGIN", &origin).into()
    });
    expanded.collect()
}

/// The folders that the system's list names, and those that need no list.
fn system_folders() -> Vec<PathBuf> {
    let mut folders = Vec::new();
    read_list(Path::new("/etc/ld.so.conf"), 0, &mut folders);
    let triplet = format!("{}-linux-gnu", env::consts::ARCH);
    for prefix in ["/", "/usr"] {
        for folder in [format!("lib/{triplet}"), "lib64".into(), "lib".into()] {
            folders.push(Path::new(prefix).join(folder));
        }
    }
    folders
}

/// How deep lists may include each other.
const MAX_DEPTH: usize = 4;

/// Reads a list of folders. A line is a folder, or includes other lists: `include
/// FOLDER/*.conf`.
fn read_list(path: &Path, depth: usize, folders: &mut Vec<PathBuf>) {
    if depth > MAX_DEPTH {
        return;
    }
    // Without a list, there are the folders that need none.
    let text = fs::read_to_string(path).unwrap_or_default();
    let lines = text.lines().map(|line| line.split('#').next());
    for line in lines.flatten().map(str::trim) {
        if let Some(pattern) = line.strip_prefix("include ") {
            let pattern = Path::new("/etc").join(pattern.trim());
            for included in matching(&pattern) {
                read_list(&included, depth + 1, folders);
            }
        } else if !line.is_empty() {
            folders.push(line.into());
        }
    }
}

/// The files of that name, or with that end if the name begins with `*`.
fn matching(pattern: &Path) -> Vec<PathBuf> {
    let name = pattern.file_name().unwrap_or_default().to_string_lossy();
    let (Some(end), Some(folder)) = (name.strip_prefix('*'), pattern.parent()) else {
        return vec![pattern.to_owned()];
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let files = entries.map(|entry| entry.path());
    let mut files: Vec<_> = files
        .filter(|path| path.to_string_lossy().ends_with(end))
        .collect();
    files.sort();
    files
}
