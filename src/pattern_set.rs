//! Sets of patterns, ready to be applied: what a compiler keeps.
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

mod definitions;
pub(crate) mod embedded;
pub(crate) mod files;
pub(crate) mod ods_constraints;
mod pass_compiler;

pub(crate) use pass_compiler::PassCompiler;

use crate::{
    diagnostic::Diagnostic,
    ffi::{
        native::{Call, Kinds, NativeClosure, Verdict},
        pattern_set::{self as raw, PatternUse},
    },
    native_code, ods,
    session::Session,
    source::Disk,
};
use files::{Compiled, PatternFile};
use melior::{
    Context,
    ir::{Module, OperationRef},
};
use std::{error, fmt, marker::PhantomData, path::PathBuf};

pub use crate::ffi::pattern_set::NativeFunction;
pub use crate::options::{
    ConversionMode, ConversionOptions, Driver, NativeCode, Options, RegionSimplify, Strictness,
};

/// The native functions that pdll brings along and that have a signature: those
/// of its standard library, as `pdll.NAME`, and some that it calls by itself.
pub fn native_functions() -> Vec<NativeFunction> {
    raw::Natives::new().functions()
}

/// Patterns that are ready to be applied to operations of one context. They
/// cannot change any more, so that threads may share them.
pub struct PatternSet<'c> {
    raw: raw::PatternSet,
    context: PhantomData<&'c ()>,
}

impl<'c> PatternSet<'c> {
    /// Begins with no patterns.
    pub fn builder(context: &'c Context) -> Builder<'c> {
        Builder {
            context,
            files: Vec::new(),
            include_dirs: Vec::new(),
            natives: Vec::new(),
            ods_cache: true,
            closures: Vec::new(),
            filter: raw::Filter::default(),
            native_code: NativeCode::Off,
            made_for: PatternUse::PdllUseAny,
        }
    }

    /// Applies the patterns to what is in `root`, which must be registered,
    /// isolated from above, and of the context of the patterns. It may stand
    /// alone, without an operation around it.
    ///
    /// # Errors
    ///
    /// When `root` is something else, or something went wrong, of which the
    /// diagnostic engine of its context was told. The operation may then be half
    /// rewritten, and must not be used for more than to look at it.
    pub fn apply(&self, root: OperationRef<'c, '_>, options: &Options) -> Result<(), Failed> {
        match self.raw.apply(root, options) {
            true => Ok(()),
            false => Err(Failed),
        }
    }

    /// Converts what is in `root`, for which the same holds, until only legal
    /// operations are left. With `fold`, operations that are not legal are
    /// folded first.
    ///
    /// # Errors
    ///
    /// When that is not possible, or the set was built without
    /// [`conversions`](Builder::conversions), of which the diagnostic engine of
    /// its context was told. The operation may then be half converted.
    pub fn convert(
        &self,
        root: OperationRef<'c, '_>,
        conversion: &Conversion<'c>,
        fold: bool,
    ) -> Result<(), Failed> {
        match self.raw.convert(root, &conversion.raw, fold) {
            true => Ok(()),
            false => Err(Failed),
        }
    }

    /// The set without the guard that its context outlives it.
    pub(crate) fn into_inner(self) -> raw::PatternSet {
        self.raw
    }
}

/// What a conversion is to reach, checked. Threads may share it.
pub struct Conversion<'c> {
    raw: raw::Conversion,
    context: PhantomData<&'c ()>,
}

impl<'c> Conversion<'c> {
    /// Checks the options, and loads the dialects that they name.
    ///
    /// # Errors
    ///
    /// When something is wrong, of which the diagnostic engine of the context
    /// was told.
    pub fn new(context: &'c Context, options: &ConversionOptions) -> Result<Self, Failed> {
        Ok(Conversion {
            raw: raw::Conversion::new(context, options).ok_or(Failed)?,
            context: PhantomData,
        })
    }
}

/// Says where the patterns of a [`PatternSet`] come from.
pub struct Builder<'c> {
    context: &'c Context,
    files: Vec<PatternFile>,
    include_dirs: Vec<PathBuf>,
    natives: Vec<String>,
    ods_cache: bool,
    closures: Vec<NativeClosure>,
    filter: raw::Filter,
    native_code: NativeCode,
    made_for: PatternUse,
}

