//! Systems of constraints over variables, and plans that solve them.
//!
//! A constraint applies a predicate to variables. Its first argument is called
//! `self`. A predicate can be *checked* if `self` and the arguments that it cannot
//! capture are known; the same check *captures* the other arguments. Some
//! predicates also *evaluate* `self` from all other arguments.
//!
//! [`System::plan`] finds the cheapest derivation of every variable: a known one
//! costs 0, a capture 1 more than what it reads, an evaluation 16 more. It decides
//! nothing by the order of the constraints except between equal costs. What it
//! cannot derive it explains.
//!
//! The variables stand for types and attributes, but nothing here depends on
//! that, on MLIR, or on the language in which systems are written.

mod branch;
mod derivation;
mod explanation;
mod plan;
mod system;
#[cfg(test)]
mod tests;

pub use explanation::{Explanation, Mention, Obstacle};
pub use plan::{Capture, Plan, Step};
pub use system::{Apply, Constraint, Section, Signature, System, Variable, VariableId};
