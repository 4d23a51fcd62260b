//! Imports the `.td` files that a program includes.

use super::{
    Ods, Settings,
    chain::Chain,
    read::{self, Outcome},
    wire::{Message, Place, Placed, Tables},
};
use crate::{
    diagnostic::{Diagnostic, Diagnostics, Severity},
    source::{SourceMap, Span},
};
use std::{
    path::PathBuf,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

/// An `#include` of a `.td` file.
#[derive(Debug)]
pub(crate) struct Include {
    /// The path, as the user wrote it.
    pub(crate) path: String,
    /// The place of the path.
    pub(crate) span: Span,
    /// The index of the directive in `Program::order`.
    pub(crate) item: usize,
    /// The files that it includes.
    pub(crate) chain: Chain,
}

/// Reads all includes, and adds the paths of the files that they opened to
/// `included_paths`.
pub(crate) fn import(
    includes: &[Include],
    settings: &Settings,
    sources: &SourceMap,
    diagnostics: &mut Diagnostics,
    included_paths: &mut Vec<PathBuf>,
) -> Ods {
    let mut ods = Ods::default();
    let mut said: Vec<Diagnostic> = Vec::new();
    let outcomes = outcomes(includes, settings, sources);
    for (include, outcome) in includes.iter().zip(outcomes) {
        let found = match outcome {
            Outcome::Read(tables, messages) => {
                let opened = tables.opened.iter();
                let files = opened.filter_map(|file| include.chain.files.get(*file));
                included_paths.extend(files.map(|file| file.path.clone()));
                add(&mut ods, tables, include, sources);
                said_of(include, messages, sources)
            }
            Outcome::Refused(messages) => {
                let mut found = said_of(include, messages, sources);
                if !found.iter().any(|one| one.severity == Severity::Error) {
                    found.push(failure(include, "it reports no reason", ""));
                }
                found
            }
            Outcome::Failed(reason, output) => vec![failure(include, &reason, &output)],
        };
        for diagnostic in found {
            // Several includes may lead to one file.
            if !said.contains(&diagnostic) {
                said.push(diagnostic);
            }
        }
    }
    diagnostics.extend(said);
    ods
}

fn said_of(include: &Include, messages: Vec<Message>, sources: &SourceMap) -> Vec<Diagnostic> {
    read::diagnostics(messages, &include.chain, include.span, sources)
}

/// The definitions of each include: from the cache, or else from TableGen.
fn outcomes(includes: &[Include], settings: &Settings, sources: &SourceMap) -> Vec<Outcome> {
    let cache = settings.cache.as_ref();
    let known = parallel(includes, |include| {
        let key = cache.map(|_| include.chain.key());
        let tables = cache.zip(key).and_then(|(cache, key)| cache.load(&key));
        (key, tables)
    });
    let (keys, tables): (Vec<_>, Vec<_>) = known.into_iter().unzip();
    let mut outcomes: Vec<_> = tables
        .into_iter()
        .map(|tables| tables.map(|tables| Outcome::Read(tables, Vec::new())))
        .collect();
    let missing: Vec<_> = (0..includes.len())
        .filter(|index| outcomes[*index].is_none())
        .collect();
    let chains: Vec<_> = missing
        .iter()
        .map(|index| &includes[*index].chain)
        .collect();
    read::run(
        &chains,
        sources,
        settings.timeout,
        |number, outcome, bytes| {
            let index = missing[number];
            // Without an entry in the cache, the next run has the same
            // messages.
            if let (Some(cache), Some(key), Some(bytes)) = (cache, &keys[index], bytes)
                && matches!(&outcome, Outcome::Read(_, messages) if messages.is_empty())
            {
                cache.store(key, bytes);
            }
            outcomes[index] = Some(outcome);
        },
    );
    outcomes.into_iter().flatten().collect()
}

fn add(ods: &mut Ods, tables: Tables, include: &Include, sources: &SourceMap) {
    let span = |place: Option<Place>| read::span_of(place?, &include.chain, sources);
    for Placed {
        place, mut value, ..
    } in tables.operations
    {
        value.span = span(place).unwrap_or(include.span);
        ods.add_operation(value);
    }
    for Placed {
        place, mut value, ..
    } in tables.constraints
    {
        value.span = span(place).unwrap_or(include.span);
        value.item = include.item;
        ods.add_constraint(value);
    }
}

fn failure(include: &Include, reason: &str, output: &str) -> Diagnostic {
    let message = format!("TableGen cannot read `{}`: {reason}", include.path);
    let mut error = Diagnostic::error(include.span, message);
    for line in output
        .lines()
        .filter(|line| !line.trim().is_empty())
        .take(MAX_OUTPUT_LINES)
    {
        error = error.note_maybe_at(None, line.trim_end());
    }
    error
}

/// A crash may print a long stack trace.
const MAX_OUTPUT_LINES: usize = 20;

/// Applies a function to all inputs, on all cores. Results are in the order of
/// the inputs.
fn parallel<T: Sync, R: Send>(inputs: &[T], function: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let workers = cores.min(inputs.len());
    if workers <= 1 {
        return inputs.iter().map(function).collect();
    }
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    let work = || {
        while let Some((index, input)) = {
            let index = next.fetch_add(1, Ordering::Relaxed);
            inputs.get(index).map(|input| (index, input))
        } {
            let result = function(input);
            let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
            results.push((index, result));
        }
    };
    thread::scope(|scope| {
        for _ in 1..workers {
            scope.spawn(work);
        }
        work();
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}
