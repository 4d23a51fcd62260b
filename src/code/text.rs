//! What generated C++ is written with.

pub(crate) mod condition;
pub(crate) mod cpp_names;
pub(crate) mod function;
pub(crate) mod literal;
pub(crate) mod writer;
