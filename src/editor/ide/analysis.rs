//! A text, and what is known about it.

use super::{excerpt::Excerpt, semantic_tokens::Word, td};
use crate::{
    back::check,
    back::lower::{DialectAccess, MlirHost},
    back::picture::Artist,
    base::diagnostic::{Diagnostic, Diagnostics},
    base::source::{FileId, Loader, Memory, SourceMap, Span},
    editor::migrate,
    front::frontend::Frontend,
    front::hir,
    front::host::Host,
    front::lints::Judge,
    front::ods::{self, Ods, Reads, RuleFile},
    front::program::Program,
    front::sema::{self, Index},
    front::syntax::{
        self, ast,
        token::{Token, TokenKind},
    },
    library::session::{Session, Steps},
    mlir::diagnostics::{Catcher, position},
    mlir::ffi::{ods::LinkedTableGen, pattern_set::Filter},
};
use melior::{
    Context,
    ir::{BlockLike, OperationRef, operation::OperationLike},
};
use std::{
    cell::RefCell,
    iter, mem,
    path::PathBuf,
    sync::{Arc, OnceLock},
    time::Duration,
};

/// How a pattern is shown.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Form {
    /// As a `pdl.pattern`.
    Pdl,
    /// As SVG.
    Picture,
}

/// A pattern file, or a part of one, with what is known about it. Errors in one
/// declaration do not affect what is known about the others.
#[derive(Debug)]
pub(crate) struct Analysis {
    /// The text and the files that it includes.
    pub(crate) sources: SourceMap,
    /// The text.
    pub(crate) file: FileId,
    /// What it is.
    pub(crate) source: Source,
    /// Every token of a text in PDLL, white space and comments too.
    pub(crate) tokens: Vec<Token>,
    /// Names, and the types of PDLL.
    pub(crate) index: Index,
    /// All errors and warnings, in the order in which to show them.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Of each of them, the step that has found it.
    pub(super) steps: Vec<Step>,
    /// See [`super::semantic_tokens`].
    pub(super) words: OnceLock<Vec<Word>>,
    /// What it is a part of. Then the diagnostics are those of the whole text.
    pub(crate) excerpt: Option<Excerpt>,
    /// The paths of all files that it includes, also of those in `.td` files.
    pub(crate) included_paths: Vec<PathBuf>,
}

/// The steps of a check. After errors in one of the first two, the last one is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Step {
    /// Parsing, and reading what is included.
    Parsing,
    /// Finding out what the patterns mean.
    Meaning,
    /// All others.
    Rest,
}

/// What patterns are written in.
#[derive(Debug)]
pub(crate) enum Source {
    /// PDLL.
    Program(Box<Program>),
    /// Rewrite rules or definitions in a `.td` file.
    Rules(Box<td::Document>),
}

impl Analysis {
    /// The definitions of the included `.td` files.
    pub(crate) fn ods(&self) -> &Ods {
        match &self.source {
            Source::Program(program) => &program.ods,
            Source::Rules(document) => &document.rules.ods,
        }
    }

    /// The tree of the text, if it is in PDLL.
    pub(crate) fn tree(&self) -> Option<&ast::Module> {
        match &self.source {
            Source::Program(program) => program.modules.first(),
            Source::Rules(_) => None,
        }
    }

    /// The text.
    pub(crate) fn text(&self) -> &str {
        self.sources.file(self.file).text()
    }

    /// The place at an offset of the text.
    pub(crate) fn at(&self, offset: u32) -> Span {
        Span {
            file: self.file,
            start: offset,
            end: offset,
        }
    }

    /// The text from the end of the declaration before an offset to that offset. Whatever
    /// the offset is in starts there.
    pub(super) fn around(&self, offset: u32) -> Span {
        let items = self.tree().map_or(&[][..], |tree| &tree.items);
        let before = items.partition_point(|item| item.span().end < offset);
        let before = before.checked_sub(1).map(|index| items[index].span().end);
        Span {
            start: before.unwrap_or_default(),
            ..self.at(offset)
        }
    }

    /// The token that contains an offset. Where two meet, a word comes before
    /// anything else, and what follows before what precedes.
    pub(crate) fn token_at(&self, offset: u32) -> Option<Token> {
        let next = self
            .tokens
            .partition_point(|token| token.span.end <= offset);
        let following = self.tokens.get(next).copied();
        let preceding = next.checked_sub(1).and_then(|index| self.tokens.get(index));
        let preceding = preceding.filter(|token| token.span.end == offset).copied();
        let is_word = |token: &Token| token.kind.is_word();
        following
            .filter(is_word)
            .or(preceding.filter(is_word))
            .or(following)
            .filter(|token| token.kind != TokenKind::End)
            .or(preceding)
    }

    /// Forgets what is known about other files than this one.
    pub(super) fn keep_own(&mut self, file: FileId) {
        let Index {
            definitions,
            uses,
            types,
        } = &mut self.index;
        definitions.retain(|one| one.span.file == file);
        uses.retain(|one| one.span.file == file);
        types.retain(|(span, _)| span.file == file);
        let all = mem::take(&mut self.diagnostics).into_iter();
        let own = all.zip(mem::take(&mut self.steps));
        let own = own.filter(|(one, _)| one.span.is_some_and(|span| span.file == file));
        (self.diagnostics, self.steps) = own.unzip();
    }

