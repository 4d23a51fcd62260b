//! Values for which conditions hold, found by trying. Most wrong patterns go wrong for
//! numbers that are few, small, or the largest.

use crate::{
    evaluate::{Assignment, Evaluator, of_number},
    term::{Constant, Node, Sort, Term, Terms, mask},
};

/// Tries that many values, the same ones each time. All values are tried if there are
/// fewer.
#[must_use]
pub fn search(terms: &Terms, conditions: &[Term], num_tries: u32) -> Option<Assignment> {
    let holds = |evaluator: &Evaluator<'_>| {
        conditions
            .iter()
            .all(|term| evaluator.value(*term).is_true())
    };
    let used: Vec<_> = terms
        .reachable(conditions)
        .into_iter()
        .filter_map(|term| match terms.node(term) {
            Node::Variable(number) => Some((*number as usize, terms.sort(term))),
            _ => None,
        })
        .collect();
    let sorts = terms.variables().iter().map(|variable| variable.sort);
    let mut assignment = Assignment {
        variables: sorts.map(|sort| of_number(sort, 0)).collect(),
        ..Assignment::default()
    };
    let mut evaluator = Evaluator::new(terms, conditions);
    let bits: u32 = used.iter().map(|(_, sort)| size(*sort)).sum();
    let is_exhaustive = bits < 32 && 1 << bits <= num_tries;
    let num_tries = if is_exhaustive { 1 << bits } else { num_tries };
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    for index in 0..num_tries {
        let mut rest = index;
        for (variable, sort) in &used {
            assignment.variables[*variable] = if is_exhaustive {
                let value = of_number(*sort, u64::from(rest) & mask(size(*sort)) as u64);
                rest >>= size(*sort);
                value
            } else {
                random.value(*sort)
            };
        }
        evaluator.run(&assignment);
        if holds(&evaluator) {
            return Some(assignment);
        }
    }
    None
}

fn size(sort: Sort) -> u32 {
    match sort {
        Sort::Bool => 1,
        Sort::Bits(width) => width,
        Sort::Float(format) => format.width(),
    }
}

/// Numbers that look random and are the same in each run (G. Marsaglia, "Xorshift RNGs",
/// 2003).
#[derive(Debug)]
pub struct Random(pub u64);

impl Random {
    pub fn number(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A value of a sort: a corner more often than not.
    pub fn value(&mut self, sort: Sort) -> Constant {
        let choice = self.number() >> 32;
        match sort {
            // Poison and flags hide what goes wrong, so they are rare.
            Sort::Bool => Constant::Bool(choice.is_multiple_of(4)),
            Sort::Bits(width) => {
                let bits = match choice % 10 {
                    0 => 0,
                    1 => 1,
                    2 => mask(width),
                    3 => 1 << (width - 1),
                    4 => mask(width) >> 1,
                    5 => 2,
                    6 => u128::from(width) - u128::from(choice & 16 != 0),
                    7 => 1 << (self.number() % u64::from(width)),
                    _ => u128::from(self.number()) << 64 | u128::from(self.number()),
                };
                Constant::of_bits(width, bits)
            }
            Sort::Float(_) => of_number(sort, self.number()),
        }
    }
}
