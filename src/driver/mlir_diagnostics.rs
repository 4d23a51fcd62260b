//! MLIR's diagnostics as ours, so that all messages of a run look the same.

use super::Input;
use crate::{
    contract::NEVER_MATCHES,
    diagnostic::{Diagnostic, Severity},
    source::{self, Loader, Position, SourceMap, Span},
};
use melior::{
    Context,
    diagnostic::{self as mlir, DiagnosticHandlerId, DiagnosticSeverity},
    ir::Location,
};
use std::{
    path::Path,
    sync::{Arc, Mutex, PoisonError},
};

/// Catches the diagnostics of a context. The pass manager reports from several
/// threads.
pub(crate) struct Catcher {
    handler: DiagnosticHandlerId,
    caught: Arc<Mutex<Vec<Caught>>>,
}

/// A diagnostic that does not refer to its context.
struct Caught {
    severity: Severity,
    message: String,
    place: Option<Place>,
    /// The calls that lead to the place, innermost first.
    callers: Vec<Place>,
    notes: Vec<(String, Option<Place>)>,
}

/// How many calls are shown at most. More say nothing new.
const CALLERS: usize = 10;

/// A position in a file, which we may not have read.
struct Place {
    file: String,
    position: Position,
}

/// Names the warnings of the checks of patterns, so that `-W` selects them. There
/// is one kind of them. Other warnings come from other passes, and from patterns
/// that warn about programs.
pub(super) fn of_patterns(mut caught: Vec<Diagnostic>) -> Vec<Diagnostic> {
    for one in &mut caught {
        if one.severity == Severity::Warning && one.message.starts_with(NEVER_MATCHES) {
            one.name = Some("never-matches");
        }
    }
    caught
}

impl Catcher {
    pub(crate) fn new(context: &Context) -> Self {
        let caught = Arc::new(Mutex::new(Vec::new()));
        let sink = Arc::clone(&caught);
        let handler = context.attach_diagnostic_handler(move |diagnostic| {
            sink.lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push(Caught::new(&diagnostic));
            true
        });
        Catcher { handler, caught }
    }

    /// Detaches from the context. Returns the diagnostics with spans in
    /// `sources`, to which files are added as needed. The lines of `input`
    /// start at `first_line`.
    pub(crate) fn finish(
        self,
        context: &Context,
        input: &Input,
        first_line: u32,
        sources: &mut SourceMap,
        loader: &dyn Loader,
    ) -> Vec<Diagnostic> {
        context.detach_diagnostic_handler(self.handler);
        let caught =
            std::mem::take(&mut *self.caught.lock().unwrap_or_else(PoisonError::into_inner));
        let mut span = |place: Option<Place>| {
            let Place { file, mut position } = place?;
            if file == input.name {
                position.line += first_line - 1;
            }
            span_of(&file, position, sources, loader)
        };
        caught
            .into_iter()
            .map(
                |Caught {
                     severity,
                     message,
                     place,
                     callers,
                     notes,
                 }| {
                    let diagnostic = Diagnostic::new(severity, span(place), message);
                    callers
                        .into_iter()
                        .map(|place| ("called here".to_owned(), Some(place)))
                        .chain(notes)
                        .fold(diagnostic, |diagnostic, (message, place)| {
                            diagnostic.note_maybe_at(span(place), message)
                        })
                },
            )
            .collect()
    }
}

fn span_of(
    file: &str,
    position: Position,
    sources: &mut SourceMap,
    loader: &dyn Loader,
) -> Option<Span> {
    if sources.find(file).is_none() {
        let bytes = loader.read(Path::new(file)).ok()?;
        sources.add(file, source::decode(bytes).text, None);
    }
    // Parts of one file have the same name, and each begins after the one
    // before.
    let (id, start) = sources
        .files()
        .filter(|(_, known)| known.name() == file)
        .filter_map(|(id, known)| Some((id, known.offset(position)?)))
        .last()?;
    Some(sources.character(id, start))
}

impl Caught {
    fn new(diagnostic: &mlir::Diagnostic<'_>) -> Self {
        let severity = match diagnostic.severity() {
            DiagnosticSeverity::Error => Severity::Error,
            DiagnosticSeverity::Warning => Severity::Warning,
            DiagnosticSeverity::Note | DiagnosticSeverity::Remark => Severity::Remark,
        };
        let notes = (0..diagnostic.note_count())
            .filter_map(|index| diagnostic.note(index).ok())
            .map(|note| (note.to_string(), Place::new(note.location())))
            .collect();
        let mut places = Vec::new();
        Place::collect(diagnostic.location(), &mut places);
        let mut places = places.into_iter();
        Caught {
            severity,
            message: diagnostic.to_string(),
            place: places.next(),
            callers: places.take(CALLERS).collect(),
            notes,
        }
    }
}

impl Place {
    /// The first place in a file that a location contains.
    fn new(location: Location<'_>) -> Option<Self> {
        let mut places = Vec::new();
        Place::collect(location, &mut places);
        places.into_iter().next()
    }

    /// Adds the first place in a file that a location contains, and the calls
    /// that lead to it, innermost first.
    fn collect(location: Location<'_>, places: &mut Vec<Place>) {
        if location.is_file_line_col_range() {
            places.extend(Place::of_file(location));
        } else if location.is_name() {
            Place::collect(location.name_child_location(), places);
        } else if location.is_call_site() {
            Place::collect(location.call_site_callee(), places);
            Place::collect(location.call_site_caller(), places);
        } else if location.is_fused() {
            let known = places.len();
            for index in 0..location.fused_num_locations() {
                Place::collect(location.fused_location(index), places);
                if places.len() > known {
                    break;
                }
            }
        }
    }

    fn of_file(location: Location<'_>) -> Option<Self> {
        let position = Position {
            line: location.file_line_col_range_start_line() as u32,
            column: location.file_line_col_range_start_column() as u32,
        };
        let file = location.file_line_col_range_filename();
        let file = file.as_string_ref().as_str().ok()?.to_owned();
        Some(Place { file, position })
    }
}
