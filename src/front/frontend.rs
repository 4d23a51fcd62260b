//! Kinds of pattern sources. Whatever patterns are written in, the rest of the
//! pipeline knows them as [`hir::Module`].
//!
//! The name of a file determines its kind. A new kind is a row of [`KINDS`] and its
//! implementation of [`PatternFile`].

use crate::{
    base::diagnostic::{Diagnostic, Diagnostics},
    base::source::{FileId, Loader, SourceMap},
    drr, hir,
    host::Host,
    lints::{self, Judge},
    ods::{self, Ods, RuleFile},
    portable,
    program::{self, Program},
    sema,
    syntax::print,
};
use std::path::{Path, PathBuf};

/// A source of patterns that has been read.
pub trait Frontend {
    /// Finds out what the patterns mean, and reports what is wrong with them.
    /// When `diagnostics` has errors afterwards, the module is incomplete and
    /// must not be lowered.
    fn analyze(&self, host: &mut dyn Host, diagnostics: &mut Diagnostics) -> hir::Module;

    /// Adds the warnings about patterns without errors that the source or the
    /// definitions it includes show, and their meaning alone does not.
    fn warn(&self, patterns: &hir::Module, host: &mut dyn Judge, diagnostics: &mut Diagnostics);

    /// Adds an error for each use of what MLIR's `mlir-pdll` does not have. The patterns
    /// may be incomplete.
    fn check_portability(
        &self,
        patterns: &hir::Module,
        sources: &SourceMap,
        diagnostics: &mut Diagnostics,
    );
}

/// A source of patterns that comes from a file.
pub trait PatternFile: Frontend {
    /// The definitions of operations and constraints that it includes.
    fn definitions(&self) -> &Ods;

    /// What errors about C++ code in this file are about.
    fn code_belongs_to(&self) -> CodeOwner;

    /// The paths of the files that it includes, without built-in ones.
    fn included_paths(&self) -> &[PathBuf];

    /// What the source consists of, for people.
    fn tree(&self, sources: &SourceMap) -> String;

    /// The files of the source as JSON objects, for [`print::document`]. They refer to
    /// each other by their indices in that document, in which `first` is the index of
    /// the first of them.
    fn json(&self, first: usize, sources: &SourceMap) -> Vec<String>;
}

/// What has C++ code as a part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodeOwner {
    /// The functions of the file.
    Function,
    /// The patterns themselves.
    Pattern,
}

/// What a source is read with.
pub struct Reader<'a> {
    /// Where to look for included files.
    pub include_dirs: &'a [PathBuf],
    /// What reads them.
    pub loader: &'a dyn Loader,
    /// How `.td` files are read.
    pub ods: &'a ods::Settings,
    /// Where their texts go.
    pub sources: &'a mut SourceMap,
    /// Where problems go.
    pub diagnostics: &'a mut Diagnostics,
}

/// Reads a file that is in the sources of `reader` already, and all that it includes.
/// A file of any other name is PDLL.
pub fn read(file: FileId, reader: Reader<'_>) -> Box<dyn PatternFile> {
    let name = reader.sources.file(file).name().to_owned();
    let other = if name.ends_with(".mlir") {
        refuse_mlir
    } else {
        read_program
    };
    let read = kind_of(&name).unwrap_or(other);
    read(file, Path::new(&name), reader)
}

