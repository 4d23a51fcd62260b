//! How a set of patterns is built.

use super::{
    CompiledPatterns, Embedded, Failed, PatternSet,
    files::{self, Compiled, PatternFile},
    native_bodies, ods_constraints, pattern_warnings,
};
use crate::{
    back::check,
    back::lower::Located,
    back::matcher,
    base::diagnostic::{Diagnostic, Severity, UNKNOWN_OPERATION},
    base::source::{Disk, Loader, ReadOnce, SourceMap, Span},
    code::predicates::{Known, literal_check},
    front::hir::NativeBody,
    front::ods,
    front::ods::CodeClasses,
    library::compile::{self as native_code, Definition},
    library::session::{CodePolicy, Session},
    mlir::diagnostics::Catcher,
    mlir::ffi::{
        native::{Any, AnyKind, Call, Kinds, NativeClosure, NativeKind, Verdict},
        pattern_set::{self as raw, PatternUse},
    },
    mlir::options::NativeCode,
};
use melior::{Context, ir::Module};
use smol_str::SmolStr;
use std::{collections::BTreeSet, marker::PhantomData, mem, path::PathBuf};

/// Collects the patterns of a [`PatternSet`] and the native functions that they
/// call.
pub struct Builder<'c> {
    context: &'c Context,
    files: Vec<PatternFile>,
    include_dirs: Vec<PathBuf>,
    natives: Vec<String>,
    ods_cache: bool,
    allows_unknown_operations: bool,
    closures: Vec<NativeClosure>,
    filter: raw::Filter,
    native_code: NativeCode,
    native_preludes: Vec<PathBuf>,
    skips_unsupported: bool,
    made_for: PatternUse,
}

/// What the code of native functions may use.
struct Used<'a> {
    /// As in [`Compiled`].
    dialects: &'a BTreeSet<SmolStr>,
    classes: &'a CodeClasses,
}

/// Patterns that are compiled, and can be checked.
struct Prepared<'c> {
    module: Module<'c>,
    /// As in [`Compiled`].
    declarations: Vec<Option<Span>>,
    natives: raw::Natives,
    /// The constraints of `.td` files among them.
    predicates: Known,
}

impl<'c> Prepared<'c> {
    /// What a pass or an explanation needs. There are no warnings yet.
    fn with_sources(mut self, sources: SourceMap) -> CompiledPatterns<'c> {
        self.natives.attach(self.predicates);
        CompiledPatterns {
            module: self.module,
            natives: self.natives,
            warnings: Vec::new(),
            sources,
        }
    }
}

impl<'c> Builder<'c> {
    pub(super) fn new(context: &'c Context) -> Self {
        Builder {
            context,
            files: Vec::new(),
            include_dirs: Vec::new(),
            natives: Vec::new(),
            ods_cache: true,
            allows_unknown_operations: false,
            closures: Vec::new(),
            filter: raw::Filter::default(),
            native_code: NativeCode::Off,
            native_preludes: Vec::new(),
            skips_unsupported: false,
            made_for: PatternUse::PdllUseAny,
        }
    }

    /// Adds a pattern file. A file whose name ends in `.mlir` or `.mlirbc`, or
    /// that starts as MLIR bytecode does, holds `pdl.pattern` operations; one whose
    /// name ends in `.td` holds rewrite rules; all others are PDLL.
    #[must_use]
    pub fn file(mut self, path: impl Into<String>) -> Self {
        self.files.push(PatternFile::OnDisk(path.into()));
        self
    }

    /// Adds a pattern file that is in memory. Messages call it `name`; the end
    /// of that name tells what the file holds, as for [`Builder::file`], and its
    /// folder is the first in which `#include` looks for files.
    #[must_use]
    pub fn text(mut self, name: impl Into<String>, text: impl Into<Vec<u8>>) -> Self {
        self.files
            .push(PatternFile::InMemory(name.into(), text.into()));
        self
    }

    /// Adds patterns that a build script has compiled.
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

