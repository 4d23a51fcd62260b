//! What is decided when. This thread alone asks MLIR: it finds types, runs patterns, and
//! writes programs. The threads of a crew decide what comes of that, in any order. What is
//! said does not depend on the order: findings count as if one type came after the other.

use super::{
    Verifier,
    inquiry::{self, Inquiry},
    remedy::Effect,
    run::{self, Computation, Stopped},
    subject::{Subject, Unsupported},
    types::{self, Assignment},
    verdict::{Counterexample, Finding, Tally, Verdict},
};
use crate::back::graph::{Locations, pattern::Pattern};
use pdll_verify::{
    crew::{Crew, Done, Task},
    meanings::Reading,
    refine::{self, Limits},
    solver::Failure,
};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, VecDeque};

/// Which pattern, and what is asked about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ticket {
    pattern: usize,
    question: Question,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Question {
    /// Whether it is right in a case.
    Case(usize),
    /// More about it, as it is wrong.
    Inquiry(inquiry::Question),
}

/// Parts of the limit that are tried, one after the other. What is wrong is mostly easy to
/// refute at some types, and may be hard at others.
pub(crate) const SHARES: &[u32] = &[20, 1];
/// For solvers whose limit is no number.
pub(crate) const WHOLE: &[u32] = &[1];

/// The part of the limit that is spent to find what would make a pattern right.
const REMEDY_SHARE: u32 = 20;

/// After so many cases in a row that the solver gives up, with the whole limit, the ones
/// after them are not tried: they are larger.
const MAX_FAILURES: usize = 3;

