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
    refine,
    solver::Failure,
    term::Constant,
};
use rustc_hash::FxHashMap;

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
pub(super) struct Wrong<'f, 'p, 'c> {
    pub(super) subject: &'f Subject<'p, 'c>,
    pub(super) cases: &'f [(Assignment<'c>, u32)],
    pub(super) at: usize,
}

/// What is found at a case after a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    Right,
    Wrong,
    DoesNotMatch,
    Open,
}

/// Whether a pattern is right at a case after an attempt to mend it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Question {
    attempt: usize,
    pub(super) case: usize,
}

/// The search for a change. Questions are asked ahead of what is known, and count as if one
/// came after the other.
pub(super) struct Search {
    attempts: Vec<Attempt>,
    current: usize,
}

/// Some changes, and what is known of them. Without a change, the case at which the pattern
/// is wrong is left out.
struct Attempt {
    changes: Vec<Change>,
    /// The cases in the order in which they are asked.
    questions: Vec<usize>,
    num_asked: usize,
    effects: FxHashMap<usize, Effect>,
}

impl Search {
    pub(super) fn new(wrong: &Wrong<'_, '_, '_>) -> Self {
        let (all, at) = (0..wrong.cases.len(), wrong.at);
        let others: Vec<_> = all.filter(|case| *case != at).collect();
        let mut attempts = Vec::new();
        for changes in wrong.candidates() {
            // If this does not help, no others are looked at.
            attempts.push(Attempt::new(changes, [&[at], &others[..]].concat()));
        }
        attempts.push(Attempt::new(Vec::new(), others));
        Search {
            attempts,
            current: 0,
        }
    }

    /// What to find out next. Not much is that may be in vain.
    pub(super) fn next(&mut self, at: usize, lookahead: usize) -> Option<Question> {
        for (index, attempt) in self.attempts.iter_mut().enumerate().skip(self.current) {
            let is_current = index == self.current;
            let may_ask = match attempt.helps(at) {
                Some(true) if is_current => attempt.effects.len() + lookahead,
                None => 1,
                Some(_) => 0,
            };
            if attempt.num_asked < may_ask.min(attempt.questions.len()) {
                attempt.num_asked += 1;
                return Some(Question {
                    attempt: index,
                    case: attempt.questions[attempt.num_asked - 1],
                });
            }
        }
        None
    }

    pub(super) fn changes(&self, question: Question) -> &[Change] {
        &self.attempts[question.attempt].changes
    }

    pub(super) fn receive(&mut self, question: Question, effect: Effect) {
        let attempt = &mut self.attempts[question.attempt];
        attempt.effects.insert(question.case, effect);
    }

    /// Whether a question is about an attempt that has failed.
    pub(super) fn is_needless(&self, question: Question) -> bool {
        question.attempt < self.current
    }

    /// The change in words, as the end of "it is wrong", or that there is none, as soon as
    /// that is known.
    pub(super) fn advance(&mut self, wrong: &Wrong<'_, '_, '_>) -> Option<Option<String>> {
        while let Some(attempt) = self.attempts.get(self.current) {
            if let Some(types) = attempt.types(wrong)? {
                return Some(Some(match &attempt.changes[..] {
                    [] => format!("it is right for {types}"),
                    changes => {
                        let without = wrong.describe(changes);
                        format!("without {without}, it is right for {types}")
                    }
                }));
            }
            self.current += 1;
        }
        Some(None)
    }
}

impl Attempt {
    fn new(changes: Vec<Change>, questions: Vec<usize>) -> Self {
        Attempt {
            changes,
            questions,
            num_asked: 0,
            effects: FxHashMap::default(),
        }
    }

    /// Whether the changes help where the pattern is wrong, if that is known.
    fn helps(&self, at: usize) -> Option<bool> {
        if self.changes.is_empty() {
            return Some(true);
        }
        self.effects.get(&at).map(|effect| *effect == Effect::Right)
    }

    /// The types for which the pattern is right after the changes, if it is wrong for none
    /// that is tried. The outer option is `None` as long as that is not known.
    fn types(&self, wrong: &Wrong<'_, '_, '_>) -> Option<Option<String>> {
        if !self.helps(wrong.at)? {
            return Some(None);
        }
        let but_not = self.changes.is_empty().then_some(wrong.at);
        let (mut right, mut num_open) = (Vec::new(), 0);
        for (index, (assignment, _)) in wrong.cases.iter().enumerate() {
            if Some(index) == but_not {
                continue;
            }
            match self.effects.get(&index)? {
                Effect::Right => right.push(assignment),
                Effect::Wrong => return Some(None),
                Effect::DoesNotMatch => {}
                // Little is known of the constants of vectors.
                Effect::Open if assignment.all().any(types::has_lanes) => {}
                Effect::Open => num_open += 1,
            }
            if num_open >= MAX_OPEN {
                break;
            }
        }
        let excluded = but_not.map(|index| &wrong.cases[index].0);
        if right.is_empty() || excluded.is_some_and(|own| verdict::is_covered(own, &right)) {
            return Some(None);
        }
        let types = verdict::describe_all(&right);
        Some(Some(match num_open {
            0 => types,
            _ => format!("{types}, at least"),
        }))
    }
}

impl Effect {
    pub(super) fn of_stopped(stopped: &Stopped) -> Self {
        match stopped {
            Stopped::Invalid(_) => Effect::Wrong,
            Stopped::DoesNotMatch => Effect::DoesNotMatch,
            Stopped::Unsupported(_) => Effect::Open,
        }
    }

    pub(super) fn of_verdict(verdict: &Result<refine::Verdict, Failure>) -> Self {
        match verdict {
            Ok(refine::Verdict::Right) => Effect::Right,
            Ok(refine::Verdict::Wrong(_)) => Effect::Wrong,
            Ok(refine::Verdict::NeverMatches) => Effect::DoesNotMatch,
            Ok(refine::Verdict::Unknown | refine::Verdict::DependsOnUses) | Err(_) => Effect::Open,
        }
    }
}

impl Wrong<'_, '_, '_> {
    /// The changes to try: one flag less, then all flags of one operation, then of all.
    fn candidates(&self) -> Vec<Vec<Change>> {
        let (assignment, width) = &self.cases[self.at];
        let computed = run::run(self.subject, assignment, *width, Reading::ALL, &[]);
        let Ok(computation) = computed else {
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
