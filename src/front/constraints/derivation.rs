//! The cheapest derivation of every variable.
//!
//! A derivation is never cheaper than what it reads, so variables are settled in
//! the order of their costs, as in Dijkstra's algorithm. Each constraint counts
//! what it still waits for and is looked at when that count reaches zero. The
//! work is linear in the size of the system, but for the queue.

use super::{Apply, Constraint, Section, VariableId};
use std::{cmp::Reverse, collections::BinaryHeap};

const CAPTURE: u64 = 1;
const EVALUATION: u64 = 16;

/// How a variable gets its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Source {
    /// It has one.
    Known,
    /// The check of that constraint captures it, at that position.
    Capture(usize, usize),
    /// It is the evaluated `self` of that constraint.
    Evaluation(usize),
}

/// What derives the variables of a system.
pub(super) struct Derivation {
    /// The source of each variable; none if it cannot be derived.
    pub(super) sources: Vec<Option<Source>>,
    /// The variables that can be derived, each after those that it is derived
    /// from.
    pub(super) order: Vec<VariableId>,
}

/// What a constraint waits for before it can derive something.
struct Wait {
    constraint: usize,
    is_evaluation: bool,
    missing: usize,
    cost: u64,
}

pub(super) fn derive(constraints: &[Constraint], known: &[bool], section: Section) -> Derivation {
    let mut search = Search {
        constraints,
        sources: vec![None; known.len()],
        order: Vec::new(),
        queue: BinaryHeap::new(),
        waits: Vec::new(),
        readers: vec![Vec::new(); known.len()],
    };
    for (index, is_known) in known.iter().enumerate() {
        if *is_known {
            search.offer(0, Source::Known, VariableId(index as u32));
        }
    }
    for (index, constraint) in constraints.iter().enumerate() {
        let Constraint::Apply(apply) = constraint else {
            continue;
        };
        if apply.signature.captures_in(section) && apply.captured().next().is_some() {
            search.wait(index, false, apply.read_by_check());
        }
        if apply.signature.evaluates(section) && apply.arguments[0].is_some() {
            search.wait(index, true, apply.read_by_evaluation());
        }
    }
    search.run();
    Derivation {
        sources: search.sources,
        order: search.order,
    }
}

struct Search<'s> {
    constraints: &'s [Constraint],
    sources: Vec<Option<Source>>,
    order: Vec<VariableId>,
    queue: BinaryHeap<Reverse<(u64, VariableId, Source)>>,
    waits: Vec<Wait>,
    /// The waits that read each variable.
    readers: Vec<Vec<usize>>,
}

impl Search<'_> {
    fn offer(&mut self, cost: u64, source: Source, variable: VariableId) {
        self.queue.push(Reverse((cost, variable, source)));
    }

    fn wait(
        &mut self,
        constraint: usize,
        is_evaluation: bool,
        read: impl Iterator<Item = Option<VariableId>>,
    ) {
        let Some(read) = read.collect::<Option<Vec<_>>>() else {
            return;
        };
        let number = self.waits.len();
        for variable in &read {
            self.readers[variable.index()].push(number);
        }
        self.waits.push(Wait {
            constraint,
            is_evaluation,
            missing: read.len(),
            cost: 0,
        });
        if read.is_empty() {
            self.fire(number);
        }
    }

    fn run(&mut self) {
        while let Some(Reverse((cost, variable, source))) = self.queue.pop() {
            if self.sources[variable.index()].is_some() {
                continue;
            }
            self.sources[variable.index()] = Some(source);
            self.order.push(variable);
            for number in std::mem::take(&mut self.readers[variable.index()]) {
                let wait = &mut self.waits[number];
                wait.cost = wait.cost.saturating_add(cost);
                wait.missing -= 1;
                if wait.missing == 0 {
                    self.fire(number);
                }
            }
        }
    }

    /// Offers what a constraint derives now that all that it reads is settled.
    fn fire(&mut self, number: usize) {
        let Wait {
            constraint,
            is_evaluation,
            cost,
            ..
        } = self.waits[number];
        let Constraint::Apply(apply) = &self.constraints[constraint] else {
            return;
        };
        if is_evaluation {
            let cost = cost.saturating_add(EVALUATION);
            let evaluated = evaluated(apply);
            self.offer(cost, Source::Evaluation(constraint), evaluated);
            return;
        }
        for (position, variable) in apply.captured() {
            let cost = cost.saturating_add(CAPTURE);
            self.offer(cost, Source::Capture(constraint, position), variable);
        }
    }
}

fn evaluated(apply: &Apply) -> VariableId {
    apply.arguments[0].expect("only a variable is evaluated")
}
