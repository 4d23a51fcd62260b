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
// 4. Only `mlir::ffi` and `library::exports`, the two halves of the boundary, contain unsafe
//    code, apart from two blocks of the binaries, which tests/repository/structure.rs lists.
//    No panic and no C++ exception crosses the boundary. Strings cross as pointer
//    and length.
// 5. Everything returns diagnostics, and does not print or exit. The exceptions
//    are the binaries; `embed`, which talks with Cargo in build scripts; a note
//    that the C++ compiler takes long; and the reason why a plugin cannot be
//    loaded. Only `commands`, `base::source`, `front::builtin_files`, `library::embed`,
//    `library::compile`, `editor::lsp` and the caches touch the file system.
//    `base::source::open` opens what others may have put there: regular files, unless
//    the user names something else.
// 6. A command either writes its whole output or nothing.
// 7. Nothing we load or run can crash, hang or silently change the meaning of
//    mlir-opt: what the PDL run time does not survive is rejected before the
//    first operation is touched, or stopped when it happens and reported.

// The wings of the house, in the order of their layers. A wing uses only those before
// it, and so does a room of a wing; `docs/architecture.md` has the picture, and
// `tests/repository/structure.rs` checks both against it.

/// What everything else is made of: files and places in them, diagnostics.
pub(crate) use pdll_front::base;

/// From text to meaning, for pattern files and rules in `.td` files, without MLIR.
pub(crate) use pdll_front as front;

/// The calls to MLIR, to TableGen and to the C++ half.
mod mlir;

/// C++ that people wrote, evaluated without a compiler, and C++ that we write.
mod code;

/// From meaning to IR, to a program that finds and applies patterns, to C++, and to
/// explanations.
mod back;

/// What programs use, in Rust, in C and as a pass.
mod library;

/// What authors of patterns see: rules as PDLL, and the language server.
mod editor;

/// The command line.
mod commands;

pub use library::{embed, native, pattern_set};

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
    pub use crate::library::pattern_set::select_patterns;
    pub use crate::mlir::ffi::{
        bytecode::write as write_bytecode, ir::parse_module, ods::LinkedTableGen,
    };
    pub use crate::mlir::listed;
    pub use pdll_front::{
        base::{diagnostic, source},
        builtin_files, constraints, contract, drr, format, frontend, hir, host, lints, ods,
        portable, program, sema, syntax, testing,
    };

    macro_rules! open {
        ($($wing:ident: $($room:ident),*;)*) => {
            $($(pub mod $room {
                pub use crate::$wing::$room::*;
            })*)*
        };
    }

    open!(
        code: predicates;
        back: emit_cpp, lower;
        library: dialects, session;
    );

    pub mod driver {
        pub use crate::commands::*;
    }
}
