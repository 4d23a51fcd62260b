//! What `or` decides.

use crate::contract::{SAME, predicate_of};
use smol_str::SmolStr;

/// The program of one call of `contract::ANY_OF`: all steps of some branch hold.
///
/// Values have numbers: first the arguments of the call behind the program, then what
/// the steps of a branch return. A branch sees the values of the one around it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Disjunction {
    /// The branches, in the order in which they are tried.
    pub branches: Vec<Vec<DisjunctionStep>>,
}

/// A condition of a branch.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum DisjunctionStep {
    /// A call of a native constraint holds.
    Call {
        /// Its name.
        function: SmolStr,
        /// The numbers of its arguments.
        inputs: Vec<usize>,
        /// The numbers of its results.
        results: Vec<usize>,
    },
    /// Another disjunction holds, or does not.
    AnyOf {
        /// The disjunction.
        inner: Disjunction,
        /// Whether it must not hold.
        is_negated: bool,
    },
}

impl Disjunction {
    /// Whether the steps read only what `count` values and the steps before them have.
    pub(super) fn reads_what_exists(&self, count: usize) -> bool {
        self.reads_only(count, &mut Vec::new())
    }

    /// As [`Self::reads_what_exists`], with `more` values. They are few: those of the
    /// steps of a branch, and of the branches around it.
    fn reads_only(&self, count: usize, more: &mut Vec<usize>) -> bool {
        let before = more.len();
        self.branches.iter().all(|steps| {
            more.truncate(before);
            let exist = steps.iter().all(|step| match step {
                DisjunctionStep::Call {
                    inputs, results, ..
                } => {
                    let mut inputs = inputs.iter();
                    let exist = inputs.all(|input| *input < count || more.contains(input));
                    more.extend(results);
                    exist
                }
                DisjunctionStep::AnyOf { inner, .. } => {
                    let before = more.len();
                    let exist = inner.reads_only(count, more);
                    more.truncate(before);
                    exist
                }
            });
            more.truncate(before);
            exist
        })
    }

    /// Visits the names of the constraints that it calls.
    pub fn for_each_function(&self, visit: &mut impl FnMut(&SmolStr)) {
        for step in self.branches.iter().flatten() {
            match step {
                DisjunctionStep::Call { function, .. } => visit(function),
                DisjunctionStep::AnyOf { inner, .. } => inner.for_each_function(visit),
            }
        }
    }

    /// Visits the names of the constraints that it calls, which may change.
    pub fn for_each_function_mut(&mut self, visit: &mut impl FnMut(&mut SmolStr)) {
        for step in self.branches.iter_mut().flatten() {
            match step {
                DisjunctionStep::Call { function, .. } => visit(function),
                DisjunctionStep::AnyOf { inner, .. } => inner.for_each_function_mut(visit),
            }
        }
    }
}

impl Disjunction {
    /// The condition as PDLL would write it. `values` are the arguments behind the program.
    /// What a branch captures is `_`.
    pub fn say(&self, values: &[String]) -> String {
        let branches = self.branches.iter().map(|steps| {
            let steps: Vec<_> = steps.iter().map(|step| step.say(values)).collect();
            steps.join(" and ")
        });
        branches.collect::<Vec<_>>().join(" or ")
    }

    /// What one with a single step of the same kind means.
    fn without_parentheses(&self) -> &Disjunction {
        match &self.branches[..] {
            [steps] => match &steps[..] {
                [
                    DisjunctionStep::AnyOf {
                        inner,
                        is_negated: false,
                    },
                ] => inner.without_parentheses(),
                _ => self,
            },
            _ => self,
        }
    }
}

impl DisjunctionStep {
    fn say(&self, values: &[String]) -> String {
        match self {
            DisjunctionStep::Call {
                function, inputs, ..
            } => {
                let value = |number: &usize| values.get(*number).map_or("_", String::as_str);
                let inputs: Vec<_> = inputs.iter().map(value).collect();
                match &inputs[..] {
                    [other, this] if function == SAME => format!("{this} is {other}"),
                    _ => format!("{}({})", predicate_of(function), inputs.join(", ")),
                }
            }
            DisjunctionStep::AnyOf { inner, is_negated } => {
                let not = if *is_negated { "not " } else { "" };
                format!("{not}({})", inner.without_parentheses().say(values))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Disjunction, DisjunctionStep};

    fn call(inputs: &[usize], results: &[usize]) -> DisjunctionStep {
        DisjunctionStep::Call {
            function: "f".into(),
            inputs: inputs.to_vec(),
            results: results.to_vec(),
        }
    }

    fn any_of(branches: Vec<Vec<DisjunctionStep>>) -> Disjunction {
        Disjunction { branches }
    }

    fn check(reads_what_exists: bool, branches: Vec<Vec<DisjunctionStep>>) {
        let disjunction = any_of(branches);
        let found = disjunction.reads_what_exists(2);
        assert_eq!(found, reads_what_exists, "{disjunction:?}");
    }

    #[test]
    fn steps_read_arguments_and_earlier_results() {
        check(true, vec![]);
        check(true, vec![vec![call(&[1, 0], &[])]]);
        check(true, vec![vec![call(&[0], &[2, 5]), call(&[5, 2], &[])]]);
        check(false, vec![vec![call(&[2], &[])]]);
        check(false, vec![vec![call(&[2], &[]), call(&[0], &[2])]]);
        // Other branches are not before this one.
        check(false, vec![vec![call(&[0], &[2])], vec![call(&[2], &[])]]);
    }

    #[test]
    fn inner_branches_read_what_is_around_them() {
        let inner = |input| DisjunctionStep::AnyOf {
            inner: any_of(vec![vec![call(&[input], &[3])]]),
            is_negated: false,
        };
        check(true, vec![vec![call(&[0], &[2]), inner(2)]]);
        check(false, vec![vec![inner(2), call(&[0], &[2])]]);
        check(false, vec![vec![inner(0), call(&[3], &[])]]);
    }
}
