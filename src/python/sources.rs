//! What is done with pattern files alone.

use crate::{
    errors::{self, Failure},
    origin::Source,
    raw,
};
use pdll::internals::{
    diagnostic::{Severity, UNKNOWN_OPERATION, json, text},
    driver::portable::pdl_of_file,
    format::format as format_text,
    ods, select_patterns,
    session::Session,
    source::{Disk, FileId},
};
use pyo3::{PyErr, PyResult, Python, exceptions::PyRuntimeError, pyfunction};
use std::path::PathBuf;

/// Diagnostics as texts for people, and as JSON objects.
type Rendered = (Vec<String>, Vec<String>);

/// Finds all errors and warnings that need no program.
#[pyfunction]
pub(crate) fn check(py: Python<'_>, files: Vec<Source>, include_dirs: Vec<PathBuf>) -> Rendered {
    py.detach(|| {
        let mut session = session(include_dirs);
        for source in files {
            // An error in one file must not hide those of the next.
            let before = session.diagnostics.take();
            if let Some(file) = open(source, &mut session) {
                let context = raw::new_context();
                let patterns = session.patterns(file);
                let _ = session.check(&context, file, &*patterns);
            }
            let after = session.diagnostics.take();
            session.diagnostics.extend(before.into_iter().chain(after));
        }
        rendered(&mut session)
    })
}

/// The patterns as a module of the dialect `pdl`, for other MLIRs. What only pdll can run,
/// or MLIR's interpreter cannot run, is an error.
#[pyfunction]
pub(crate) fn pdl(
    py: Python<'_>,
    file: Source,
    include_dirs: Vec<PathBuf>,
    enable: Vec<String>,
    disable: Vec<String>,
    allow_unknown_operations: bool,
) -> PyResult<String> {
    py.detach(|| {
        let mut session = session(include_dirs);
        if allow_unknown_operations {
            session.diagnostics.downgrade(UNKNOWN_OPERATION);
        }
        let context = raw::new_context();
        let mut unselected = None;
        let text = open(file, &mut session).and_then(|file| {
            pdl_of_file(&context, &mut session, file, |module| {
                let has_names = !enable.is_empty() || !disable.is_empty();
                if has_names {
                    unselected = select_patterns(&context, module, enable, disable).err();
                }
                unselected.is_none()
            })
        });
        match (text, unselected) {
            (_, Some(failed)) => Err(errors::failure(&failed)),
            (Some(text), None) if !session.diagnostics.has_errors() => Ok(text),
            _ => Err(failure(&mut session)),
        }
    })
}

/// Formats a text, which has no syntax errors.
#[pyfunction]
pub(crate) fn format(name: String, text: String) -> PyResult<String> {
    let mut session = session(Vec::new());
    let file = session.add(&name, text.into_bytes());
    let Session {
        sources,
        diagnostics,
        ..
    } = &mut session;
    let formatted = format_text(sources, file, diagnostics);
    match session.diagnostics.has_errors() {
        true => Err(failure(&mut session)),
        false => formatted.map_err(PyRuntimeError::new_err),
    }
}

fn session(include_dirs: Vec<PathBuf>) -> Session<'static> {
    let mut session = Session::new(&Disk, include_dirs);
    session.ods.cache = ods::Cache::of_user();
    session
}

fn open(source: Source, session: &mut Session<'_>) -> Option<FileId> {
    match source {
        Source::File(path) => session.open(&path),
        Source::Text(name, text) => Some(session.add(&name, text.into_bytes())),
    }
}

fn failure(session: &mut Session<'_>) -> PyErr {
    let mut all = session.diagnostics.take_sorted();
    all.retain(|one| one.severity == Severity::Error);
    session.diagnostics.extend(all);
    Failure::new_err(rendered(session))
}

fn rendered(session: &mut Session<'_>) -> Rendered {
    let all = session.diagnostics.take_sorted();
    let sources = &session.sources;
    let texts = all.iter().map(|one| text::render(sources, one));
    let records = all.iter().map(|one| json::render(sources, one));
    (texts.collect(), records.collect())
}
