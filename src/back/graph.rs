//! Patterns of the dialect `pdl` as graphs. Nothing else reads the dialect to find out
//! what patterns match and how they rewrite.
//!
//! | module | subject |
//! |---|---|
//! | `read` | `pdl.pattern` operations become graphs |
//! | `pattern`, `pool` | a pattern as data, and the names and constants of all patterns |
//! | `statements` | what rewrites refer to, and in which order |
//! | `guards` | what must hold of a match so that its rewrite cannot go wrong |

pub(crate) mod guards;
pub(crate) mod pattern;
pub(crate) mod pool;
pub(crate) mod read;
pub(crate) mod statements;
