//! A run of a pipeline on a copy of a program, with a limited number of rewrites.

use super::pipeline::Pipeline;
use crate::{
    commands::trace::{Line, Rewrite},
    mlir::diagnostics::Catcher,
    mlir::ffi::pass::{RewriteLimit, TraceSink},
};
use melior::{
    Context,
    ir::{Module, Operation},
    pass::PassManager,
};

/// With more rewrites than this, runs with different limits take too long together.
pub(in crate::commands) const MAX_REWRITES: u64 = 1 << 16;

/// Such a run, which says nothing: it repeats one that has.
pub(in crate::commands) struct LimitedRun<'c> {
    /// The program, as it is when the run has ended in any way.
    pub(in crate::commands) program: Module<'c>,
    /// Whether the passes, and MLIR's verifier after each of them, have accepted it.
    pub(in crate::commands) is_accepted: bool,
    /// Whether an error has ended a pass of pdll.
    pub(in crate::commands) is_stopped: bool,
    /// How many rewrites there were.
    pub(in crate::commands) num_rewrites: u64,
    pub(in crate::commands) last: Option<Rewrite>,
}

impl<'c> LimitedRun<'c> {
    /// Runs the pipeline on a program.
    pub(in crate::commands) fn new(
        context: &'c Context,
        pipeline: &Pipeline<'_>,
        mut program: Module<'c>,
        max_rewrites: u64,
    ) -> Self {
        let _catcher = Catcher::of_all_threads(context);
        let limit = RewriteLimit::new(max_rewrites);
        let (mut last, mut is_stopped) = (None, false);
        let sink = TraceSink::new(|line| match serde_json::from_str(line) {
            Ok(Line::Rewritten(rewrite)) => last = Some(rewrite),
            Ok(Line::Stopped) => is_stopped = true,
            _ => {}
        });
        let manager: PassManager<'_> = pipeline.instantiate_limited(context, Some(&sink), &limit);
        let is_accepted = manager.run(&mut program).is_ok();
        drop(manager);
        drop(sink);
        LimitedRun {
            program,
            is_accepted,
            is_stopped,
            num_rewrites: limit.made(),
            last,
        }
    }
}

/// A copy of a program.
pub(in crate::commands) fn copied<'c>(program: &Module<'c>) -> Module<'c> {
    let copy = Operation::clone(&program.as_operation());
    Module::from_operation(copy).expect("a copy is what the original is")
}
