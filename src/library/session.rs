//! The pipeline: pattern file to `pdl` module.

use crate::{
    back::check,
    back::graph::Graph,
    back::lower::{self, DialectAccess, Literals, Located, MlirHost},
    base::diagnostic::{Diagnostic, Diagnostics, Note, SKIPPED_RULE, Severity},
    base::source::{FileId, FileText, Loader, SourceMap, Span, load_reason},
    code::predicates::{MakeLiteralCheck, literal_check},
    front::frontend::{self, Frontend, PatternFile, Reader},
    front::hir::{self, NativeFunctions},
    front::host::HiddenNatives,
    front::lints,
    front::ods::{self, RuleFile},
    front::program::{self, Program},
    library::dialects::core::{CoreDialects, are_missed},
    mlir::diagnostics::{self, Catcher},
    mlir::ffi::ods::LinkedTableGen,
    mlir::ffi::{
        self,
        diagnostics::{Message, Remark},
        ir::load_dialect,
        pattern_set::Filter,
    },
    mlir::listed::Listed,
};
use melior::{
    Context,
    ir::{Module, operation::OperationLike},
};
use std::{
    mem::{self, ManuallyDrop},
    path::{Path, PathBuf},
    slice,
};

/// What becomes of the C++ code in rewrite rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CodePolicy {
    /// A compiler compiles what nothing else understands.
    Compile,
    /// It runs without a compiler, or is an error.
    Evaluate,
    /// It runs without a compiler, or its rule is left out.
    EvaluateOrSkip,
}

/// Finds out why the last constraint of a pattern, a rule for types, contradicts the
/// others; see [`check::contradicted_rule`]. Who does not ask is not linked to it, nor to
/// all of MLIR.
pub(crate) type RuleCheck = for<'c> fn(&'c Context, &Module<'c>) -> Vec<Remark<'c>>;

/// How many diagnostics there were after each step. After errors, a check does not go on.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Steps {
    /// After parsing.
    pub(crate) parsed: usize,
    /// After finding out what the patterns mean.
    pub(crate) analyzed: usize,
}

/// What the patterns of a source mean.
struct Meaning<'c> {
    patterns: hir::Module,
    literals: Literals<'c>,
    hidden_natives: HiddenNatives,
}

impl<'c> Meaning<'c> {
    /// The patterns without IR, if they can be graphs.
    fn graph(&self, context: &'c Context) -> Option<Graph<'c, 'c>> {
        let patterns = &self.patterns.patterns;
        lower::graph(context, patterns, &self.literals, self.hidden_natives)
    }

    /// Appends the patterns to `target`.
    fn lower(&self, context: &'c Context, located: (&SourceMap, Located), target: &Module<'c>) {
        let patterns = &self.patterns.patterns;
        lower::lower(
            context,
            patterns,
            &self.literals,
            self.hidden_natives,
            located,
            target,
        );
    }
}

/// The files and diagnostics of a run, and where includes are looked for.
pub struct Session<'l> {
    /// All files read so far.
    pub sources: SourceMap,
    /// The diagnostics so far.
    pub diagnostics: Diagnostics,
    /// How included `.td` files are read.
    pub ods: ods::Settings,
    /// What becomes of the C++ code in rewrite rules.
    pub(crate) code_policy: CodePolicy,
    /// Which patterns are used. Functions that only others call are not checked.
    pub(crate) selection: Filter,
    /// Headers that C++ code in pattern files sees.
    pub(crate) native_preludes: Vec<PathBuf>,
    /// What checks literals against the constraints of definitions.
    pub(crate) literal_check: Option<MakeLiteralCheck>,
    /// Whether that was needed and is missing.
    has_unchecked_literals: bool,
    /// What compares created operations with rules for their types.
    pub(crate) rule_check: Option<RuleCheck>,
    /// Which native functions patterns may call that their source does not mention.
    pub(crate) hidden_natives: HiddenNatives,
    /// Whether what MLIR's `mlir-pdll` does not have is an error.
    pub is_portable: bool,
    /// Whether MLIR's interpreter may run the patterns as they are.
    pub is_for_interpreter: bool,
    /// Whether calls of pdll's library become `pdl`, as far as they can.
    pub expands_library: bool,
    /// Whether the patterns are only compiled here, and run in another process.
    pub(crate) runs_elsewhere: bool,
    /// Whether the patterns are a part of a source that has errors elsewhere.
    pub(crate) has_other_errors: bool,
    /// Which operations of a compiled module have a location of their own.
    pub(crate) located: Located,
    /// The number of diagnostics after each step of a check.
    pub(crate) steps: Steps,
    /// The files that were read from disk so far, some more than once.
    pub(crate) files: Vec<PathBuf>,
    loader: &'l dyn Loader,
    include_dirs: Vec<PathBuf>,
}

