//! What TableGen reads of several files: what is known, or else in processes.

use super::{
    Reads, Settings,
    chain::Chain,
    read::{self, Outcome},
    tablegen::Contents,
    wire::Tables,
};
use crate::{
    base::diagnostic::{Diagnostic, Severity},
    base::source::{SourceMap, Span},
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
    /// The paths of the files that TableGen opened. Where that is not known, of all that
    /// it may have opened.
    pub(super) fn opened(&self, tables: Option<&Tables>) -> Vec<PathBuf> {
        let files = &self.chain.files;
        let opened: Vec<_> = match tables {
            Some(tables) => tables
                .opened
                .iter()
                .filter_map(|file| files.get(*file))
                .collect(),
            None => files.iter().collect(),
        };
        opened.into_iter().map(|file| file.path.clone()).collect()
    }
}

/// What is known about an input.
pub(super) struct Answer {
    /// What it defines. `None` if there are errors, or if it is not read.
    pub(super) tables: Option<Tables>,
    /// The messages about it.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Where TableGen does not know a name, if that is all that is wrong.
    pub(super) unknown_name: Option<Span>,
    /// Whether it is not read, because only known files are.
    pub(super) is_unread: bool,
}

/// Reads all inputs.
pub(super) fn read<I: AsRef<Input> + Sync>(
    inputs: &[I],
    contents: Contents,
    settings: &Settings,
    sources: &SourceMap,
) -> Vec<Answer> {
    let inputs: Vec<&Input> = inputs.iter().map(AsRef::as_ref).collect();
    let outcomes = outcomes(&inputs, contents, settings, sources);
    let explained = inputs.iter().zip(outcomes);
    explained
        .map(|(input, outcome)| explain(input, outcome, sources))
        .collect()
}

/// The definitions of each input: known ones, or else from TableGen. `None` if only known
/// ones count.
fn outcomes(
    inputs: &[&Input],
    contents: Contents,
    settings: &Settings,
    sources: &SourceMap,
) -> Vec<Option<Outcome>> {
    let (cache, memory) = (settings.cache.as_ref(), settings.memory.as_ref());
    let mlir = settings.tablegen.installation();
    let known = parallel(inputs, |input| {
        let has_key = cache.is_some() || memory.is_some();
        let key = has_key.then(|| input.chain.key(contents, mlir))?;
        let recalled = memory.and_then(|memory| memory.recall(&key));
        let load = || {
            let outcome = Outcome::Read(Box::new(cache?.load(&key)?), Vec::new());
            if let Some(memory) = memory {
                memory.keep(key, outcome.clone());
            }
            Some(outcome)
        };
        Some((key, recalled.or_else(load)))
    });
    let (keys, mut outcomes): (Vec<_>, Vec<_>) = known
        .into_iter()
        .map(Option::unzip)
        .map(|(key, outcome)| (key, outcome.flatten()))
        .unzip();
    if settings.reads == Reads::Known {
        return outcomes;
    }
    let missing: Vec<_> = (0..inputs.len())
        .filter(|index| outcomes[*index].is_none())
        .collect();
    let chains: Vec<_> = missing.iter().map(|index| &inputs[*index].chain).collect();
    read::run(
        &chains,
        contents,
        sources,
        settings,
        |number, outcome, bytes| {
            let index = missing[number];
            // Without an entry in the cache, the next run has the same
            // messages.
            if let (Some(cache), Some(key), Some(bytes)) = (cache, &keys[index], bytes)
                && matches!(&outcome, Outcome::Read(_, messages) if messages.is_empty())
            {
                cache.store(key, bytes);
            }
            if let (Some(memory), Some(key)) = (memory, keys[index]) {
                memory.keep(key, outcome.clone());
            }
            outcomes[index] = Some(outcome);
        },
    );
    outcomes
}

fn explain(input: &Input, outcome: Option<Outcome>, sources: &SourceMap) -> Answer {
    let say = |messages| read::diagnostics(messages, &input.chain, input.span, sources);
    let is_unread = outcome.is_none();
    let unknown_name = match &outcome {
        Some(Outcome::Refused(messages)) => read::unknown_name(messages, &input.chain, sources),
        _ => None,
    };
    let (tables, diagnostics) = match outcome {
        None => (None, Vec::new()),
        Some(Outcome::Read(tables, messages)) => (Some(*tables), say(messages)),
        Some(Outcome::Refused(messages)) => {
            let mut found = say(messages);
            if !found.iter().any(|one| one.severity == Severity::Error) {
                found.push(failure(input, "it reports no reason", ""));
            }
            (None, found)
        }
        Some(Outcome::Failed(reason, output)) => (None, vec![failure(input, &reason, &output)]),
    };
    Answer {
        tables,
        diagnostics,
        unknown_name,
        is_unread,
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
