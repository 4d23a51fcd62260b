//! Declarations: patterns, constraints and rewrites.
//!
//! | module | subject |
//! |---|---|
//! | `body` | what their analysis shares |
//! | `pattern`, `metadata` | a pattern, from its metadata to its last check |
//! | `predicate` | a predicate, from its declaration to what it can do |
//! | `type_rule` | a rule for the types of results |
//! | `signature`, `function_body` | constraints and rewrites, from their signature to their nodes |

mod body;
mod function_body;
mod metadata;
mod pattern;
mod predicate;
mod signature;
mod type_rule;

pub(in crate::sema) use body::{Body, OpenBlock, Owner, Refinement, Section};
pub(in crate::sema) use pattern::analyze as pattern;
pub(in crate::sema) use predicate::{
    check as check_predicate, check_of_td as check_predicates_of_td,
};
pub(in crate::sema) use signature::Slot;
pub(in crate::sema) use type_rule::is_valid as is_valid_type_rule;
