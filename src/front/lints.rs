//! Warnings about patterns that are valid and do not do what they seem to.
//!
//! Lints check patterns without errors, after analysis, and warn only about what
//! is certain. What a native function does and how many values a range holds is
//! not known, so there is no warning that depends on either.
//!
//! | module | warning |
//! |---|---|
//! | `shadowed_pattern` | another pattern is always applied first |
//! | `never_matches` | no operation satisfies all that the pattern demands |
//! | `excluded_types` | the definitions of types exclude each other |
//! | `excluded_literal` | the definition of an operation excludes a literal |
//! | `wrong_body` | the definitions of operations exclude what is in their regions |
//! | `implied_types` | the definition of an operation that is created excludes its types |
//! | `invalid_operation` | a rule for types excludes an operation that is created |
//! | `erased_in_use` | the rewrite erases what the match still uses |
//! | `missing_types` | the types of results are not known |
//! | `rematch` | a pattern matches what it has made |
//! | `pattern_cycle` | patterns match what others have made, in a circle |
//! | `redundant_constraint` | a native constraint is checked twice |
//! | `constraint_list` | a constraint is implied by another one of the same list |
//! | `lost_result` | MLIR's interpreter mixes up results of a constraint |
//! | `graph`, `cover` | which nodes are equal, and which graph matches another |
//! | `mlir_places` | where MLIR's conversion finds what a pattern matches |

mod constraint_list;
mod cover;
mod erased_in_use;
mod excluded_literal;
mod excluded_types;
mod graph;
mod implied_types;
mod invalid_operation;
mod lost_result;
mod missing_types;
mod mlir_places;
mod never_matches;
mod pattern_cycle;
mod redundant_constraint;
mod rematch;
mod shadowed_pattern;
mod wrong_body;

pub use invalid_operation::{Probe, probes};

use crate::{
    base::diagnostic::Diagnostics,
    hir::Module,
    host::{Host, LiteralId},
    ods::{Constraint, Ods},
    program::Program,
};

/// What lints ask of the MLIR in whose context the patterns will live.
pub trait Judge: Host {
    /// Whether a literal, which is a type or an attribute as the constraint is
    /// about one, satisfies a constraint of a `.td` file. None if only a C++
    /// compiler could tell.
    fn satisfies(&mut self, literal: LiteralId, constraint: &Constraint) -> Option<bool>;

    /// Whether two types are different for certain. Shapes may be compatible.
    fn exclude_each_other(&self, one: LiteralId, other: LiteralId) -> bool;
}

/// Adds the warnings that the syntax trees of a program without errors show.
pub fn check_source(program: &Program, diagnostics: &mut Diagnostics) {
    constraint_list::check(program, diagnostics);
}

/// Adds the warnings that the definitions of operations show.
pub fn check_definitions(
    module: &Module,
    ods: &Ods,
    host: &mut dyn Judge,
    diagnostics: &mut Diagnostics,
) {
    let missing = missing_types::Checker::default();
    for pattern in &module.patterns {
        excluded_literal::check(pattern, ods, host, diagnostics);
        excluded_types::check(pattern, ods, host, diagnostics);
        implied_types::check(pattern, ods, host, diagnostics);
        missing.check(pattern, ods, host, diagnostics);
        wrong_body::check(pattern, ods, diagnostics);
    }
}

/// Adds the warnings about patterns without errors.
pub fn check(module: &Module, diagnostics: &mut Diagnostics) {
    let mut redundant = redundant_constraint::Checker::default();
    for pattern in &module.patterns {
        never_matches::check(pattern, diagnostics);
        erased_in_use::check(pattern, diagnostics);
        redundant.check(pattern, diagnostics);
        rematch::check(pattern, diagnostics);
    }
    shadowed_pattern::check(&module.patterns, diagnostics);
    pattern_cycle::check(&module.patterns, diagnostics);
}

/// Adds the warnings about patterns without errors that MLIR's interpreter will run.
pub fn check_for_interpreter(module: &Module, diagnostics: &mut Diagnostics) {
    lost_result::check(&module.patterns, diagnostics);
}
