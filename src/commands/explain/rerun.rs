//! Runs of the patterns with fewer rewrites, which tell what changes an operation.

use crate::{
    back::explain::{Changed, Matches, Rerun},
    commands::apply::pipeline::Pipeline,
    commands::trace::Line,
    mlir::diagnostics::Catcher,
    mlir::ffi::{
        entity,
        pass::{RewriteLimit, TraceSink},
    },
};
use melior::{
    Context,
    ir::{Module, Operation, OperationRef, operation::OperationLike},
};
use std::cell::Cell;

/// How many operations are followed. Each takes as many runs as the number of rewrites has
/// binary digits.
const MAX_QUESTIONS: u32 = 4;

/// With more rewrites than this, so many runs take too long.
const MAX_REWRITES: u64 = 1 << 16;

/// A program as it was before the run.
pub(super) struct Reruns<'r, 'c> {
    pub(super) context: &'c Context,
    pub(super) pipeline: &'r Pipeline<'r>,
    pub(super) program: &'r Module<'c>,
    /// How many rewrites the run made.
    pub(super) steps: u64,
    asked: Cell<u32>,
}

impl<'r, 'c> Reruns<'r, 'c> {
    pub(super) fn new(
        context: &'c Context,
        pipeline: &'r Pipeline<'r>,
        program: &'r Module<'c>,
        steps: u64,
    ) -> Self {
        Reruns {
            context,
            pipeline,
            program,
            steps,
            asked: Cell::new(0),
        }
    }

    /// Whether a pattern still matches the operation with that number after so many
    /// rewrites, and what the last one was.
    fn after(
        &self,
        num_rewrites: u64,
        number: usize,
        matches: &Matches<'_, '_>,
    ) -> (bool, Option<Changed>) {
        // What is said about this run was said about the first one.
        let _catcher = Catcher::of_all_threads(self.context);
        let copy = Operation::clone(&self.program.as_operation());
        let mut copy = Module::from_operation(copy).expect("a copy is what the original is");
        let Some(identity) = identities(&copy).into_iter().nth(number) else {
            return (false, None);
        };
        let limit = RewriteLimit::new(num_rewrites);
        let mut last = None;
        let sink = TraceSink::new(|line| {
            if let Ok(Line::Rewritten(rewrite)) = serde_json::from_str(line) {
                last = Some(Changed::InStep {
                    step: rewrite.step,
                    pattern: rewrite.pattern.name,
                    operation: rewrite.operation,
                    place: rewrite.place,
                });
            }
        });
        let manager = self
            .pipeline
            .instantiate_limited(self.context, Some(&sink), &limit);
        // A run that fails leaves the program as it is by then.
        let _ = manager.run(&mut copy);
        drop(manager);
        drop(sink);
        let operations = entity::operations_in_order(copy.as_operation());
        let place = identities(&copy)
            .iter()
            .position(|other| *other == identity);
        (
            place.is_some_and(|place| matches(operations[place], &&())),
            last,
        )
    }
}

impl Rerun for Reruns<'_, '_> {
    fn what_changes(
        &self,
        operation: OperationRef<'_, '_>,
        matches: &Matches<'_, '_>,
    ) -> Option<Changed> {
        if self.steps > MAX_REWRITES || self.asked.replace(self.asked.get() + 1) >= MAX_QUESTIONS {
            return None;
        }
        let all = entity::operations_in_order(self.program.as_operation());
        let number = all.iter().position(|other| *other == operation)?;
        if !self.after(0, number, matches).0 {
            return Some(Changed::BeforeFirstStep);
        }
        let (mut good, mut bad) = (0, self.steps);
        while good + 1 < bad {
            let middle = good + (bad - good) / 2;
            match self.after(middle, number, matches).0 {
                true => good = middle,
                false => bad = middle,
            }
        }
        let (is_matched, changed) = self.after(bad, number, matches);
        changed.filter(|_| !is_matched)
    }
}

/// What an operation is recognized by while a program changes. A new one may have the
/// address of one that was erased.
fn identities(module: &Module<'_>) -> Vec<(usize, usize, usize)> {
    let operations = entity::operations_in_order(module.as_operation());
    let identity = |operation: &OperationRef<'_, '_>| {
        (
            operation.to_raw().ptr.addr(),
            operation.name().to_raw().ptr.addr(),
            operation.location().to_raw().ptr.addr(),
        )
    };
    operations.iter().map(identity).collect()
}
