//! Imports the `.td` files that a program includes.

use super::{
    Ods, Settings,
    chain::Chain,
    read::{self, Outcome},
    wire::{Place, Placed, Tables},
};
use crate::{
    diagnostic::{Diagnostic, Diagnostics},
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
    /// The path as written.
    pub(crate) path: String,
    /// Where that stands.
    pub(crate) span: Span,
    /// The index of the directive in `Program::order`.
    pub(crate) item: usize,
    /// What it includes.
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
    let outcomes = parallel(includes, |include| {
        outcome(&include.chain, settings, sources)
    });
    for (include, outcome) in includes.iter().zip(outcomes) {
        let messages = match outcome {
            Outcome::Read(tables, messages) => {
                let opened = tables.opened.iter();
                let files = opened.filter_map(|file| include.chain.files.get(*file));
                included_paths.extend(files.map(|file| file.path.clone()));
                add(&mut ods, tables, include, sources);
                messages
            }
            Outcome::Refused(messages) => messages,
            Outcome::Failed(reason, output) => {
                diagnostics.push(failure(include, &reason, &output));
                continue;
            }
        };
        let messages = read::diagnostics(messages, &include.chain, include.span, sources);
        diagnostics.extend(messages);
    }
    ods
}

/// What an include defines: from the cache, or else from TableGen.
fn outcome(chain: &Chain, settings: &Settings, sources: &SourceMap) -> Outcome {
    let cache = settings.cache.as_ref().map(|cache| (cache, chain.key()));
    if let Some((cache, key)) = &cache
        && let Some(mut tables) = cache.load(key)
        && tables.link().is_some()
    {
        return Outcome::Read(tables, Vec::new());
    }
    let run = read::run(chain, sources, settings.timeout);
    // What there are messages about is read again, to have them again.
    if let (Some((cache, key)), Outcome::Read(tables, messages)) = (&cache, &run)
        && messages.is_empty()
    {
        cache.store(key, tables);
    }
    run.linked()
}

fn add(ods: &mut Ods, tables: Tables, include: &Include, sources: &SourceMap) {
    let span = |place: Option<Place>| read::span_of(place?, &include.chain, sources);
    for Placed {
        place, mut value, ..
    } in tables.operations
    {
        value.span = span(place).unwrap_or(include.span);
        value.item = include.item;
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

/// A crash may print a whole stack.
const MAX_OUTPUT_LINES: usize = 20;

/// Applies a function to all, on all cores. Results are in the order of the
/// inputs.
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
