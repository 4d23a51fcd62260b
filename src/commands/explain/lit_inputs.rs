//! What `explain` says of the patterns and programs of all lit tests.
//!
//! | module | what must hold |
//! |---|---|
//! | `verdicts` | the engine matches what `explain` says |
//! | `mutations` | what breaks a condition of a match is to blame |
//! | `hints` | edits that hints offer make patterns match |

mod hints;
mod mutations;
#[path = "../../../tests/support/run_lines.rs"]
mod run_lines;
mod verdicts;

use super::subject::Patterns;
use crate::{
    base::source::split::{DEFAULT_MARK, split},
    commands::options::{Command, Explain, Options},
    library::pattern_set::PassCompiler,
    mlir::ffi::{
        ir::load_pdl,
        text_places::{TextPlaces, parse_with_places},
    },
};
use clap::Parser;
use melior::{Context, dialect::DialectRegistry, ir::Module, utility::register_all_dialects};
use std::{collections::BTreeMap, fs, path::Path};

/// Patterns and a program that a test applies them to.
struct Input<'i, 'c> {
    /// The test, and the line of the program where this part of it begins.
    name: &'i str,
    /// The arguments of `pdll-opt explain`.
    arguments: &'i [String],
    context: &'c Context,
    patterns: Patterns<'c, 'c>,
    module: Module<'c>,
    text: &'i [u8],
    places: TextPlaces,
}

/// Why some runs of tests are not inputs, with the number of them.
type Skipped = BTreeMap<&'static str, usize>;

/// Visits all inputs.
fn visit(scratch: &str, mut visit: impl FnMut(Input<'_, '_>)) -> Skipped {
    let registry = DialectRegistry::new();
    register_all_dialects(&registry);
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("lit-tests");
    let scratch = std::env::temp_dir().join(format!("pdll-{scratch}-{}", std::process::id()));
    let mut skipped = Skipped::new();
    for application in run_lines::applications(&tests, &scratch) {
        let visited = options(&application.arguments).and_then(|options| {
            let bytes = fs::read(options.setup.input()).map_err(|_| "another program makes it")?;
            for part in split(&bytes, Some(DEFAULT_MARK)) {
                let name = format!(
                    "{}, {:?}, line {}",
                    application.test, application.arguments, part.first_line
                );
                let context = Context::new_with_registry(&registry, false);
                load(&context, &name, &application.arguments, &options, part.text)
                    .map(&mut visit)?;
            }
            Ok(())
        });
        if let Err(reason) = visited {
            *skipped.entry(reason).or_default() += 1;
        }
    }
    let _ = fs::remove_dir_all(scratch);
    skipped
}

/// The options of a run, or the reason why it is no input.
fn options(arguments: &[String]) -> Result<Explain, &'static str> {
    let program = ["pdll-opt", "explain"].map(str::to_owned);
    let arguments = program.iter().chain(arguments);
    let options = match Options::try_parse_from(arguments).map(|parsed| parsed.command) {
        Ok(Command::Explain(options)) => *options,
        _ => return Err("its options are wrong"),
    };
    let setup = &options.setup;
    if !setup.pass.values("natives").is_empty() || !setup.load_dialect_plugin.is_empty() {
        return Err("it loads a library that the test builds");
    }
    if setup.pass.values("native-code") == ["compile"] {
        return Err("it compiles C++");
    }
    Ok(options)
}

/// Compiles the patterns, and parses the program.
fn load<'i, 'c>(
    context: &'c Context,
    name: &'i str,
    arguments: &'i [String],
    options: &Explain,
    text: &'i [u8],
) -> Result<Input<'i, 'c>, &'static str> {
    context.attach_diagnostic_handler(|_| true);
    context.set_allow_unregistered_dialects(options.setup.allow_unregistered_dialect);
    load_pdl(context);
    let source = super::source(options);
    let compiled = PassCompiler::read(context, source.clone()).ok_or("the patterns are errors")?;
    // It lives as long as the context, which the caller has.
    let compiled = Box::leak(Box::new(compiled));
    let patterns = Patterns::prepare(compiled, context, source).ok_or("the patterns are errors")?;
    let program = parse_with_places(context, text, "in.mlir").ok_or("the program is an error")?;
    let (module, places) = program;
    Ok(Input {
        name,
        arguments,
        context,
        patterns,
        module,
        text,
        places,
    })
}

#[expect(clippy::print_stderr, reason = "a run says what it has done")]
fn say(line: &str) {
    eprintln!("{line}");
}
