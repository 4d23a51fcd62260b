//! MLIR's diagnostics as ours, so that all messages of a run look the same.

use crate::{
    base::diagnostic::{Diagnostic, Note, SKIPPED_RULE, Severity},
    base::source::{Loader, Position, SourceMap, Span},
    front::contract::{NEVER_FIRED, NEVER_MATCHES},
    mlir::ffi::diagnostics::{Raised, attach},
};
use melior::{
    Context,
    diagnostic::{self as mlir, DiagnosticHandlerId, DiagnosticSeverity},
    ir::Location,
};
use std::{
    mem,
    path::Path,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

/// Catches diagnostics of a context, until it is finished or dropped.
pub(crate) struct Catcher<'c> {
    context: &'c Context,
    handler: DiagnosticHandlerId,
    caught: Arc<Mutex<Vec<Caught>>>,
}

impl<'c> Catcher<'c> {
    /// Catches what all threads report to a context that only the caller uses: a pass
    /// may have threads of its own.
    pub(crate) fn of_all_threads(context: &'c Context) -> Self {
        Self::attach(context, |_| true)
    }

    /// Catches what this thread reports. Other handlers see everything else. What MLIR's
    /// own threads report while they work for this one belongs to it: MLIR collects
    /// that, and this thread reports it.
    pub(crate) fn of_this_thread(context: &'c Context) -> Self {
        let this = this_thread();
        Self::attach(context, move |_| this_thread() == this)
    }

    /// As [`Catcher::of_this_thread`], but only its errors.
    pub(crate) fn of_errors(context: &'c Context) -> Self {
        let this = this_thread();
        Self::attach(context, move |diagnostic| {
            matches!(diagnostic.severity(), DiagnosticSeverity::Error) && this_thread() == this
        })
    }

