//! Where includes lead.

use super::{Analysis, Source, td};
use crate::{
    base::source::Span,
    front::syntax::ast::{Include, Item},
};
use std::path::{Path, PathBuf};

/// An include whose file was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Link {
    /// The path as written, with its quotes.
    pub(crate) span: Span,
    /// The file.
    pub(crate) path: PathBuf,
}

/// The includes of a text.
pub(crate) fn links(analysis: &Analysis) -> Vec<Link> {
    let written: Vec<(Span, &str)> = match &analysis.source {
        Source::Program(program) => {
            let items = program.modules.first().map(|module| &*module.items);
            let includes = items.into_iter().flatten().filter_map(|item| match item {
                Item::Include(Include { path, .. }) => path.as_ref(),
                _ => None,
            });
            includes.map(|path| (path.span, &*path.text)).collect()
        }
        Source::Rules(document) => td::includes(analysis, document),
    };
    let found = |(span, path): (Span, &str)| {
        let path = found(analysis, span, Path::new(path))?;
        Some(Link { span, path })
    };
    written.into_iter().filter_map(found).collect()
}

/// The file that an include at a place has brought in. One that was included before is
/// known by how its path ends.
fn found(analysis: &Analysis, at: Span, written: &Path) -> Option<PathBuf> {
    let files = || analysis.sources.files().map(|(_, file)| file);
    let here = files().find(|file| file.included_at().is_some_and(|place| place.contains(at)));
    let by_end = || files().find(|file| Path::new(file.name()).ends_with(written));
    let path = PathBuf::from(here.or_else(by_end)?.name());
    path.exists().then_some(path)
}
