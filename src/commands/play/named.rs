//! The files of the command line.

use crate::{
    base::{
        diagnostic::Diagnostics,
        source::{io_reason, open},
    },
    commands::{deliver, output::Target},
    front::frontend::is_source,
};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// A text in the page, under the name of a file without its folder.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Document {
    pub(super) name: String,
    pub(super) text: String,
}

/// The text of a file, and what tells this state of the file from others.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Edited {
    name: String,
    text: String,
    /// Of the file on disk, when the page saw it last.
    state: String,
}

/// The only files that are read and written because a page asks for it.
pub(super) struct Named {
    files: Vec<File>,
}

struct File {
    path: PathBuf,
    /// Without the folder.
    name: String,
}

impl Named {
    /// # Errors
    ///
    /// Why one of the files cannot be shown.
    pub(super) fn open(paths: &[PathBuf]) -> Result<Self, String> {
        let mut named = Named { files: Vec::new() };
        for path in paths {
            let name = name_of(path)?;
            if named.files.iter().any(|other| other.name == name) {
                return Err(format!(
                    "two files are called `{name}`, which the page could not tell apart"
                ));
            }
            let path = path.clone();
            named.files.push(File { path, name });
        }
        named.read().map(|_| named)
    }

    /// Reads all files as they are now.
    ///
    /// # Errors
    ///
    /// Why one of the files cannot be shown.
    pub(super) fn read(&self) -> Result<Vec<Edited>, String> {
        self.files.iter().map(File::read).collect()
    }

    /// Writes files, all of them or none, and returns their new states.
    ///
    /// # Errors
    ///
    /// Why none is written.
    pub(super) fn save(&self, edited: &[Edited]) -> Result<Vec<String>, String> {
        let mut targets = Vec::new();
        for one in edited {
            let Some(file) = self.files.iter().find(|file| file.name == one.name) else {
                return Err(format!(
                    "`{}` is none of the files that the playground was started with",
                    one.name
                ));
            };
            if file.read()?.state != one.state {
                return Err(format!(
                    "`{}` has changed on disk; load the page again without the part of its \
                     address from `#` on to see it",
                    one.name
                ));
            }
            targets.push(Target {
                path: &file.path,
                bytes: one.text.clone().into_bytes(),
                if_changed: true,
            });
        }
        let mut problems = Diagnostics::default();
        deliver(&targets, &mut problems);
        match problems.take().first() {
            Some(problem) => Err(problem.message.clone()),
            None => Ok(edited.iter().map(|one| state_of(&one.text)).collect()),
        }
    }
}

impl File {
    fn read(&self) -> Result<Edited, String> {
        let shown = self.path.display();
        let bytes = open::read_within(&self.path, MAX_BYTES)
            .map_err(|error| format!("cannot read `{shown}`: {}", io_reason(&error)))?;
        let text = String::from_utf8(bytes).map_err(|_| {
            format!("cannot show `{shown}`: it is not UTF-8, so that it could not be saved")
        })?;
        Ok(Edited {
            name: self.name.clone(),
            state: state_of(&text),
            text,
        })
    }
}

fn state_of(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex().to_string()
}

/// The name of a file that the page can show.
fn name_of(path: &Path) -> Result<String, String> {
    let shown = path.display();
    let name = path.file_name().and_then(|name| name.to_str());
    let name = name.filter(|name| is_plain(name)).ok_or_else(|| {
        format!(
            "cannot show `{shown}`: the name of a file must consist of letters, digits, `.`, `-` \
             and `_` here"
        )
    })?;
    match is_source(Path::new(name)) || name.ends_with(".mlir") {
        true => Ok(name.to_owned()),
        false => Err(format!(
            "cannot show `{shown}`: expected a `.pdll`, `.td` or `.mlir` file"
        )),
    }
}

/// The size of a text that a page can show well, in bytes.
pub(super) const MAX_BYTES: u64 = 4 << 20;

/// Whether a text can be a file of that name in a folder of ours, and no option.
pub(super) fn is_plain(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    let starts_well = name.starts_with(|first: char| first.is_ascii_alphanumeric() || first == '_');
    starts_well && name.bytes().all(is_plain)
}
