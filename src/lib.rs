//! Compiles MLIR's PDLL pattern files and applies their patterns.
//!
//! | module | subject |
//! |---|---|
//! | [`pattern_set`] | patterns from files, applied to MLIR modules |
//! | [`native`] | functions in Rust that patterns call |
//! | [`embed`], [`include_patterns!`] | patterns that a build script compiles into the program |
//!
//! ```
//! use melior::{Context, dialect::DialectRegistry, ir::{Module, operation::OperationLike}};
//! use pdll::pattern_set::{Options, PatternSet};
//!
//! let registry = DialectRegistry::new();
//! melior::utility::register_all_dialects(&registry);
//! let context = Context::new_with_registry(&registry, false);
//!
//! let pattern = "Pattern DropNegation => replace op<arith.negf>(x: Value) with x;";
//! let patterns = PatternSet::builder(&context).text("drop.pdll", pattern).build()?;
//!
//! let module = Module::parse(&context, "
//!     func.func @f(%x: f32) -> f32 {
//!       %0 = arith.negf %x : f32
//!       return %0 : f32
//!     }").expect("the program is valid");
//! patterns.apply(module.as_operation(), &Options::default())?;
//! assert!(!module.as_operation().to_string().contains("negf"));
//! # Ok::<(), pdll::pattern_set::Failed>(())
//! ```

// The pipeline:
//
//   text ─lex→ tokens ─parse→ ast ─analyze→ hir ─lower→ pdl module ─check→ pattern set ─driver→ rewritten IR
//    rules in .td ─TableGen→ records ─drr───↑                ↑ hand-written pdl .mlir enters here
//
// Each arrow left of the pdl module also yields diagnostics. Attribute and type
// literals are parsed by MLIR in the caller's context; analysis asks for that
// through a trait.
//
// Invariants:
//
// 1. Lexing and parsing never fail and never panic; every byte belongs to
//    exactly one token; depth is limited with a diagnostic.
// 2. ast holds no types or resolved names; hir holds no unresolved name;
//    lowering cannot report user errors: a PDL verifier failure after analysis
//    is our bug.
// 3. Same input, same bytes out. No iteration over hash maps, no pointers
//    printed.
// 4. Only `ffi` and `exports`, the two halves of the boundary, contain unsafe
//    code, apart from two blocks of the binaries, which tests/structure.rs lists.
//    No panic and no C++ exception crosses the boundary. Strings cross as pointer
//    and length.
// 5. Everything returns diagnostics, and does not print or exit. The exceptions
//    are the binaries; `embed`, which talks with Cargo in build scripts; a note
//    that the C++ compiler takes long; and the reason why a plugin cannot be
//    loaded. Only `driver`, `source`, `builtin_files`, `embed`, `lsp`,
//    `native_code` and the caches touch the file system. `source::open` opens what
//    others may have put there: regular files, unless the user names something else.
// 6. A command either writes its whole output or nothing.
// 7. Nothing we load or run can crash, hang or silently change the meaning of
//    mlir-opt: what the PDL run time does not survive is rejected before the
//    first operation is touched, or stopped when it happens and reported.

// The modules in the order of their layers. A module uses only those before it,
// and each line says what question it answers; `tests/structure.rs` checks the
// order.

/// Files, places in them, and how an `#include` finds more.
mod source;

/// Which names Rust and C++ share.
mod contract;

/// What to say to the user, and at which place.
mod diagnostic;

/// What MLIR reports, as such messages.
mod mlir_diagnostics;

/// How names that are wanted twice become different.
mod unique_names;

/// The folder in which results of earlier runs are kept.
mod cache;

/// How the user wants patterns to be applied.
mod options;

/// What analysis asks of MLIR.
mod host;

/// How C++ is called: safe functions over the shim and over MLIR's C API.
mod ffi;

/// How patterns in IR become a program that finds and applies them.
mod matcher;

/// Whether a pattern matches, said slowly and in full: the yardstick for `matcher`.
mod reference;

/// What the text says: tokens and a tree.
mod syntax;

/// Which pattern files come with pdll.
mod builtin_files;

/// What the included `.td` files define.
mod ods;

/// Which texts belong together: the trees of a file and of all it includes.
mod program;

/// What the constraints of `.td` files demand.
mod predicates;

/// How variables that constrain each other get their values.
mod constraints;

/// What unit tests share.
#[cfg(test)]
mod testing;

/// What a program means: every name resolved, every conversion written out.
mod hir;

/// Bodies of native functions in C++, run without a compiler.
mod native_body;

/// What the tree means: names, types and conversions, or errors.
mod sema;

/// What declarative rewrite rules mean, in the same form.
mod drr;

/// Whether the patterns do what they seem to.
mod lints;

/// How the meaning is said in IR: the pdl module.
mod lower;

/// Which kinds of sources patterns are written in.
mod format;
mod frontend;

/// The pipeline of all of the above.
mod session;

/// How rewrite rules are said in PDLL.
mod migrate;

/// How patterns become C++ source.
mod emit_cpp;

/// How C++ code in pattern files becomes a shared library.
mod native_code;

/// Why patterns match, or do not.
mod explain;

pub mod native;
pub mod pattern_set;

/// What an editor shows about pattern files.
mod ide;

/// How editors ask for it.
mod lsp;

/// How programs in C and the pass plugin call us.
mod exports;

/// What the user of the command line asked for.
mod driver;

pub mod embed;

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

/// The insides of the crate, for its own programs, tests and benchmarks. They
/// change without notice.
#[doc(hidden)]
pub mod internals {
    macro_rules! open {
        ($($module:ident),* $(,)?) => {
            $(pub mod $module {
                pub use crate::$module::*;
            })*
        };
    }

    pub use crate::ffi::ods::LinkedTableGen;

    open!(
        builtin_files,
        constraints,
        diagnostic,
        driver,
        emit_cpp,
        format,
        frontend,
        hir,
        host,
        lints,
        lower,
        ods,
        predicates,
        program,
        sema,
        session,
        source,
        syntax,
    );
}
