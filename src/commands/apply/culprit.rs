//! The rewrite after which MLIR refuses a program.
//!
//! MLIR verifies a program when a pass has ended, and cannot know which pattern is to
//! blame. The patterns run again, with fewer rewrites each time.

use super::{
    limited::{LimitedRun, MAX_REWRITES, copied},
    pipeline::Pipeline,
};
use crate::{
    commands::trace::Rewrite,
    mlir::{diagnostics::Catcher, ffi::ir::parse_module},
};
use melior::Context;

/// What the rewrite did, for a note below the error. None if the run itself has reported an
/// error, or if the program is refused without any rewrite, too.
pub(super) fn find(
    context: &Context,
    pipeline: &Pipeline<'_>,
    text: &[u8],
    name: &str,
) -> Option<String> {
    // What is said about the input was said before.
    let _catcher = Catcher::of_all_threads(context);
    let program = parse_module(context, text, name)?;
    let run = |limit| LimitedRun::new(context, pipeline, copied(&program), limit);
    let whole = run(u64::MAX);
    let is_refused = !whole.is_accepted && !whole.is_stopped;
    if !is_refused || whole.num_rewrites > MAX_REWRITES || !run(0).is_accepted {
        return None;
    }
    let (mut good, mut bad) = (0, whole.num_rewrites);
    while good + 1 < bad {
        let middle = good + (bad - good) / 2;
        match run(middle).is_accepted {
            true => good = middle,
            false => bad = middle,
        }
    }
    let Rewrite {
        step,
        pattern,
        operation,
        place,
        ..
    } = run(bad).last?;
    Some(format!(
        "the program is refused since step {step}, in which `{}` rewrites `{operation}` at {place}",
        pattern.name
    ))
}
