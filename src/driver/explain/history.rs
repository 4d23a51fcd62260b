//! The run of the patterns that an explanation refers to.

use crate::{
    driver::{Input, apply::pipeline::Pipeline, options::Explain},
    explain::{History, Rewrite},
    ffi::ir::parse_module,
    mlir_diagnostics::Catcher,
};
use melior::Context;
use serde::Deserialize;
use std::fs;

/// A line of a trace, which docs/apply-pdll.md describes.
#[derive(Deserialize)]
#[serde(tag = "status", rename_all = "lowercase")]
enum Line {
    Rewritten(Step),
    Failed(Step),
    Simplified,
    Stopped,
    Finished,
}

#[derive(Deserialize)]
struct Step {
    pattern: Pattern,
    operation: String,
    place: String,
    step: u64,
}

#[derive(Deserialize)]
struct Pattern {
    name: String,
}

/// Applies the patterns to the input. There is no history if that fails; `apply` then
/// says why.
pub(super) fn run(
    options: &Explain,
    context: &Context,
    pipeline: &Pipeline<'_>,
    input: &Input,
    trace: &str,
) -> Option<History> {
    // Its messages are about the run, which nobody has asked for.
    let _catcher = Catcher::new(context);
    let mut module = parse_module(context, &input.bytes, &input.name)?;
    pipeline.instantiate(context).run(&mut module).ok()?;
    read(options, trace)
}

/// Reads the trace of a run.
pub(super) fn read(options: &Explain, trace: &str) -> Option<History> {
    let text = fs::read_to_string(trace).ok()?;
    let mut history = History::new(untouched(options).to_owned());
    for line in text.lines() {
        let (step, is_taken_back) = match serde_json::from_str(line).ok()? {
            Line::Rewritten(step) => (step, false),
            Line::Failed(step) => (step, true),
            Line::Simplified | Line::Stopped | Line::Finished => continue,
        };
        let rewrite = Rewrite {
            step: step.step,
            pattern: step.pattern.name,
            operation: step.operation,
            is_taken_back,
        };
        history.add(step.place, rewrite);
    }
    Some(history)
}

/// Why no pattern rewrites an operation that one matches.
fn untouched(options: &Explain) -> &'static str {
    let value = |name| options.setup.pass.values(name).last().map(String::as_str);
    if options.setup.pass_pipeline != crate::driver::options::DEFAULT_PIPELINE {
        return "the pipeline changes it before, or does not reach it";
    }
    match (value("driver"), value("strictness")) {
        (Some("conversion"), _) => "it is legal already",
        (Some("walk"), _) => {
            "another rewrite has erased it before, or created it after the walk had passed, or `--max-num-rewrites` is reached"
        }
        (_, Some("any") | None) => {
            "folding or another rewrite changes it before, or a limit such as `--max-iterations` is reached"
        }
        (_, Some(_)) => {
            "folding or another rewrite changes it before, or `--strictness` excludes it"
        }
    }
}
