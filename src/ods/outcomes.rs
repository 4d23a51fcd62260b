//! What TableGen reads of several files: from the cache, or in processes.

use super::{
    Settings,
    chain::Chain,
    read::{self, Outcome},
    wire::Tables,
};
use crate::{
    diagnostic::{Diagnostic, Severity},
    ffi::ods::Contents,
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

/// A `.td` file to read.
#[derive(Debug)]
pub(crate) struct Input {
    /// The path, as the user wrote it.
    pub(crate) path: String,
    /// The place of messages without one: the path in an include, or the start of a
    /// file that was asked for.
    pub(crate) span: Span,
    /// The file, and all that it includes.
    pub(crate) chain: Chain,
}

impl AsRef<Input> for Input {
    fn as_ref(&self) -> &Input {
        self
    }
}

impl Input {
    /// The paths of the files that TableGen opened.
    pub(super) fn opened(&self, tables: &Tables) -> impl Iterator<Item = PathBuf> {
        let files = tables.opened.iter();
        let files = files.filter_map(|file| self.chain.files.get(*file));
        files.map(|file| file.path.clone())
    }
}

/// Reads all inputs. Returns what each one defines, or none if there are errors, and
/// the messages about it.
pub(super) fn read<I: AsRef<Input> + Sync>(
    inputs: &[I],
    contents: Contents,
    settings: &Settings,
    sources: &SourceMap,
) -> Vec<(Option<Tables>, Vec<Diagnostic>)> {
    let inputs: Vec<&Input> = inputs.iter().map(AsRef::as_ref).collect();
    let outcomes = outcomes(&inputs, contents, settings, sources);
    let explained = inputs.iter().zip(outcomes);
    explained
        .map(|(input, outcome)| explain(input, outcome, sources))
        .collect()
}

/// The definitions of each input: from the cache, or else from TableGen.
fn outcomes(
    inputs: &[&Input],
    contents: Contents,
    settings: &Settings,
    sources: &SourceMap,
) -> Vec<Outcome> {
    let cache = settings.cache.as_ref();
    let known = parallel(inputs, |input| {
        let key = cache.map(|_| input.chain.key(contents));
        let tables = cache.zip(key).and_then(|(cache, key)| cache.load(&key));
        (key, tables)
    });
    let (keys, tables): (Vec<_>, Vec<_>) = known.into_iter().unzip();
    let mut outcomes: Vec<_> = tables
        .into_iter()
        .map(|tables| tables.map(|tables| Outcome::Read(tables, Vec::new())))
        .collect();
    let missing: Vec<_> = (0..inputs.len())
        .filter(|index| outcomes[*index].is_none())
        .collect();
    let chains: Vec<_> = missing.iter().map(|index| &inputs[*index].chain).collect();
    read::run(
        &chains,
        contents,
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

fn explain(
    input: &Input,
    outcome: Outcome,
    sources: &SourceMap,
) -> (Option<Tables>, Vec<Diagnostic>) {
    let say = |messages| read::diagnostics(messages, &input.chain, input.span, sources);
    match outcome {
        Outcome::Read(tables, messages) => (Some(tables), say(messages)),
        Outcome::Refused(messages) => {
            let mut found = say(messages);
            if !found.iter().any(|one| one.severity == Severity::Error) {
                found.push(failure(input, "it reports no reason", ""));
            }
            (None, found)
        }
        Outcome::Failed(reason, output) => (None, vec![failure(input, &reason, &output)]),
    }
}

fn failure(input: &Input, reason: &str, output: &str) -> Diagnostic {
    let message = format!("TableGen cannot read `{}`: {reason}", input.path);
    let mut error = Diagnostic::error(input.span, message);
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
