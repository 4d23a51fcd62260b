//! What searches in the files of a workspace may cost. Its folders may have been made by
//! somebody else, or be a whole disk.

use crate::base::source::io_reason;
use std::{
    cell::RefCell,
    collections::BTreeSet,
    fs,
    io::{self, ErrorKind},
    path::{Path, PathBuf},
    rc::Rc,
};

/// How many entries of folders are looked at.
pub(super) const MAX_ENTRIES: usize = 200_000;

/// How many pattern files are searched.
pub(super) const MAX_FILES: usize = 10_000;

/// How many warnings the user gets.
const MAX_WARNINGS: usize = 10;

/// Tells the user what searches leave out, each only once.
pub(in crate::editor::lsp) struct Warnings {
    warn: Rc<dyn Fn(String)>,
    given: RefCell<BTreeSet<String>>,
}

impl Warnings {
    pub(super) fn new(warn: Rc<dyn Fn(String)>) -> Self {
        Warnings {
            warn,
            given: RefCell::default(),
        }
    }

    /// A folder has more entries than are looked at.
    pub(super) fn many_entries(&self, folder: &Path) {
        self.give(format!(
            "`{}` has more than {MAX_ENTRIES} files and folders, and searches leave out the \
             others; open a smaller folder",
            folder.display()
        ));
    }

    /// There are more pattern files than are searched.
    pub(super) fn many_files(&self) {
        self.give(format!(
            "the workspace has more than {MAX_FILES} pattern files, and searches leave out the \
             others; open a smaller folder"
        ));
    }

    /// A file cannot be read. Only if that is because of a limit, the user is told.
    pub(super) fn unread(&self, path: &Path, error: &io::Error) {
        let reason = io_reason(error);
        match error.kind() {
            ErrorKind::FileTooLarge => {
                let path = path.display();
                self.give(format!("searches leave out `{path}`: {reason}"));
            }
            ErrorKind::QuotaExceeded => self.give(format!("searches leave out files: {reason}")),
            _ => {}
        }
    }

    fn give(&self, text: String) {
        let mut given = self.given.borrow_mut();
        if given.len() < MAX_WARNINGS && given.insert(text.clone()) {
            (self.warn)(text);
        }
    }
}

/// Whether a file in a folder is no link, or one to a regular file in the folder.
pub(super) fn stays_below(folder: &Path, path: &Path) -> bool {
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_symlink() => {
            let inside = |target: PathBuf| Some(target.starts_with(folder.canonicalize().ok()?));
            let target = path.canonicalize().ok().filter(|target| target.is_file());
            target.and_then(inside).unwrap_or(false)
        }
        Ok(found) => found.is_file(),
        Err(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn links_that_leave_the_folder_are_left_out() {
        let (folder, other) = (tempfile::tempdir(), tempfile::tempdir());
        let folder = folder.expect("the folder can be written");
        let other = other.expect("the folder can be written");
        let at = |name: &str| folder.path().join(name);
        fs::write(at("a"), "").expect("the folder is ours");
        fs::write(other.path().join("b"), "").expect("the folder is ours");
        for (name, target) in [
            ("inside", at("a")),
            ("outside", other.path().join("b")),
            ("circle", at("circle")),
            ("device", "/dev/zero".into()),
            ("nowhere", at("missing")),
        ] {
            symlink(target, at(name)).expect("the folder is ours");
        }
        for (name, expected) in [
            ("a", true),
            ("inside", true),
            ("outside", false),
            ("circle", false),
            ("device", false),
            ("nowhere", false),
        ] {
            assert_eq!(stays_below(folder.path(), &at(name)), expected, "{name}");
        }
    }

    #[test]
    fn the_user_is_told_once() {
        let told = Rc::new(RefCell::new(Vec::new()));
        let sink = told.clone();
        let warnings = Warnings::new(Rc::new(move |text| sink.borrow_mut().push(text)));
        let large = io::Error::new(ErrorKind::FileTooLarge, "it is large");
        for _ in 0..2 {
            warnings.unread(Path::new("a.pdll"), &large);
            warnings.unread(Path::new("b.pdll"), &ErrorKind::NotFound.into());
        }
        assert_eq!(*told.borrow(), ["searches leave out `a.pdll`: it is large"]);
        for number in 0..2 * MAX_WARNINGS {
            warnings.unread(Path::new(&number.to_string()), &large);
        }
        assert_eq!(told.borrow().len(), MAX_WARNINGS);
    }
}