impl<'c> Builder<'c> {
    /// Adds a pattern file: PDLL, or MLIR text or bytecode that holds
    /// `pdl.pattern` operations, which its name or its first bytes tell.
    #[must_use]
    pub fn file(mut self, path: impl Into<String>) -> Self {
        self.files.push(PatternFile::OnDisk(path.into()));
        self
    }

    /// Adds a pattern file that is in memory. Its name is for messages, says by
    /// its end what the file holds, and is where includes are looked for.
    #[must_use]
    pub fn text(mut self, name: impl Into<String>, text: impl Into<Vec<u8>>) -> Self {
        self.files
            .push(PatternFile::InMemory(name.into(), text.into()));
        self
    }

    /// Adds patterns that were compiled when the program was.
    #[must_use]
    pub fn embedded(self, patterns: Embedded) -> Self {
        self.text(patterns.name, patterns.bytes)
    }

    /// Adds a folder in which `#include` looks for files.
    #[must_use]
    pub fn include_dir(mut self, path: impl Into<PathBuf>) -> Self {
        self.include_dirs.push(path.into());
        self
    }

    /// Says whether what `.td` files define is kept in the user's cache, and
    /// taken from there, which it is otherwise.
    #[must_use]
    pub fn ods_cache(mut self, is_used: bool) -> Self {
        self.ods_cache = is_used;
        self
    }

    /// Adds a shared library of native functions; see `pdll/Native.h`.
    #[must_use]
    pub fn native_library(mut self, path: impl Into<String>) -> Self {
        self.natives.push(path.into());
        self
    }

    /// Adds a native constraint that takes `A`, a tuple of the kinds of
    /// [`native`](crate::native).
    ///
    /// ```
    /// # use pdll::{native::{Attr, Value}, pattern_set::Builder};
    /// # use melior::ir::{ValueLike, r#type::TypeLike};
    /// # fn add(builder: Builder<'_>) -> Builder<'_> {
    /// builder.constraint::<(Value,), _>("IsIndex", |_, (value,)| value.r#type().is_index())
    /// # }
    /// ```
    #[must_use]
    pub fn constraint<A: Kinds, F>(self, name: impl Into<String>, holds: F) -> Self
    where
        F: for<'a> Fn(&Call<'a>, A::Of<'a>) -> bool + Send + Sync + 'static,
    {
        self.native::<A, (), _>(true, name.into(), move |call, arguments| {
            Ok(holds(call, arguments).then_some(()))
        })
    }

    /// Adds a native constraint that takes `A` and, if it holds, gives `R`.
    #[must_use]
    pub fn constraint_with_results<A: Kinds, R: Kinds, F>(
        self,
        name: impl Into<String>,
        results: F,
    ) -> Self
    where
        F: for<'a> Fn(&Call<'a>, A::Of<'a>) -> Option<R::Of<'a>> + Send + Sync + 'static,
    {
        self.native::<A, R, _>(true, name.into(), move |call, arguments| {
            Ok(results(call, arguments))
        })
    }

    /// Adds a native rewrite that takes `A` and gives `R`. If it fails, with a
    /// reason, [`PatternSet::apply`] does.
    #[must_use]
    pub fn rewrite<A: Kinds, R: Kinds, F>(self, name: impl Into<String>, rewrite: F) -> Self
    where
        F: for<'a> Fn(&Call<'a>, A::Of<'a>) -> Result<R::Of<'a>, String> + Send + Sync + 'static,
    {
        self.native::<A, R, _>(false, name.into(), move |call, arguments| {
            rewrite(call, arguments).map(Some)
        })
    }

    fn native<A: Kinds, R: Kinds, F>(mut self, is_constraint: bool, name: String, run: F) -> Self
    where
        F: for<'a> Fn(&Call<'a>, A::Of<'a>) -> Verdict<'a, R> + Send + Sync + 'static,
    {
        let closure = NativeClosure::new::<A, R, F>(is_constraint, name, run);
        self.closures.push(closure);
        self
    }

    /// Adds a native function of a program in C.
    #[must_use]
    pub(crate) fn foreign(mut self, function: NativeClosure) -> Self {
        self.closures.push(function);
        self
    }

