//! The definitions that a `.td` file includes.

use crate::{
    ods::{self, Ods},
    session::Session,
    source::{FileId, Loader},
};
use blake3::Hash;

/// What is known of a file while TableGen cannot read it.
#[derive(Debug, Default)]
pub(crate) struct Included {
    /// The latest definitions, and the files that they come from.
    known: Option<(Vec<(String, Hash)>, Ods)>,
}

impl Included {
    /// The definitions of the files that the first file of a session includes.
    pub(crate) fn definitions(
        &mut self,
        session: &Session<'_>,
        file: FileId,
        loader: &dyn Loader,
    ) -> Ods {
        let others = session.sources.files().filter(|(id, _)| *id != file);
        let files: Vec<_> = others
            .map(|(_, file)| (file.name().to_owned(), file.hash()))
            .collect();
        if let Some((known, ods)) = &self.known
            && *known == files
        {
            return ods.clone();
        }
        let ods = read(session, file, loader);
        self.known = Some((files, ods.clone()));
        ods
    }
}

fn read(session: &Session<'_>, file: FileId, loader: &dyn Loader) -> Ods {
    let file = session.sources.file(file);
    let mut other = Session::new(loader, session.include_dirs().to_vec());
    other.ods = session.ods.clone();
    // It finds the same files in the same order. So places in one are places in the other.
    let text = ods::includes_only(file.text());
    let main = other.sources.add(file.name(), text, None);
    other.rules(main).ods
}
