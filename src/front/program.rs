//! A pattern file together with everything it includes.
//!
//! An `#include` puts the included declarations in its place, once: a file
//! that was included before is not read again. A file is looked for beside the
//! file that includes it, then in the include directories. `.td` files are also
//! found among those of the MLIR that we were built with, and `.pdll` files among
//! the built-in ones, which include each other only.

mod misplaced;
mod td;
#[cfg(test)]
mod tests;

pub use td::{Origin, TdPredicate, TdTypeRule};

use crate::{
    base::diagnostic::{Diagnostic, Diagnostics, Suggestion},
    base::source::{self, FileId, Loaded, Loader, SourceMap, Span, io_reason},
    builtin_files::BuiltinFile,
    ods::{self, Chain, Library, Ods, SearchPath, TableGen},
    syntax::{
        self, Parsed,
        ast::{Include, Item, Module},
        token::Token,
    },
};
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;
use std::{
    io, iter,
    ops::Range,
    path::{Path, PathBuf},
    sync::Arc,
};

/// The parsed files of one compilation.
#[derive(Debug, Default)]
pub struct Program {
    /// The trees, each file once. The file that was asked for comes first.
    pub modules: Vec<Module>,
    /// Every token of the file that was asked for, white space and comments too.
    pub tokens: Vec<Token>,
    /// The items of all modules but `.pdll` includes, in the order in which
    /// the includes put them: indices of a module and of an item in it.
    pub order: Vec<(usize, usize)>,
    /// The paths under which included files were found, in order, without the
    /// built-in ones.
    pub included_paths: Vec<PathBuf>,
    /// The built-in files among the modules.
    pub builtin_files: FxHashMap<FileId, &'static BuiltinFile>,
    /// What the `.td` files among them define.
    pub ods: Arc<Ods>,
    /// The predicates among that.
    pub td_predicates: Arc<[TdPredicate]>,
    /// The rules for types among that.
    pub td_type_rules: Arc<[TdTypeRule]>,
    /// Includes that other compilers of PDLL cannot follow.
    pub include_facts: IncludeFacts,
    /// The `.td` files, each with the first include that leads to it: an index of `order`.
    pub definition_files: FxHashMap<FileId, usize>,
    /// What is analyzed, if that is not everything.
    pub excerpt: Option<Excerpt>,
}

/// Declarations in the place of others of the file that was asked for, in a text of their
/// own. The others are analyzed only as far as these mention them.
#[derive(Debug, Clone)]
pub struct Excerpt {
    /// The file that was asked for, in which the others stand.
    pub whole: FileId,
    /// The items of that file that do not count.
    pub replaced: Range<usize>,
    /// What of [`Program::order`] is analyzed.
    pub analyzed: Range<usize>,
    /// The words of the text. A pattern with another name makes no difference. None if it
    /// may make one.
    pub words: Option<FxHashSet<SmolStr>>,
}

/// Where includes stand that lead to what only pdll finds, or reads in another way.
#[derive(Debug, Default, Clone)]
pub struct IncludeFacts {
    /// To a file beside the including one, which no other search finds.
    pub beside: Vec<Span>,
    /// To a pattern file that was included before.
    pub again: Vec<Span>,
    /// To files that are part of pdll.
    pub library: Vec<Span>,
    /// To `.td` files that do not know what an operation is.
    pub without_operations: Vec<Span>,
}

