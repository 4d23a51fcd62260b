//! Warnings about patterns that are valid and do not do what they seem to.
//!
//! All of them are found after analysis, in patterns without errors, and only
//! where it is certain: what a native function does, and how many values a range
//! holds, is not known here, and nothing is said of what depends on it.
//!
//! | module | warning |
//! |---|---|
//! | `shadowed_pattern` | another pattern is always applied first |
//! | `never_matches` | no operation satisfies all that the pattern demands |
//! | `rematch` | a pattern matches what it has made |
//! | `redundant_constraint` | a native constraint is checked twice |
//! | `constraint_list` | the same of what is written in one list |
//! | `graph`, `cover` | which nodes are equal, and which graph matches another |

mod constraint_list;
mod cover;
mod graph;
mod never_matches;
mod redundant_constraint;
mod rematch;
mod shadowed_pattern;

use crate::{diagnostic::Diagnostics, hir::Module, program::Program};

/// Adds the warnings about a program to `diagnostics`. `module` is what
/// analysis made of it, without errors.
pub fn check(program: &Program, module: &Module, diagnostics: &mut Diagnostics) {
    constraint_list::check(program, diagnostics);
    let mut redundant = redundant_constraint::Checker::default();
    for pattern in &module.patterns {
        never_matches::check(pattern, diagnostics);
        redundant.check(pattern, diagnostics);
        rematch::check(pattern, diagnostics);
    }
    shadowed_pattern::check(&module.patterns, diagnostics);
}
