//! The files that belong to an include.

use super::{
    scan,
    tablegen::{Contents, Installation},
};
use crate::{
    base::diagnostic::Diagnostic,
    base::source::{self, FileId, FileText, Loader, SourceMap, Span, io_reason},
    builtin_files::BuiltinFile,
};
use blake3::{Hash, Hasher};
use rustc_hash::{FxHashMap, FxHashSet};
use std::{
    io,
    path::{Component, Path, PathBuf},
};

/// All `.td` files that a program's includes lead to, each read once.
#[derive(Debug, Default)]
pub(crate) struct Library {
    files: Vec<File>,
    /// What the search has found at the paths that it tried.
    tried: FxHashMap<PathBuf, Tried>,
}

#[derive(Debug)]
struct File {
    id: FileId,
    path: PathBuf,
    includes: Vec<Include>,
    contents: Hash,
}

#[derive(Debug, Clone)]
struct Include {
    name: String,
    span: Span,
}

#[derive(Debug, Clone)]
enum Tried {
    /// The number of a file.
    File(usize),
    Missing,
    /// The file cannot be read, for this reason.
    Unreadable(String),
}

/// An include of a program, with all files that it needs.
#[derive(Debug)]
pub(crate) struct Chain {
    /// The files; the one that the program includes comes first.
    pub(super) files: Vec<ChainFile>,
    /// The names by which files include each other: each with an index of
    /// `files`.
    pub(super) names: Vec<(String, usize)>,
    /// The includes that were not found.
    pub(super) missing: Vec<Missing>,
}

#[derive(Debug)]
pub(super) struct ChainFile {
    pub(super) id: FileId,
    pub(super) path: PathBuf,
    pub(super) contents: Hash,
    /// What TableGen reads in place of the text, if it is not the same. Places in it are
    /// those in the text.
    pub(super) instead: Option<FileText>,
}

impl ChainFile {
    /// What TableGen reads.
    pub(super) fn text<'s>(&'s self, sources: &'s SourceMap) -> &'s str {
        match &self.instead {
            Some(text) => text,
            None => sources.file(self.id).text(),
        }
    }
}

/// An include that leads nowhere.
#[derive(Debug)]
pub(super) struct Missing {
    pub(super) name: String,
    /// The error to report if TableGen follows the include.
    pub(super) error: Box<Diagnostic>,
}

/// Where `.td` files look for the files that they include.
#[derive(Clone, Copy)]
pub(crate) struct SearchPath<'a> {
    pub(crate) include_dirs: &'a [PathBuf],
    /// The folder of the pattern file.
    pub(crate) pattern_dir: &'a Path,
    /// The folder of MLIR's own definitions.
    pub(crate) installed: &'a Path,
}

impl SearchPath<'_> {
    /// The folders in which to look for a name. The first ones are those that
    /// TableGen itself uses.
    fn places<'p>(&'p self, from: &'p Path, main: &'p Path) -> Vec<&'p Path> {
        let own = [Path::new("")];
        let further = [from, main, self.pattern_dir, self.installed];
        let mut places: Vec<&Path> = Vec::new();
        let dirs = self.include_dirs.iter().map(PathBuf::as_path);
        for place in own.into_iter().chain(dirs).chain(further) {
            if !places.contains(&place) {
                places.push(place);
            }
        }
        places
    }
}

impl Chain {
    /// Whether the path of one of its files is such a one.
    pub(crate) fn has(&self, is_such: impl Fn(&Path) -> bool) -> bool {
        self.files.iter().any(|file| is_such(&file.path))
    }

    /// Its files.
    pub(crate) fn ids(&self) -> impl Iterator<Item = FileId> {
        self.files.iter().map(|file| file.id)
    }

    /// Lets TableGen read another text in place of the first file.
    pub(super) fn replace_first(&mut self, text: String) {
        let text = FileText::from(text);
        self.files[0].contents = text.hash();
        self.files[0].instead = Some(text);
    }

