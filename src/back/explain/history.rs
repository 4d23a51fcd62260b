//! What a run of the patterns did.

use super::name_of;
use crate::mlir::diagnostics::position;
use melior::ir::{OperationRef, operation::OperationLike};
use rustc_hash::FxHashMap;
use std::mem;

/// Whether a pattern matches an operation, which lives shorter than the pattern. The second
/// argument says just that.
pub(crate) type Matches<'m, 'a> = dyn for<'x> Fn(OperationRef<'x, 'x>, &'x &'a ()) -> bool + 'm;

/// Runs the patterns again, with fewer rewrites.
pub(crate) trait Rerun {
    /// What changes an operation of the program so that a pattern no longer matches it;
    /// nothing if that is not found. `matches` says of the same operation, in copies of the
    /// program, whether the pattern does.
    fn what_changes(
        &self,
        operation: OperationRef<'_, '_>,
        matches: &Matches<'_, '_>,
    ) -> Option<Changed>;

    /// The same of a change after which the pattern matches, and before which it does not.
    /// The pattern rewrites the operation in a step.
    fn what_enables(
        &self,
        operation: OperationRef<'_, '_>,
        step: u64,
        matches: &Matches<'_, '_>,
    ) -> Option<Changed>;
}

/// What changes an operation before a pattern that matches it is applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Changed {
    /// The driver, which folds operations and removes those that nothing uses.
    BeforeFirstStep,
    /// A rewrite, or what the driver can do after it.
    InStep {
        /// Whether the operation is gone then.
        is_erased: bool,
        step: u64,
        pattern: String,
        operation: String,
        /// As `file:line:column`.
        place: String,
    },
}

impl Changed {
    /// What makes an operation match, as [`Fate::RewrittenLater`] has it.
    fn said_of_match(&self) -> String {
        match self {
            Changed::BeforeFirstStep => "the driver folds operations before".to_owned(),
            Changed::InStep { .. } => self.said(),
        }
    }

    /// The reason, as [`Fate::Untouched`] has it.
    fn said(&self) -> String {
        match self {
            Changed::BeforeFirstStep => {
                "the driver folds it, or removes it because nothing uses it, before the first step"
                    .to_owned()
            }
            Changed::InStep {
                is_erased,
                step,
                pattern,
                operation,
                place,
            } => {
                let changes = if *is_erased { "erases" } else { "changes" };
                format!(
                    "step {step} {changes} it before, in which `{pattern}` rewrites `{operation}` at {place}"
                )
            }
        }
    }
}

/// The rewrites of a run that began with the program as it is in the file.
#[derive(Debug, Default)]
pub(crate) struct History {
    /// By the place of the root, as `file:line:column`.
    rewrites: FxHashMap<String, Vec<Rewrite>>,
    /// Why nothing rewrites an operation that a pattern matches.
    untouched: String,
}

/// A rewrite, or an attempt at one.
#[derive(Debug, Clone)]
pub(crate) struct Rewrite {
    pub(crate) step: u64,
    pub(crate) pattern: String,
    /// The name of the root.
    pub(crate) operation: String,
    pub(crate) is_taken_back: bool,
}

/// What became of an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fate {
    /// The pattern in question rewrote it.
    Rewritten { step: u64 },
    /// The same of an operation that it does not match yet, and what changes it before.
    RewrittenLater { step: u64, changed: String },
    /// Another pattern rewrote it before. Its benefit is unknown if it is not among
    /// those that are explained.
    RewrittenBy {
        pattern: String,
        benefit: Option<u16>,
        step: u64,
    },
    /// The pattern in question began to, and its rewrite was taken back.
    TakenBack { step: u64 },
    /// No pattern rewrote it, for this reason.
    Untouched(String),
}

impl Fate {
    /// Whether it differs in the number of the step only.
    pub(super) fn is_like(&self, other: &Fate) -> bool {
        match (self, other) {
            (Fate::RewrittenBy { pattern, .. }, Fate::RewrittenBy { pattern: other, .. }) => {
                pattern == other
            }
            (Fate::Untouched(reason), Fate::Untouched(other)) => reason == other,
            _ => mem::discriminant(self) == mem::discriminant(other),
        }
    }
}

