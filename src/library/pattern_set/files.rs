//! Pattern files of all kinds, compiled into one module.

use super::{definitions::Definitions, embedded, selection::Selection, unsupported};
use crate::{
    back::lower::DialectAccess,
    base::diagnostic::Diagnostic,
    base::source::{SourceMap, Span, StablePlace},
    base::unique_names::UniqueNames,
    front::frontend::CodeOwner,
    front::hir,
    front::ods::CodeClasses,
    library::compile::Definition,
    library::session::{CodePolicy, Session},
    mlir::ffi,
};
use melior::{
    Context,
    ir::{
        Attribute, BlockLike, Location, Module, Operation,
        attribute::StringAttribute,
        operation::{OperationLike, OperationMutLike},
    },
};
use smol_str::{SmolStr, format_smolstr};
use std::{
    collections::{BTreeSet, HashSet},
    path::{Path, PathBuf},
};

/// A pattern file.
#[derive(Debug, Clone)]
pub(crate) enum PatternFile {
    /// The file at that path.
    OnDisk(String),
    /// A file with that name and contents.
    InMemory(String, Vec<u8>),
}

/// The result of compiling pattern files.
pub(crate) struct Compiled<'c> {
    /// The patterns.
    pub(crate) module: Module<'c>,
    /// The declarations of the patterns, in their order in the module; `None` for
    /// those that came as MLIR.
    pub(crate) declarations: Vec<Option<Span>>,
    /// The native functions that the files define and their patterns call.
    pub(crate) definitions: Vec<Definition>,
    /// The dialects whose operations the files define by including `.td` files.
    pub(crate) dialects: BTreeSet<SmolStr>,
    /// The classes of these operations.
    pub(crate) classes: CodeClasses,
    /// The files that the files include.
    pub(crate) included_paths: Vec<PathBuf>,
}

/// Compiles `files`, in order, into one module of `pdl.pattern` operations.
///
/// A file whose name ends in `.mlir` or `.mlirbc`, or that is MLIR bytecode,
/// holds `pdl.pattern` operations, at any depth; one whose name ends in `.td` holds
/// rewrite rules; all others are PDLL. A pattern
/// that several files include counts once. If patterns of different files have
/// the same name, the later one is renamed. A file without patterns is an
/// error.
///
/// Returns `None` after an error, which is in the session or, for MLIR text,
/// with the diagnostic engine of `context`. The module is not verified: MLIR has verified
/// what it has read, as far as dialects are loaded, and lowering makes nothing that is
/// invalid.
pub(crate) fn compile<'c>(
    session: &mut Session<'_>,
    context: &'c Context,
    files: Vec<PatternFile>,
) -> Option<Compiled<'c>> {
    ffi::ir::load_pdl(context);
    let module = Module::new(Location::unknown(context));
    let mut merge = Merge {
        places: (files.len() > 1).then(HashSet::new),
        ..Merge::default()
    };
    let mut failed = false;
    for file in files {
        // Every file is compiled, so that the user sees the errors of all at
        // once.
        failed |= file_into(session, context, file, &mut merge, &module).is_none();
    }
    // As an error in the session, this would have kept later files from being
    // compiled.
    for message in std::mem::take(&mut merge.empty) {
        session
            .diagnostics
            .push(Diagnostic::error_without_place(message));
        failed = true;
    }
    session
        .diagnostics
        .extend(std::mem::take(&mut merge.unsupported));
    if failed || session.diagnostics.has_errors() {
        return None;
    }
    let (definitions, dialects, classes) = merge.definitions.into_parts();
    Some(Compiled {
        module,
        declarations: merge.declarations,
        definitions,
        dialects,
        classes,
        included_paths: merge.included_paths,
    })
}

/// Whether a file holds MLIR, and not a language of patterns.
pub(crate) fn is_mlir(name: &str, bytes: &[u8]) -> bool {
    let end = Path::new(name).extension();
    end.is_some_and(|end| end == "mlir" || end == "mlirbc") || bytes.starts_with(BYTECODE_MAGIC)
}