impl<'l> Session<'l> {
    /// A session that has read nothing yet.
    pub fn new(loader: &'l dyn Loader, include_dirs: Vec<PathBuf>) -> Self {
        Session {
            sources: SourceMap::default(),
            diagnostics: Diagnostics::default(),
            ods: ods::Settings::new(&LinkedTableGen),
            code_policy: CodePolicy::Compile,
            selection: Filter::default(),
            native_preludes: Vec::new(),
            literal_check: None,
            has_unchecked_literals: false,
            rule_check: None,
            hidden_natives: HiddenNatives::default(),
            is_portable: false,
            is_for_interpreter: false,
            expands_library: false,
            runs_elsewhere: false,
            has_other_errors: false,
            located: Located::Parts,
            steps: Steps::default(),
            files: Vec::new(),
            loader,
            include_dirs,
        }
    }

    /// Where included files are looked for.
    pub(crate) fn include_dirs(&self) -> &[PathBuf] {
        &self.include_dirs
    }

    /// Reads a pattern file. On failure there is an error, and no file.
    pub fn open(&mut self, path: &Path) -> Option<FileId> {
        let bytes = self.read(path)?;
        Some(self.add(&path.display().to_string(), bytes))
    }

    /// Adds a pattern file that was read already.
    pub fn add(&mut self, name: &str, bytes: Vec<u8>) -> FileId {
        let text = FileText::decode(bytes);
        let invalid_at = text.invalid_at();
        let file = self.sources.add(name, text, None);
        if let Some(offset) = invalid_at {
            self.diagnostics.push(program::invalid_utf8(file, offset));
        }
        file
    }

    /// Reads a file that the user names. On failure there is an error, and no bytes.
    pub fn read(&mut self, path: &Path) -> Option<Vec<u8>> {
        match self.loader.read_named(path) {
            Ok(bytes) => {
                self.files.push(path.to_owned());
                Some(bytes)
            }
            Err(error) => {
                let reason = load_reason(path, &error);
                self.fail(format!("cannot read `{}`: {reason}", path.display()))
            }
        }
    }

    /// Adds an error without a place, and returns no result.
    pub(crate) fn fail<T>(&mut self, message: String) -> Option<T> {
        self.diagnostics
            .push(Diagnostic::error_without_place(message));
        None
    }

    /// Reads the patterns of a file that was opened, or added to the sources, and what
    /// it includes. The name of the file determines what it is written in.
    pub fn patterns(&mut self, file: FileId) -> Box<dyn PatternFile> {
        let source = frontend::read(
            file,
            Reader {
                include_dirs: &self.include_dirs,
                loader: self.loader,
                ods: &self.ods,
                sources: &mut self.sources,
                diagnostics: &mut self.diagnostics,
            },
        );
        self.files.extend_from_slice(source.included_paths());
        source
    }

    /// Parses a file in PDLL that was opened, or added to the sources, and what it
    /// includes.
    pub fn parse(&mut self, file: FileId) -> Program {
        let name = self.sources.file(file).name().to_owned();
        let program = program::load(
            file,
            Some(Path::new(&name)),
            &self.include_dirs,
            self.loader,
            &self.ods,
            &mut self.sources,
            &mut self.diagnostics,
        );
        self.files.extend_from_slice(&program.included_paths);
        program
    }

    /// Reads a file of rewrite rules that was opened, or added to the sources, and what
    /// it includes.
    pub(crate) fn rules(&mut self, file: FileId) -> RuleFile {
        let name = self.sources.file(file).name().to_owned();
        let rules = ods::read_rules(
            file,
            Path::new(&name),
            &self.include_dirs,
            self.loader,
            &self.ods,
            &mut self.sources,
            &mut self.diagnostics,
        );
        self.files.extend_from_slice(&rules.included_paths);
        rules
    }