    /// Reads `.td` files in each build. By default, the user's cache keeps what
    /// they define.
    #[must_use]
    pub fn without_ods_cache(mut self) -> Self {
        self.ods_cache = false;
        self
    }

    /// Accepts operations that the included definitions of their dialect do not
    /// have. By default, they are errors.
    #[must_use]
    pub fn allow_unknown_operations(mut self) -> Self {
        self.allows_unknown_operations = true;
        self
    }

    /// Adds a shared library of native functions; see `pdll/Native.h`.
    #[must_use]
    pub fn native_library(mut self, path: impl Into<String>) -> Self {
        self.natives.push(path.into());
        self
    }

    /// Adds a native constraint with arguments `A`, a tuple of the kinds of
    /// [`native`](crate::library::native).
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
        self.native::<A, (), _>(NativeKind::Constraint, name, move |call, arguments| {
            Ok(holds(call, arguments).then_some(()))
        })
    }

    /// Adds a native constraint with arguments `A` and results `R`. Without
    /// results, the constraint does not hold.
    #[must_use]
    pub fn constraint_with_results<A: Kinds, R: Kinds, F>(
        self,
        name: impl Into<String>,
        results: F,
    ) -> Self
    where
        F: for<'a> Fn(&Call<'a>, A::Of<'a>) -> Option<R::Of<'a>> + Send + Sync + 'static,
    {
        self.native::<A, R, _>(NativeKind::Constraint, name, move |call, arguments| {
            Ok(results(call, arguments))
        })
    }

    /// Adds a native rewrite with arguments `A` and results `R`. If it returns
    /// an error, [`PatternSet::apply`] fails with that reason.
    #[must_use]
    pub fn rewrite<A: Kinds, R: Kinds, F>(self, name: impl Into<String>, rewrite: F) -> Self
    where
        F: for<'a> Fn(&Call<'a>, A::Of<'a>) -> Result<R::Of<'a>, String> + Send + Sync + 'static,
    {
        self.native::<A, R, _>(NativeKind::Rewrite, name, move |call, arguments| {
            rewrite(call, arguments).map(Some)
        })
    }

    /// Adds a native constraint whose kinds the program finds out when it runs. It gets
    /// arguments of the kinds `arguments`. If it returns results, they are of the kinds
    /// `results`, and the constraint holds. This is for functions of other languages:
    ///
    /// ```
    /// # use melior::{Context, dialect::DialectRegistry, ir::{Module, operation::OperationLike}};
    /// # use pdll::{native::{Any, AnyKind}, pattern_set::{Options, PatternSet}};
    /// # let registry = DialectRegistry::new();
    /// # melior::utility::register_all_dialects(&registry);
    /// # let context = Context::new_with_registry(&registry, false);
    /// # context.set_allow_unregistered_dialects(true);
    /// let text = "
    ///     Constraint IsShort(n: Attr);
    ///     Rewrite Same(n: Attr) -> Attr;
    ///     Pattern {
    ///       let root = op<arith.constant> {value = n: IsShort} -> (t: Type);
    ///       replace root with op<test.short> {n = Same(n)} -> (t);
    ///     }";
    /// let patterns = PatternSet::builder(&context)
    ///     .text("short.pdll", text)
    ///     .constraint_of_kinds("IsShort", &[AnyKind::Attr], &[], |_, given| match &given[..] {
    ///         [Any::Attr(n)] => Ok((n.to_string().len() < 10).then(Vec::new)),
    ///         _ => Err("the kinds are those above".to_owned()),
    ///     })
    ///     .rewrite_of_kinds("Same", &[AnyKind::Attr], &[AnyKind::Attr], |_, given| Ok(given))
    ///     .build()?;
    /// let module = Module::parse(&context, "
    ///     func.func @f() -> (i32, i32) {
    ///       %0 = arith.constant 12 : i32
    ///       %1 = arith.constant 12345 : i32
    ///       return %0, %1 : i32, i32
    ///     }").expect("the program is valid");
    /// patterns.apply(module.as_operation(), &Options::default())?;
    /// let result = module.as_operation().to_string();
    /// assert!(result.contains("short") && result.contains("constant 12345"), "{result}");
    /// # Ok::<(), pdll::pattern_set::Failed>(())
    /// ```
    #[must_use]
    pub fn constraint_of_kinds<F>(
        self,
        name: impl Into<String>,
        arguments: &[AnyKind],
        results: &[AnyKind],
        run: F,
    ) -> Self
    where
        F: for<'a> Fn(&Call<'a>, Vec<Any<'a>>) -> Result<Option<Vec<Any<'a>>>, String>
            + Send
            + Sync
            + 'static,
    {
        let kind = NativeKind::Constraint;
        self.closure(NativeClosure::of_kinds(
            kind,
            name.into(),
            arguments,
            results,
            run,
        ))
    }

    /// Adds a native rewrite in the same way.
    #[must_use]
    pub fn rewrite_of_kinds<F>(
        self,
        name: impl Into<String>,
        arguments: &[AnyKind],
        results: &[AnyKind],
        run: F,
    ) -> Self
    where
        F: for<'a> Fn(&Call<'a>, Vec<Any<'a>>) -> Result<Vec<Any<'a>>, String>
            + Send
            + Sync
            + 'static,
    {
        let kind = NativeKind::Rewrite;
        self.closure(NativeClosure::of_kinds(
            kind,
            name.into(),
            arguments,
            results,
            move |call, given| run(call, given).map(Some),
        ))
    }

    fn native<A: Kinds, R: Kinds, F>(
        self,
        kind: NativeKind,
        name: impl Into<String>,
        run: F,
    ) -> Self
    where
        F: for<'a> Fn(&Call<'a>, A::Of<'a>) -> Verdict<'a, R> + Send + Sync + 'static,
    {
        self.closure(NativeClosure::new::<A, R, F>(kind, name.into(), run))
    }

    /// Adds a native function of any language.
    #[must_use]
    pub(crate) fn closure(mut self, closure: NativeClosure) -> Self {
        self.closures.push(closure);
        self
    }

    /// Uses only the patterns that are enabled. `name` is the name of a pattern
    /// (`file:line` if it has none), a label, or the stem of a file; `*` stands
    /// for any characters, and `?` for any single one.
    #[must_use]
    pub fn enable_patterns(mut self, name: impl Into<String>) -> Self {
        self.filter.enabled.push(name.into());
        self
    }

    /// Leaves out the patterns of that name, even if they are enabled.
    #[must_use]
    pub fn disable_patterns(mut self, name: impl Into<String>) -> Self {
        self.filter.disabled.push(name.into());
        self
    }

    /// Sets what happens to native functions whose C++ code is in the pattern
    /// files. By default, they are errors.
    #[must_use]
    pub fn native_code(mut self, native_code: NativeCode) -> Self {
        self.native_code = native_code;
        self
    }

    /// Uses only some patterns.
    pub(crate) fn select(mut self, filter: raw::Filter) -> Self {
        self.filter = filter;
        self
    }

    /// Adds a C++ header that C++ code in the pattern files sees, as if it included
    /// it. Rewrite rules call helpers that are declared nowhere else.
    #[must_use]
    pub fn native_prelude(mut self, path: impl Into<PathBuf>) -> Self {
        self.native_preludes.push(path.into());
        self
    }

    /// Leaves out the rewrite rules of `.td` files that have errors, and those whose C++
    /// code does not run without a compiler, unless [`Builder::native_code`] says to
    /// compile it. By default, they are errors.
    #[must_use]
    pub fn skip_unsupported(mut self) -> Self {
        self.skips_unsupported = true;
        self
    }

    /// Prepares the patterns for [`PatternSet::apply`] alone, which makes it
    /// faster, above all with hundreds of patterns. [`PatternSet::convert`] then
    /// fails.
    #[must_use]
    pub fn without_conversions(mut self) -> Self {
        self.made_for = PatternUse::PdllUseRewrite;
        self
    }

    /// Compiles the patterns, checks that they can run, and prepares them.
    /// Loads the dialects that they mention.
    ///
    /// # Errors
    ///
    /// Fails if something is wrong with the patterns or their native functions.
    pub fn build(self) -> Result<PatternSet<'c>, Failed> {
        self.build_located(Located::Patterns).map(|(set, _)| set)
    }

    /// As [`Builder::build`], and also returns what an explanation needs.
    pub(crate) fn build_with_module(
        self,
    ) -> Result<(PatternSet<'c>, CompiledPatterns<'c>), Failed> {
        self.build_located(Located::Parts)
    }

    fn build_located(
        self,
        located: Located,
    ) -> Result<(PatternSet<'c>, CompiledPatterns<'c>), Failed> {
        let context = self.context;
        let catcher = Catcher::of_errors(context);
        let loader = ReadOnce::new(&Disk);
        let mut session = self.session(located, &loader);
        let built = self.build_in(&mut session, &loader);
        let mut errors = catcher.finish(&mut session.sources, &Disk);
        errors.extend(session.diagnostics.take_sorted());
        errors.retain(|one| one.severity == Severity::Error);
        let built = Failed::unless(built, context, &session.sources, &errors);
        built.map(|(set, prepared)| (set, prepared.with_sources(session.sources)))
    }

    /// As [`Builder::build`]. Errors go to the diagnostic engine of the context.
    pub(crate) fn build_or_report(self) -> Option<PatternSet<'c>> {
        let context = self.context;
        let loader = ReadOnce::new(&Disk);
        let mut session = self.session(Located::Patterns, &loader);
        let built = self.build_in(&mut session, &loader);
        session.emit_errors(context);
        built.map(|(set, _)| set)
    }

    /// Compiles the patterns to a module, and collects the native functions that they
    /// can call, and the warnings about the patterns. The conditions of the constraints
    /// of `.td` files among the functions are attached to these, as [`Known`]. Errors go
    /// to the diagnostic engine of the context.
    pub(crate) fn compile_or_report(self) -> Option<CompiledPatterns<'c>> {
        let context = self.context;
        let mut session = self.session(Located::Parts, &Disk);
        let prepared = self.compile_in(&mut session);
        let declarations = prepared.as_ref().map(|prepared| &*prepared.declarations);
        let warnings = pattern_warnings::collect(declarations.unwrap_or_default(), &session);
        // This forgets the diagnostics.
        session.emit_skipped(context);
        session.emit_errors(context);
        let mut compiled = prepared?.with_sources(session.sources);
        compiled.warnings = warnings;
        Some(compiled)
    }

    fn session<'l>(&self, located: Located, loader: &'l dyn Loader) -> Session<'l> {
        let mut session = Session::new(loader, self.include_dirs.clone());
        session.located = located;
        session.literal_check = Some(literal_check);
        session.rule_check = Some(check::contradicted_rule);
        session.native_preludes = self.native_preludes.clone();
        session.ods.skip_unsupported = self.skips_unsupported;
        session.selection = self.filter.clone();
        session.code_policy = match self.native_code {
            NativeCode::Compile => CodePolicy::Compile,
            NativeCode::Off if self.skips_unsupported => CodePolicy::EvaluateOrSkip,
            NativeCode::Off => CodePolicy::Evaluate,
        };
        if self.ods_cache {
            session.ods.cache = ods::Cache::of_user();
        }
        if self.allows_unknown_operations {
            session.diagnostics.downgrade(UNKNOWN_OPERATION);
        }
        session
    }

    /// Returns `None` after an error, which is in the session or with the
    /// diagnostic engine of the context. So are the errors of the functions below.
    /// The loader is that of the session.
    fn build_in<'l>(
        self,
        session: &mut Session<'l>,
        loader: &'l ReadOnce<'_>,
    ) -> Option<(PatternSet<'c>, Prepared<'c>)> {
        let (context, made_for) = (self.context, self.made_for);
        let (filter, texts) = (self.filter.clone(), self.texts());
        // MLIR's messages about texts show their lines, too.
        session.sources = texts.clone();
        // Only messages about the patterns need the places of their parts.
        let again = (session.located != Located::Parts).then(|| {
            let mut session = self.session(Located::Parts, loader);
            session.sources = texts.clone();
            (session, self.files.clone())
        });
        let prepared = self.compile_in(session)?;
        let Prepared {
            module, natives, ..
        } = &prepared;
        let check = |module| check::for_this_process(context, module, Some(natives), &filter);
        let detailed;
        let checked = match again {
            None => check(module)?,
            Some((detailed_session, files)) => match if_silent(context, || check(module)) {
                Some(checked) => checked,
                None => {
                    *session = detailed_session;
                    detailed = files::compile(session, context, files)?.module;
                    check(&detailed)?
                }
            },
        };
        let program = matcher::compile(&checked).into_program();
        let set = PatternSet {
            raw: raw::PatternSet::new(checked.module(), natives, &program, made_for),
            texts,
            context: PhantomData,
        };
        Some((set, prepared))
    }

    /// Returns the pattern files that are in memory and are no bytecode.
    fn texts(&self) -> SourceMap {
        let mut texts = SourceMap::default();
        for file in &self.files {
            if let PatternFile::InMemory(name, bytes) = file
                && let Ok(text) = str::from_utf8(bytes)
            {
                texts.add(name, text, None);
            }
        }
        texts
    }

    fn compile_in(mut self, session: &mut Session<'_>) -> Option<Prepared<'c>> {
        for prelude in &self.native_preludes {
            // The compiler reads it, and would not say which option names it.
            session.read(prelude);
        }
        let mut natives = self.registered(session);
        let files = mem::take(&mut self.files);
        let Compiled {
            module,
            declarations,
            definitions,
            dialects,
            classes,
            ..
        } = files::compile(session, self.context, files)?;
        let used = Used {
            dialects: &dialects,
            classes: &classes,
        };
        let mut predicates = Known::default();
        for Definition { native, .. } in &definitions {
            if let NativeBody::Predicate {
                subject, predicate, ..
            } = &native.body
            {
                predicates.insert(&native.name, *subject, predicate);
            }
        }
        self.define(definitions, &used, session, &mut natives);
        let prepared = Prepared {
            predicates,
            module,
            declarations,
            natives,
        };
        (!session.diagnostics.has_errors()).then_some(prepared)
    }

    /// Returns the functions that do not come from pattern files.
    fn registered(&mut self, session: &mut Session<'_>) -> raw::Natives {
        let mut natives = raw::Natives::new();
        let mut failures = Vec::new();
        for path in &self.natives {
            failures.extend(natives.load(path, &format!("`{path}`")).err());
        }
        for closure in mem::take(&mut self.closures) {
            failures.extend(closure.register(&mut natives).err());
        }
        let errors = failures.into_iter().map(Diagnostic::error_without_place);
        session.diagnostics.extend(errors);
        natives
    }

    /// Adds the functions that pattern files define.
    fn define(
        &self,
        definitions: Vec<Definition>,
        used: &Used<'_>,
        session: &mut Session<'_>,
        natives: &mut raw::Natives,
    ) {
        let (code, errors) =
            ods_constraints::register(definitions, self.native_code, used.classes, natives);
        session.diagnostics.extend(errors);
        let (code, errors) = native_bodies::register(code, self.native_code, used.classes, natives);
        session.diagnostics.extend(errors);
        if !code.is_empty() {
            // Code that creates operations of a dialect that is not loaded would
            // end the process.
            for dialect in used.dialects {
                self.context.get_or_load_dialect(dialect);
            }
        }
        native_code::add(&code, &self.include_dirs, session, natives);
    }
}

/// What a function returns that reports nothing to the context on this thread. Otherwise
/// there is no result, and what is reported is lost.
fn if_silent<T>(context: &Context, run: impl FnOnce() -> Option<T>) -> Option<T> {
    let catcher = Catcher::of_this_thread(context);
    run().filter(|_| catcher.is_empty())
}
