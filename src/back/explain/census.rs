//! All operations that one pattern could match.

use super::name_of;
use crate::back::reference::{Demand, Outcome, Outlined, Record, Reference, Trial};
use crate::mlir::ffi::entity::Entity;
use melior::ir::OperationRef;
use rustc_hash::FxHashMap;
use std::{cmp::Reverse, collections::BTreeMap};

/// What the tests of all candidates amount to.
pub(super) struct Census<'a> {
    /// What the pattern demands. Demands that only some candidates showed come last.
    pub(super) demands: Vec<Outlined>,
    ids: FxHashMap<Demand, usize>,
    /// By the index of the demand.
    pub(super) counts: Vec<Counts>,
    /// The others.
    pub(super) misses: Vec<OperationRef<'a, 'a>>,
    /// How many users of values could be tried for a candidate that needs some, by its
    /// address. Without a limit for all of them, the time could grow with the square of
    /// the program.
    max_users: FxHashMap<usize, usize>,
    /// In the order of the source.
    pub(super) matches: Vec<OperationRef<'a, 'a>>,
    /// The nearest misses come first.
    pub(super) groups: Vec<Tally<'a>>,
}

/// Candidates that fail in the same way.
pub(super) struct Tally<'a> {
    /// The indices of the demands, in order.
    pub(super) fails: Vec<usize>,
    pub(super) count: usize,
    pub(super) score: f64,
    pub(super) first: OperationRef<'a, 'a>,
    pub(super) second: Option<OperationRef<'a, 'a>>,
}

/// How often something is so of a demand; see [`super::report::Condition`].
#[derive(Debug, Clone, Default)]
pub(super) struct Counts {
    pub(super) judged: usize,
    pub(super) holds: usize,
    pub(super) survivors: usize,
    pub(super) fails_first: usize,
    found: BTreeMap<String, usize>,
}

/// How many users of values are tried for one pattern, and of these for one candidate.
const MAX_USERS: usize = 1 << 17;
pub(super) const MAX_USERS_OF_ONE: usize = 1 << 14;

/// How many findings are counted apart.
const MAX_FOUND: usize = 1000;

/// How many of them are shown.
const SHOWN_FOUND: usize = 3;

impl Counts {
    /// The most frequent findings, and how often they are there.
    pub(super) fn most_found(&self) -> Vec<(String, usize)> {
        let mut found: Vec<_> = self.found.iter().collect();
        found.sort_by_key(|(_, count)| Reverse(**count));
        let found = found.into_iter().take(SHOWN_FOUND);
        found.map(|(text, count)| (text.clone(), *count)).collect()
    }

    fn add_found(&mut self, name: String) {
        if let Some(count) = self.found.get_mut(&name) {
            *count += 1;
        } else if self.found.len() < MAX_FOUND {
            self.found.insert(name, 1);
        }
    }
}

/// What is known of a demand after the tests of one candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    Unknown,
    Holds,
    Fails,
}

impl<'a> Census<'a> {
    /// Compares the candidates with the pattern of that index.
    pub(super) fn take(
        reference: &Reference<'a>,
        pattern: usize,
        candidates: &[OperationRef<'a, 'a>],
    ) -> Self {
        let demands = reference.outline(pattern);
        let ids = demands.iter().enumerate();
        let mut census = Census {
            ids: ids.map(|(id, outlined)| (outlined.demand, id)).collect(),
            counts: vec![Counts::default(); demands.len()],
            demands,
            max_users: FxHashMap::default(),
            matches: Vec::new(),
            misses: Vec::new(),
            groups: Vec::new(),
        };
        let mut groups: FxHashMap<Vec<usize>, Tally<'a>> = FxHashMap::default();
        let mut max_users = MAX_USERS;
        for candidate in candidates {
            let record = census.judge(reference, pattern, *candidate, &mut max_users);
            let states = census.count(&record);
            if record.outcome == Outcome::Matches {
                census.matches.push(*candidate);
                continue;
            }
            census.misses.push(*candidate);
            let fails = |id: &usize| states[*id] == State::Fails;
            let fails: Vec<_> = (0..states.len()).filter(fails).collect();
            match groups.get_mut(&fails) {
                Some(tally) => {
                    tally.count += 1;
                    tally.second.get_or_insert(*candidate);
                }
                None => {
                    let tally = Tally {
                        fails: fails.clone(),
                        count: 1,
                        score: census.score(&states),
                        first: *candidate,
                        second: None,
                    };
                    groups.insert(fails, tally);
                }
            }
        }
        census.sort(groups.into_values().collect(), candidates);
        census
    }

