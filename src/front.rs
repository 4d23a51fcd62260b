//! From text to meaning: pattern files and `.td` files, without MLIR.

// Which names Rust and C++ share.
pub(crate) mod contract;

// What analysis asks of MLIR.
pub(crate) mod host;

// Which pattern files come with pdll.
pub(crate) mod builtin_files;

// What the text says: tokens and a tree.
pub(crate) mod syntax;

// How pattern files are laid out.
pub(crate) mod format;

// What the included `.td` files define.
pub(crate) mod ods;

// Which texts belong together: the trees of a file and of all it includes.
pub(crate) mod program;

// What pdll accepts and MLIR's own compiler of PDLL does not have.
pub(crate) mod portable;

// How variables that constrain each other get their values.
pub(crate) mod constraints;

// What unit tests share.
#[cfg(test)]
pub(crate) mod testing;

// What a program means: every name resolved, every conversion written out.
pub(crate) mod hir;

// What the tree means: names, types and conversions, or errors.
pub(crate) mod sema;

// What declarative rewrite rules mean, in the same form.
pub(crate) mod drr;

// Whether the patterns do what they seem to.
pub(crate) mod lints;

// Which kinds of sources patterns are written in.
pub(crate) mod frontend;