    /// Identifies what the TableGen of an MLIR reads of the chain. The names of files and
    /// the folders they were found in do not matter.
    pub(super) fn key(&self, contents: Contents, mlir: Installation) -> Hash {
        let mut key = Hasher::new();
        key.update(&[contents as u8]);
        for version in [env!("CARGO_PKG_VERSION"), mlir.version] {
            key.update(version.as_bytes()).update(b"\0");
        }
        key.update(&self.files.len().to_le_bytes());
        for file in &self.files {
            key.update(file.contents.as_bytes());
        }
        for (name, file) in &self.names {
            key.update(&name.len().to_le_bytes());
            key.update(name.as_bytes()).update(&file.to_le_bytes());
        }
        key.finalize()
    }
}

impl Library {
    /// Follows the includes of a file that was found at `path` and contains `text`.
    pub(crate) fn chain(
        &mut self,
        path: &Path,
        text: FileText,
        included_at: Span,
        search: SearchPath<'_>,
        loader: &dyn Loader,
        sources: &mut SourceMap,
    ) -> Chain {
        let main = match self.tried.get(path) {
            Some(Tried::File(known)) => *known,
            _ => self.add(path, text, included_at, sources),
        };
        self.follow(main, search, loader, sources)
    }

    /// Follows the includes of a file that is in `sources`, and was found at `path`.
    pub(crate) fn chain_of(
        &mut self,
        id: FileId,
        path: &Path,
        search: SearchPath<'_>,
        loader: &dyn Loader,
        sources: &mut SourceMap,
    ) -> Chain {
        let main = self.add_known(id, path, sources);
        self.follow(main, search, loader, sources)
    }

    fn follow(
        &mut self,
        main: usize,
        search: SearchPath<'_>,
        loader: &dyn Loader,
        sources: &mut SourceMap,
    ) -> Chain {
        let main_dir = folder(&self.files[main].path);
        let mut links = Links::new(main);
        while let Some(number) = links.next() {
            let from = folder(&self.files[number].path);
            let places = search.places(&from, &main_dir);
            for include in self.files[number].includes.clone() {
                if !links.is_known(&include.name) {
                    let found = self.find(&include, &places, loader, sources);
                    links.add(include.name, found);
                }
            }
        }
        links.into_chain(&self.files)
    }

    fn find(
        &mut self,
        include: &Include,
        places: &[&Path],
        loader: &dyn Loader,
        sources: &mut SourceMap,
    ) -> Result<usize, Box<Diagnostic>> {
        let mut problem = None;
        for candidate in source::candidates(&include.name, places) {
            match self.look(&candidate, include.span, loader, sources) {
                Tried::File(number) => return Ok(number),
                Tried::Missing => {}
                // TableGen goes on, too. Report this if no folder has the file.
                Tried::Unreadable(reason) => {
                    problem.get_or_insert((candidate, reason));
                }
            }
        }
        if let Some(builtin) = BuiltinFile::definitions(Path::new(&include.name)) {
            return Ok(self.builtin(builtin, include.span, sources));
        }
        let Include { name, span } = include;
        Err(Box::new(match problem {
            Some((path, reason)) => {
                let message = format!("cannot read `{}`: {reason}", path.display());
                Diagnostic::error(*span, message)
            }
            None => not_found(name, *span, places),
        }))
    }

    /// A file that is part of pdll.
    fn builtin(
        &mut self,
        builtin: &'static BuiltinFile,
        included_at: Span,
        sources: &mut SourceMap,
    ) -> usize {
        let path = builtin.name();
        if let Some(Tried::File(known)) = self.tried.get(&path) {
            return *known;
        }
        let number = self.add(&path, builtin.text.into(), included_at, sources);
        self.tried.insert(path, Tried::File(number));
        number
    }

    fn look(
        &mut self,
        candidate: &Path,
        included_at: Span,
        loader: &dyn Loader,
        sources: &mut SourceMap,
    ) -> Tried {
        if let Some(known) = self.tried.get(candidate) {
            return known.clone();
        }
        let result = match loader.text(candidate) {
            Ok(text) => Tried::File(self.add(candidate, text, included_at, sources)),
            Err(error) if is_missing(&error) => Tried::Missing,
            Err(error) => Tried::Unreadable(io_reason(&error)),
        };
        self.tried.insert(candidate.to_owned(), result.clone());
        result
    }