fn file_into<'c>(
    session: &mut Session<'_>,
    context: &'c Context,
    file: PatternFile,
    merge: &mut Merge,
    module: &Module<'c>,
) -> Option<()> {
    let (name, bytes) = match file {
        PatternFile::OnDisk(name) => {
            let bytes = session.read(Path::new(&name))?;
            (name, bytes)
        }
        PatternFile::InMemory(name, bytes) => (name, bytes),
    };
    let name = &*name;
    if is_mlir(name, &bytes) {
        return mlir_into(session, context, name, &bytes, merge, module);
    }
    let file = session.add(name, bytes);
    let source = session.patterns(file);
    merge
        .included_paths
        .extend_from_slice(source.included_paths());
    let mut is_empty = false;
    let first = merge.declarations.len();
    let mut left = None;
    let leaves_out = source.code_belongs_to() == CodeOwner::Pattern && session.ods.skip_unsupported;
    let policy = match source.code_belongs_to() {
        CodeOwner::Pattern => session.code_policy,
        CodeOwner::Function => CodePolicy::Compile,
    };
    let filter = session.selection.clone();
    session.compile_into(
        context,
        module,
        source,
        DialectAccess::Available,
        |patterns, sources| {
            is_empty = patterns.patterns.is_empty() && !leaves_out;
            let selection = Selection {
                filter: &filter,
                sources,
            };
            merge.rename_all(patterns, sources);
            let unsupported = unsupported::take_out(patterns, policy, selection);
            merge.unsupported.extend(unsupported);
            merge.take(patterns, selection);
            left = leaves_out.then(|| unsupported::Left::new(patterns, selection));
        },
    )?;
    if let Some(left) = left {
        let invalid = left.take_out_invalid(session, context, module, first);
        for index in invalid.into_iter().rev() {
            merge.declarations.remove(index);
        }
    }
    if is_empty {
        merge.empty.push(format!("`{name}` contains no pattern"));
    }
    Some(())
}

/// The first bytes of MLIR bytecode.
const BYTECODE_MAGIC: &[u8] = b"ML\xEFR";

/// Moves the patterns of MLIR text or bytecode into `module`.
fn mlir_into<'c>(
    session: &mut Session<'_>,
    context: &'c Context,
    name: &str,
    bytes: &[u8],
    merge: &mut Merge,
    module: &Module<'c>,
) -> Option<()> {
    let mut parsed = ffi::ir::parse_module(context, bytes, name)?;
    let taken = embedded::take_constraints(
        context,
        &mut parsed,
        &mut session.sources,
        &mut merge.definitions,
    );
    if let Err(reason) = taken {
        return session.fail(format!("cannot use `{name}`: {reason}"));
    }
    let patterns = ffi::ir::take_operations(parsed, "pdl.pattern");
    if patterns.is_empty() {
        merge
            .empty
            .push(format!("`{name}` contains no `pdl.pattern`"));
    }
    for mut pattern in patterns {
        merge.rename(context, &mut pattern);
        merge.declarations.push(None);
        module.body().append_operation(pattern);
    }
    Some(())
}

/// The contents of the merged module so far.
#[derive(Default)]
struct Merge {
    names: UniqueNames,
    /// The places of patterns from PDLL, if there are several files.
    places: Option<HashSet<StablePlace>>,
    /// As in [`Compiled`].
    declarations: Vec<Option<Span>>,
    /// Errors and warnings about rules whose code cannot run.
    unsupported: Vec<Diagnostic>,
    /// Errors about files without patterns. Nobody asks for nothing on purpose.
    empty: Vec<String>,
    definitions: Definitions,
    included_paths: Vec<PathBuf>,
}

impl Merge {
    /// Gives the patterns of a file names that no other file has.
    fn rename_all(&mut self, module: &mut hir::Module, sources: &SourceMap) {
        if let Some(places) = &mut self.places {
            let place = |pattern: &hir::Pattern| sources.stable_place(pattern.span);
            module
                .patterns
                .retain(|pattern| !places.contains(&place(pattern)));
            // A template has one place, and each of its instances is a pattern.
            places.extend(module.patterns.iter().map(place));
        }
        for pattern in &mut module.patterns {
            if let Some(name) = &mut pattern.name {
                *name = self.unique(name);
            }
        }
    }

    /// Takes what the patterns of a file declare, and the functions that those call which
    /// may be used.
    fn take(&mut self, module: &mut hir::Module, selection: Selection<'_>) {
        let patterns = module.patterns.iter();
        let declarations = patterns.map(|pattern| Some(pattern.declaration));
        self.declarations.extend(declarations);
        self.definitions.take(module, selection);
    }

    fn rename<'c>(&mut self, context: &'c Context, pattern: &mut Operation<'c>) {
        let Some(name) = symbol(pattern) else { return };
        let unique = self.unique(&name);
        if unique != name {
            let attribute: Attribute<'c> = StringAttribute::new(context, &unique).into();
            pattern.set_attribute("sym_name", attribute);
        }
    }

    fn unique(&mut self, name: &str) -> SmolStr {
        let names = &mut self.names;
        names.take(name, 2, |number| format_smolstr!("{name}_{number}"))
    }
}

fn symbol(pattern: &Operation<'_>) -> Option<String> {
    let attribute = pattern.attribute("sym_name").ok()?;
    Some(
        StringAttribute::try_from(attribute)
            .ok()?
            .value()
            .to_owned(),
    )
}
