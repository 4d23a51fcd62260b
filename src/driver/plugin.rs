//! `pdll-opt compile -x plugin`.

use super::{
    Input, Outcome, Stdin, dialects::Dialects, mlir_diagnostics::Catcher, options::Compile, results,
};
use crate::{
    diagnostic::Diagnostic,
    ffi::{
        self,
        pattern_set::{Filter, Natives, PatternSet, PatternUse},
    },
    native_code::Plugin,
    pattern_set::files::{self, Compiled, PatternFile},
    session::Session,
    source::{Disk, io_reason},
};
use melior::Context;
use std::{fs, path::PathBuf};

/// Makes a plugin of the patterns.
pub(super) fn run(options: &Compile, dialects: &dyn Dialects, stdin: &Stdin) -> Outcome {
    let loader = Disk;
    let mut session = options.common.session(&loader);
    for problem in dialects.problems() {
        let error = Diagnostic::error_without_place(problem);
        session.diagnostics.push(error);
    }
    let context = Context::new_with_threading(false);
    dialects.make_available(&context);
    context.set_allow_unregistered_dialects(true);
    let catcher = Catcher::new(&context);
    let made = make(options, &context, stdin, &mut session);
    let nowhere = Input {
        name: String::new(),
        bytes: Vec::new(),
    };
    let caught = catcher.finish(&context, &nowhere, 1, &mut session.sources, &Disk);
    session.diagnostics.extend(caught);
    session.diagnostics = options.common.select(session.diagnostics);
    if let Some((bytes, files)) = made
        && !session.diagnostics.has_errors()
    {
        results::write(options, bytes, &files, &mut session.diagnostics);
    }
    Outcome::new(Vec::new(), session, &options.common)
}

/// The plugin, and the files that it was made of.
fn make(
    options: &Compile,
    context: &Context,
    stdin: &Stdin,
    session: &mut Session<'_>,
) -> Option<(Vec<u8>, Vec<PathBuf>)> {
    let pass = options.pass.as_deref()?;
    let inputs: Vec<_> = [&options.input]
        .into_iter()
        .chain(&options.more_inputs)
        .collect();
    let files: Vec<_> = inputs
        .iter()
        .map(|path| {
            let Input { name, bytes } = stdin.read(path, session)?;
            Some(PatternFile::InMemory(name, bytes))
        })
        .collect();
    let files: Option<Vec<_>> = files.into_iter().collect();
    let Compiled {
        module,
        definitions,
        dialects,
        included_paths,
    } = files::compile(session, context, files?)?;
    let mut paths: Vec<_> = inputs.into_iter().cloned().collect();
    let plugin = Plugin {
        pass,
        files: &paths,
        bytecode: &ffi::bytecode::write(module.as_operation()),
        definitions: &definitions,
        natives: &options.natives,
        has_static_host: options.static_host,
        dialects: &dialects,
        include_dirs: &options.common.include_dirs,
    };
    let library = match plugin.build(session) {
        Ok(library) => library,
        Err(errors) => {
            session.diagnostics.extend(errors);
            return None;
        }
    };

    // What the pass would complain of, it complains of now.
    let path = library.path();
    let mut fail = |message: String| {
        session
            .diagnostics
            .push(Diagnostic::error_without_place(message));
    };
    for dialect in &dialects {
        context.get_or_load_dialect(dialect);
    }
    let mut natives = Natives::new();
    if let Err(reason) = natives.load(&path.display().to_string(), "the plugin") {
        fail(reason);
        return None;
    }
    PatternSet::new(module, &natives, &Filter::default(), PatternUse::PdllUseAny)?;
    let bytes = fs::read(&path)
        .map_err(|error| fail(format!("cannot read the plugin: {}", io_reason(&error))))
        .ok()?;
    // Standard input is no file.
    paths.retain(|path| path.as_os_str() != "-");
    paths.extend(included_paths);
    paths.extend(options.natives.iter().cloned());
    Some((bytes, paths))
}
