//! Native functions whose C++ code is in pattern files.
//!
//! The code becomes one C++ file, written with `pdll/NativeRegistry.h` as users
//! write theirs. The system's compiler turns it into a shared library. The
//! user's cache keeps the library and a precompiled header.
//!
//! | module | subject |
//! |---|---|
//! | `source` | the C++ file |
//! | `headers` | the headers that belong to `.td` files |
//! | `build`, `compiler` | running the compiler |
//! | `plugin` | a library with patterns of its own |
//! | `store` | what is kept |
//! | `messages` | errors of the compiler |

mod build;
mod compiler;
mod definition;
mod headers;
mod messages;
mod plugin;
mod source;
mod store;

pub(crate) use compiler::installed_compilers;
pub(crate) use definition::Definition;
pub(crate) use headers::sees_own_headers;
pub(crate) use plugin::Plugin;

use crate::{
    back::emit_cpp,
    base::diagnostic::Diagnostic,
    base::source::io_reason,
    code::predicates,
    front::hir::{Native, NativeBody},
    library::session::Session,
    mlir::ffi::pattern_set::Natives,
};
use compiler::Compiler;
use std::{
    io,
    path::{Path, PathBuf},
};
use store::Store;

/// Compiles the functions of `definitions`, and adds them to `natives`. Their code
/// finds headers beside the pattern files and in `include_dirs`. Errors go to the
/// session.
pub(crate) fn add(
    definitions: &[Definition],
    include_dirs: &[PathBuf],
    session: &mut Session<'_>,
    natives: &mut Natives,
) {
    if definitions.is_empty() {
        return;
    }
    if let Err(errors) = compile(definitions, include_dirs, session, natives) {
        session.diagnostics.extend(errors);
    }
}

/// Compiles the functions that a pattern file defines, as far as they need a C++
/// compiler, and does not load them: no code runs. Errors go to the session.
pub(crate) fn check(
    natives: Vec<Native>,
    file: &str,
    include_dirs: &[PathBuf],
    session: &mut Session<'_>,
) {
    let needs_compiler = |native: &Native| match &native.body {
        NativeBody::Predicate {
            subject, predicate, ..
        } => predicates::prepare(*subject, predicate).is_err(),
        NativeBody::Code { .. } => true,
    };
    let natives = natives.into_iter().filter(needs_compiler);
    let definition = |native| Definition {
        native,
        file: file.to_owned(),
        uses: Vec::new(),
    };
    let definitions: Vec<_> = natives.map(definition).collect();
    if definitions.is_empty() {
        return;
    }
    let built = open_store().and_then(|store| library(&definitions, include_dirs, session, &store));
    session
        .diagnostics
        .extend(built.err().into_iter().flatten());
}

fn compile(
    definitions: &[Definition],
    include_dirs: &[PathBuf],
    session: &Session<'_>,
    natives: &mut Natives,
) -> Result<(), Vec<Diagnostic>> {
    // A store that others could write to is gone when it is closed.
    let store = open_store()?;
    let library = library(definitions, include_dirs, session, &store)?;
    natives
        .load(&library.display().to_string(), "the code in pattern files")
        .map_err(|message| vec![Diagnostic::error_without_place(message)])
}

fn open_store() -> Result<Store, Vec<Diagnostic>> {
    Store::open().map_err(|error| vec![Diagnostic::error_without_place(no_folder(&error))])
}

/// The shared library with the code of functions, in the store.
fn library(
    definitions: &[Definition],
    include_dirs: &[PathBuf],
    session: &Session<'_>,
    store: &Store,
) -> Result<PathBuf, Vec<Diagnostic>> {
    let unusable: Vec<_> = definitions
        .iter()
        .filter_map(|definition| emit_cpp::check(&definition.native))
        .collect();
    if !unusable.is_empty() {
        return Err(unusable);
    }
    let unit = source::library(definitions, &session.sources);
    let headers = headers::all(session);
    let include_dirs = folders(definitions, include_dirs);
    let built = Compiler::with_agreeing(|compiler| {
        let request = build::Request {
            compiler,
            unit: &unit,
            headers: &headers,
            include_dirs: &include_dirs,
        };
        build::build(&request, store)
    });
    built.map_err(|failure| messages::of_failure(failure, definitions, &session.sources))
}

fn no_folder(error: &io::Error) -> String {
    let reason = io_reason(error);
    format!("cannot create a folder to compile C++ in: {reason}")
}

/// The folders in which code finds headers: those of the pattern files, and the
/// include folders.
fn folders(definitions: &[Definition], include_dirs: &[PathBuf]) -> Vec<PathBuf> {
    let beside = definitions.iter().map(|definition| {
        let folder = Path::new(&definition.file).parent();
        folder.unwrap_or(Path::new("")).to_owned()
    });
    let mut folders: Vec<_> = beside.chain(include_dirs.iter().cloned()).collect();
    folders.dedup();
    folders
}
