//! Compiles MLIR pattern files and runs them.
//!
//! ```text
//! text ─lex→ tokens ─parse→ ast ─analyze→ hir ─lower→ pdl module ─check→ pattern set ─driver→ rewritten IR
//!                                                        ↑ hand-written pdl .mlir enters here
//! ```
//!
//! Each arrow left of the pdl module also yields diagnostics. Only
//! [`lower`] and what is right of it know MLIR objects; attribute and type
//! literals are parsed by MLIR in the caller's context while [`sema`] asks for
//! it through a trait.
//!
//! | layer | its data | its question |
//! |---|---|---|
//! | [`source`], [`diagnostic`] | files, spans, messages | where, and what to say |
//! | [`syntax`] | tokens and [`syntax::ast`] | what does the text say |
//! | [`program`], [`builtin_files`] | trees in include order | which texts belong together |
//! | [`ods`] | tables | what do the included `.td` files define |
//! | [`predicates`] | conditions | what do their constraints demand |
//! | [`sema`] | [`hir`] | what does it mean |
//! | [`host`] | literals | what does MLIR know about it |
//! | [`lints`] | warnings | does it do what it seems to |
//! | [`lower`] | the pdl module | how is it said in IR |
//! | [`frontend`] | kinds of sources | what are patterns written in |
//! | [`session`] | the pipeline of the above | |
//! | [`cpp`] | C++ headers | how does it become part of a compiler |
//! | [`pattern_set`], [`native`], [`runtime`], the shim | pattern sets and drivers | what does it do to a program |
//! | `c_api` | handles | how is that said in C |
//! | [`driver`] | options and outputs | what did the user ask for |
//! | [`embed`] | bytes | how do patterns become part of a program |
//!
//! # Invariants
//!
//! 1. Lexing and parsing never fail and never panic; every byte belongs to
//!    exactly one token; depth is limited with a diagnostic.
//! 2. ast holds no types or resolved names; hir holds no unresolved name;
//!    lowering cannot report user errors: a PDL verifier failure after analysis
//!    is our bug.
//! 3. Same input, same bytes out. No iteration over hash maps, no pointers
//!    printed.
//! 4. Only [`ffi`] and [`plugin`] contain unsafe code. No panic and no C++
//!    exception crosses the boundary. Strings cross as pointer and length.
//! 5. Only the binaries print and exit, and [`embed`] in build scripts, which
//!    talk with Cargo that way; else the library returns diagnostics. The
//!    file system is touched by [`driver`] and [`source::Disk`] only, and by
//!    what keeps results in the user's cache folder.
//! 6. A command either writes its whole output or nothing.
//! 7. Nothing we load or run can crash, hang or silently change the meaning of
//!    mlir-opt: what the PDL run time does not survive is rejected before the
//!    first operation is touched, or stopped when it happens and reported.

mod c_api;
mod cache;
pub mod source;

pub mod diagnostic;

pub mod syntax;

pub mod builtin_files;
pub mod program;

pub mod ods;
pub mod predicates;

pub mod host;

pub mod hir;
pub mod sema;

pub mod lints;

pub mod lower;

pub mod frontend;
pub mod session;

pub mod cpp;

pub mod runtime;

pub mod native;
pub mod pattern_set;

pub mod ffi;
pub mod plugin;

pub mod driver;
pub use driver::embed;

#[cfg(test)]
mod testing;

/// The patterns that [`embed::Files::compile`] made under a name, for
/// [`pattern_set::Builder::embedded`].
#[macro_export]
macro_rules! include_patterns {
    ($name:literal) => {
        $crate::pattern_set::Embedded {
            name: ::core::concat!($name, ".mlirbc"),
            bytes: ::core::include_bytes!(::core::concat!(
                ::core::env!("OUT_DIR"),
                "/",
                $name,
                ".mlirbc"
            )),
        }
    };
}