    fn attach(
        context: &'c Context,
        wants: impl Fn(&mlir::Diagnostic<'_>) -> bool + Send + 'static,
    ) -> Self {
        let caught = Arc::new(Mutex::new(Vec::new()));
        let sink = Arc::clone(&caught);
        let handler = attach(context, move |raised| {
            let is_wanted = wants(&raised.diagnostic());
            if is_wanted {
                sink.lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .push(Caught::new(raised));
            }
            is_wanted
        });
        Catcher {
            context,
            handler,
            caught,
        }
    }

    /// Whether nothing has been caught so far.
    pub(crate) fn is_empty(&self) -> bool {
        self.lock().is_empty()
    }

    /// The first message that has been caught so far.
    pub(crate) fn first_message(&self) -> Option<String> {
        self.lock().first().map(|first| first.message.clone())
    }

    pub(crate) fn first_error(&self) -> Option<String> {
        let caught = self.lock();
        let error = caught.iter().find(|one| one.severity == Severity::Error);
        error.map(|error| error.message.clone())
    }

    /// Returns the diagnostics with spans in `sources`, to which files are added as
    /// needed.
    pub(crate) fn finish(self, sources: &mut SourceMap, loader: &dyn Loader) -> Vec<Diagnostic> {
        // No file has an empty name.
        self.finish_part("", 1, sources, loader)
    }

    /// As [`Catcher::finish`], for a part of the file `name` whose lines start at
    /// `first_line`.
    pub(crate) fn finish_part(
        self,
        name: &str,
        first_line: u32,
        sources: &mut SourceMap,
        loader: &dyn Loader,
    ) -> Vec<Diagnostic> {
        let caught = mem::take(&mut *self.lock());
        let mut span = |mut place: Place| {
            if place.file == name {
                place.position.line += first_line - 1;
            }
            place.span(sources, loader)
        };
        let diagnostics = caught.into_iter();
        diagnostics.map(|one| one.placed(&mut span)).collect()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Caught>> {
        self.caught.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Catcher<'_> {
    fn drop(&mut self) {
        self.context.detach_diagnostic_handler(self.handler);
    }
}

/// The number of this thread. `thread::current` would allocate a name for it, which a
/// thread that Rust did not start keeps until the end of its process.
fn this_thread() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    thread_local! {
        static NUMBER: u64 = NEXT.fetch_add(1, Ordering::Relaxed);
    }
    NUMBER.with(|number| *number)
}

/// Returns a diagnostic with spans in `sources`, to which files are added as needed.
pub(crate) fn placed(
    diagnostic: &mlir::Diagnostic<'_>,
    sources: &mut SourceMap,
    loader: &dyn Loader,
) -> Diagnostic {
    Caught::without_names(diagnostic).placed(&mut |place| place.span(sources, loader))
}

/// The first place in a file that a location contains, and the calls that lead to it,
/// innermost first. Files are added to `sources` as needed.
pub(crate) fn spans(
    location: Location<'_>,
    sources: &mut SourceMap,
    loader: &dyn Loader,
) -> Vec<Span> {
    let mut places = Vec::new();
    Place::collect(location, &mut places);
    let places = places.into_iter().take(1 + CALLERS);
    places.map(|place| place.span(sources, loader)).collect()
}

/// The first position that a location contains, and its file.
pub(crate) fn position(location: Location<'_>) -> Option<(String, Position)> {
    Place::new(location).map(|place| (place.file, place.position))
}

/// The names of warnings that cross MLIR's diagnostic engine.
const NAMES: [&str; 3] = [NEVER_MATCHES, NEVER_FIRED, SKIPPED_RULE];

/// A diagnostic that does not refer to its context.
struct Caught {
    severity: Severity,
    /// The name that pdll has given it, or an empty text.
    name: String,
    needs_notes: bool,
    message: String,
    place: Option<Place>,
    /// The calls that lead to the place, innermost first.
    callers: Vec<Place>,
    notes: Vec<CaughtNote>,
}

struct CaughtNote {
    message: String,
    place: Option<Place>,
    /// If it repeats a warning.
    name: Option<String>,
}

/// How many calls are shown at most. More say nothing new.
const CALLERS: usize = 10;

/// A position in a file, which we may not have read.
struct Place {
    file: String,
    position: Position,
}

impl Caught {
    fn new(raised: Raised<'_>) -> Self {
        let name = raised.name();
        let notes = raised.notes().map(CaughtNote::new).collect();
        Caught {
            name,
            needs_notes: raised.needs_notes(),
            notes,
            ..Caught::without_names(&raised.diagnostic())
        }
    }

    /// The diagnostic without what only [`Raised`] tells.
    fn without_names(diagnostic: &mlir::Diagnostic<'_>) -> Self {
        let severity = match diagnostic.severity() {
            DiagnosticSeverity::Error => Severity::Error,
            DiagnosticSeverity::Warning => Severity::Warning,
            DiagnosticSeverity::Note | DiagnosticSeverity::Remark => Severity::Remark,
        };
        let notes = (0..diagnostic.note_count())
            .filter_map(|index| diagnostic.note(index).ok())
            .map(|note| CaughtNote::without_name(&note))
            .collect();
        let mut places = Vec::new();
        Place::collect(diagnostic.location(), &mut places);
        let mut places = places.into_iter();
        Caught {
            severity,
            name: String::new(),
            needs_notes: false,
            message: diagnostic.to_string(),
            place: places
                .next()
                .or_else(|| Place::start_of_file(diagnostic.location())),
            callers: places.take(CALLERS).collect(),
            notes,
        }
    }

    fn placed(self, span: &mut dyn FnMut(Place) -> Span) -> Diagnostic {
        let mut diagnostic =
            Diagnostic::new(self.severity, self.place.map(&mut *span), self.message);
        diagnostic.needs_notes = self.needs_notes;
        diagnostic.name = NAMES.into_iter().find(|name| *name == self.name);
        let callers = self.callers.into_iter().map(|place| CaughtNote {
            message: "called here".to_owned(),
            place: Some(place),
            name: None,
        });
        let notes = callers.chain(self.notes).map(|note| Note {
            span: note.place.map(&mut *span),
            message: note.message,
            name: note.name,
        });
        diagnostic.notes.extend(notes);
        diagnostic
    }
}

impl CaughtNote {
    fn new(raised: Raised<'_>) -> Self {
        CaughtNote {
            name: Some(raised.name()).filter(|name| !name.is_empty()),
            ..CaughtNote::without_name(&raised.diagnostic())
        }
    }

    fn without_name(note: &mlir::Diagnostic<'_>) -> Self {
        CaughtNote {
            message: note.to_string(),
            place: Place::new(note.location()),
            name: None,
        }
    }
}

impl Place {
    /// The character at the place, as far as the file can be read.
    fn span(self, sources: &mut SourceMap, loader: &dyn Loader) -> Span {
        let Place { file, position } = self;
        if sources.find(&file).is_none()
            && let Ok(text) = loader.text(Path::new(&file))
        {
            sources.add(&*file, text, None);
        }
        // Parts of one file have the same name, and each begins after the one
        // before.
        let parts = sources.files().filter(|(_, known)| known.name() == file);
        let place = parts.filter_map(|(id, known)| Some((id, known.offset(position)?)));
        match place.last() {
            Some((id, start)) => sources.character(id, start),
            None => sources.add_unread(file, position),
        }
    }

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

    /// The place in a file, if it is known there.
    fn of_file(location: Location<'_>) -> Option<Self> {
        let line = location.file_line_col_range_start_line() as u32;
        let column = location.file_line_col_range_start_column() as u32;
        if line == 0 {
            return None;
        }
        Place::in_file(location, Position { line, column })
    }

    /// The start of the file that a location stands for as a whole. A module has
    /// such a location if its file does not begin with `module`.
    fn start_of_file(location: Location<'_>) -> Option<Self> {
        if !location.is_file_line_col_range() {
            return None;
        }
        Place::in_file(location, Position { line: 1, column: 1 })
    }

    fn in_file(location: Location<'_>, position: Position) -> Option<Self> {
        let file = location.file_line_col_range_filename();
        let file = file.as_string_ref().as_str().ok()?.to_owned();
        Some(Place { file, position })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::source::Memory;
    use melior::ir::Module;

    /// MLIR verifies modules inside of a module on several threads.
    #[test]
    fn what_threads_of_mlir_report_belongs_to_who_waits_for_them() {
        let context = Context::new();
        let inner = "module { \"builtin.unrealized_conversion_cast\"() : () -> () }\n";
        let catcher = Catcher::of_this_thread(&context);
        assert!(Module::parse(&context, &inner.repeat(50)).is_none());
        let mut sources = SourceMap::default();
        let caught = catcher.finish(&mut sources, &Memory::default());
        let lines: Vec<_> = caught
            .iter()
            .filter_map(|one| Some(sources.position(one.span?).line))
            .collect();
        assert_eq!(lines, (1..=50).collect::<Vec<_>>());
    }
}
