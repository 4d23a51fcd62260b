//! From text to meaning: pattern files and `.td` files, without MLIR.
//!
//! This is a package of its own because it needs no LLVM, so that it is built and tested
//! in seconds. It has no users but `pdll`, and changes without notice.

#![allow(
    missing_docs,
    rustdoc::private_intra_doc_links,
    reason = "the package is a part of `pdll`, where its modules would be private"
)]

// Files, diagnostics and the cache, which all of pdll is made of.
pub mod base;

// Which names Rust and C++ share.
pub mod contract;

// What analysis asks of MLIR.
pub mod host;

// Which pattern files come with pdll.
pub mod builtin_files;

// What C++ in pattern files and definitions consists of.
pub mod cpp;

// What the text says: tokens and a tree.
pub mod syntax;

// What the included `.td` files define.
pub mod ods;

// Which texts belong together: the trees of a file and of all it includes.
pub mod program;

// What pdll accepts and MLIR's own compiler of PDLL does not have.
pub mod portable;

// How variables that constrain each other get their values.
pub mod constraints;

// What unit tests share.
#[doc(hidden)]
pub mod testing;

// How pattern files are laid out.
pub mod format;

// What a program means: every name resolved, every conversion written out.
pub mod hir;

// What the tree means: names, types and conversions, or errors.
pub mod sema;

// What declarative rewrite rules mean, in the same form.
pub mod drr;

// Whether the patterns do what they seem to.
pub mod lints;

// Which kinds of sources patterns are written in.
pub mod frontend;
