//! What generated C++ is written with.

pub(crate) mod condition;
pub(crate) mod function;
pub(crate) mod literal;
pub(crate) mod names;
pub(crate) mod writer;
