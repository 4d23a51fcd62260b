//! Declarations: patterns, constraints and rewrites.
//!
//! | module | subject |
//! |---|---|
//! | `body` | what their analysis shares |
//! | `pattern`, `metadata` | a pattern, from its metadata to its last check |
//! | `signature`, `function_body` | constraints and rewrites, from their signature to their nodes |

mod body;
mod function_body;
mod metadata;
mod pattern;
mod signature;

pub(in crate::sema) use body::{Body, Owner, Refinement, Section};
pub(in crate::sema) use pattern::analyze as pattern;
pub(in crate::sema) use signature::Slot;
