//! Sets of patterns, ready to be applied. A compiler builds a set once and
//! applies it as often as it likes.
//!
//! ```
//! use melior::{Context, dialect::DialectRegistry, ir::{Module, operation::OperationLike}};
//! use pdll::pattern_set::{Options, PatternSet};
//!
//! let registry = DialectRegistry::new();
//! melior::utility::register_all_dialects(&registry);
//! let context = Context::new_with_registry(&registry, false);
//!
//! let patterns = PatternSet::builder(&context)
//!     .text("double.pdll", "
//!         // x + x is x << 1.
//!         Pattern DoubleIsShift {
//!           let root = op<arith.addi>(x: Value, x) -> (t: Type);
//!           rewrite root with {
//!             let one = op<arith.constant> {value = attr<\"1 : i32\">} -> (t);
//!             replace root with op<arith.shli>(x, one) -> (t);
//!           };
//!         }")
//!     .build()
//!     .expect("the patterns are valid");
//!
//! let module = Module::parse(&context, "
//!     func.func @twice(%a: i32) -> i32 {
//!       %0 = arith.addi %a, %a : i32
//!       return %0 : i32
//!     }").expect("the program is valid");
//! patterns.apply(module.as_operation(), &Options::default()).expect("nothing goes wrong");
//! assert!(module.as_operation().to_string().contains("arith.shli"));
//! ```

mod builder;
mod compiled;
mod definitions;
pub(crate) mod embedded;
mod failed;
pub(crate) mod files;
pub(crate) mod native_bodies;
pub(crate) mod ods_constraints;
mod only_find;
mod pass_compiler;
mod pattern_warnings;
mod selection;
mod unsupported;

pub use crate::{
    mlir::ffi::pattern_set::NativeFunction,
    mlir::options::{
        ConversionMode, ConversionOptions, Driver, NativeCode, Options, RegionSimplify, Strictness,
    },
};
pub use builder::Builder;
pub(crate) use compiled::CompiledPatterns;
pub use failed::{Failed, render};
pub(crate) use pass_compiler::PassCompiler;
#[doc(hidden)]
pub use selection::select_patterns;

use crate::{
    base::source::SourceMap,
    mlir::ffi::{ir::with_context, pattern_set as raw},
};
use melior::{Context, ir::OperationRef};
use std::marker::PhantomData;

/// Patterns that are ready to be applied to operations of one context. A set
/// never changes, so that threads may share it.
pub struct PatternSet<'c> {
    raw: raw::PatternSet,
    /// The texts of the patterns that are not on disk, for messages.
    texts: SourceMap,
    context: PhantomData<&'c ()>,
}

impl<'c> PatternSet<'c> {
    /// Returns a builder without patterns.
    pub fn builder(context: &'c Context) -> Builder<'c> {
        Builder::new(context)
    }

    /// Applies the patterns to the operations inside `root`. `root` must be
    /// registered, isolated from above, and of the context of the patterns. It
    /// needs no operation around it.
    ///
    /// This checks each rewrite, but does not verify `root` as a whole, as MLIR's own
    /// drivers do not: that takes longer than to apply patterns. A pattern may, for
    /// example, erase a function that is still called. Call `verify` on `root` to find
    /// this, unless a pass manager does.
    ///
    /// # Errors
    ///
    /// Fails if `root` is something else, or if something goes wrong. `root` may
    /// then be half rewritten; it can be printed or dropped, and nothing else.
    pub fn apply(&self, root: OperationRef<'c, '_>, options: &Options) -> Result<(), Failed> {
        self.run(root, || self.raw.apply(root, options))
    }

    /// Applies the patterns to the operations inside `root` until the conversion
    /// has reached its goal. `root` must be as for [`PatternSet::apply`]. With
    /// `fold`, illegal operations are folded before patterns are tried.
    ///
    /// # Errors
    ///
    /// Fails if the goal cannot be reached, or if the set was built
    /// [without conversions](Builder::without_conversions). `root` may then be half
    /// converted.
    pub fn convert(
        &self,
        root: OperationRef<'c, '_>,
        conversion: &Conversion<'c>,
        fold: bool,
    ) -> Result<(), Failed> {
        self.run(root, || self.raw.convert(root, &conversion.raw, fold))
    }

    /// Runs a driver, which returns whether all went well.
    fn run(&self, root: OperationRef<'c, '_>, driver: impl Fn() -> bool) -> Result<(), Failed> {
        // Errors about `root` go to its context, which should be that of the set.
        with_context(root, |context| {
            Failed::catch_with(context, &self.texts, || driver().then_some(()))
        })
    }

    /// Returns the set without the guard that its context outlives it.
    pub(crate) fn into_inner(self) -> raw::PatternSet {
        self.raw
    }
}

/// The goal of a conversion, checked. Threads may share it.
pub struct Conversion<'c> {
    raw: raw::Conversion,
    context: PhantomData<&'c ()>,
}

impl<'c> Conversion<'c> {
    /// Checks the options, and loads the dialects that they name.
    ///
    /// # Errors
    ///
    /// Fails if an option is invalid.
    pub fn new(context: &'c Context, options: &ConversionOptions) -> Result<Self, Failed> {
        let raw = Failed::catch(context, || raw::Conversion::new(context, options))?;
        Ok(Conversion {
            raw,
            context: PhantomData,
        })
    }
}

/// Patterns that a build script has compiled; see [`embed`](crate::library::embed).
#[derive(Debug, Clone, Copy)]
pub struct Embedded {
    /// The name of the patterns in messages. It ends in `.mlirbc`.
    pub name: &'static str,
    /// The patterns as MLIR bytecode.
    pub bytes: &'static [u8],
}

/// Returns the native functions that are part of pdll and have a signature:
/// those of its standard library, under the name `pdll.NAME`, and some that
/// pdll itself calls.
pub fn native_functions() -> Vec<NativeFunction> {
    raw::Natives::new().functions()
}
