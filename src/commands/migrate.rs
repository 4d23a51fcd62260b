//! `pdll-opt migrate`: prints rewrite rules as PDLL.

use super::{
    Outcome, Stdin, deliver,
    dialects::{Dialects, new_context},
    options::Migrate,
    output::{self, Target},
    output_file,
    relative_path::relative,
};
use crate::{
    back::lower::{DialectAccess, MlirHost},
    base::diagnostic::Diagnostic,
    base::source::Disk,
    editor::migrate::{self, Request},
    front::ods::{RuleFile, include_names},
    library::session::Session,
    mlir::ffi::ods::definitions_dir,
};
use std::{
    mem::ManuallyDrop,
    path::{Path, PathBuf},
};

/// Runs the command. Literals may use `dialects`.
pub fn run(options: &Migrate, dialects: &dyn Dialects, stdin: &Stdin) -> Outcome {
    let loader = Disk;
    let mut session = options.common.session(&loader);
    for problem in dialects.problems() {
        let error = Diagnostic::error_without_place(problem);
        session.diagnostics.push(error);
    }
    let text = printed(options, dialects, stdin, &mut session);
    session.diagnostics = options.common.select(session.diagnostics);
    let mut bytes = text.unwrap_or_default().into_bytes();
    if let Some(path) = output_file(options.output.as_ref())
        && !session.diagnostics.has_errors()
    {
        write(path, std::mem::take(&mut bytes), options, &mut session);
    }
    Outcome::new(bytes, session, &options.common)
}

fn printed(
    options: &Migrate,
    dialects: &dyn Dialects,
    stdin: &Stdin,
    session: &mut Session<'_>,
) -> Option<String> {
    let input = stdin.read(&options.input, session)?;
    let file = session.add(&input.name, input.bytes);
    if input.name.ends_with(".pdll") {
        let start = session.sources.whole(file).at_start();
        let message = "expected a `.td` file with rules, found patterns in PDLL";
        session.diagnostics.push(Diagnostic::error(start, message));
        return None;
    }
    // The process ends soon. To destroy the rules and the IR before would only take time.
    let rules = ManuallyDrop::new(session.rules(file));
    session.diagnostics.extend(rules.without_rules());
    if session.diagnostics.has_errors() {
        return None;
    }
    let path = Path::new(&input.name);
    let output = match output_file(options.output.as_ref()) {
        Some(output) => output.to_owned(),
        None => path.with_extension("pdll"),
    };
    let includes_rules = defines_operations(&rules);
    let path_of_rules = relative(&output, path);
    let request = Request {
        includes: match includes_rules {
            true => vec![path_of_rules.clone()],
            false => includes(&rules, path, &output, options, session),
        },
        includes_rules,
        path_of_rules,
        output: &output.display().to_string(),
        rules: &rules,
        skip_unsupported: options.skip_unsupported,
    };
    let context = ManuallyDrop::new(new_context());
    dialects.make_available(&context);
    let mut host = MlirHost::new(&context, DialectAccess::Available).with_runs_elsewhere(true);
    migrate::migrate(request, session, &mut host)
}

/// Whether the file of the rules defines operations itself.
fn defines_operations(rules: &RuleFile) -> bool {
    let mut operations = rules.ods.operations();
    operations.any(|operation| operation.span.file == rules.file)
}

/// The classes of rules, without any definition.
const CLASSES: &str = "mlir/IR/PatternBase.td";

/// What the file of the rules includes, as the output names it.
fn includes(
    rules: &RuleFile,
    path: &Path,
    output: &Path,
    options: &Migrate,
    session: &Session<'_>,
) -> Vec<String> {
    let names = include_names(session.sources.file(rules.file).text());
    let mut includes = Vec::new();
    for name in names.into_iter().filter(|name| name != CLASSES) {
        let dirs = options.common.include_dirs.iter().map(PathBuf::as_path);
        let is_found = |place: &Path| rules.included_paths.contains(&place.join(&name));
        let is_searched = dirs.chain([definitions_dir()]).any(is_found);
        let beside = path.with_file_name(&name);
        let own = PathBuf::from(&name);
        let include = if is_searched || own.is_absolute() {
            name
        } else if rules.included_paths.contains(&own) {
            relative(output, &own)
        } else if rules.included_paths.contains(&beside) {
            relative(output, &beside)
        } else {
            // The preprocessor leaves this one out.
            continue;
        };
        if !includes.contains(&include) {
            includes.push(include);
        }
    }
    includes
}

fn write(path: &Path, bytes: Vec<u8>, options: &Migrate, session: &mut Session<'_>) {
    let mut inputs: Vec<_> = session.files.iter().map(PathBuf::as_path).collect();
    inputs.push(&options.input);
    let problems = output::conflicts(&[path], &inputs);
    for problem in problems {
        let error = Diagnostic::error_without_place(problem);
        session.diagnostics.push(error);
    }
    if !session.diagnostics.has_errors() {
        let target = Target {
            path,
            bytes,
            if_changed: false,
        };
        deliver(&[target], &mut session.diagnostics);
    }
}