    /// Uses only the patterns that are enabled. `name` is the name of a pattern
    /// (`file:line` if it has none), a label, or the stem of a file; `*` stands
    /// for any letters, and `?` for any one.
    #[must_use]
    pub fn enable_patterns(mut self, name: impl Into<String>) -> Self {
        self.filter.enabled.push(name.into());
        self
    }

    /// Does not use the patterns of that name, even if they are enabled.
    #[must_use]
    pub fn disable_patterns(mut self, name: impl Into<String>) -> Self {
        self.filter.disabled.push(name.into());
        self
    }

    /// Says what to do with native functions whose C++ code is in the pattern
    /// files; without, they are errors.
    #[must_use]
    pub fn native_code(mut self, native_code: NativeCode) -> Self {
        self.native_code = native_code;
        self
    }

    /// Says whether the set is for [`PatternSet::convert`], too, which it is
    /// otherwise. Without, [`PatternSet::apply`] is faster, above all with
    /// hundreds of patterns.
    #[must_use]
    pub fn conversions(mut self, are_possible: bool) -> Self {
        self.made_for = if are_possible {
            PatternUse::PdllUseAny
        } else {
            PatternUse::PdllUseRewrite
        };
        self
    }

    /// Compiles the patterns, checks that they can run, and prepares them.
    /// Loads the dialects that they mention.
    ///
    /// # Errors
    ///
    /// When something is wrong, of which the diagnostic engine of the context
    /// was told.
    ///
    /// # Panics
    ///
    /// When compiled patterns do not verify: a bug of ours.
    pub fn build(mut self) -> Result<PatternSet<'c>, Failed> {
        let filter = std::mem::take(&mut self.filter);
        let made_for = self.made_for;
        let (module, natives) = self.compile()?;
        let raw = raw::PatternSet::new(module, &natives, &filter, made_for).ok_or(Failed)?;
        Ok(PatternSet {
            raw,
            context: PhantomData,
        })
    }

    /// Compiles the patterns to a module, and collects the native functions that
    /// they can call.
    pub(crate) fn compile(mut self) -> Result<(Module<'c>, raw::Natives), Failed> {
        let mut session = Session::new(&Disk, self.include_dirs.clone());
        if self.ods_cache {
            session.ods.cache = ods::Cache::of_user();
        }
        let mut natives = self.registered(&mut session);
        let files = std::mem::take(&mut self.files);
        let compiled = files::compile(&mut session, self.context, files);
        let module = compiled.map(|compiled| self.define(compiled, &mut session, &mut natives));
        let failed = session.diagnostics.has_errors();
        session.emit_errors(self.context);
        let module = module.filter(|_| !failed).ok_or(Failed)?;
        Ok((module, natives))
    }

    /// The functions that do not come from pattern files.
    fn registered(&mut self, session: &mut Session<'_>) -> raw::Natives {
        let mut natives = raw::Natives::new();
        let mut failures = Vec::new();
        for path in &self.natives {
            failures.extend(natives.load(path, &format!("`{path}`")).err());
        }
        for closure in std::mem::take(&mut self.closures) {
            failures.extend(closure.register(&mut natives).err());
        }
        let errors = failures.into_iter().map(Diagnostic::error_without_place);
        session.diagnostics.extend(errors);
        natives
    }

    /// Adds the functions that pattern files define. Gives the patterns.
    fn define(
        &self,
        compiled: Compiled<'c>,
        session: &mut Session<'_>,
        natives: &mut raw::Natives,
    ) -> Module<'c> {
        let mode = self.native_code;
        let compiles = mode == NativeCode::Compile;
        let (code, errors) = ods_constraints::register(compiled.definitions, compiles, natives);
        session.diagnostics.extend(errors);
        if compiles && !code.is_empty() {
            // Code that creates operations of a dialect that is not loaded would
            // end the process.
            for dialect in &compiled.dialects {
                self.context.get_or_load_dialect(dialect);
            }
        }
        native_code::add(&code, mode, &self.include_dirs, session, natives);
        compiled.module
    }
}

/// Patterns that are part of the program; see [`embed`](crate::embed).
#[derive(Debug, Clone, Copy)]
pub struct Embedded {
    /// What messages call them; it ends in `.mlirbc`.
    pub name: &'static str,
    /// MLIR bytecode.
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
