//! `pdll-opt compile -x plugin`.

use super::{Input, Outcome, Stdin, dialects::Dialects, options::Compile, results};
use crate::{
    back::check,
    back::matcher::embed::Embedded,
    base::diagnostic::Diagnostic,
    base::source::{Disk, io_reason},
    code::predicates::literal_check,
    library::compile::{self as native_code, Plugin},
    library::pattern_set::{
        PassCompiler,
        files::{self, PatternFile},
    },
    library::session::Session,
    mlir::diagnostics::Catcher,
    mlir::ffi::{
        bytecode,
        ir::load_dialect,
        registration::{is_pass_registered, register_apply_pass},
    },
};
use melior::{Context, utility::register_all_passes};
use smol_str::SmolStr;
use std::{collections::BTreeSet, fs, path::PathBuf};

/// Runs the command.
pub(super) fn run(options: &Compile, dialects: &dyn Dialects, stdin: &Stdin) -> Outcome {
    let loader = Disk;
    let mut session = options.common.session(&loader);
    session.native_preludes.clone_from(&options.native_prelude);
    session.ods.skip_unsupported = options.skip_unsupported;
    session.is_portable = options.portable;
    for problem in dialects.problems() {
        let error = Diagnostic::error_without_place(problem);
        session.diagnostics.push(error);
    }
    let context = Context::new_with_threading(false);
    dialects.make_available(&context);
    context.set_allow_unregistered_dialects(true);
    session.runs_elsewhere = true;
    session.literal_check = Some(literal_check);
    session.rule_check = Some(check::contradicted_rule);
    let catcher = Catcher::of_all_threads(&context);
    let made = make(options, &context, stdin, &mut session);
    let caught = catcher.finish(&mut session.sources, &Disk);
    session.diagnostics.extend(caught);
    session.diagnostics = options.common.select(session.diagnostics);
    let mut printed = Vec::new();
    if let Some((bytes, files)) = made
        && !session.diagnostics.has_errors()
    {
        printed = results::write(options, bytes, &files, &mut session.diagnostics);
    }
    Outcome::new(printed, session, &options.common)
}

/// Makes the plugin. Returns its bytes and the files that it depends on.
fn make(
    options: &Compile,
    context: &Context,
    stdin: &Stdin,
    session: &mut Session<'_>,
) -> Option<(Vec<u8>, Vec<PathBuf>)> {
    let pass = options.pass.as_deref()?;
    if is_taken(pass) {
        return session.fail(format!(
            "every `mlir-opt` has a pass or pipeline `{pass}` already, so it could not load this \
             plugin; name another one with `--pass`"
        ));
    }
    let mut paths = vec![options.input.clone()];
    paths.extend_from_slice(&options.more_inputs);
    let inputs = read(&paths, stdin, session)?;
    let mut compiled = files::compile(session, context, inputs)?;
    for dialect in &compiled.dialects {
        context.get_or_load_dialect(dialect);
    }
    // Checks now what the pass checks when it is used, except what depends on the
    // operations that the program knows.
    let graph = check::for_elsewhere(context, &compiled.module)?;
    // The pass has no compiler that could make it.
    let module = Embedded::new(&graph).in_copy_of(&compiled.module);
    keep_needed_dialects(&mut compiled.dialects, options, session, context);
    let plugin = Plugin {
        pass,
        files: &paths,
        bytecode: &bytecode::write(module.as_operation()),
        definitions: &compiled.definitions,
        natives: &options.natives,
        has_static_host: options.static_host,
        dialects: &compiled.dialects,
        include_dirs: &options.common.include_dirs,
    };
    let library = match plugin.build(session) {
        Ok(library) => library,
        Err(errors) => {
            session.diagnostics.extend(errors);
            return None;
        }
    };
    let natives = match plugin.functions(&library) {
        Ok(natives) => natives,
        Err(reason) => return session.fail(reason),
    };
    if !check::can_call(&graph, &natives) {
        return None;
    }
    // Standard input is not a file.
    paths.retain(|path| path.as_os_str() != "-");
    paths.extend_from_slice(&compiled.included_paths);
    paths.extend_from_slice(&options.natives);
    paths.extend_from_slice(&library.headers);
    match fs::read(library.path()) {
        Ok(bytes) => Some((bytes, paths)),
        Err(error) => session.fail(format!("cannot read the plugin: {}", io_reason(&error))),
    }
}

/// Whether a name is one of MLIR's passes, or of `libpdll.so`. MLIR has one table
/// for all passes, which refuses a second one of the same name.
fn is_taken(pass: &str) -> bool {
    register_all_passes();
    register_apply_pass::<PassCompiler>();
    is_pass_registered(pass)
}

/// Reads all pattern files, even if one cannot be read.
fn read(paths: &[PathBuf], stdin: &Stdin, session: &mut Session<'_>) -> Option<Vec<PatternFile>> {
    let inputs: Vec<_> = paths.iter().map(|path| stdin.read(path, session)).collect();
    let files = inputs.into_iter().map(|input| {
        let Input { name, bytes } = input?;
        Some(PatternFile::InMemory(name, bytes))
    });
    files.collect()
}

/// Keeps the dialects that every program with the plugin must register, because code
/// that creates operations of a dialect that is not loaded would end the process.
/// Without headers of the user, code creates operations of MLIR's dialects only.
fn keep_needed_dialects(
    dialects: &mut BTreeSet<SmolStr>,
    options: &Compile,
    session: &Session<'_>,
    context: &Context,
) {
    if options.natives.is_empty() && !native_code::sees_own_headers(session) {
        dialects.retain(|dialect| load_dialect(context, dialect));
    }
}
