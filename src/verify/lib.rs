//! What operations compute, as terms, and whether two computations agree.
//!
//! This is a package of its own because it needs no LLVM, so that it is built and tested
//! in seconds. It has no users but `pdll`, and changes without notice.
//!
//! | module | subject |
//! |---|---|
//! | `term` | terms: what is computed, each stored once |
//! | `make` | how terms are made, and made simpler |
//! | `bits` | how operators on bits meet |
//! | `polynomial` | sums of products that are the same |
//! | `compute` | what operators return for numbers |
//! | `float` | the same for floats |
//! | `evaluate` | what terms are for given values of their variables |
//! | `plain` | conditions that solvers find easy |
//! | `propagate` | what conditions say about each other |
//! | `smt` | terms in the language of solvers |
//! | `solver`, `z3`, `command` | whether conditions can hold together |
//! | `record` | questions to solvers, kept in files |
//! | `crew` | threads that decide side by side |
//! | `search` | values for which they do, found by trying |
//! | `value` | what an operation gets and returns: bits that may be poison |
//! | `meanings` | what the operations of MLIR's dialects compute |
//! | `refine` | whether a computation may take the place of another one |

#![allow(
    missing_docs,
    reason = "the package is a part of `pdll`, where its modules would be private"
)]

mod bits;
pub mod command;
mod compute;
pub mod crew;
pub mod evaluate;
mod float;
mod make;
pub mod meanings;
mod plain;
mod polynomial;
mod propagate;
pub mod record;
pub mod refine;
pub mod search;
pub mod smt;
pub mod solver;
pub mod term;
#[cfg(test)]
mod tests;
pub mod value;
pub mod z3;