    /// Compiles a source that has been read into a module of its own. `file` is
    /// the file that was asked for. Given away, the source is freed as soon as it
    /// is understood, before there is IR.
    ///
    /// Returns none, and adds at least one error, when the patterns are not
    /// valid.
    ///
    /// # Panics
    ///
    /// When the module does not verify, which is a bug of ours.
    pub fn compile<'c>(
        &mut self,
        context: &'c Context,
        file: FileId,
        source: impl Frontend,
        dialects: DialectAccess<'_>,
    ) -> Option<Module<'c>> {
        let compiled = self.compile_with_natives(context, file, source, dialects);
        compiled.map(|(module, _)| module)
    }

    /// Returns the text of the module that [`Session::compile`] makes, with locations.
    /// There is no IR, which would take several times as long.
    pub fn compile_to_text(
        &mut self,
        context: &Context,
        file: FileId,
        source: impl Frontend,
        dialects: DialectAccess<'_>,
    ) -> Option<String> {
        let file = self.start_of(file);
        let meaning = self.understand(context, source, dialects)?;
        let text = lower::print(
            context,
            &meaning.patterns.patterns,
            &meaning.literals,
            meaning.hidden_natives,
            (&self.sources, file),
        );
        self.warn_of_invalid_operations(context, &meaning);
        Some(text)
    }

    /// As [`Session::compile`], with the native functions of the source.
    pub fn compile_with_natives<'c>(
        &mut self,
        context: &'c Context,
        file: FileId,
        source: impl Frontend,
        dialects: DialectAccess<'_>,
    ) -> Option<(Module<'c>, NativeFunctions)> {
        let module = lower::empty_module(context, &self.sources, self.start_of(file));
        let mut functions = NativeFunctions::default();
        self.compile_into(context, &module, source, dialects, |meaning, _| {
            functions.natives = mem::take(&mut meaning.natives);
            functions.declared = mem::take(&mut meaning.declared);
        })?;
        verify(&module);
        Some((module, functions))
    }

    /// Finds all errors of a source that has been read that need no program and no
    /// compiler. Literals may be of all dialects that the context has registered.
    ///
    /// Returns the native functions that the source defines, unless there are errors before
    /// anything is known of its patterns.
    pub fn check(
        &mut self,
        context: &Context,
        file: FileId,
        source: impl Frontend,
    ) -> Option<Vec<hir::Native>> {
        self.literal_check = Some(literal_check);
        let (meaning, _) = self.check_by_name(context, file, source, None)?;
        Some(meaning.patterns.natives)
    }

    /// As [`Session::check`], in a program that has only the core of MLIR. Returns whether
    /// no more is needed; otherwise the diagnostics are useless.
    pub(crate) fn check_in_core(
        &mut self,
        core: &CoreDialects,
        file: FileId,
        source: impl Frontend,
    ) -> bool {
        // The process ends soon. To free all this before would only take time.
        let context = ManuallyDrop::new(core.new_context());
        mem::forget(self.check_by_name(&context, file, source, Some(core.listed())));
        !self.has_unchecked_literals && !are_missed(&context)
    }

    /// As [`Session::check`]. Returns also the patterns, ready to be compiled into a
    /// program, with locations for whoever reports on them later.
    pub fn check_in_detail<'c>(
        &mut self,
        context: &'c Context,
        file: FileId,
        source: impl Frontend,
    ) -> Option<(Module<'c>, Vec<hir::Native>)> {
        self.literal_check = Some(literal_check);
        let meaning = self.understand_to_check(context, source)?;
        let (module, found) = self.of_programs(context, |session| {
            session.check_ir(context, file, &meaning, (None, Located::Parts))
        });
        self.diagnostics.extend(found);
        Some((module, meaning.patterns.natives))
    }

    /// The patterns of a source as text: what [`Session::check`] takes them for, and what
    /// they are if they are read from their IR. Tests compare the two.
    pub fn graphs_as_text(
        &mut self,
        context: &Context,
        file: FileId,
        source: impl Frontend,
    ) -> Option<[String; 2]> {
        let meaning = self.understand_to_check(context, source)?;
        let module = lower::empty_module(context, &self.sources, self.start_of(file));
        meaning.lower(context, (&self.sources, Located::Parts), &module);
        let built = meaning.graph(context);
        let read = Graph::read(context, &module).ok();
        Some([built, read].map(|graph| graph.map_or_else(String::new, |graph| graph.to_text())))
    }

    /// Checks patterns, and returns what is known of them. If there is a list, it says what
    /// the dialects have of which the context has nothing but their names.
    fn check_by_name<'c>(
        &mut self,
        context: &'c Context,
        file: FileId,
        source: impl Frontend,
        listed: Option<&'c Listed>,
    ) -> Option<(Meaning<'c>, Option<Graph<'c, 'c>>)> {
        let meaning = self.understand_to_check(context, source)?;
        let graph = meaning.graph(context);
        let found = self.of_programs(context, |session| {
            session.find_faults(context, file, (&meaning, graph.as_ref()), listed)
        });
        self.diagnostics.extend(found);
        Some((meaning, graph))
    }

    fn understand_to_check<'c>(
        &mut self,
        context: &'c Context,
        source: impl Frontend,
    ) -> Option<Meaning<'c>> {
        self.rule_check = Some(check::contradicted_rule);
        self.runs_elsewhere = true;
        let meaning = self.understand(context, source, DialectAccess::Available)?;
        self.warn_of_invalid_operations(context, &meaning);
        // What other files have loaded makes no difference then.
        for dialect in &meaning.patterns.mentioned_dialects() {
            load_dialect(context, dialect);
        }
        Some(meaning)
    }

    /// Runs a check in a context in which the operations of patterns may be those of
    /// programs.
    fn of_programs<T>(&mut self, context: &Context, check: impl FnOnce(&mut Self) -> T) -> T {
        let allowed_before = context.allow_unregistered_dialects();
        context.set_allow_unregistered_dialects(true);
        let checked = check(self);
        context.set_allow_unregistered_dialects(allowed_before);
        checked
    }

    /// What the checks say about patterns. Most patterns are right, and it takes no IR to
    /// find that out, or at least no locations.
    fn find_faults<'c>(
        &mut self,
        context: &'c Context,
        file: FileId,
        (meaning, graph): (&Meaning<'c>, Option<&Graph<'_, 'c>>),
        listed: Option<&'c Listed>,
    ) -> Vec<Diagnostic> {
        let catcher = Catcher::of_this_thread(context);
        let is_checked = graph.is_some_and(|graph| check::without_ir(graph, listed));
        let mut found = catcher.finish(&mut self.sources, self.loader);
        for located in [Located::Patterns, Located::Parts] {
            let is_needed = match located {
                Located::Patterns => !is_checked,
                Located::Parts => !found.is_empty(),
            };
            if is_needed {
                (_, found) = self.check_ir(context, file, meaning, (listed, located));
            }
        }
        found
    }

    /// Checks the IR of patterns. Returns it, and what the checks say.
    fn check_ir<'c>(
        &mut self,
        context: &'c Context,
        file: FileId,
        meaning: &Meaning<'c>,
        (listed, located): (Option<&'c Listed>, Located),
    ) -> (Module<'c>, Vec<Diagnostic>) {
        let module = lower::empty_module(context, &self.sources, self.start_of(file));
        meaning.lower(context, (&self.sources, located), &module);
        let catcher = Catcher::of_this_thread(context);
        // If that fails, the diagnostics say why.
        let _ = check::for_elsewhere_by_name(context, &module, listed);
        (module, catcher.finish(&mut self.sources, self.loader))
    }

    /// Compiles a source that has been read, appends its patterns to `target`,
    /// and does not verify them. `adapt` may change what is appended.
    pub(crate) fn compile_into<'c>(
        &mut self,
        context: &'c Context,
        target: &Module<'c>,
        source: impl Frontend,
        dialects: DialectAccess<'_>,
        adapt: impl FnOnce(&mut hir::Module, &SourceMap),
    ) -> Option<()> {
        let mut meaning = self.understand(context, source, dialects)?;
        adapt(&mut meaning.patterns, &self.sources);
        meaning.lower(context, (&self.sources, self.located), target);
        self.warn_of_invalid_operations(context, &meaning);
        Some(())
    }

    /// Finds out what a source that has been read means. Frees the source.
    fn understand<'c>(
        &mut self,
        context: &'c Context,
        source: impl Frontend,
        dialects: DialectAccess<'_>,
    ) -> Option<Meaning<'c>> {
        let hidden_natives = match self.is_portable {
            true => HiddenNatives::Forbidden,
            false => self.hidden_natives,
        };
        let host = MlirHost::new(context, dialects);
        let mut host = host
            .with_literal_check(self.literal_check)
            .with_hidden_natives(hidden_natives)
            .with_runs_elsewhere(self.runs_elsewhere);
        self.steps.parsed = self.diagnostics.len();
        let mut patterns = source.analyze(&mut host, &mut self.diagnostics);
        if self.is_portable {
            source.check_portability(&patterns, &self.sources, &mut self.diagnostics);
        }
        self.steps.analyzed = self.diagnostics.len();
        if self.diagnostics.has_errors() || self.has_other_errors {
            return None;
        }
        source.warn(&patterns, &mut host, &mut self.diagnostics);
        drop(source);
        lints::check(&patterns, &mut self.diagnostics);
        if self.is_for_interpreter {
            lints::check_for_interpreter(&patterns, &mut self.diagnostics);
        }
        self.has_unchecked_literals |= host.has_unchecked_literals();
        let mut literals = host.into_literals();
        if self.expands_library {
            let (patterns, natives) = (&mut patterns.patterns, &patterns.natives);
            lower::expand(context, patterns, natives, &mut literals);
        }
        Some(Meaning {
            patterns,
            literals,
            hidden_natives,
        })
    }

    /// Warns about operations that are created against a rule for their types.
    fn warn_of_invalid_operations<'c>(&mut self, context: &'c Context, meaning: &Meaning<'c>) {
        let (probes, warnings) = lints::probes(&meaning.patterns);
        for warning in warnings {
            self.diagnostics.push(warning);
        }
        let Some(check) = self.rule_check else {
            return;
        };
        for probe in probes {
            let constraints = &probe.constraints;
            let module = lower::empty_module(context, &self.sources, constraints.span);
            lower::lower(
                context,
                slice::from_ref(constraints),
                &meaning.literals,
                HiddenNatives::Allowed,
                (&self.sources, Located::Parts),
                &module,
            );
            let reasons = check(context, &module);
            if reasons.is_empty() {
                continue;
            }
            let mut placed = |Remark { location, text }| {
                let spans = diagnostics::spans(location, &mut self.sources, self.loader);
                (spans.first().copied(), text)
            };
            let reasons = reasons.into_iter().map(&mut placed).collect();
            self.diagnostics.push(probe.warning(reasons));
        }
    }

    fn start_of(&self, file: FileId) -> Span {
        self.sources.whole(file).at_start()
    }

    /// Hands the errors to the diagnostic engine of a context, and forgets all
    /// diagnostics. Warnings are for those who work on the pattern file, not
    /// for those who run it.
    pub fn emit_errors(&mut self, context: &Context) {
        for diagnostic in self.diagnostics.take_sorted() {
            if diagnostic.severity == Severity::Error {
                emit(context, &self.sources, &diagnostic);
            }
        }
    }

    /// Hands the warnings about rules that are left out to the diagnostic engine of a
    /// context: who runs the rules must know.
    pub(crate) fn emit_skipped(&self, context: &Context) {
        for diagnostic in self.diagnostics.iter() {
            if diagnostic.name == Some(SKIPPED_RULE) {
                emit(context, &self.sources, diagnostic);
            }
        }
    }

    /// Hands all diagnostics to the diagnostic engine of a context, and forgets
    /// them.
    pub fn emit_all(&mut self, context: &Context) {
        for diagnostic in self.diagnostics.take_sorted() {
            emit(context, &self.sources, &diagnostic);
        }
    }
}