impl History {
    pub(crate) fn new(untouched: String) -> Self {
        History {
            untouched,
            ..History::default()
        }
    }

    /// Adds the next rewrite, whose root stands at a place.
    pub(crate) fn add(&mut self, place: String, rewrite: Rewrite) {
        self.rewrites.entry(place).or_default().push(rewrite);
    }

    /// Whether a pattern was applied at all.
    pub(crate) fn has_rewrites(&self) -> bool {
        !self.rewrites.is_empty()
    }

    /// The fates of operations. The patterns have these benefits; `rerun` may find out more.
    pub(super) fn fates<'h>(
        &'h self,
        operations: &[OperationRef<'_, '_>],
        benefits: FxHashMap<String, u16>,
        rerun: Option<&'h dyn Rerun>,
    ) -> Fates<'h> {
        let rewritten = operations.iter().filter_map(|operation| {
            if self.rewrites.is_empty() {
                return None;
            }
            let (file, position) = position(operation.location())?;
            let place = format!("{file}:{}:{}", position.line, position.column);
            let name = name_of(*operation);
            let at_place = self.rewrites.get(&place)?.iter();
            // What a rewrite creates stands at the same place as its root.
            let own: Vec<_> = at_place.filter(|one| one.operation == name).collect();
            Some((operation.to_raw().ptr.addr(), own))
        });
        Fates {
            rewrites: rewritten.collect(),
            untouched: &self.untouched,
            benefits,
            rerun,
        }
    }
}

/// What a run did to operations.
pub(super) struct Fates<'h> {
    /// By the address of the operation.
    rewrites: FxHashMap<usize, Vec<&'h Rewrite>>,
    untouched: &'h str,
    /// By the name of the pattern.
    benefits: FxHashMap<String, u16>,
    rerun: Option<&'h dyn Rerun>,
}

impl Fates<'_> {
    /// As [`Fates::get`], of an operation that the pattern matches.
    pub(super) fn of_match(
        &self,
        operation: OperationRef<'_, '_>,
        pattern: &str,
        matches: &Matches<'_, '_>,
    ) -> Fate {
        let fate = self.get(operation, pattern);
        match (&fate, self.rerun) {
            (Fate::Untouched(_), Some(rerun)) => {
                let changed = rerun.what_changes(operation, matches);
                changed.map_or(fate, |changed| Fate::Untouched(changed.said()))
            }
            _ => fate,
        }
    }

    /// As [`Fates::get`], of an operation that the pattern does not match. None if nothing
    /// rewrites it.
    pub(super) fn of_miss(
        &self,
        operation: OperationRef<'_, '_>,
        pattern: &str,
        matches: &Matches<'_, '_>,
    ) -> Option<Fate> {
        let step = match self.get(operation, pattern) {
            Fate::Untouched(_) => return None,
            Fate::Rewritten { step } => step,
            fate => return Some(fate),
        };
        let changed = self
            .rerun
            .and_then(|rerun| rerun.what_enables(operation, step, matches));
        let changed = changed.map_or_else(
            || "folding or another rewrite changes it before".to_owned(),
            |changed| changed.said_of_match(),
        );
        Some(Fate::RewrittenLater { step, changed })
    }

    /// What became of an operation that a pattern may match.
    pub(super) fn get(&self, operation: OperationRef<'_, '_>, pattern: &str) -> Fate {
        let address = operation.to_raw().ptr.addr();
        let rewrites = self.rewrites.get(&address).map_or(&[][..], Vec::as_slice);
        let mut taken_back = None;
        let rewritten = rewrites.iter().find(|rewrite| {
            if rewrite.is_taken_back && rewrite.pattern == pattern {
                taken_back = Some(rewrite.step);
            }
            !rewrite.is_taken_back
        });
        match (rewritten, taken_back) {
            (Some(rewrite), _) if rewrite.pattern == pattern => {
                Fate::Rewritten { step: rewrite.step }
            }
            (_, Some(step)) => Fate::TakenBack { step },
            (Some(rewrite), None) => Fate::RewrittenBy {
                pattern: rewrite.pattern.clone(),
                benefit: self.benefits.get(&rewrite.pattern).copied(),
                step: rewrite.step,
            },
            (None, None) => Fate::Untouched(self.untouched.to_owned()),
        }
    }
}