    /// The index of the last token that ends at an offset or before, without white
    /// space and comments.
    pub(crate) fn token_before(&self, offset: u32) -> Option<usize> {
        let next = self
            .tokens
            .partition_point(|token| token.span.end <= offset);
        (0..next).rev().find(|index| {
            let token = self.tokens[*index];
            !token.kind.is_trivia() && token.kind != TokenKind::End
        })
    }
}

/// Makes a context with all dialects that texts may mention.
pub(crate) type MakeContext = Arc<dyn Fn() -> Context + Send + Sync>;

/// What finds out about texts. It keeps an MLIR context, and so stays on the thread
/// that made it.
pub(crate) struct Analyzer {
    context: Context,
    /// The number of analyses that used the context.
    used: usize,
    make_context: MakeContext,
    settings: ods::Settings,
    outlines: td::Outlines,
}

/// What to analyze.
#[derive(Debug, Clone)]
pub(crate) struct Input {
    /// The path, or another name of a text that is no file. How it ends determines
    /// what the text is written in.
    pub(crate) name: String,
    /// The text.
    pub(crate) text: String,
    /// The number of its first line.
    pub(crate) first_line: u32,
    /// Where included files are looked for.
    pub(crate) include_dirs: Vec<PathBuf>,
    /// Whether to report what MLIR's `mlir-pdll` does not have.
    pub(crate) is_portable: bool,
}

impl Input {
    /// Whether TableGen reads it.
    fn is_td(&self) -> bool {
        self.name.ends_with(".td")
    }
}

/// How often a context is used. It keeps all attributes and types that texts ever
/// mentioned.
const MAX_USES: usize = 4096;

/// How long TableGen may read a text that is being written. Meanwhile, it reads no
/// others.
const MAX_TIME: Duration = Duration::from_secs(10);

impl Analyzer {
    /// An analyzer of texts that may use the dialects of the contexts that
    /// `make_context` makes.
    pub(crate) fn new(make_context: MakeContext, settings: ods::Settings) -> Self {
        Analyzer {
            context: make_context(),
            used: 0,
            make_context,
            settings,
            outlines: td::Outlines::default(),
        }
    }

    /// Finds out what there is to know about a text. If only known definitions are read,
    /// TableGen does not run, and [`Ods::unread`] names the files that are left out.
    pub(crate) fn analyze(&mut self, input: Input, reads: Reads, loader: &dyn Loader) -> Analysis {
        self.renew_context();
        let is_td = input.is_td();
        let settings = ods::Settings {
            reads,
            ..self.settings.clone()
        };
        let (session, file) = open(input, loader, settings);
        if is_td {
            self.rules(session, file, loader)
        } else {
            self.program(session, file)
        }
    }

    /// The pattern at a place of a text in PDLL, as `pdl` or as a picture. `None` if the text
    /// has errors.
    pub(crate) fn show(
        &mut self,
        input: Input,
        pattern: Span,
        form: Form,
        loader: &dyn Loader,
    ) -> Option<String> {
        let (mut session, file) = open(input, loader, self.settings.clone());
        let program = session.parse(file);
        let module = session.compile(&self.context, file, program, DialectAccess::Available)?;
        let name = session.sources.file(file).name();
        let pattern = Span { file, ..pattern };
        let places = session.sources.position(pattern)..=session.sources.position(pattern.at_end());
        let is_wanted = |operation: &OperationRef<'_, '_>| {
            position(operation.location())
                .is_some_and(|(of, place)| of == name && places.contains(&place))
        };
        let first = module.body().first_operation();
        let patterns = iter::successors(first, OperationLike::next_in_block);
        let (index, operation) = patterns.enumerate().find(|(_, one)| is_wanted(one))?;
        match form {
            Form::Pdl => Some(operation.to_string()),
            Form::Picture => {
                // The text is checked elsewhere.
                let _caught = Catcher::of_this_thread(&self.context);
                let patterns =
                    check::for_this_process(&self.context, &module, None, &Filter::default())?;
                Some(Artist::new(&patterns).one(index))
            }
        }
    }

    /// Makes another context now and then.
    pub(super) fn renew_context(&mut self) {
        self.used += 1;
        if self.used > MAX_USES {
            self.context = (self.make_context)();
            self.used = 1;
        }
    }

    fn program(&self, mut session: Session<'_>, file: FileId) -> Analysis {
        let mut program = session.parse(file);
        let mut tokens = mem::take(&mut program.tokens);
        tokens.shrink_to_fit();
        self.check(session, file, program, tokens)
    }

    /// Analyzes what was parsed.
    pub(super) fn check(
        &self,
        mut session: Session<'_>,
        file: FileId,
        program: Program,
        tokens: Vec<Token>,
    ) -> Analysis {
        let indexed = Indexed {
            program: &program,
            index: RefCell::default(),
        };
        session.check(&self.context, file, &indexed);
        let index = indexed.index.into_inner();
        finish(
            session,
            file,
            Source::Program(Box::new(program)),
            tokens,
            index,
        )
    }

