//! The files that belong to an include.

use super::scan;
use crate::{
    diagnostic::Diagnostic,
    source::{self, FileId, Loader, SourceMap, Span, io_reason},
};
use blake3::{Hash, Hasher};
use std::{
    collections::HashMap,
    io,
    path::{Path, PathBuf},
};

/// Where the definitions of the MLIR are that we were built with. They are
/// found without an include directory.
pub(crate) fn installed_include_dir() -> &'static Path {
    Path::new(env!("PDLL_LLVM_INCLUDE_DIR"))
}

/// All `.td` files that a program's includes lead to, each read once.
#[derive(Debug, Default)]
pub(crate) struct Library {
    files: Vec<File>,
    /// What is at the paths that were tried.
    tried: HashMap<PathBuf, Tried>,
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
    /// Something is there that cannot be read, for this reason.
    Unreadable(String),
}

/// One include of a program, and all that it needs.
#[derive(Debug)]
pub(crate) struct Chain {
    /// The files; the one that the program includes comes first.
    pub(super) files: Vec<ChainFile>,
    /// What files call each other in includes: indices of `files`.
    pub(super) names: Vec<(String, usize)>,
    /// What was not found.
    pub(super) missing: Vec<Missing>,
}

#[derive(Debug)]
pub(super) struct ChainFile {
    pub(super) id: FileId,
    pub(super) path: PathBuf,
    pub(super) contents: Hash,
}

/// An include that leads nowhere.
#[derive(Debug)]
pub(super) struct Missing {
    pub(super) name: String,
    /// The error, in case that TableGen gets there.
    pub(super) error: Box<Diagnostic>,
}

/// Where `.td` files look for others.
#[derive(Clone, Copy)]
pub(crate) struct SearchPath<'a> {
    pub(crate) include_dirs: &'a [PathBuf],
    /// The folder of the pattern file.
    pub(crate) pattern_dir: &'a Path,
}

impl SearchPath<'_> {
    /// The folders in which a name is looked for. The first ones are those of
    /// TableGen itself.
    fn places<'p>(&'p self, from: &'p Path, main: &'p Path) -> Vec<&'p Path> {
        let own = [Path::new("")];
        let further = [from, main, self.pattern_dir, installed_include_dir()];
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
    /// Identifies what TableGen sees of the chain. The names of files and the
    /// folders they were found in are no part of that.
    pub(super) fn key(&self) -> Hash {
        let mut key = Hasher::new();
        for version in [env!("CARGO_PKG_VERSION"), env!("PDLL_LLVM_VERSION")] {
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
    /// Follows the includes of a file that was found at `path` and contains
    /// `bytes`.
    pub(crate) fn chain(
        &mut self,
        path: &Path,
        bytes: Vec<u8>,
        included_at: Span,
        search: SearchPath<'_>,
        loader: &dyn Loader,
        sources: &mut SourceMap,
    ) -> Chain {
        let main = match self.tried.get(path) {
            Some(Tried::File(known)) => *known,
            _ => self.add(path, bytes, included_at, sources),
        };
        let mut numbers = vec![main];
        let mut names = HashMap::new();
        let mut ordered_names = Vec::new();
        let mut missing = Vec::new();
        let main_dir = folder(path);
        let mut next = 0;
        while let Some(number) = numbers.get(next).copied() {
            next += 1;
            let from = folder(&self.files[number].path);
            for include in self.files[number].includes.clone() {
                if names.contains_key(&include.name) {
                    continue;
                }
                let places = search.places(&from, &main_dir);
                match self.find(&include, &places, loader, sources) {
                    Ok(found) => {
                        let known = numbers.iter().position(|number| *number == found);
                        let index = known.unwrap_or_else(|| {
                            numbers.push(found);
                            numbers.len() - 1
                        });
                        names.insert(include.name.clone(), index);
                        ordered_names.push((include.name, index));
                    }
                    Err(error) => {
                        let name = include.name;
                        missing.push(Missing { name, error });
                    }
                }
            }
        }
        let file = |number: &usize| {
            let File {
                id, path, contents, ..
            } = &self.files[*number];
            ChainFile {
                id: *id,
                path: path.clone(),
                contents: *contents,
            }
        };
        Chain {
            files: numbers.iter().map(file).collect(),
            names: ordered_names,
            missing,
        }
    }

    fn find(
        &mut self,
        include: &Include,
        places: &[&Path],
        loader: &dyn Loader,
        sources: &mut SourceMap,
    ) -> Result<usize, Box<Diagnostic>> {
        let mut problem = None;
        for place in places {
            let candidate = place.join(&include.name);
            match self.look(&candidate, include.span, loader, sources) {
                Tried::File(number) => return Ok(number),
                Tried::Missing => {}
                // As TableGen does, go on; tell of it when there is no other.
                Tried::Unreadable(reason) => {
                    problem.get_or_insert((candidate, reason));
                }
            }
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
        let result = match loader.read(candidate) {
            Ok(bytes) => Tried::File(self.add(candidate, bytes, included_at, sources)),
            Err(error) if is_missing(&error) => Tried::Missing,
            Err(error) => Tried::Unreadable(io_reason(&error)),
        };
        self.tried.insert(candidate.to_owned(), result.clone());
        result
    }

    fn add(
        &mut self,
        path: &Path,
        bytes: Vec<u8>,
        included_at: Span,
        sources: &mut SourceMap,
    ) -> usize {
        let contents = blake3::hash(&bytes);
        // TableGen takes any bytes, which occur in comments at most.
        let text = source::decode(bytes).text;
        let id = sources.add(path.display().to_string(), text, Some(included_at));
        let includes = scan::includes(sources.file(id).text())
            .into_iter()
            .map(|found| Include {
                name: found.path.to_owned(),
                span: Span {
                    file: id,
                    start: found.range.start as u32,
                    end: found.range.end as u32,
                },
            })
            .collect();
        self.files.push(File {
            id,
            path: path.to_owned(),
            includes,
            contents,
        });
        let number = self.files.len() - 1;
        self.tried.insert(path.to_owned(), Tried::File(number));
        number
    }
}

fn folder(path: &Path) -> PathBuf {
    path.parent().map(Path::to_owned).unwrap_or_default()
}

/// Whether a search goes on without a word. A file may stand where another
/// search directory has a folder.
fn is_missing(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}

/// The error for an include that is in none of these places.
pub(crate) fn not_found(name: &str, span: Span, places: &[impl AsRef<Path>]) -> Diagnostic {
    let searched: Vec<_> = places
        .iter()
        .map(AsRef::as_ref)
        .map(|place| match place.as_os_str().is_empty() {
            true => "`.`".to_owned(),
            false => format!("`{}`", place.display()),
        })
        .collect();
    Diagnostic::error(span, format!("cannot find `{name}`")).help(format!(
        "it was looked for in {}; add directories with `-I`, or `include-dirs` in the pass",
        searched.join(", ")
    ))
}
