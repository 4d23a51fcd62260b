//! Our compiler, in this process.

use super::{
    oracle::{Complaint, INPUT, Place},
    process::scratch,
};
use melior::{
    Context,
    dialect::DialectRegistry,
    ir::{
        Module,
        operation::{OperationLike, OperationPrintingFlags},
    },
    utility::register_all_dialects,
};
use pdll::internals::{
    diagnostic::Severity,
    lower::DialectAccess,
    ods::Cache,
    session::Session,
    source::Loader,
    syntax::ast::{Item, MetadataArgument},
};
use std::{
    path::{Path, PathBuf},
    process,
    sync::OnceLock,
};

/// What our compiler says of an input.
#[derive(Debug)]
pub(crate) struct Compiled {
    /// The module: generic, without locations.
    pub(crate) module: Option<String>,
    pub(crate) errors: Vec<Complaint>,
    /// What the patterns declare, in order.
    pub(crate) declared: Vec<Declared>,
    /// The texts that were compiled.
    pub(crate) sources: Vec<String>,
}

/// The metadata of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Declared {
    pub(crate) benefit: bool,
    pub(crate) recursion: bool,
}

/// An input, which need not be a file.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Input<'a> {
    pub(crate) path: &'a Path,
    pub(crate) text: &'a [u8],
    pub(crate) include_dirs: &'a [PathBuf],
}

/// A context for compiling.
pub(crate) fn context() -> Context {
    Context::new_with_threading(false)
}

/// A context that knows all of MLIR's dialects.
pub(crate) fn context_with_dialects() -> Context {
    let context = context();
    add_dialects(&context);
    context
}

/// All of MLIR's dialects, once a literal needs one.
pub(crate) fn all_dialects() -> DialectAccess<'static> {
    DialectAccess::OnDemand(Box::new(add_dialects))
}

fn add_dialects(context: &Context) {
    let registry = DialectRegistry::new();
    register_all_dialects(&registry);
    context.append_dialect_registry(&registry);
}

/// Compiles.
pub(crate) fn compile(
    context: &Context,
    loader: &dyn Loader,
    input: Input<'_>,
    dialects: DialectAccess<'_>,
) -> Compiled {
    compile_with(context, loader, input, dialects, |_| {})
}

/// Compiles, and reports what the oracle does not have.
pub(crate) fn compile_portable(
    context: &Context,
    loader: &dyn Loader,
    input: Input<'_>,
    dialects: DialectAccess<'_>,
) -> Compiled {
    compile_with(context, loader, input, dialects, |session| {
        session.is_portable = true;
    })
}

fn compile_with(
    context: &Context,
    loader: &dyn Loader,
    input: Input<'_>,
    dialects: DialectAccess<'_>,
    adapt: impl FnOnce(&mut Session<'_>),
) -> Compiled {
    let mut session = Session::new(loader, input.include_dirs.to_vec());
    adapt(&mut session);
    session.ods.cache = Some(Cache::new(definitions()));
    let main = input.path.display().to_string();
    let file = session.add(&main, input.text.to_vec());
    let program = session.parse(file);
    let module = session.compile(context, file, &program, dialects);
    let errors = session
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.severity == Severity::Error)
        .map(|diagnostic| Complaint {
            place: diagnostic.span.map(|span| {
                let name = session.sources.file(span.file).name();
                let file = match name == main {
                    true => INPUT,
                    false => name.rsplit('/').next().unwrap_or(name),
                };
                let position = session.sources.position(span);
                Place {
                    file: file.to_owned(),
                    line: position.line,
                    column: position.column,
                }
            }),
            message: diagnostic.message.clone(),
        })
        .collect();
    if let Some(module) = &module {
        let access = DialectAccess::Available;
        // A pattern that is known to be wrong would be left out.
        session.diagnostics.take();
        let text = session.compile_to_text(context, file, &program, access);
        assert_eq!(text, Some(print_as_mlir(module)), "the text of {main}");
    }
    let declared = program.items().filter_map(declared).collect();
    let files = session.sources.files();
    Compiled {
        sources: files.map(|(_, file)| file.text().to_owned()).collect(),
        module: module.as_ref().map(print),
        errors,
        declared,
    }
}

/// The cache of `.td` definitions of this process, empty at first. Many inputs
/// include the same ones.
fn definitions() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| scratch(&format!("definitions-{}", process::id())))
}

fn declared(item: &Item) -> Option<Declared> {
    let Item::Pattern(pattern) = item else {
        return None;
    };
    let has = |name: &str| pattern.metadata.iter().find(|data| data.name.text == name);
    let benefit = has("benefit").and_then(|data| data.arguments.as_deref());
    Some(Declared {
        benefit: matches!(benefit, Some([MetadataArgument::Integer(_)])),
        recursion: has("recursion").is_some(),
    })
}

/// Prints a module in generic form, without locations, its values numbered.
pub(crate) fn print(module: &Module<'_>) -> String {
    let flags = OperationPrintingFlags::new().print_generic_operation_form();
    module
        .as_operation()
        .to_string_with_flags(flags)
        .expect("a module can be printed")
}

/// Prints a module as it is, with locations.
fn print_as_mlir(module: &Module<'_>) -> String {
    let flags = OperationPrintingFlags::new();
    let flags = flags.enable_debug_info(true, false).use_local_scope();
    let text = module.as_operation().to_string_with_flags(flags);
    let mut text = text.expect("a module can be printed");
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

/// Parses MLIR text and prints it as [`print`] does; none when it is invalid.
pub(crate) fn reprint(context: &Context, text: &str) -> Option<String> {
    let module = Module::parse(context, text)?;
    module.as_operation().verify().then(|| print(&module))
}
