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
mod definitions;
pub(crate) mod embedded;
pub(crate) mod files;
pub(crate) mod ods_constraints;
mod pass_compiler;

pub use crate::{
    ffi::pattern_set::NativeFunction,
    options::{
        ConversionMode, ConversionOptions, Driver, NativeCode, Options, RegionSimplify, Strictness,
    },
};
pub use builder::Builder;
pub(crate) use pass_compiler::PassCompiler;

use crate::ffi::pattern_set as raw;
use melior::{Context, ir::OperationRef};
use std::{error, fmt, marker::PhantomData};

/// Patterns that are ready to be applied to operations of one context. A set
/// never changes, so that threads may share it.
pub struct PatternSet<'c> {
    raw: raw::PatternSet,
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
    /// Fails if `root` is something else, or if something goes wrong. The
    /// diagnostic engine of the context then knows the reason. `root` may be
    /// half rewritten; it can be printed or dropped, and nothing else.
    pub fn apply(&self, root: OperationRef<'c, '_>, options: &Options) -> Result<(), Failed> {
        if self.raw.apply(root, options) {
            Ok(())
        } else {
            Err(Failed)
        }
    }

    /// Applies the patterns to the operations inside `root` until the conversion
    /// has reached its goal. `root` must be as for [`PatternSet::apply`]. With
    /// `fold`, illegal operations are folded before patterns are tried.
    ///
    /// # Errors
    ///
    /// Fails if the goal cannot be reached, or if the set was built
    /// [without conversions](Builder::without_conversions). The diagnostic
    /// engine of the context then knows the reason. `root` may be half
    /// converted.
    pub fn convert(
        &self,
        root: OperationRef<'c, '_>,
        conversion: &Conversion<'c>,
        fold: bool,
    ) -> Result<(), Failed> {
        if self.raw.convert(root, &conversion.raw, fold) {
            Ok(())
        } else {
            Err(Failed)
        }
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
    /// Fails if an option is invalid. The diagnostic engine of the context then
    /// knows the reason.
    pub fn new(context: &'c Context, options: &ConversionOptions) -> Result<Self, Failed> {
        Ok(Conversion {
            raw: raw::Conversion::new(context, options).ok_or(Failed)?,
            context: PhantomData,
        })
    }
}

/// Patterns that a build script has compiled; see [`embed`](crate::embed).
#[derive(Debug, Clone, Copy)]
pub struct Embedded {
    /// The name of the patterns in messages. It ends in `.mlirbc`.
    pub name: &'static str,
    /// The patterns as MLIR bytecode.
    pub bytes: &'static [u8],
}

/// Something went wrong, and the diagnostic engine of the context knows what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Failed;

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("failed; the diagnostics of the context say why")
    }
}

impl error::Error for Failed {}

/// Returns the native functions that are part of pdll and have a signature:
/// those of its standard library, under the name `pdll.NAME`, and some that
/// pdll itself calls.
pub fn native_functions() -> Vec<NativeFunction> {
    raw::Natives::new().functions()
}