    /// Compares a candidate with the pattern, as long as there are users left to try.
    fn judge(
        &mut self,
        reference: &Reference<'a>,
        pattern: usize,
        candidate: OperationRef<'a, 'a>,
        max_users: &mut usize,
    ) -> Record<'a> {
        let trial = Trial {
            max_users: MAX_USERS_OF_ONE.min(*max_users),
            replacement: None,
        };
        let own_max = trial.max_users;
        let record = reference.judge_with(pattern, candidate, trial);
        if record.num_users > 0 {
            let address = candidate.to_raw().ptr.addr();
            self.max_users.insert(address, own_max);
            *max_users -= record.num_users;
        }
        record
    }

    /// Compares a candidate with the pattern once more, in the same way.
    pub(super) fn judge_again(
        &self,
        reference: &Reference<'a>,
        pattern: usize,
        candidate: OperationRef<'a, 'a>,
    ) -> Record<'a> {
        let known = self.max_users.get(&candidate.to_raw().ptr.addr());
        let trial = Trial {
            max_users: known.copied().unwrap_or(0),
            replacement: None,
        };
        reference.judge_with(pattern, candidate, trial)
    }

    /// The nearest misses come first: those with the fewest failures, then those of
    /// which most holds, then those that come first in the program.
    fn sort(&mut self, mut groups: Vec<Tally<'a>>, candidates: &[OperationRef<'a, 'a>]) {
        let addresses = candidates.iter().enumerate();
        let order: FxHashMap<_, _> = addresses
            .map(|(index, one)| (one.to_raw().ptr.addr(), index))
            .collect();
        groups.sort_by(|a, b| {
            let distance = a.fails.len().cmp(&b.fails.len());
            let place = |tally: &Tally<'_>| order[&tally.first.to_raw().ptr.addr()];
            distance
                .then(b.score.total_cmp(&a.score))
                .then_with(|| place(a).cmp(&place(b)))
        });
        self.groups = groups;
    }

    /// The index of a demand, which becomes known if it is not yet.
    fn id(&mut self, demand: Demand, holds: bool) -> Option<usize> {
        if let Some(id) = self.ids.get(&demand) {
            return Some(*id);
        }
        // The outline leaves out what always holds.
        if holds {
            return None;
        }
        let id = self.demands.len();
        self.demands.push(Outlined {
            demand,
            parent: None,
        });
        self.counts.push(Counts::default());
        self.ids.insert(demand, id);
        Some(id)
    }

    /// The states of all demands, by index.
    pub(super) fn states(&self, record: &Record<'_>) -> Vec<State> {
        let mut states = vec![State::Unknown; self.demands.len()];
        for test in &record.tests {
            if let Some(id) = self.ids.get(&test.demand) {
                states[*id] = match test.holds {
                    true => State::Holds,
                    false => State::Fails,
                };
            }
        }
        states
    }

    fn count(&mut self, record: &Record<'_>) -> Vec<State> {
        for test in &record.tests {
            self.id(test.demand, test.holds);
        }
        let states = self.states(record);
        let first = states.iter().position(|state| *state != State::Holds);
        for (id, (state, counts)) in states.iter().zip(&mut self.counts).enumerate() {
            counts.judged += usize::from(*state != State::Unknown);
            counts.holds += usize::from(*state == State::Holds);
            counts.survivors += usize::from(first.is_none_or(|first| id < first));
        }
        // A match need not test what only some candidates show.
        if let Some(first) = first
            && record.outcome != Outcome::Matches
        {
            let counts = &mut self.counts[first];
            counts.fails_first += 1;
            let demand = self.demands[first].demand;
            let tested = record.tests.iter().find(|test| test.demand == demand);
            let found = tested.map(|tested| &record.parts[tested.subject.0].entity);
            if let (Demand::Name(_), Some(Some(Entity::Operation(operation)))) = (demand, found) {
                counts.add_found(name_of(*operation));
            }
        }
        states
    }

    /// The share of the pattern that holds.
    fn score(&self, states: &[State]) -> f64 {
        let weights = self.demands.iter().map(|outlined| weight(outlined.demand));
        let (mut all, mut held) = (0.0, 0.0);
        for (weight, state) in weights.zip(states) {
            all += weight;
            held += match state {
                State::Holds => weight,
                State::Unknown => weight.min(0.5),
                State::Fails => 0.0,
            };
        }
        if all == 0.0 { 1.0 } else { held / all }
    }
}

/// How much a demand says about what somebody has meant.
fn weight(demand: Demand) -> f64 {
    match demand {
        Demand::Name(_) => 8.0,
        Demand::Groups(..) | Demand::Parts(..) => 4.0,
        Demand::Attribute(..) | Demand::Type { .. } | Demand::Constant(_) => 2.0,
        Demand::Definition(_)
        | Demand::ResultNumber(_)
        | Demand::Results(_)
        | Demand::Presence(_)
        | Demand::Inside(_)
        | Demand::Last(_)
        | Demand::Around(_)
        | Demand::Distinct(..)
        | Demand::Same(..)
        | Demand::Constraint(_)
        | Demand::Guard(_) => 1.0,
    }
}