/// A function that reads a file that was found at that path.
type Read = fn(FileId, &Path, Reader<'_>) -> Box<dyn PatternFile>;

/// Whether the name of a file says that it is a source of patterns.
pub fn is_source(path: &Path) -> bool {
    kind_of(&path.to_string_lossy()).is_some()
}

/// How names end, and what reads files of these names.
const KINDS: [(&str, Read); 2] = [(".pdll", read_program), (".td", read_rules)];

fn kind_of(name: &str) -> Option<Read> {
    let kind = KINDS.iter().find(|(end, _)| name.ends_with(end));
    kind.map(|(_, read)| *read)
}

fn read_program(file: FileId, path: &Path, reader: Reader<'_>) -> Box<dyn PatternFile> {
    Box::new(program::load(
        file,
        Some(path),
        reader.include_dirs,
        reader.loader,
        reader.ods,
        reader.sources,
        reader.diagnostics,
    ))
}

/// One error says more than those about everything in a program of MLIR.
fn refuse_mlir(file: FileId, path: &Path, reader: Reader<'_>) -> Box<dyn PatternFile> {
    let start = reader.sources.whole(file).at_start();
    let message = "expected a file of patterns, found a program of MLIR";
    let help = "patterns are in files whose names end in `.pdll` or `.td`; `pdll-opt apply` takes \
                the program, too";
    let error = Diagnostic::error(start, message).help(help);
    reader.diagnostics.push(error);
    let diagnostics = &mut Diagnostics::default();
    read_program(
        file,
        path,
        Reader {
            diagnostics,
            ..reader
        },
    )
}

fn read_rules(file: FileId, path: &Path, reader: Reader<'_>) -> Box<dyn PatternFile> {
    let rules = ods::read_rules(
        file,
        path,
        reader.include_dirs,
        reader.loader,
        reader.ods,
        reader.sources,
        reader.diagnostics,
    );
    reader.diagnostics.extend(rules.without_rules());
    Box::new(rules)
}

impl Frontend for Program {
    fn analyze(&self, host: &mut dyn Host, diagnostics: &mut Diagnostics) -> hir::Module {
        sema::analyze(self, host, diagnostics)
    }

    fn warn(&self, patterns: &hir::Module, host: &mut dyn Judge, diagnostics: &mut Diagnostics) {
        lints::check_source(self, diagnostics);
        lints::check_definitions(patterns, &self.ods, host, diagnostics);
    }

    fn check_portability(
        &self,
        patterns: &hir::Module,
        sources: &SourceMap,
        diagnostics: &mut Diagnostics,
    ) {
        portable::check(self, &patterns.extensions, sources, diagnostics);
    }
}

impl PatternFile for Program {
    fn definitions(&self) -> &Ods {
        &self.ods
    }

    fn code_belongs_to(&self) -> CodeOwner {
        CodeOwner::Function
    }

    fn included_paths(&self) -> &[PathBuf] {
        &self.included_paths
    }

    fn tree(&self, sources: &SourceMap) -> String {
        print::tree(&self.modules, sources)
    }

    fn json(&self, first: usize, sources: &SourceMap) -> Vec<String> {
        print::json(&self.modules, first, sources)
    }
}

impl Frontend for RuleFile {
    fn analyze(&self, host: &mut dyn Host, diagnostics: &mut Diagnostics) -> hir::Module {
        drr::analyze(self, host, diagnostics)
    }

    fn warn(&self, patterns: &hir::Module, host: &mut dyn Judge, diagnostics: &mut Diagnostics) {
        lints::check_definitions(patterns, &self.ods, host, diagnostics);
    }

    fn check_portability(
        &self,
        patterns: &hir::Module,
        _: &SourceMap,
        diagnostics: &mut Diagnostics,
    ) {
        let rules = patterns.patterns.iter().map(|rule| rule.span);
        diagnostics.extend(rules.filter_map(portable::refuse_rules).collect::<Vec<_>>());
    }
}

impl PatternFile for RuleFile {
    fn definitions(&self) -> &Ods {
        &self.ods
    }

    fn code_belongs_to(&self) -> CodeOwner {
        CodeOwner::Pattern
    }

    fn included_paths(&self) -> &[PathBuf] {
        &self.included_paths
    }

    fn tree(&self, sources: &SourceMap) -> String {
        ods::rules_tree(self, sources)
    }

    fn json(&self, first: usize, sources: &SourceMap) -> Vec<String> {
        ods::rules_json(self, first, sources)
    }
}

impl<F: Frontend + ?Sized> Frontend for &F {
    fn analyze(&self, host: &mut dyn Host, diagnostics: &mut Diagnostics) -> hir::Module {
        F::analyze(self, host, diagnostics)
    }

    fn warn(&self, patterns: &hir::Module, host: &mut dyn Judge, diagnostics: &mut Diagnostics) {
        F::warn(self, patterns, host, diagnostics);
    }

    fn check_portability(
        &self,
        patterns: &hir::Module,
        sources: &SourceMap,
        diagnostics: &mut Diagnostics,
    ) {
        F::check_portability(self, patterns, sources, diagnostics);
    }
}

impl<F: Frontend + ?Sized> Frontend for Box<F> {
    fn analyze(&self, host: &mut dyn Host, diagnostics: &mut Diagnostics) -> hir::Module {
        F::analyze(self, host, diagnostics)
    }

    fn warn(&self, patterns: &hir::Module, host: &mut dyn Judge, diagnostics: &mut Diagnostics) {
        F::warn(self, patterns, host, diagnostics);
    }

    fn check_portability(
        &self,
        patterns: &hir::Module,
        sources: &SourceMap,
        diagnostics: &mut Diagnostics,
    ) {
        F::check_portability(self, patterns, sources, diagnostics);
    }
}