    fn add(
        &mut self,
        path: &Path,
        text: FileText,
        included_at: Span,
        sources: &mut SourceMap,
    ) -> usize {
        // TableGen accepts any bytes; those that are not UTF-8 can only stand
        // in comments.
        let id = sources.add(path.display().to_string(), text, Some(included_at));
        self.add_known(id, path, sources)
    }

    fn add_known(&mut self, id: FileId, path: &Path, sources: &SourceMap) -> usize {
        let text = sources.file(id).shared_text();
        let includes = text.td_includes(scan::include_ranges).iter();
        let includes = includes.map(|range| Include {
            name: text[range.start + 1..range.end - 1].to_owned(),
            span: Span {
                file: id,
                start: range.start as u32,
                end: range.end as u32,
            },
        });
        let includes = includes.collect();
        self.files.push(File {
            id,
            path: path.to_owned(),
            includes,
            contents: text.hash(),
        });
        let number = self.files.len() - 1;
        self.tried.insert(path.to_owned(), Tried::File(number));
        number
    }
}

/// A chain under construction.
struct Links {
    /// The numbers of the files so far, in the order of the chain.
    files: Vec<usize>,
    /// How many of them have been asked for their includes.
    followed: usize,
    known: FxHashSet<String>,
    names: Vec<(String, usize)>,
    missing: Vec<Missing>,
}

impl Links {
    fn new(main: usize) -> Self {
        Links {
            files: vec![main],
            followed: 0,
            known: FxHashSet::default(),
            names: Vec::new(),
            missing: Vec::new(),
        }
    }

    /// The next file whose includes must be followed.
    fn next(&mut self) -> Option<usize> {
        let next = self.files.get(self.followed).copied()?;
        self.followed += 1;
        Some(next)
    }

    /// Whether a name has led to a file.
    fn is_known(&self, name: &str) -> bool {
        self.known.contains(name)
    }

    /// Adds what a name has led to.
    fn add(&mut self, name: String, found: Result<usize, Box<Diagnostic>>) {
        let found = match found {
            Ok(found) => found,
            Err(error) => return self.missing.push(Missing { name, error }),
        };
        let known = self.files.iter().position(|number| *number == found);
        let index = known.unwrap_or_else(|| {
            self.files.push(found);
            self.files.len() - 1
        });
        self.known.insert(name.clone());
        self.names.push((name, index));
    }

    fn into_chain(self, files: &[File]) -> Chain {
        let file = |number: usize| {
            let File {
                id, path, contents, ..
            } = &files[number];
            ChainFile {
                id: *id,
                path: path.clone(),
                contents: *contents,
                instead: None,
            }
        };
        Chain {
            files: self.files.into_iter().map(file).collect(),
            names: self.names,
            missing: self.missing,
        }
    }
}

fn folder(path: &Path) -> PathBuf {
    path.parent().map(Path::to_owned).unwrap_or_default()
}

/// Whether an error means that a search should go on. A file may stand where
/// another search directory has a folder.
fn is_missing(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}

/// The folder without the parts of its path that lead nowhere.
fn plain(folder: &Path) -> PathBuf {
    let parts = folder.components();
    let plain: PathBuf = parts.filter(|part| *part != Component::CurDir).collect();
    if plain.as_os_str().is_empty() {
        PathBuf::from(".")
    } else {
        plain
    }
}

/// The error for an include that was not found in any of these folders.
pub(crate) fn not_found(name: &str, span: Span, places: &[impl AsRef<Path>]) -> Diagnostic {
    let mut searched: Vec<_> = places
        .iter()
        .map(|place| format!("`{}`", plain(place.as_ref()).display()))
        .collect();
    let mut known = FxHashSet::default();
    searched.retain(|place| known.insert(place.clone()));
    Diagnostic::error(span, format!("cannot find `{name}`")).help(format!(
        "the search covered {}; add directories with `-I`, or `include-dirs` in the pass",
        searched.join(", ")
    ))
}
