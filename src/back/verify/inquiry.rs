//! What else is asked about a pattern that is wrong: whether it is only if an open point is
//! read in one way, and what would make it right.

use super::{
    remedy::{self, Effect, Search, Wrong},
    run::{self, Computation, Stopped},
    subject::Subject,
    types::Assignment,
    verdict::{Counterexample, Verdict},
};
use pdll_verify::meanings::Reading;

/// What is asked next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Question {
    /// Whether it is right if the open point is read like this on both sides.
    Reading(Reading),
    /// Whether it is right after a change.
    Remedy(remedy::Question),
}

/// What is known of a pattern that is wrong at a case.
pub(super) struct Inquiry {
    verdict: Verdict,
    at: usize,
    /// The readings that are not asked for yet.
    open_readings: Vec<Reading>,
    /// By the index of the reading: whether it is right with it.
    readings: [Option<bool>; Reading::ALL.len()],
    search: Search,
}

impl Inquiry {
    pub(super) fn new<'c>(
        verdict: Verdict,
        subject: &Subject<'_, 'c>,
        cases: &[(Assignment<'c>, u32)],
        at: usize,
    ) -> Self {
        let (open_readings, readings) = match verdict {
            Verdict::Wrong(_) => (Reading::ALL.to_vec(), [None; 2]),
            _ => (Vec::new(), [Some(false); 2]),
        };
        Inquiry {
            verdict,
            at,
            open_readings,
            readings,
            search: Search::new(&Wrong { subject, cases, at }),
        }
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// What to find out next. Not much is that may be in vain.
    pub(super) fn next(&mut self, lookahead: usize) -> Option<Question> {
        if let Some(reading) = self.open_readings.pop() {
            return Some(Question::Reading(reading));
        }
        let question = self.search.next(self.at, lookahead);
        question.map(Question::Remedy)
    }

    /// Runs the pattern as a question asks.
    pub(super) fn run<'c>(
        &self,
        question: Question,
        subject: &Subject<'_, 'c>,
        cases: &[(Assignment<'c>, u32)],
    ) -> Result<Computation<'c>, Stopped> {
        let (case, readings, changes) = match question {
            Question::Reading(reading) => (self.at, [reading; 2], &[][..]),
            Question::Remedy(question) => {
                (question.case, Reading::ALL, self.search.changes(question))
            }
        };
        let (assignment, width) = &cases[case];
        run::run(subject, assignment, *width, readings, changes)
    }

    pub(super) fn receive(&mut self, question: Question, effect: Effect) {
        match question {
            Question::Reading(reading) => {
                let index = Reading::ALL.iter().position(|other| *other == reading);
                let index = index.expect("all readings are listed");
                // Where it never matches a program that is defined, it is not wrong either.
                let is_right = matches!(effect, Effect::Right | Effect::DoesNotMatch);
                self.readings[index] = Some(is_right);
            }
            Question::Remedy(question) => self.search.receive(question, effect),
        }
    }

    /// Whether nothing depends on a question any more.
    pub(super) fn is_needless(&self, question: Question) -> bool {
        match question {
            Question::Reading(_) => false,
            Question::Remedy(question) => self.search.is_needless(question),
        }
    }

    /// The verdict, if all is known that is said with it.
    pub(super) fn advance<'c>(
        &mut self,
        subject: &Subject<'_, 'c>,
        cases: &[(Assignment<'c>, u32)],
    ) -> Option<Verdict> {
        let at = self.at;
        let remedy = self.search.advance(&Wrong { subject, cases, at })?;
        let [Some(one), Some(other)] = self.readings else {
            return None;
        };
        let verdict = match self.verdict.clone() {
            Verdict::Wrong(counterexample) => Verdict::Wrong(Box::new(Counterexample {
                only_if: only_if([one, other]),
                ..*counterexample
            })),
            other => other,
        };
        Some(verdict.with_remedy(remedy))
    }
}

/// How the open point must be read for a pattern to be wrong that is right if it is read in
/// the same way on both sides, for each way.
fn only_if(is_right: [bool; 2]) -> Option<&'static str> {
    match is_right {
        [true, true] => Some(
            "the remainder of the smallest number by -1 is undefined behaviour in what is \
             created, but not in what is replaced",
        ),
        [true, false] => Some("the remainder of the smallest number by -1 is undefined behaviour"),
        [false, true] => Some("the remainder of the smallest number by -1 is 0"),
        [false, false] => None,
    }
}