impl Program {
    /// The items, in order.
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        self.order
            .iter()
            .map(|(module, item)| &self.modules[*module].items[*item])
    }

    /// Whether an item is a pattern that makes no difference to what is analyzed.
    pub(crate) fn is_unrelated(&self, index: usize, item: &Item) -> bool {
        let Some(excerpt) = &self.excerpt else {
            return false;
        };
        let name = match item {
            Item::Pattern(decl) => decl.name.as_ref(),
            _ => return false,
        };
        let words = excerpt.words.as_ref();
        let may_be_mentioned =
            name.is_some_and(|name| words.is_none_or(|words| words.contains(&name.text)));
        !may_be_mentioned && !excerpt.analyzed.contains(&index)
    }

    /// The first item of a file.
    pub(crate) fn first_item(&self, file: FileId) -> Option<&Item> {
        let module = |file| self.modules.iter().find(|one| one.span.file == file);
        let own = module(file)?.items.first();
        match &self.excerpt {
            Some(excerpt) if own?.span().file == self.modules[0].span.file => {
                let first = module(excerpt.whole)?.items.first();
                if excerpt.replaced.start == 0 {
                    own
                } else {
                    first
                }
            }
            _ => own,
        }
    }

    /// The items to analyze, in order, each with its place in the order of all.
    pub fn analyzed_items(&self) -> impl Iterator<Item = (usize, &Item)> {
        let excerpt = self.excerpt.as_ref();
        let range = excerpt.map_or(0..self.order.len(), |one| one.analyzed.clone());
        let first = range.start;
        let items = self.order[range].iter().enumerate();
        items.map(move |(index, (module, item))| {
            (first + index, &self.modules[*module].items[*item])
        })
    }

    /// The program with `module` in the place of patterns of the file that was asked for,
    /// which are the `replaced` items of it. Only `module` is to be analyzed, and comes
    /// first among the modules. `None` if items have other numbers then that definitions
    /// refer to.
    #[must_use]
    pub fn excerpt(
        &self,
        module: Module,
        replaced: Range<usize>,
        words: Option<FxHashSet<SmolStr>>,
    ) -> Option<Program> {
        let whole = self.modules.first()?;
        let mut later = whole.items[replaced.end..].iter();
        let has_later_includes = later.any(|item| matches!(item, Item::Include(_)));
        if module.items.len() != replaced.len() && has_later_includes {
            return None;
        }
        let start = self
            .order
            .iter()
            .position(|place| *place == (0, replaced.start))?;
        let moved = |(module, item): &(usize, usize)| (module + 1, *item);
        let own = (0..module.items.len()).map(|item| (0, item));
        let before = self.order[..start].iter().map(moved);
        let after = self.order[start + replaced.len()..].iter().map(moved);
        let analyzed = start..start + module.items.len();
        let order = before.chain(own).chain(after).collect();
        let excerpt = Excerpt {
            whole: whole.span.file,
            replaced,
            analyzed,
            words,
        };
        let modules = iter::once(module).chain(self.modules.iter().cloned());
        Some(Program {
            modules: modules.collect(),
            tokens: Vec::new(),
            order,
            included_paths: self.included_paths.clone(),
            builtin_files: self.builtin_files.clone(),
            ods: self.ods.clone(),
            td_predicates: self.td_predicates.clone(),
            td_type_rules: self.td_type_rules.clone(),
            include_facts: self.include_facts.clone(),
            definition_files: self.definition_files.clone(),
            excerpt: Some(excerpt),
        })
    }
}

/// Parses `file`, which is in `sources` already and was found at `path` (`None`
/// when it is no file), and all it includes. The definitions of a `.td` file
/// count everywhere; a declaration after its `#include` may not have the name of
/// one of its constraints.
pub fn load(
    file: FileId,
    path: Option<&Path>,
    include_dirs: &[PathBuf],
    loader: &dyn Loader,
    settings: &ods::Settings,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Program {
    let mut assembly = Assembly {
        program: Program::default(),
        seen: FxHashSet::default(),
        open: Vec::new(),
        library: Library::default(),
        td_includes: Vec::new(),
        include_dirs,
        tablegen: settings.tablegen,
        loader,
        sources,
        diagnostics,
    };
    // The text is known, so the path need not lead to a file. A pipe can be read
    // only once.
    let identity = path.and_then(|path| loader.identity(path));
    assembly.seen.extend(identity.clone());
    let folder = path
        .and_then(Path::parent)
        .map(Path::to_owned)
        .unwrap_or_default();
    assembly.module(file, &folder, identity);
    let Assembly {
        mut program,
        td_includes,
        sources,
        diagnostics,
        ..
    } = assembly;
    let paths = &mut program.included_paths;
    program.ods = ods::import(&td_includes, settings, sources, diagnostics, paths);
    let mut predicates = td::predicates(&program.ods, sources, diagnostics);
    let (type_rules, of_rules) = td::type_rules(&program.ods, sources);
    predicates.extend(of_rules);
    program.td_predicates = predicates.into();
    program.td_type_rules = type_rules.into();
    if !program.ods.type_predicates().is_empty() {
        add_library(&mut program, sources, diagnostics);
    }
    program
}

/// Adds the predicates that those of `.td` files use, unless they are there.
fn add_library(program: &mut Program, sources: &mut SourceMap, diagnostics: &mut Diagnostics) {
    let builtin = BuiltinFile::predicates();
    let mut included = program.builtin_files.values();
    if included.any(|file| file.path == builtin.path) {
        return;
    }
    let name = builtin.name().display().to_string();
    let file = sources.add(name, builtin.text.to_owned(), None);
    let module = syntax::parse(sources, file, diagnostics).module;
    let items = module.items.len();
    let index = program.modules.len();
    program.order.extend((0..items).map(|item| (index, item)));
    program.modules.push(module);
    program.builtin_files.insert(file, builtin);
}

/// The file that defines TableGen's class of operations.
const CLASSES_OF_OPERATIONS: &str = "mlir/IR/OpBase.td";

/// How many files may include each other in a row. Each takes a part of the stack.
const MAX_DEPTH: usize = 200;

struct Assembly<'a> {
    program: Program,
    /// The identities of all files met so far.
    seen: FxHashSet<PathBuf>,
    /// The identities of the files whose includes are being followed now.
    open: Vec<PathBuf>,
    library: Library,
    td_includes: Vec<ods::Include>,
    include_dirs: &'a [PathBuf],
    /// Knows where MLIR's own definitions are. That takes time, so only files with
    /// includes ask.
    tablegen: &'static dyn TableGen,
    loader: &'a dyn Loader,
    sources: &'a mut SourceMap,
    diagnostics: &'a mut Diagnostics,
}

