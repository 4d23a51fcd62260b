//! The run of the patterns that an explanation refers to.

use super::replay::Replay;
use crate::{
    back::explain::{History, Rewrite},
    commands::apply::pipeline::Pipeline,
    commands::options::{DEFAULT_PIPELINE, Explain, State},
    mlir::diagnostics::Catcher,
    mlir::ffi::pass::TraceSink,
};
use melior::{
    Context,
    ir::{Module, Operation},
};
use serde::Deserialize;
use std::{borrow::Cow, collections::BTreeMap};

/// What a run did.
pub(super) struct Past {
    pub(super) history: History,
    /// The number of rewrites that were made.
    pub(super) steps: u64,
    pub(super) replay: Replay,
}

/// Applies the patterns to a copy of the program.
///
/// # Errors
///
/// The first error of a run that has failed.
pub(super) fn run(
    context: &Context,
    pipeline: &Pipeline<'_>,
    program: &Module<'_>,
    trace: &TraceSink<'_>,
) -> Result<(), String> {
    // The others are about the run, which nobody has asked for.
    let catcher = Catcher::of_all_threads(context);
    let copy = Operation::clone(&program.as_operation());
    let mut copy = Module::from_operation(copy).expect("a copy is what the original is");
    let manager = pipeline.instantiate(context, Some(trace));
    let result = manager.run(&mut copy);
    result.map_err(|_| catcher.first_error().unwrap_or_default())
}

/// Whether runs with fewer rewrites tell what happens in this one. A conversion makes all
/// of them or none, and other passes may change the program, too.
pub(super) fn is_followed(options: &Explain) -> bool {
    let driver = options.setup.pass.values("driver").last();
    options.setup.pass_pipeline == DEFAULT_PIPELINE
        && driver.is_none_or(|driver| driver != "conversion")
}

/// What gathers the past from the lines of a trace.
#[derive(Default)]
pub(super) struct Recorder {
    rewrites: Vec<(String, Rewrite)>,
    replay: Replay,
    run: Run,
    /// Whether a page shows the program.
    has_texts: bool,
    /// The first line that says nothing.
    invalid: Option<serde_json::Error>,
}

impl Recorder {
    pub(super) fn new(has_texts: bool) -> Self {
        Recorder {
            has_texts,
            ..Recorder::default()
        }
    }

    /// Adds a line of the trace.
    pub(super) fn add(&mut self, line: &str) {
        if let Err(error) = self.read(line) {
            self.invalid.get_or_insert(error);
        }
    }

    fn read(&mut self, line: &str) -> serde_json::Result<()> {
        let outline: Outline<'_> = serde_json::from_str(line)?;
        self.run.add(&outline);
        self.rewrites.extend(outline.rewrite());
        if self.has_texts {
            self.replay.add(serde_json::from_str(line)?);
        }
        Ok(())
    }

    /// The past. `error` has ended the run, unless nothing has.
    ///
    /// # Errors
    ///
    /// A line of the trace was invalid, which is a bug of ours.
    pub(super) fn finish(self, options: &Explain, error: Option<&str>) -> serde_json::Result<Past> {
        if let Some(error) = self.invalid {
            return Err(error);
        }
        let mut history = History::new(self.run.untouched(options, error));
        let steps = self.run.rewrites.values().sum();
        for (place, rewrite) in self.rewrites {
            history.add(place, rewrite);
        }
        Ok(Past {
            history,
            steps,
            replay: self.replay,
        })
    }
}

/// What a history needs of a line of a trace. Most of a line are texts of operations.
#[derive(Deserialize)]
struct Outline<'l> {
    #[serde(borrow)]
    status: Cow<'l, str>,
    #[serde(default)]
    step: u64,
    #[serde(default)]
    round: u64,
    #[serde(borrow)]
    pattern: Option<PatternOutline<'l>>,
    #[serde(borrow)]
    operation: Option<Cow<'l, str>>,
    #[serde(borrow)]
    place: Option<Cow<'l, str>>,
}

#[derive(Deserialize)]
struct PatternOutline<'l> {
    #[serde(borrow)]
    name: Cow<'l, str>,
}

impl Outline<'_> {
    /// The rewrite that the line is about, and the place of the operation.
    fn rewrite(self) -> Option<(String, Rewrite)> {
        let is_taken_back = match &*self.status {
            "rewritten" => false,
            "failed" => true,
            _ => return None,
        };
        let rewrite = Rewrite {
            step: self.step,
            pattern: self.pattern?.name.into_owned(),
            operation: self.operation?.into_owned(),
            is_taken_back,
        };
        Some((self.place?.into_owned(), rewrite))
    }
}

/// What is known of a run as a whole.
#[derive(Default)]
struct Run {
    /// How many rewrites each round made.
    rewrites: BTreeMap<u64, u64>,
    is_stopped: bool,
}

impl Run {
    fn add(&mut self, line: &Outline<'_>) {
        match &*line.status {
            "rewritten" => *self.rewrites.entry(line.round).or_default() += 1,
            "stopped" => self.is_stopped = true,
            _ => {}
        }
    }

    /// Why no pattern rewrites an operation that one matches.
    fn untouched(&self, options: &Explain, error: Option<&str>) -> String {
        let value = |name| options.setup.pass.values(name).last().map(String::as_str);
        let limit = |name, default: i64| {
            let number = value(name).and_then(|value| value.parse().ok());
            u64::try_from(number.unwrap_or(default)).unwrap_or(u64::MAX)
        };
        let driver = value("driver").unwrap_or("greedy");
        if self.is_stopped {
            let message = error.map_or_else(String::new, |error| format!(": {error}"));
            return format!("an error has ended the run before{message}");
        }
        if options.setup.pass_pipeline != DEFAULT_PIPELINE {
            return "the pipeline changes it before, or does not reach it".to_owned();
        }
        if driver == "conversion" {
            let reason = match value("fold") {
                Some("false") => "it is legal already",
                _ => "it is legal already, or folding changes it before",
            };
            return reason.to_owned();
        }
        let max_rewrites = limit("max-num-rewrites", -1);
        if self.rewrites.values().any(|number| *number >= max_rewrites) {
            return format!("the limit `--max-num-rewrites {max_rewrites}` is reached");
        }
        if driver == "walk" {
            let reason = "another rewrite has erased it before, or created it after the walk had \
                          passed";
            return reason.to_owned();
        }
        // The first round visits all that is there at the start.
        let max_rounds = limit("max-iterations", 10);
        let is_limited = self.rewrites.keys().any(|round| *round >= max_rounds);
        if options.at != State::Input && is_limited {
            return format!("the limit `--max-iterations {max_rounds}` is reached");
        }
        match value("strictness") {
            Some("any") | None => "folding or another rewrite changes it before".to_owned(),
            Some(_) => {
                "folding or another rewrite changes it before, or `--strictness` excludes it"
                    .to_owned()
            }
        }
    }
}
