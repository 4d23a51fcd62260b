//! The files of the workspace, read when they are needed.

use super::{
    Declared, FileIndex, Snapshot,
    limits::{MAX_ENTRIES, MAX_FILES, Warnings, stays_below},
};
use crate::{
    base::source::{self, FileText, FilesBelow, Loader, Span},
    editor::ide::{self, Analysis, Analyzer, Form, Input},
    editor::lsp::{
        document::{Analyzed, Document, Part},
        document_text::Encoding,
        server::Setup,
        uri,
        view::View,
        worker::inputs,
    },
    front::ods::Reads,
};
use lsp_types::Uri;
use std::{
    collections::{BTreeMap, BTreeSet},
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
    sync::Arc,
};

/// What is known about files. It keeps an MLIR context, and so stays on its thread.
pub(in crate::editor::lsp) struct Files {
    setup: Setup,
    encoding: Encoding,
    /// A context takes long to make.
    analyzer: Option<Analyzer>,
    indices: BTreeMap<PathBuf, Known<FileIndex>>,
    outlines: BTreeMap<PathBuf, Known<Vec<Declared>>>,
    warnings: Warnings,
}

/// What is known, and the state of the files that it was found out from.
struct Known<T> {
    stamps: Vec<(PathBuf, Stamp)>,
    /// The state of all files, if it depends on which files there are.
    environment: Option<u64>,
    value: Arc<T>,
}

/// The state of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stamp {
    Missing,
    Saved(source::Stamp),
    /// A text that is open, as a hash.
    Open(u64),
}

impl Files {
    pub(super) fn new(setup: Setup, encoding: Encoding, warnings: Warnings) -> Self {
        Files {
            setup,
            encoding,
            analyzer: None,
            indices: BTreeMap::new(),
            outlines: BTreeMap::new(),
            warnings,
        }
    }

    /// The pattern files of the workspace and those that are open, in a fixed order.
    pub(in crate::editor::lsp) fn list(&self, snapshot: &Snapshot) -> BTreeSet<PathBuf> {
        let mut list = BTreeSet::new();
        for folder in &snapshot.settings.folders {
            let found = FilesBelow::find(folder, Path::new("pdll"), MAX_ENTRIES);
            if found.is_cut_off {
                self.warnings.many_entries(folder);
            }
            let visible = found.files.into_iter().filter(|path| !is_hidden(path));
            let paths = visible.map(|path| folder.join(path));
            list.extend(paths.filter(|path| stays_below(folder, path)));
        }
        if list.len() > MAX_FILES {
            self.warnings.many_files();
            list = list.into_iter().take(MAX_FILES).collect();
        }
        let open = snapshot.overlay.open_paths().cloned();
        list.extend(open.filter(|path| is_pattern_file(path)));
        list
    }

    /// What is known about each file whose text contains `word`, if there is one, until
    /// nobody wants to know any more.
    pub(in crate::editor::lsp) fn indices(
        &mut self,
        snapshot: &Snapshot,
        word: Option<&str>,
        is_wanted: &dyn Fn() -> bool,
    ) -> Vec<(Uri, Arc<FileIndex>)> {
        let mut found = Vec::new();
        let mut stamps = Stamps::new(snapshot);
        for path in self.list(snapshot) {
            if !is_wanted() {
                break;
            }
            let has_word = |text: &str| word.is_none_or(|word| text.contains(word));
            if let Some(text) = self.text(snapshot, &path).filter(|text| has_word(text))
                && let Some(index) = self.index(&path, &text, &mut stamps)
            {
                found.push((uri::of_path(&path), index));
            }
        }
        found
    }

    /// What is known about one file. `None` if it cannot be read.
    pub(in crate::editor::lsp) fn index_of(
        &mut self,
        snapshot: &Snapshot,
        uri: &Uri,
    ) -> Option<Arc<FileIndex>> {
        let path = uri::to_path(uri).filter(|path| is_pattern_file(path))?;
        let text = self.text(snapshot, &path)?;
        self.index(&path, &text, &mut Stamps::new(snapshot))
    }

    /// The declarations of a file. `None` if it cannot be read.
    pub(in crate::editor::lsp) fn outline(
        &mut self,
        snapshot: &Snapshot,
        path: &Path,
    ) -> Option<Arc<Vec<Declared>>> {
        let mut stamps = Stamps::new(snapshot);
        if let Some(known) = self
            .outlines
            .get(path)
            .filter(|known| stamps.are_those_of(known))
        {
            return Some(known.value.clone());
        }
        let text = self.text(snapshot, path)?;
        let stamps = vec![(path.to_owned(), stamps.of(path))];
        let index = self.read(path, &text, &[], ide::outline);
        let value = Arc::new(index.declared);
        let known = Known {
            stamps,
            environment: None,
            value: value.clone(),
        };
        self.outlines.insert(path.to_owned(), known);
        Some(value)
    }

