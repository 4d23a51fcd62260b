//! The nearest change that makes a wrong pattern right: flags that what it creates does not
//! have, or types that it does not match.

use super::{
    run::{self, Applied, Computation, Stopped},
    subject::Subject,
    types::{self, Assignment},
    verdict,
};
use crate::back::graph::pattern::NodeId;
use pdll_verify::{
    meanings::{AttributeKind, Reading},
    refine::{self, Limits},
    solver::Solver,
    term::Constant,
};

/// After so many types for which nothing is known, no more are tried: they are larger.
const MAX_OPEN: usize = 1;

/// Flags that a created operation keeps; it loses the others.
#[derive(Debug, Clone, Copy)]
pub(super) struct Change {
    pub(super) operation: NodeId,
    pub(super) attribute: &'static str,
    pub(super) keep: u128,
}

/// A pattern, the types and widths of `index` at which it is looked at, and at which of them
/// it is wrong.
pub(super) struct Failure<'f, 'p, 'c> {
    pub(super) subject: &'f Subject<'p, 'c>,
    pub(super) cases: &'f [(Assignment<'c>, u32)],
    pub(super) at: usize,
    pub(super) limits: Limits,
}

/// What is found at a case after a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Effect {
    Right,
    Wrong,
    DoesNotMatch,
    Open,
}

impl<'c> Failure<'_, '_, 'c> {
    /// The change in words, as the end of "it is wrong".
    pub(super) fn remedy(&self, mut solver: Option<&mut (dyn Solver + 'static)>) -> Option<String> {
        for changes in self.candidates() {
            if self.effect(self.at, &changes, solver.as_deref_mut()) != Effect::Right {
                continue;
            }
            if let Some(types) = self.right(&changes, solver.as_deref_mut(), None) {
                return Some(format!(
                    "without {}, it is right for {types}",
                    self.describe(&changes)
                ));
            }
        }
        let types = self.right(&[], solver, Some(self.at))?;
        Some(format!("it is right for {types}"))
    }

    /// The types for which the pattern is right after some changes, if it is wrong for none
    /// that is tried.
    fn right(
        &self,
        changes: &[Change],
        mut solver: Option<&mut (dyn Solver + 'static)>,
        but_not: Option<usize>,
    ) -> Option<String> {
        let (mut right, mut num_open) = (Vec::new(), 0);
        for (index, (assignment, _)) in self.cases.iter().enumerate() {
            if Some(index) == but_not {
                continue;
            }
            match self.effect(index, changes, solver.as_deref_mut()) {
                Effect::Right => right.push(assignment),
                Effect::Wrong => return None,
                Effect::DoesNotMatch => {}
                // Little is known of the constants of vectors.
                Effect::Open if assignment.all().any(types::has_lanes) => {}
                Effect::Open => num_open += 1,
            }
            if num_open >= MAX_OPEN {
                break;
            }
        }
        let excluded = but_not.map(|index| &self.cases[index].0);
        if right.is_empty() || excluded.is_some_and(|own| verdict::is_covered(own, &right)) {
            return None;
        }
        let types = verdict::describe_all(&right);
        Some(match num_open {
            0 => types,
            _ => format!("{types}, at least"),
        })
    }

    fn effect(
        &self,
        case: usize,
        changes: &[Change],
        solver: Option<&mut (dyn Solver + 'static)>,
    ) -> Effect {
        let mut computation = match self.run(case, changes) {
            Ok(computation) => computation,
            Err(Stopped::Invalid(_)) => return Effect::Wrong,
            Err(Stopped::DoesNotMatch) => return Effect::DoesNotMatch,
            Err(Stopped::Unsupported(_)) => return Effect::Open,
        };
        let Computation {
            terms, obligation, ..
        } = &mut computation;
        match refine::decide(terms, obligation, solver, self.limits) {
            Ok(refine::Verdict::Right) => Effect::Right,
            Ok(refine::Verdict::Wrong(_)) => Effect::Wrong,
            Ok(refine::Verdict::NeverMatches) => Effect::DoesNotMatch,
            Ok(refine::Verdict::Unknown | refine::Verdict::DependsOnUses) | Err(_) => Effect::Open,
        }
    }

    fn run(&self, case: usize, changes: &[Change]) -> Result<Computation<'c>, Stopped> {
        let (assignment, index_width) = &self.cases[case];
        run::run(
            self.subject,
            assignment,
            *index_width,
            Reading::ALL,
            changes,
        )
    }

    /// The changes to try: one flag less, then all flags of one operation, then of all.
    fn candidates(&self) -> Vec<Vec<Change>> {
        let Ok(computation) = self.run(self.at, &[]) else {
            return Vec::new();
        };
        let mut flags = Vec::new();
        for created in &computation.created {
            flags.extend(set_flags(&computation, created));
        }
        let without = |operation, attribute, keep| Change {
            operation,
            attribute,
            keep,
        };
        let mut candidates = Vec::new();
        for (operation, attribute, bits) in &flags {
            if bits.count_ones() > 1 {
                let each = (0..128).filter(|bit| bits >> bit & 1 == 1);
                candidates
                    .extend(each.map(|bit| vec![without(*operation, *attribute, !(1 << bit))]));
            }
        }
        let all = flags
            .iter()
            .map(|(operation, attribute, bits)| without(*operation, attribute, !bits));
        let all: Vec<_> = all.collect();
        candidates.extend(all.iter().map(|change| vec![*change]));
        if all.len() > 1 {
            candidates.push(all);
        }
        candidates
    }

    fn describe(&self, changes: &[Change]) -> String {
        let parts = changes.iter().map(|change| {
            let operation = self.subject.pattern.nodes.operation(change.operation);
            let name = self.subject.name(operation).unwrap_or_default();
            let meaning = pdll_verify::meanings::find(name);
            let attributes = meaning.map_or(&[][..], |meaning| meaning.attributes);
            let kind = attributes.iter().find(|(own, _)| *own == change.attribute);
            let Some((_, AttributeKind::Flags { values, .. })) = kind else {
                return format!("`{}` of the created `{name}`", change.attribute);
            };
            let lost = values.iter().enumerate();
            let lost = lost.filter(|(bit, _)| change.keep >> bit & 1 == 0);
            let lost: Vec<_> = lost.map(|(_, value)| format!("`{value}`")).collect();
            format!("{} on the created `{name}`", lost.join(" and "))
        });
        parts.collect::<Vec<_>>().join(" and ")
    }
}

/// The attributes with flags of a created operation, and the flags that may be set.
fn set_flags(
    computation: &Computation<'_>,
    created: &Applied<'_>,
) -> Vec<(NodeId, &'static str, u128)> {
    let mut found = Vec::new();
    for (attribute, kind, term) in &created.attributes {
        let AttributeKind::Flags { bits, .. } = kind else {
            continue;
        };
        let all = (1 << bits) - 1;
        let set = match computation.terms.constant(*term) {
            Some(Constant::Bits { bits, .. }) => bits & all,
            _ => all,
        };
        if set != 0 {
            found.push((created.node, *attribute, set));
        }
    }
    found
}
