//! The grammar: one function for each production, named as the production.

mod constraint;
mod decl;
mod expr;
mod stmt;

pub(super) use decl::module;