    /// Analyzes a `.td` file, which need not have rules.
    fn rules(&mut self, mut session: Session<'_>, file: FileId, loader: &dyn Loader) -> Analysis {
        let rules = read_rules(&mut session, file, loader);
        session.check(&self.context, file, &rules);
        let host = MlirHost::new(&self.context, DialectAccess::Available);
        let mut host = host.with_runs_elsewhere(true);
        let previews = migrate::previews(&rules, &session.sources, &mut host);
        let (document, mut index) =
            td::Document::new(rules, previews, &mut self.outlines, &session.sources);
        index.sort();
        let source = Source::Rules(Box::new(document));
        finish(session, file, source, Vec::new(), index)
    }
}

/// Reads the definitions that a text includes, so that `settings` knows them.
pub(crate) fn read_definitions(input: Input, loader: &dyn Loader, settings: &ods::Settings) {
    let is_td = input.is_td();
    let (mut session, file) = open(input, loader, settings.clone());
    if is_td {
        read_rules(&mut session, file, loader);
    } else {
        session.parse(file);
    }
}

/// The structure of a text, without what its names stand for and what is wrong with it.
pub(crate) fn outline(input: Input) -> Analysis {
    let nothing = Memory::default();
    let (mut session, file) = open(input, &nothing, ods::Settings::new(&LinkedTableGen));
    let module = syntax::parse(&session.sources, file, &mut session.diagnostics).module;
    let program = Program {
        modules: vec![module],
        ..Program::default()
    };
    session.diagnostics.take();
    let source = Source::Program(Box::new(program));
    finish(session, file, source, Vec::new(), Index::default())
}

fn open(input: Input, loader: &dyn Loader, settings: ods::Settings) -> (Session<'_>, FileId) {
    let mut session = Session::new(loader, input.include_dirs);
    session.ods = settings;
    session.is_portable = input.is_portable;
    let file = session
        .sources
        .add_part(&*input.name, input.text, None, input.first_line);
    (session, file)
}

/// A program that keeps the index of its analysis.
struct Indexed<'p> {
    program: &'p Program,
    index: RefCell<Index>,
}

impl Frontend for Indexed<'_> {
    fn analyze(&self, host: &mut dyn Host, diagnostics: &mut Diagnostics) -> hir::Module {
        let (patterns, index) = sema::analyze_with_index(self.program, host, diagnostics);
        self.index.replace(index);
        patterns
    }

    fn warn(&self, patterns: &hir::Module, host: &mut dyn Judge, diagnostics: &mut Diagnostics) {
        self.program.warn(patterns, host, diagnostics);
    }

    fn check_portability(
        &self,
        patterns: &hir::Module,
        sources: &SourceMap,
        diagnostics: &mut Diagnostics,
    ) {
        self.program
            .check_portability(patterns, sources, diagnostics);
    }
}

/// Reads a `.td` file. If it has an error, the definitions are those of the files that it
/// includes.
fn read_rules(session: &mut Session<'_>, file: FileId, loader: &dyn Loader) -> RuleFile {
    // No file keeps what a text that is being written defines.
    let cache = session.ods.cache.take();
    session.ods.timeout = session.ods.timeout.min(MAX_TIME);
    let mut rules = session.rules(file);
    session.ods.cache = cache;
    if !rules.is_read && rules.ods.unread().is_empty() {
        rules.ods = included_definitions(session, file, loader);
    }
    rules
}

/// The definitions of the files that a file includes.
fn included_definitions(session: &Session<'_>, file: FileId, loader: &dyn Loader) -> Ods {
    let source = session.sources.file(file);
    let mut other = Session::new(loader, session.include_dirs().to_vec());
    other.ods = session.ods.clone();
    // It finds the same files in the same order. So places in one are places in the other.
    let text = ods::includes_only(source.text());
    let file = other.sources.add(source.name(), text, None);
    other.rules(file).ods
}

fn finish(
    mut session: Session<'_>,
    file: FileId,
    source: Source,
    tokens: Vec<Token>,
    index: Index,
) -> Analysis {
    let (diagnostics, steps) = sorted(session.diagnostics.take(), session.steps);
    Analysis {
        file,
        source,
        tokens,
        index,
        diagnostics,
        steps,
        words: OnceLock::new(),
        excerpt: None,
        included_paths: session.files,
        sources: session.sources,
    }
}

/// The diagnostics in the order of the source, each with the step that has found it.
pub(super) fn sorted(found: Vec<Diagnostic>, steps: Steps) -> (Vec<Diagnostic>, Vec<Step>) {
    let step = |index| match index {
        _ if index < steps.parsed => Step::Parsing,
        _ if index < steps.analyzed => Step::Meaning,
        _ => Step::Rest,
    };
    let mut list: Vec<_> = found.into_iter().enumerate().collect();
    list.sort_by_key(|(_, one)| one.span.map(|span| (span.file, span.start)));
    let list = list.into_iter().map(|(index, one)| (one, step(index)));
    list.unzip()
}