    /// The pattern at a place of a text.
    pub(in crate::editor::lsp) fn show(
        &mut self,
        snapshot: &Snapshot,
        input: Input,
        pattern: Span,
        form: Form,
    ) -> Option<String> {
        self.analyzer()
            .show(input, pattern, form, &snapshot.overlay)
    }

    fn text(&self, snapshot: &Snapshot, path: &Path) -> Option<FileText> {
        let text = snapshot.overlay.text(path);
        text.map_err(|error| self.warnings.unread(path, &error))
            .ok()
    }

    fn analyzer(&mut self) -> &mut Analyzer {
        let setup = &self.setup;
        self.analyzer.get_or_insert_with(|| setup.analyzer())
    }

    fn index(
        &mut self,
        path: &Path,
        text: &str,
        stamps: &mut Stamps<'_>,
    ) -> Option<Arc<FileIndex>> {
        if let Some(known) = self
            .indices
            .get(path)
            .filter(|known| stamps.are_those_of(known))
        {
            return Some(known.value.clone());
        }
        let snapshot = stamps.snapshot;
        let include_dirs = snapshot.settings.include_dirs(Some(path));
        let mut analyzer = self
            .analyzer
            .take()
            .unwrap_or_else(|| self.setup.analyzer());
        let index = self.read(path, text, &include_dirs, |input| {
            analyzer.analyze(input, Reads::All, &snapshot.overlay)
        });
        self.analyzer = Some(analyzer);
        let files = index.included.iter().map(PathBuf::as_path).chain([path]);
        let known = Known {
            stamps: files
                .map(|file| (file.to_owned(), stamps.of(file)))
                .collect(),
            environment: (!index.is_valid).then_some(snapshot.environment),
            value: Arc::new(index),
        };
        let value = known.value.clone();
        self.indices.insert(path.to_owned(), known);
        Some(value)
    }

    fn read(
        &self,
        path: &Path,
        text: &str,
        include_dirs: &[PathBuf],
        mut analyze: impl FnMut(Input) -> Analysis,
    ) -> FileIndex {
        let document = Document::new(text, 0, 0);
        let inputs = inputs(&document.text, &path.display().to_string(), include_dirs);
        let parts = inputs.into_iter().map(|(start, input)| Part {
            start,
            analysis: Arc::new(analyze(input)),
        });
        let analyzed = Analyzed {
            state: 0,
            environment: 0,
            parts: parts.collect(),
            encoded_words: Default::default(),
        };
        FileIndex::new(View {
            uri: &uri::of_path(path),
            document: &document,
            analyzed: &analyzed,
            excerpt: None,
            encoding: self.encoding,
        })
    }
}

/// The states of files, each found out once.
struct Stamps<'s> {
    snapshot: &'s Snapshot,
    known: BTreeMap<PathBuf, Stamp>,
}

impl<'s> Stamps<'s> {
    fn new(snapshot: &'s Snapshot) -> Self {
        Stamps {
            snapshot,
            known: BTreeMap::new(),
        }
    }

    fn of(&mut self, path: &Path) -> Stamp {
        if let Some(known) = self.known.get(path) {
            return *known;
        }
        let stamp = match self.snapshot.overlay.open_text(path) {
            Some(text) => {
                let mut hasher = DefaultHasher::new();
                text.hash(&mut hasher);
                Stamp::Open(hasher.finish())
            }
            None => source::Stamp::of(path).map_or(Stamp::Missing, Stamp::Saved),
        };
        self.known.insert(path.to_owned(), stamp);
        stamp
    }

    /// Whether nothing has changed since.
    fn are_those_of<T>(&mut self, known: &Known<T>) -> bool {
        let environment = self.snapshot.environment;
        known.environment.is_none_or(|known| known == environment)
            && known
                .stamps
                .iter()
                .all(|(path, stamp)| self.of(path) == *stamp)
    }
}

fn is_pattern_file(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "pdll")
}

/// Whether a file is in a hidden folder, or hidden itself.
fn is_hidden(path: &Path) -> bool {
    path.components()
        .any(|part| part.as_os_str().as_encoded_bytes().starts_with(b"."))
}
