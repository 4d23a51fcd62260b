//! The types of the handles of the C header `pdll/Pdll.h`.
//!
//! Errors go to the diagnostic engine of the context; `Caller` passes them to
//! the callback of the program.

use crate::{
    back::lower::DialectAccess,
    base::diagnostic::Severity,
    base::source::Disk,
    front::ods,
    library::pattern_set::{Builder, NativeCode, PatternSet, files::PatternFile},
    library::session::Session,
    mlir::ffi::{
        diagnostics::{self, Message},
        native::foreign::ForeignFunction,
        pass::PreparedPass,
        pattern_set as raw,
    },
};
use melior::{Context, ContextRef, ir::Module};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// `PdllCompiler`: the settings for compiling pattern files to modules.
pub(crate) struct Compiler {
    pub(crate) include_dirs: Vec<String>,
    pub(crate) ods_cache: bool,
}

impl Compiler {
    pub(crate) fn new() -> Self {
        Compiler {
            include_dirs: Vec::new(),
            ods_cache: true,
        }
    }

    /// Compiles a file to a module of its own. Returns `None` after errors.
    pub(crate) fn compile<'c>(
        &self,
        context: &'c Context,
        file: PatternFile,
    ) -> Option<Module<'c>> {
        let include_dirs = self.include_dirs.iter().map(PathBuf::from).collect();
        let mut session = Session::new(&Disk, include_dirs);
        if self.ods_cache {
            session.ods.cache = ods::Cache::of_user();
        }
        let file = match file {
            PatternFile::OnDisk(path) => session.open(Path::new(&path)),
            PatternFile::InMemory(name, bytes) => Some(session.add(&name, bytes)),
        };
        let module = file.and_then(|file| {
            let patterns = session.patterns(file);
            session.compile(context, file, patterns, DialectAccess::Available)
        });
        session.emit_all(context);
        module
    }
}

/// `PdllBuilder`: the parts of a set of patterns.
pub(crate) struct Sources {
    pub(crate) files: Vec<PatternFile>,
    pub(crate) include_dirs: Vec<String>,
    pub(crate) native_libraries: Vec<String>,
    pub(crate) natives: Vec<Arc<ForeignFunction>>,
    pub(crate) enabled: Vec<String>,
    pub(crate) disabled: Vec<String>,
    pub(crate) ods_cache: bool,
    pub(crate) native_code: NativeCode,
    pub(crate) native_preludes: Vec<String>,
    pub(crate) skips_unsupported: bool,
    pub(crate) allows_unknown_operations: bool,
    /// Errors about parts that could not be added.
    pub(crate) problems: Vec<String>,
}

impl Sources {
    pub(crate) fn new() -> Self {
        Sources {
            files: Vec::new(),
            include_dirs: Vec::new(),
            native_libraries: Vec::new(),
            natives: Vec::new(),
            enabled: Vec::new(),
            disabled: Vec::new(),
            ods_cache: true,
            native_code: NativeCode::Off,
            native_preludes: Vec::new(),
            skips_unsupported: false,
            allows_unknown_operations: false,
            problems: Vec::new(),
        }
    }

    /// Builds the set. Returns `None` after errors.
    pub(crate) fn build<'c>(&self, context: &'c Context) -> Option<PatternSet<'c>> {
        let nothing = "there are no patterns; add a file, a text or a module to the builder";
        let is_empty = self.files.is_empty() && self.problems.is_empty();
        let nothing = is_empty.then(|| nothing.to_owned());
        let problems: Vec<_> = self.problems.iter().cloned().chain(nothing).collect();
        if problems.is_empty() {
            return self.builder(context).build_or_report();
        }
        for problem in problems {
            diagnostics::emit(
                context,
                Severity::Error,
                &Message::without_place(problem),
                &[],
            );
        }
        None
    }

    fn builder<'c>(&self, context: &'c Context) -> Builder<'c> {
        let mut builder = PatternSet::builder(context).native_code(self.native_code);
        if !self.ods_cache {
            builder = builder.without_ods_cache();
        }
        let files = self.files.iter().cloned();
        let builder = files.fold(builder, |builder, file| match file {
            PatternFile::OnDisk(path) => builder.file(path),
            PatternFile::InMemory(name, bytes) => builder.text(name, bytes),
        });
        let mut builder = add(builder, &self.include_dirs, Builder::include_dir);
        if self.skips_unsupported {
            builder = builder.skip_unsupported();
        }
        if self.allows_unknown_operations {
            builder = builder.allow_unknown_operations();
        }
        let builder = add(builder, &self.native_preludes, Builder::native_prelude);
        let builder = add(builder, &self.native_libraries, Builder::native_library);
        let builder = add(builder, &self.enabled, Builder::enable_patterns);
        let builder = add(builder, &self.disabled, Builder::disable_patterns);
        let natives = self.natives.iter().map(ForeignFunction::share);
        natives.fold(builder, Builder::closure)
    }
}

fn add<'c>(
    builder: Builder<'c>,
    names: &[String],
    add_one: impl Fn(Builder<'c>, String) -> Builder<'c>,
) -> Builder<'c> {
    names.iter().cloned().fold(builder, add_one)
}

/// `PdllPatterns`. The program keeps the context alive.
pub(crate) struct Patterns {
    pub(super) context: ContextRef<'static>,
    pub(super) set: Arc<raw::PatternSet>,
}

/// `PdllApplier`.
pub(crate) struct Applier {
    // Dropped before the patterns, to which it points.
    pub(super) pass: PreparedPass,
    pub(super) _patterns: Arc<raw::PatternSet>,
    pub(super) context: ContextRef<'static>,
}
