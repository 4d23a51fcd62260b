//! Which numbers of rewrites to try.

use std::collections::BTreeSet;

/// What is known of a number of rewrites.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    Good,
    Bad,
    Unknown,
}

/// The result of a search.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Answer {
    /// The number before is good, and this one is bad.
    Found(u64),
    /// The first bad one is among these, all but the last of which are unknown.
    Between(u64, u64),
    /// The last number is good.
    Never,
    /// These are unknown, and all that are known are good.
    Unknown(u64, u64),
}

/// The search for the first bad number among those from 1 to a maximum. 0 is good.
pub(super) struct Search {
    max: u64,
    good: u64,
    bad: Option<u64>,
    unknown: BTreeSet<u64>,
    num_good: u32,
}

/// How many numbers may be unknown before the search gives up. Each of them is a run
/// that was in vain.
const MAX_UNKNOWN: usize = 64;

impl Search {
    pub(super) fn new(max: u64) -> Self {
        Search {
            max,
            good: 0,
            bad: None,
            unknown: BTreeSet::new(),
            num_good: 0,
        }
    }

    /// The next number to try, until there is an answer.
    pub(super) fn next(&self) -> Option<u64> {
        if self.unknown.len() >= MAX_UNKNOWN {
            return None;
        }
        let (first, last) = self.candidates();
        let is_open =
            |number: &u64| (first..=last).contains(number) && !self.unknown.contains(number);
        let mut numbers = [self.preferred()]
            .into_iter()
            .chain(spread(first, last))
            .chain(first..=last);
        numbers.find(is_open)
    }

    pub(super) fn add(&mut self, number: u64, verdict: Verdict) {
        match verdict {
            Verdict::Good => {
                self.good = number;
                self.num_good += 1;
            }
            Verdict::Bad => self.bad = Some(number),
            Verdict::Unknown => {
                self.unknown.insert(number);
            }
        }
    }

    /// The answer, when nothing is left to try.
    pub(super) fn answer(&self) -> Answer {
        match self.bad {
            Some(bad) if bad == self.good + 1 => Answer::Found(bad),
            Some(bad) => Answer::Between(self.good + 1, bad),
            None if self.good == self.max => Answer::Never,
            None => Answer::Unknown(self.good + 1, self.max),
        }
    }

    /// The first and the last number that the answer may be, if there is one.
    pub(super) fn range(&self) -> (u64, u64) {
        (self.good + 1, self.bad.unwrap_or(self.max))
    }

    /// The first and the last number that would tell more.
    fn candidates(&self) -> (u64, u64) {
        let last = self.bad.map_or(self.max, |bad| bad - 1);
        (self.good + 1, last)
    }

    /// The number that tells most.
    ///
    /// That the last number is bad takes a question of its own, which the first bad answer
    /// saves. So it comes third, after larger steps than a half: what each answer leaves
    /// can then be halved as often as there are questions left. Asked first, it would be
    /// one question more for almost every maximum.
    fn preferred(&self) -> u64 {
        let (first, last) = self.candidates();
        let part = |sevenths: u128| {
            let number = u128::from(self.max) * sevenths / 7;
            u64::try_from(number).expect("it is less than the maximum")
        };
        let number = match (self.bad, self.num_good) {
            (Some(_), _) => return first + last.saturating_sub(first) / 2,
            (None, 0) => part(4),
            (None, 1) => part(6),
            (None, _) => self.max,
        };
        if number < first { self.max } else { number }
    }
}

/// Numbers that are far from each other first: halves, then quarters, and so on.
fn spread(first: u64, last: u64) -> impl Iterator<Item = u64> {
    let span = u128::from(last.saturating_sub(first));
    let parts =
        (1..=6_u32).flat_map(|level| (1..1_u128 << level).step_by(2).map(move |odd| (level, odd)));
    parts.map(move |(level, odd)| {
        let offset = (span * odd) >> level;
        first + u64::try_from(offset).expect("it is less than the span")
    })
}

#[cfg(test)]
mod tests {
    use super::{Answer, MAX_UNKNOWN, Search, Verdict};

    /// Searches, and counts the questions.
    fn search(max: u64, verdict: impl Fn(u64) -> Verdict) -> (Answer, usize) {
        let mut search = Search::new(max);
        let mut questions = 0;
        while let Some(number) = search.next() {
            assert!((1..=max).contains(&number));
            search.add(number, verdict(number));
            questions += 1;
        }
        (search.answer(), questions)
    }

    fn bad_from(first: u64) -> impl Fn(u64) -> Verdict {
        move |number| {
            if number < first {
                Verdict::Good
            } else {
                Verdict::Bad
            }
        }
    }

    #[test]
    fn each_number_is_found() {
        for max in 1..40 {
            for first in 1..=max {
                assert_eq!(search(max, bad_from(first)).0, Answer::Found(first));
            }
            assert_eq!(search(max, bad_from(max + 1)).0, Answer::Never);
        }
        assert_eq!(search(0, bad_from(1)), (Answer::Never, 0));
    }

    #[test]
    fn hundred_thousand_rewrites_take_seventeen_questions() {
        let most = (1..=100_000).map(|first| search(100_000, bad_from(first)).1);
        assert_eq!(most.max(), Some(17));
        assert_eq!(search(100_000, bad_from(100_001)), (Answer::Never, 3));
    }

    #[test]
    fn unknown_numbers_are_left_out() {
        let around = |number: u64| match number {
            45..=49 | 51..=56 => Verdict::Unknown,
            _ => bad_from(50)(number),
        };
        assert_eq!(search(100, around).0, Answer::Between(45, 50));
        let elsewhere = |number: u64| match number {
            57 | 85 => Verdict::Unknown,
            _ => bad_from(30)(number),
        };
        assert_eq!(search(100, elsewhere).0, Answer::Found(30));
    }

    #[test]
    fn a_search_in_vain_ends() {
        let (answer, questions) = search(u64::MAX - 1, |_| Verdict::Unknown);
        assert_eq!(answer, Answer::Unknown(1, u64::MAX - 1));
        assert_eq!(questions, MAX_UNKNOWN);
        assert_eq!(search(3, |_| Verdict::Unknown), (Answer::Unknown(1, 3), 3));
    }
}