impl Assembly<'_> {
    fn module(&mut self, file: FileId, folder: &Path, identity: Option<PathBuf>) {
        let Parsed { module, tokens } = syntax::parse(self.sources, file, self.diagnostics);
        let index = self.program.modules.len();
        if index == 0 {
            self.program.tokens = tokens;
        }
        let includes: Vec<_> = module
            .items
            .iter()
            .enumerate()
            .map(|(item, kind)| match kind {
                Item::Include(Include {
                    path: Some(path),
                    span,
                }) => (item, Some((path.text.clone(), path.span, *span))),
                _ => (item, None),
            })
            .collect();
        self.program.modules.push(module);
        self.open.extend(identity.clone());
        for (item, include) in includes {
            match include {
                Some((path, span, directive)) if !is_td(&path) => {
                    self.include(&path, span, directive, folder);
                    continue;
                }
                Some((path, span, directive)) => self.include_td(path, span, directive, folder),
                None => {}
            }
            self.program.order.push((index, item));
        }
        if identity.is_some() {
            self.open.pop();
        }
    }

    fn include(&mut self, path: &str, path_span: Span, directive: Span, folder: &Path) {
        if !path.ends_with(".pdll") {
            let message = format!("cannot include `{path}`, expected a `.pdll` or `.td` file");
            let mut error = Diagnostic::error(path_span, message);
            let whole = format!("{path}.pdll");
            if BuiltinFile::find(Path::new(&whole)).is_some() {
                let help = format!("write `{whole}`");
                error = error.suggest(Suggestion::new(path_span, format!("\"{whole}\""), help));
            }
            self.diagnostics.push(error);
            return;
        }
        let Some(Found {
            path: found,
            loaded,
            builtin,
        }) = self.find_pdll(path, path_span, folder)
        else {
            return;
        };
        if self.open.contains(&loaded.identity) {
            let message = format!("`{path}` includes itself");
            self.diagnostics.push(
                Diagnostic::error(directive, message)
                    .help("move what both files need into a third file"),
            );
            return;
        }
        match builtin {
            Some(builtin) if builtin.is_of_library() => self.facts().library.push(directive),
            Some(_) => {}
            None => self.note_beside(path, directive, &loaded.identity),
        }
        if !self.seen.insert(loaded.identity.clone()) {
            self.facts().again.push(directive);
            return;
        }
        if self.open.len() >= MAX_DEPTH {
            let message = format!("includes are nested more than {MAX_DEPTH} levels deep");
            self.diagnostics.push(
                Diagnostic::error(directive, message)
                    .help("include several files in one file, beside each other"),
            );
            return;
        }
        let name = found.display().to_string();
        let invalid_at = loaded.text.invalid_at();
        let file = self.sources.add(name, loaded.text, Some(directive));
        match builtin {
            Some(builtin) => drop(self.program.builtin_files.insert(file, builtin)),
            None => self.program.included_paths.push(found.clone()),
        }
        if let Some(offset) = invalid_at {
            self.diagnostics.push(invalid_utf8(file, offset));
        }
        let folder = found.parent().map(Path::to_owned).unwrap_or_default();
        self.module(file, &folder, Some(loaded.identity));
    }

    fn include_td(&mut self, path: String, span: Span, directive: Span, folder: &Path) {
        let mut places = self.places(folder);
        let installed = self.tablegen.installation().include_dir;
        places.push(installed.to_owned());
        let Ok(found) = self.find(&path, span, &places) else {
            return;
        };
        let (found, loaded) = match (found, BuiltinFile::definitions(Path::new(&path))) {
            (Some(found), _) => found,
            (None, Some(builtin)) => {
                let Found { path, loaded, .. } = Found::builtin(builtin);
                (path, loaded)
            }
            (None, None) => return self.not_found(&path, span, &places),
        };
        if found == folder.join(&path) {
            self.note_beside(&path, directive, &loaded.identity);
        }
        // Definitions count once.
        if !self.seen.insert(loaded.identity) {
            return;
        }
        let search = SearchPath {
            include_dirs: self.include_dirs,
            pattern_dir: folder,
            installed,
        };
        let Assembly {
            library,
            loader,
            sources,
            ..
        } = self;
        let chain = library.chain(&found, loaded.text, span, search, *loader, sources);
        let item = self.program.order.len();
        self.note_definitions(&chain, directive, item);
        let input = ods::Input { path, span, chain };
        self.td_includes.push(ods::Include { input, item });
    }

    /// Notes what files an include of definitions leads to.
    fn note_definitions(&mut self, chain: &Chain, directive: Span, item: usize) {
        if chain.has(BuiltinFile::is_definitions) {
            self.facts().library.push(directive);
        }
        if !chain.has(|path| path.ends_with(CLASSES_OF_OPERATIONS)) {
            self.facts().without_operations.push(directive);
        }
        for file in chain.ids() {
            self.program.definition_files.entry(file).or_insert(item);
        }
    }

    /// Notes that a file was found beside the including one, unless it is the one that is
    /// found in the current folder and in the folders of `-I`, in this order.
    fn note_beside(&mut self, path: &str, directive: Span, identity: &Path) {
        let mut places = vec![PathBuf::new()];
        places.extend_from_slice(self.include_dirs);
        let mut found = source::candidates(path, &places).into_iter();
        let found = found.find_map(|candidate| self.loader.identity(&candidate));
        if found.as_deref() != Some(identity) {
            self.facts().beside.push(directive);
        }
    }

    fn facts(&mut self) -> &mut IncludeFacts {
        &mut self.program.include_facts
    }

    /// The folders in which an include of a file in `folder` is looked for.
    fn places(&self, folder: &Path) -> Vec<PathBuf> {
        let mut places = vec![folder.to_owned()];
        places.extend_from_slice(self.include_dirs);
        places
    }

    /// The `.pdll` file that a file in `folder` includes as `path`.
    fn find_pdll(&mut self, path: &str, span: Span, folder: &Path) -> Option<Found> {
        let places = if self.program.builtin_files.contains_key(&span.file) {
            Vec::new()
        } else {
            self.places(folder)
        };
        if let Some((found, loaded)) = self.find(path, span, &places).ok()? {
            let copied = BuiltinFile::copied(Path::new(path), &loaded.text);
            return Some(copied.map_or_else(|| Found::on_disk(found, loaded), Found::builtin));
        }
        let Some(builtin) = BuiltinFile::find(Path::new(path)) else {
            self.not_found(path, span, &places);
            return None;
        };
        Some(Found::builtin(builtin))
    }

    fn not_found(&mut self, path: &str, span: Span, places: &[PathBuf]) {
        let error = ods::not_found(path, span, places);
        let error = misplaced::suggest(error, path, span, places, self.loader);
        self.diagnostics.push(error);
    }

    /// The first file of that path in `places`, if there is one. The error that
    /// it cannot be read has been reported.
    fn find(
        &mut self,
        path: &str,
        span: Span,
        places: &[PathBuf],
    ) -> Result<Option<(PathBuf, Loaded)>, Reported> {
        for candidate in source::candidates(path, places) {
            match self.loader.load(&candidate) {
                Ok(loaded) => return Ok(Some((candidate, loaded))),
                // A file in the place of a folder holds no files.
                Err(error)
                    if matches!(
                        error.kind(),
                        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
                    ) => {}
                Err(error) => {
                    let reason = io_reason(&error);
                    let message = format!("cannot read `{}`: {reason}", candidate.display());
                    self.diagnostics.push(Diagnostic::error(span, message));
                    return Err(Reported);
                }
            }
        }
        Ok(None)
    }
}

/// A file to include.
struct Found {
    path: PathBuf,
    loaded: Loaded,
    builtin: Option<&'static BuiltinFile>,
}

impl Found {
    fn on_disk(path: PathBuf, loaded: Loaded) -> Self {
        Found {
            path,
            loaded,
            builtin: None,
        }
    }

    fn builtin(file: &'static BuiltinFile) -> Self {
        let name = file.name();
        Found {
            path: name.clone(),
            loaded: Loaded {
                text: file.text.into(),
                identity: name,
            },
            builtin: Some(file),
        }
    }
}

/// There is a diagnostic about it.
struct Reported;

/// Whether an include names a TableGen file.
pub fn is_td(path: &str) -> bool {
    path.ends_with(".td")
}

/// The error for a file whose bytes are not UTF-8 from `offset` on.
pub fn invalid_utf8(file: FileId, offset: u32) -> Diagnostic {
    let span = Span {
        file,
        start: offset,
        end: offset + 1,
    };
    Diagnostic::error(
        span,
        "expected UTF-8, found a byte that belongs to no character",
    )
}
