//! The rewrite after which MLIR refuses a program.
//!
//! MLIR verifies a program when a pass has ended, and cannot know which pattern is to
//! blame. The patterns run again, with fewer rewrites each time.

use super::pipeline::Pipeline;
use crate::{
    commands::trace::{Line, Rewrite},
    mlir::diagnostics::Catcher,
    mlir::ffi::{
        ir::parse_module,
        pass::{RewriteLimit, TraceSink},
    },
};
use melior::{
    Context,
    ir::{Module, Operation},
};

/// With more rewrites than this, so many runs take too long.
const MAX_REWRITES: u64 = 1 << 16;

/// What the rewrite did, for a note below the error. None if the run itself has reported an
/// error, or if the program is refused without any rewrite, too.
pub(super) fn find(
    context: &Context,
    pipeline: &Pipeline<'_>,
    text: &[u8],
    name: &str,
) -> Option<String> {
    // What is said about these runs was said about the first one.
    let _catcher = Catcher::of_all_threads(context);
    let program = parse_module(context, text, name)?;
    let trial = |limit| Trial::run(context, pipeline, &program, limit);
    let whole = trial(u64::MAX);
    let is_refused = !whole.is_accepted && !whole.is_stopped;
    if !is_refused || whole.made > MAX_REWRITES || !trial(0).is_accepted {
        return None;
    }
    let (mut good, mut bad) = (0, whole.made);
    while good + 1 < bad {
        let middle = good + (bad - good) / 2;
        match trial(middle).is_accepted {
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
    } = trial(bad).last?;
    Some(format!(
        "the program is refused since step {step}, in which `{}` rewrites `{operation}` at {place}",
        pattern.name
    ))
}

/// A run of the pipeline.
struct Trial {
    is_accepted: bool,
    /// Whether an error has ended it.
    is_stopped: bool,
    /// How many rewrites there were.
    made: u64,
    last: Option<Rewrite>,
}

impl Trial {
    /// Runs the pipeline on a copy of the program, with so many rewrites at most.
    fn run(context: &Context, pipeline: &Pipeline<'_>, program: &Module<'_>, max: u64) -> Self {
        let copy = Operation::clone(&program.as_operation());
        let mut copy = Module::from_operation(copy).expect("a copy is what the original is");
        let limit = RewriteLimit::new(max);
        let (mut last, mut is_stopped) = (None, false);
        let sink = TraceSink::new(|line| match serde_json::from_str(line) {
            Ok(Line::Rewritten(rewrite)) => last = Some(rewrite),
            Ok(Line::Stopped) => is_stopped = true,
            _ => {}
        });
        let manager = pipeline.instantiate_limited(context, Some(&sink), &limit);
        let is_accepted = manager.run(&mut copy).is_ok();
        drop(manager);
        drop(sink);
        Trial {
            is_accepted,
            is_stopped,
            made: limit.made(),
            last,
        }
    }
}
