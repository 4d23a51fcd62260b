//! What `or` decides.

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