fn verify(module: &Module<'_>) {
    assert!(
        module.as_operation().verify(),
        "the compiled patterns do not verify"
    );
}

/// Hands a diagnostic to the diagnostic engine of a context.
pub(crate) fn emit(context: &Context, sources: &SourceMap, diagnostic: &Diagnostic) {
    let mut notes: Vec<Message> = diagnostic
        .notes
        .iter()
        .map(|Note { span, message, .. }| message_at(sources, *span, message))
        .collect();
    // A note without a place would be shown as of an unknown one.
    notes.extend(
        diagnostic
            .help
            .as_ref()
            .map(|help| message_at(sources, diagnostic.span, help)),
    );
    let mut file = diagnostic.span.map(|span| span.file);
    while let Some(at) = file.and_then(|file| sources.file(file).included_at()) {
        notes.push(message_at(sources, Some(at), "included here"));
        file = Some(at.file);
    }
    let message = message_at(sources, diagnostic.span, &diagnostic.message);
    let name = diagnostic.name.unwrap_or_default();
    ffi::diagnostics::emit_named(context, diagnostic.severity, name, &message, &notes);
}

pub(super) fn message_at(sources: &SourceMap, span: Option<Span>, text: &str) -> Message {
    let text = text.to_owned();
    let Some(span) = span else {
        return Message::without_place(text);
    };
    let position = sources.position(span);
    let file = sources.file(span.file).name().to_owned();
    Message {
        file,
        line: position.line,
        column: position.column,
        text,
    }
}