impl<'p, 'c> Verifier<'p, 'c> {
    /// Decides whether patterns are right. `labels` name them in files of questions.
    /// Verdicts come in any order, with the index of the pattern.
    pub(crate) fn verify_all(
        &self,
        patterns: &[(&'p Pattern, &'p Locations<'c>)],
        labels: &[String],
        shares: &'static [u32],
        crew: &mut Crew<Ticket>,
        mut say: impl FnMut(usize, Verdict),
    ) {
        let lookahead = 2 * crew.num_threads() + 2;
        let mut open: VecDeque<Open<'_, 'c>> = VecDeque::new();
        let mut next = 0;
        loop {
            while crew.num_open() < lookahead {
                let mut all = open.iter_mut();
                if all.any(|one| one.submit_next(crew, lookahead)) {
                    // What was handed in is waited for below.
                } else if let Some((pattern, locations)) = patterns.get(next) {
                    match Open::new(self, next, pattern, locations, &labels[next], shares) {
                        Ok(one) => open.push_back(one),
                        Err(verdict) => say(next, verdict),
                    }
                    next += 1;
                } else {
                    break;
                }
                finish(&mut open, crew, &mut say);
            }
            let Some(done) = crew.wait() else {
                debug_assert!(
                    open.is_empty(),
                    "an open pattern has cases that are decided"
                );
                return;
            };
            let ticket = done.task.ticket;
            if let Some(one) = open.iter_mut().find(|one| one.index == ticket.pattern) {
                one.receive(done);
            }
            finish(&mut open, crew, &mut say);
        }
    }
}

/// Says what is known of patterns, and forgets those that are decided.
fn finish(
    open: &mut VecDeque<Open<'_, '_>>,
    crew: &mut Crew<Ticket>,
    say: &mut impl FnMut(usize, Verdict),
) {
    open.retain_mut(|one| {
        let verdict = one.advance(crew.has_solver());
        let is_needless = |question| verdict.is_some() || one.is_needless(question);
        crew.cancel(|ticket| ticket.pattern == one.index && is_needless(ticket.question));
        let Some(verdict) = verdict else {
            return true;
        };
        say(one.index, verdict);
        false
    });
}

/// A pattern that is not decided.
struct Open<'s, 'c> {
    index: usize,
    label: &'s str,
    limits: Limits,
    shares: &'static [u32],
    subject: Subject<'s, 'c>,
    /// The types, and how many bits `index` has.
    cases: Vec<(Assignment<'c>, u32)>,
    tally: Tally,
    round: usize,
    /// The cases of this round, and how many of them are handed in, and counted.
    turn: Vec<usize>,
    num_submitted: usize,
    num_counted: usize,
    /// How many of the last ones were too hard.
    num_failures: usize,
    /// The cases of the next round.
    hard: Vec<usize>,
    running: FxHashMap<usize, Computation<'c>>,
    ready: BTreeMap<usize, Ready<'c>>,
    /// What else is asked, if it is wrong.
    inquiry: Option<Inquiry>,
}

/// What comes of a case.
enum Ready<'c> {
    Found(Finding),
    Decided(Box<Computation<'c>>, Result<refine::Verdict, Failure>),
}

impl<'s, 'c> Open<'s, 'c> {
    fn new(
        verifier: &'s Verifier<'_, 'c>,
        index: usize,
        pattern: &'s Pattern,
        locations: &'s Locations<'c>,
        label: &'s str,
        shares: &'static [u32],
    ) -> Result<Self, Verdict> {
        let subject = verifier.subject(pattern, locations);
        let (assignments, refused) = types::assignments(&subject)
            .map_err(|Unsupported(reason)| Verdict::undecided(reason))?;
        let mut cases = Vec::new();
        for assignment in assignments {
            if mentions_index(&assignment) {
                cases.push((assignment.clone(), 32));
            }
            cases.push((assignment, 64));
        }
        Ok(Open {
            index,
            label,
            limits: verifier.limits,
            shares,
            subject,
            turn: (0..cases.len()).collect(),
            cases,
            tally: Tally::new(refused),
            round: 0,
            num_submitted: 0,
            num_counted: 0,
            num_failures: 0,
            hard: Vec::new(),
            running: FxHashMap::default(),
            ready: BTreeMap::new(),
            inquiry: None,
        })
    }

    /// Hands in what is to be found out next, or finds it out. Returns whether there is
    /// anything. Not much is handed in that may be in vain.
    fn submit_next(&mut self, crew: &mut Crew<Ticket>, lookahead: usize) -> bool {
        if self.inquiry.is_some() {
            return self.inquire(crew);
        }
        let num_pending = self.num_submitted - self.num_counted;
        if self.num_submitted == self.turn.len() || num_pending >= lookahead {
            return false;
        }
        let case = self.turn[self.num_submitted];
        self.num_submitted += 1;
        let (assignment, width) = &self.cases[case];
        match compute(&self.subject, assignment, *width, Reading::ALL) {
            Ok(mut computation) => {
                let label = Some(format!("{}.{case}", self.label));
                let share = self.shares[self.round];
                let question = Question::Case(case);
                crew.submit(self.task(question, label, share, &mut computation));
                self.running.insert(case, computation);
            }
            Err(finding) => {
                self.ready.insert(case, Ready::Found(finding));
            }
        }
        true
    }

    fn inquire(&mut self, crew: &mut Crew<Ticket>) -> bool {
        let Some(mut inquiry) = self.inquiry.take() else {
            return false;
        };
        let question = inquiry.next(crew.num_threads());
        if let Some(question) = question {
            match inquiry.run(question, &self.subject, &self.cases) {
                Ok(mut computation) => {
                    let case = inquiry.at();
                    let (label, share) = match question {
                        inquiry::Question::Reading(reading) => {
                            (Some(format!("{}.{case}.{reading:?}", self.label)), 1)
                        }
                        inquiry::Question::Remedy(_) => (None, self.shares[0].min(REMEDY_SHARE)),
                    };
                    let question = Question::Inquiry(question);
                    crew.submit(self.task(question, label, share, &mut computation));
                }
                Err(stopped) => inquiry.receive(question, Effect::of_stopped(&stopped)),
            }
        }
        self.inquiry = Some(inquiry);
        question.is_some()
    }

    /// A task for the crew, which gets the terms of the computation.
    fn task(
        &self,
        question: Question,
        label: Option<String>,
        share: u32,
        computation: &mut Computation<'c>,
    ) -> Task<Ticket> {
        Task {
            ticket: Ticket {
                pattern: self.index,
                question,
            },
            label,
            terms: std::mem::take(&mut computation.terms),
            obligation: computation.obligation.clone(),
            limits: Limits {
                solver: self.limits.solver / share,
                ..self.limits
            },
        }
    }

    fn receive(&mut self, done: Done<Ticket>) {
        match done.task.ticket.question {
            Question::Case(case) => {
                let running = self.running.remove(&case);
                let mut computation = running.expect("the task was handed in");
                computation.terms = done.task.terms;
                computation.obligation = done.task.obligation;
                let ready = Ready::Decided(Box::new(computation), done.verdict);
                self.ready.insert(case, ready);
            }
            Question::Inquiry(question) => {
                if let Some(inquiry) = &mut self.inquiry {
                    inquiry.receive(question, Effect::of_verdict(&done.verdict));
                }
            }
        }
    }

    /// Whether nothing depends any more on what was handed in.
    fn is_needless(&self, question: Question) -> bool {
        match (&self.inquiry, question) {
            (Some(inquiry), Question::Inquiry(question)) => inquiry.is_needless(question),
            (Some(_), Question::Case(_)) => true,
            (None, _) => false,
        }
    }

    /// Counts what is ready and whose turn it is. Returns the verdict if that decides.
    fn advance(&mut self, has_solver: bool) -> Option<Verdict> {
        if let Some(inquiry) = &mut self.inquiry {
            return inquiry.advance(&self.subject, &self.cases);
        }
        loop {
            let Some(case) = self.turn.get(self.num_counted).copied() else {
                if self.hard.is_empty() {
                    let tally = std::mem::replace(&mut self.tally, Tally::new(None));
                    return Some(tally.finish(has_solver));
                }
                self.round += 1;
                self.turn = std::mem::take(&mut self.hard);
                (self.num_submitted, self.num_counted, self.num_failures) = (0, 0, 0);
                return None;
            };
            let is_last = self.round + 1 == self.shares.len();
            if is_last && self.num_failures >= MAX_FAILURES {
                self.num_counted += 1;
                self.tally.add(&self.cases[case].0, Finding::Limit);
                continue;
            }
            let (assignment, width) = &self.cases[case];
            let finding = match self.ready.remove(&case)? {
                Ready::Found(finding) => finding,
                Ready::Decided(computation, decided) => {
                    found(&self.subject, assignment, *width, *computation, decided)
                }
            };
            self.num_counted += 1;
            self.num_failures = match finding {
                Finding::Limit => self.num_failures + 1,
                _ => 0,
            };
            if matches!(finding, Finding::Limit) && !is_last {
                self.hard.push(case);
            } else if let Some(verdict) = self.tally.add(assignment, finding) {
                if matches!(verdict, Verdict::Failed(_)) {
                    return Some(verdict);
                }
                let inquiry = Inquiry::new(verdict, &self.subject, &self.cases, case);
                self.inquiry = Some(inquiry);
                // There may be nothing to ask.
                return self.advance(has_solver);
            }
        }
    }
}

/// Runs a pattern, unless that decides already.
fn compute<'c>(
    subject: &Subject<'_, 'c>,
    assignment: &Assignment<'c>,
    index_width: u32,
    readings: [Reading; 2],
) -> Result<Computation<'c>, Finding> {
    let stopped = match run::run(subject, assignment, index_width, readings, &[]) {
        Ok(computation) => return Ok(computation),
        Err(stopped) => stopped,
    };
    Err(match stopped {
        Stopped::DoesNotMatch => Finding::Excluded,
        Stopped::Unsupported(Unsupported(reason)) => Finding::Undecided(reason),
        Stopped::Invalid(reason) => Finding::Invalid(reason),
    })
}

/// What a decision says about a pattern at some types.
fn found<'c>(
    subject: &Subject<'_, 'c>,
    assignment: &Assignment<'c>,
    index_width: u32,
    mut computation: Computation<'c>,
    decided: Result<refine::Verdict, Failure>,
) -> Finding {
    match decided {
        Ok(refine::Verdict::Right) => Finding::Right {
            assumptions: computation.assumptions,
        },
        Ok(refine::Verdict::NeverMatches) => Finding::NeverMatches,
        Ok(refine::Verdict::Unknown) => Finding::Limit,
        Ok(refine::Verdict::DependsOnUses) => Finding::Undecided(
            "it is right only if nothing else uses a matched operation that chooses freely what \
             it returns; HasOneUse asks for that"
                .to_owned(),
        ),
        Ok(refine::Verdict::Wrong(_)) if !computation.unknown.is_empty() => {
            Finding::Undecided(computation.unknown.swap_remove(0))
        }
        Ok(refine::Verdict::Wrong(_)) if computation.invalid.is_some() => {
            Finding::Invalid(computation.invalid.unwrap_or_default())
        }
        Ok(refine::Verdict::Wrong(_))
            if computation.obligation.depends_on_nan(&computation.terms) =>
        {
            Finding::Undecided("the bits of a NaN that is computed are not known".to_owned())
        }
        Ok(refine::Verdict::Wrong(values)) => Finding::Wrong(Box::new(Counterexample::new(
            subject,
            assignment,
            index_width,
            &mut computation,
            &values,
        ))),
        Err(failure) => Finding::Failed(failure.0),
    }
}

fn mentions_index(assignment: &Assignment<'_>) -> bool {
    assignment
        .all()
        .any(|ty| melior::ir::TypeLike::is_index(&ty))
}
