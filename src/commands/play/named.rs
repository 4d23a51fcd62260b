//! The files of the command line.

use crate::{
    base::{
        diagnostic::Diagnostics,
        source::{FileText, io_reason, open},
    },
    commands::{deliver, output::Target},
};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// A text in the page, under the name of a file without its folder.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Document {
    pub(super) name: String,
    pub(super) text: String,
}

/// The only files that are read and written because a page asks for it.
pub(super) struct Named {
    paths: Vec<PathBuf>,
    /// Their texts when the server started, in the same order.
    pub(super) documents: Vec<Document>,
}

impl Named {
    /// # Errors
    ///
    /// Why one of the files cannot be shown.
    pub(super) fn read(paths: &[PathBuf]) -> Result<Self, String> {
        let mut named = Named {
            paths: paths.to_vec(),
            documents: Vec::new(),
        };
        for path in paths {
            let shown = path.display();
            let name = path.file_name().and_then(|name| name.to_str());
            let name = name.filter(|name| is_plain(name)).ok_or_else(|| {
                format!(
                    "cannot show `{shown}`: the name of a file must consist of letters, digits, \
                     `.`, `-` and `_` here"
                )
            })?;
            if named.documents.iter().any(|other| other.name == name) {
                return Err(format!(
                    "two files are called `{name}`, which the page could not tell apart"
                ));
            }
            let bytes = open::read_within(path, MAX_BYTES)
                .map_err(|error| format!("cannot read `{shown}`: {}", io_reason(&error)))?;
            named.documents.push(Document {
                name: name.to_owned(),
                text: FileText::decode(bytes).to_string(),
            });
        }
        Ok(named)
    }

    /// Writes a file.
    ///
    /// # Errors
    ///
    /// Why it is not written.
    pub(super) fn save(&self, document: &Document) -> Result<(), String> {
        let mut names = self.documents.iter().map(|known| &known.name);
        let Some(index) = names.position(|name| *name == document.name) else {
            return Err(format!(
                "`{}` is none of the files that the playground was started with",
                document.name
            ));
        };
        let target = Target {
            path: &self.paths[index],
            bytes: document.text.clone().into_bytes(),
            if_changed: true,
        };
        let mut problems = Diagnostics::default();
        deliver(&[target], &mut problems);
        match problems.take().first() {
            Some(problem) => Err(problem.message.clone()),
            None => Ok(()),
        }
    }
}

/// The size of a text that a page can show well, in bytes.
pub(super) const MAX_BYTES: u64 = 4 << 20;

/// Whether a text can be a file of that name in a folder of ours, and no option.
pub(super) fn is_plain(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    let starts_well = name.starts_with(|first: char| first.is_ascii_alphanumeric() || first == '_');
    starts_well && name.bytes().all(is_plain) && Path::new(name).extension().is_some()
}
