//! Explanations for programs that have the patterns already.

use super::{Input, page, pipeline, print_text, selection::Selection, subject::Subject};
use crate::{
    back::explain::{json, text},
    base::diagnostic::Severity,
    base::source::{Disk, FileText},
    commands::options::{Command, Explain, Options},
    library::pattern_set::{Builder, CompiledPatterns, Failed, PassCompiler, PatternSet},
    mlir::diagnostics::Catcher,
    mlir::ffi::{ir::load_pdl, registration::register_apply_pass},
};
use clap::Parser;
use melior::Context;

/// The same explanation in three forms.
#[derive(Debug)]
pub struct Explanation {
    /// Framed source with labels.
    pub text: String,
    /// A page that shows patterns beside the program.
    pub html: String,
    /// One JSON object.
    pub json: String,
}

/// Why there is no explanation.
#[derive(Debug)]
pub enum Unexplained {
    /// The flags are invalid.
    Flags(String),
    /// The program is, or the flags ask for a pattern that does not exist.
    Failed(Failed),
}

/// Patterns that can be explained, whatever becomes of their files.
pub struct Explainable<'c> {
    context: &'c Context,
    patterns: CompiledPatterns<'c>,
}

impl<'c> Explainable<'c> {
    /// Builds patterns in a context.
    ///
    /// # Errors
    ///
    /// As [`Builder::build`].
    pub fn build(
        context: &'c Context,
        patterns: impl FnOnce(Builder<'c>) -> Builder<'c>,
    ) -> Result<(PatternSet<'c>, Self), Failed> {
        let builder = patterns(PatternSet::builder(context));
        let (set, patterns) = builder.build_with_module()?;
        Ok((set, Explainable { context, patterns }))
    }

    /// Says why the patterns match the operations of a program, or do not. `name` is what
    /// messages call the program; flags are those of the command that are about the
    /// question and the run, for which the program is standard input.
    ///
    /// # Errors
    ///
    /// Fails if the program or a flag is invalid.
    pub fn explain(
        &self,
        flags: &[String],
        name: &str,
        program: &[u8],
    ) -> Result<Explanation, Unexplained> {
        let Explainable { context, patterns } = self;
        let options = options(flags)?;
        let selection = Selection::new(&options).map_err(Unexplained::Flags)?;
        let input = Input {
            name: name.to_owned(),
            bytes: program.to_owned(),
        };
        register_apply_pass::<PassCompiler>();
        let pipeline = pipeline(&options, &input).map_err(Unexplained::Flags)?;
        load_pdl(context);
        let mut sources = patterns.sources.clone();
        let file = sources.add(name, FileText::decode(input.bytes.clone()), None);
        let catcher = Catcher::of_all_threads(context);
        let subject = Subject::read(&options, context, &pipeline, &input, patterns);
        let mut errors = catcher.finish(&mut sources, &Disk);
        let subject = subject.map_err(Unexplained::Flags)?;
        errors.extend(
            subject
                .iter()
                .flat_map(|subject| subject.problems(&selection, options.at)),
        );
        errors.retain(|one| one.severity == Severity::Error);
        let subject = subject.filter(|_| errors.is_empty());
        let subject = Failed::unless(subject, context, &sources, &errors);
        let subject = subject.map_err(Unexplained::Failed)?;
        let report = subject.explain(&selection, file, &mut sources);
        let extras = page::Extras {
            states: subject.replay().and_then(|replay| replay.to_json()),
            artist: subject.artist(),
        };
        let style = text::Style {
            is_colored: false,
            lists_conditions: selection.is_about_a_place(),
        };
        Ok(Explanation {
            text: print_text(&selection, &report, &subject, &sources, style),
            html: page::render(&format!("Patterns on {name}"), &report, &extras, &sources),
            json: json::render(&report, &options.at.name(), &sources),
        })
    }
}

/// The options of the command with these flags. A page takes the most from a run.
fn options(flags: &[String]) -> Result<Explain, Unexplained> {
    let own = [
        "pdll-opt",
        "explain",
        "--format=html",
        "--patterns=<patterns>",
    ];
    let all = own.into_iter().chain(flags.iter().map(String::as_str));
    let parsed = Options::try_parse_from(all);
    let options = parsed.map_err(|error| Unexplained::Flags(error.to_string()))?;
    let Command::Explain(options) = options.command else {
        return Err(Unexplained::Flags(
            "the flags are of another command".to_owned(),
        ));
    };
    match options.problem() {
        Some(problem) => Err(Unexplained::Flags(problem)),
        None => Ok(*options),
    }
}
