//! From meaning to a program that finds and applies patterns, to C++, and to explanations.

// Patterns as graphs, and the one reading of the dialect `pdl`.
pub(crate) mod graph;

// How the meaning is said in IR, the pdl module, or in graphs without it.
pub(crate) mod lower;

// What is said about patterns before anything is done with them.
pub(crate) mod check;

// Patterns as pictures.
pub(crate) mod picture;

// Whether a pattern matches, said slowly and in full: the yardstick for `matcher`.
pub(crate) mod reference;

// How patterns in IR become a program that finds and applies them.
pub(crate) mod matcher;

// How patterns become C++ source.
pub(crate) mod emit_cpp;

// Patterns for MLIRs without pdll, and what keeps them from running there.
pub(crate) mod elsewhere;

// How patterns become Python modules.
pub(crate) mod emit_python;

// Why patterns match, or do not.
pub(crate) mod explain;

// Whether patterns are right.
pub(crate) mod verify;
