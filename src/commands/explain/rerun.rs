//! Runs of the patterns with fewer rewrites, which tell what changes an operation.

use crate::{
    back::explain::{Changed, Matches, Rerun},
    commands::apply::{
        limited::{LimitedRun, MAX_REWRITES, copied},
        pipeline::Pipeline,
    },
    commands::trace::Rewrite,
    mlir::ffi::entity,
};
use melior::{
    Context,
    ir::{Module, OperationRef, operation::OperationLike},
};
use std::cell::Cell;

/// How many operations are followed. Each takes as many runs as the number of rewrites has
/// binary digits.
const MAX_QUESTIONS: u32 = 4;

/// A program as it was before the run.
pub(super) struct Reruns<'r, 'c> {
    context: &'c Context,
    pipeline: &'r Pipeline<'r>,
    program: &'r Module<'c>,
    /// How many rewrites the run made.
    steps: u64,
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

    /// What has become of the operation with that number after so many rewrites.
    fn after(&self, num_rewrites: u64, number: usize, matches: &Matches<'_, '_>) -> After {
        let copy = copied(self.program);
        let identity = identities(&copy)[number];
        let run = LimitedRun::new(self.context, self.pipeline, copy, num_rewrites);
        let operations = entity::operations_in_order(run.program.as_operation());
        let mut identities = identities(&run.program).into_iter();
        let state = match identities.position(|other| other == identity) {
            None => State::Erased,
            Some(place) if matches(operations[place], &&()) => State::Matched,
            Some(_) => State::Changed,
        };
        let last = run.last;
        After { state, last }
    }
}

/// The state after some rewrites.
struct After {
    state: State,
    /// The last one of them.
    last: Option<Rewrite>,
}

/// What has become of an operation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// The pattern matches it.
    Matched,
    /// It is there, and the pattern does not match it.
    Changed,
    Erased,
}

impl Rerun for Reruns<'_, '_> {
    fn what_changes(
        &self,
        operation: OperationRef<'_, '_>,
        matches: &Matches<'_, '_>,
    ) -> Option<Changed> {
        self.find(operation, State::Matched, self.steps, matches)
    }

    fn what_enables(
        &self,
        operation: OperationRef<'_, '_>,
        step: u64,
        matches: &Matches<'_, '_>,
    ) -> Option<Changed> {
        self.find(operation, State::Changed, step - 1, matches)
    }
}

impl Reruns<'_, '_> {
    /// The first change after which the state of an operation is another one, among so many
    /// steps.
    fn find(
        &self,
        operation: OperationRef<'_, '_>,
        before: State,
        steps: u64,
        matches: &Matches<'_, '_>,
    ) -> Option<Changed> {
        if steps > MAX_REWRITES || self.asked.replace(self.asked.get() + 1) >= MAX_QUESTIONS {
            return None;
        }
        let all = entity::operations_in_order(self.program.as_operation());
        let number = all.iter().position(|other| *other == operation)?;
        let is_as_before = |steps| self.after(steps, number, matches).state == before;
        if !is_as_before(0) {
            return Some(Changed::BeforeFirstStep);
        }
        let (mut good, mut bad) = (0, steps);
        while good + 1 < bad {
            let middle = good + (bad - good) / 2;
            match is_as_before(middle) {
                true => good = middle,
                false => bad = middle,
            }
        }
        let After { state, last } = self.after(bad, number, matches);
        let rewrite = last.filter(|_| state != before)?;
        Some(Changed::InStep {
            is_erased: state == State::Erased,
            step: rewrite.step,
            pattern: rewrite.pattern.name,
            operation: rewrite.operation,
            place: rewrite.place,
        })
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
