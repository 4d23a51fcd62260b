//! How general a pattern is, in each part of an example.

use super::{example::Example, program::Constant};

/// A pattern that does what the example shows.
#[derive(Debug, Clone)]
pub(super) struct Guess {
    /// The types that may be any.
    pub(super) any_types: Vec<bool>,
    /// What is asked of the constants that are matched.
    pub(super) matched: Vec<Matched>,
    /// What the constants are that are created.
    pub(super) created: Vec<Created>,
    /// The attributes of matched operations that may be any, by node and index.
    pub(super) any_attributes: Vec<(usize, usize)>,
    /// The attributes that created operations have from matched ones.
    pub(super) copied_attributes: Vec<((usize, usize), (usize, usize))>,
    /// The arguments whose types are not written, and the matched operations of which the
    /// types of the results are not.
    pub(super) untyped_arguments: Vec<usize>,
    pub(super) untyped_results: Vec<usize>,
}

/// What is asked of a constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Matched {
    /// That it is what the example has.
    Exact,
    /// That it is the same number as an earlier one.
    Equal(usize),
    /// That it is a constant.
    Constant,
    /// Nothing: any value will do.
    Value,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Created {
    /// What the example has.
    Exact,
    Computed(Expression),
}

/// A number that is computed of matched ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Expression {
    /// A matched constant, by its index among them.
    Constant(usize),
    Call(&'static str, Vec<Expression>),
}

impl Guess {
    /// The pattern for the example alone.
    pub(super) fn exact(example: &Example) -> Self {
        let [matched, created] = example.constants();
        Guess {
            any_types: vec![false; example.types().len()],
            matched: vec![Matched::Exact; matched.len()],
            created: vec![Created::Exact; created.len()],
            any_attributes: Vec::new(),
            copied_attributes: Vec::new(),
            untyped_arguments: Vec::new(),
            untyped_results: Vec::new(),
        }
    }
}

/// The functions of the library that are tried, and what they compute.
type Function = (&'static str, usize, fn(&[i64]) -> Option<i64>);
const FUNCTIONS: [Function; 6] = [
    ("AddIntegers", 2, |numbers| {
        numbers[0].checked_add(numbers[1])
    }),
    ("SubIntegers", 2, |numbers| {
        numbers[0].checked_sub(numbers[1])
    }),
    ("MulIntegers", 2, |numbers| {
        numbers[0].checked_mul(numbers[1])
    }),
    ("MinIntegers", 2, |numbers| Some(numbers[0].min(numbers[1]))),
    ("MaxIntegers", 2, |numbers| Some(numbers[0].max(numbers[1]))),
    ("Log2", 1, |numbers| {
        let is_power = numbers[0] > 0 && numbers[0] & (numbers[0] - 1) == 0;
        is_power.then(|| i64::from(numbers[0].trailing_zeros()))
    }),
];

/// The ways to compute a number of some others with at most two calls; the shortest come
/// first.
pub(super) fn expressions(constants: &[Option<&Constant>], wanted: i64) -> Vec<Expression> {
    let numbers = constants.iter().enumerate();
    let mut known: Vec<(Expression, i64)> = numbers
        .filter_map(|(index, constant)| match constant {
            Some(Constant::Integer(number)) => Some((Expression::Constant(index), *number)),
            _ => None,
        })
        .collect();
    let num_constants = known.len();
    let mut first = 0;
    for _ in 0..2 {
        let (end, mut new) = (known.len(), Vec::new());
        for (name, arity, compute) in FUNCTIONS {
            for one in 0..end {
                for two in 0..if arity == 1 { 1 } else { end } {
                    // A second call takes what a first one returns.
                    let is_new = first == 0 || one >= first || (arity == 2 && two >= first);
                    let are_calls = one >= num_constants && two >= num_constants;
                    if !is_new || (arity == 2 && are_calls) {
                        continue;
                    }
                    let arguments = &[one, two][..arity];
                    let values: Vec<_> = arguments.iter().map(|at| known[*at].1).collect();
                    if let Some(number) = compute(&values) {
                        let of = arguments.iter().map(|at| known[*at].0.clone());
                        new.push((Expression::Call(name, of.collect()), number));
                    }
                }
            }
        }
        first = end;
        known.extend(new);
    }
    let wanted = known.into_iter().filter(|(_, number)| *number == wanted);
    wanted.map(|(expression, _)| expression).collect()
}

impl Expression {
    /// Whether a constant is part of it.
    pub(super) fn uses(&self, constant: usize) -> bool {
        match self {
            Expression::Constant(index) => *index == constant,
            Expression::Call(_, arguments) => arguments.iter().any(|one| one.uses(constant)),
        }
    }
}
