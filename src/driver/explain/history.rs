//! The run of the patterns that an explanation refers to.

use super::replay::Replay;
use crate::{
    driver::{
        Input,
        apply::pipeline::Pipeline,
        options::{DEFAULT_PIPELINE, Explain, State},
        trace::Line,
    },
    explain::{History, Rewrite},
    ffi::ir::parse_module,
    mlir_diagnostics::Catcher,
};
use melior::Context;
use std::{collections::BTreeMap, fs};

/// What a run did.
pub(super) struct Past {
    pub(super) history: History,
    pub(super) replay: Replay,
}

/// Applies the patterns to the input. There is no history if nothing could be run;
/// `apply` then says why.
pub(super) fn run(
    options: &Explain,
    context: &Context,
    pipeline: &Pipeline<'_>,
    input: &Input,
    trace: &str,
) -> Option<Past> {
    // Its messages are about the run, which nobody has asked for.
    let _catcher = Catcher::of_all_threads(context);
    let mut module = parse_module(context, &input.bytes, &input.name)?;
    let result = pipeline.instantiate(context).run(&mut module);
    let past = read(options, trace)?;
    // What failed before the first rewrite says nothing.
    (result.is_ok() || past.history.has_rewrites()).then_some(past)
}

/// Reads the trace of a run.
pub(super) fn read(options: &Explain, trace: &str) -> Option<Past> {
    let text = fs::read_to_string(trace).ok()?;
    let mut rewrites = Vec::new();
    let mut replay = Replay::default();
    let mut run = Run::default();
    for line in text.lines() {
        let line = serde_json::from_str(line).ok()?;
        run.add(&line);
        let (step, is_taken_back) = match &line {
            Line::Rewritten(step) => (Some(step), false),
            Line::Failed(step) => (Some(step), true),
            _ => (None, false),
        };
        if let Some(step) = step {
            let rewrite = Rewrite {
                step: step.step,
                pattern: step.pattern.name.clone(),
                operation: step.operation.clone(),
                is_taken_back,
            };
            rewrites.push((step.place.clone(), rewrite));
        }
        replay.add(line);
    }
    let mut history = History::new(run.untouched(options));
    for (place, rewrite) in rewrites {
        history.add(place, rewrite);
    }
    Some(Past { history, replay })
}

/// What is known of a run as a whole.
#[derive(Default)]
struct Run {
    /// How many rewrites each round made.
    rewrites: BTreeMap<u64, u64>,
    is_stopped: bool,
}

impl Run {
    fn add(&mut self, line: &Line) {
        match line {
            Line::Rewritten(step) => *self.rewrites.entry(step.round).or_default() += 1,
            Line::Stopped => self.is_stopped = true,
            _ => {}
        }
    }

    /// Why no pattern rewrites an operation that one matches.
    fn untouched(&self, options: &Explain) -> String {
        let value = |name| options.setup.pass.values(name).last().map(String::as_str);
        let limit = |name, default: i64| {
            let number = value(name).and_then(|value| value.parse().ok());
            u64::try_from(number.unwrap_or(default)).unwrap_or(u64::MAX)
        };
        let driver = value("driver").unwrap_or("greedy");
        if self.is_stopped {
            return "an error has ended the run before".to_owned();
        }
        if options.setup.pass_pipeline != DEFAULT_PIPELINE {
            return "the pipeline changes it before, or does not reach it".to_owned();
        }
        if driver == "conversion" {
            return "it is legal already".to_owned();
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
