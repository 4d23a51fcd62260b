//! C++ as text that we write, and as text that we read and evaluate.

// What the constraints of `.td` files demand.
pub(crate) mod predicates;

// Bodies of native functions in C++, run without a compiler.
pub(crate) mod body;

// Which of the two runs a native function.
pub(crate) mod runnable;

// What generated C++ is written with.
pub(crate) mod text;
