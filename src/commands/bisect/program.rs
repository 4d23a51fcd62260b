//! The program after some of the rewrites.

use super::Trouble;
use crate::{
    base::diagnostic::{Diagnostic, Severity},
    base::source::{Disk, FileText, SourceMap},
    commands::Input,
    commands::apply::pipeline::Pipeline,
    commands::options::Bisect,
    commands::trace::{Line, Rewrite},
    library::session::Session,
    mlir::diagnostics::Catcher,
    mlir::ffi::{
        ir,
        pass::{RewriteLimit, TraceSink},
        print::{self, PrintOptions},
    },
};
use melior::{
    Context,
    ir::{Module, Operation},
};
use serde_json::Value;

/// The program as it is in the input, and what rewrites it.
pub(super) struct Program<'c> {
    context: &'c Context,
    pipeline: &'c Pipeline<'c>,
    module: Module<'c>,
    is_generic: bool,
}

/// A run of all patterns.
pub(super) struct Whole {
    pub(super) num_rewrites: u64,
    pub(super) text: String,
}

/// A rewrite, as a trace has it.
pub(super) struct Step {
    pub(super) json: Value,
    pub(super) rewrite: Rewrite,
}

impl<'c> Program<'c> {
    /// Reads the program. Without a result, the session has the errors.
    pub(super) fn read(
        options: &Bisect,
        context: &'c Context,
        pipeline: &'c Pipeline<'c>,
        input: &Input,
        session: &mut Session<'_>,
    ) -> Option<Self> {
        let text = FileText::decode(input.bytes.clone());
        session.sources.add(&*input.name, text, None);
        let catcher = Catcher::of_all_threads(context);
        let module = ir::parse_module(context, &input.bytes, &input.name);
        let caught = catcher.finish(&mut session.sources, &Disk);
        let caught = options.setup.common.select_in_order(caught);
        session.diagnostics.extend(caught);
        Some(Program {
            context,
            pipeline,
            module: module?,
            is_generic: options.mlir_print_op_generic,
        })
    }

    /// Runs all patterns.
    ///
    /// # Errors
    ///
    /// What went wrong is in the session, as are the warnings.
    pub(super) fn rewrite_all(
        &self,
        options: &Bisect,
        session: &mut Session<'_>,
    ) -> Result<Whole, Trouble> {
        let limit = RewriteLimit::new(u64::MAX);
        let (text, caught) = self.run(&limit, None, &mut session.sources);
        let caught = options.setup.common.select_in_order(caught);
        let has_reason = caught.iter().any(|one| one.severity == Severity::Error);
        session.diagnostics.extend(caught);
        let num_rewrites = limit.made();
        match text {
            Some(text) => Ok(Whole { num_rewrites, text }),
            None if has_reason => Err(Trouble::Reported),
            None => Err(Trouble::error(
                "the pass pipeline failed, and no pass reported a reason",
            )),
        }
    }

    /// The text of the program after some of the rewrites. There is none if a pass does not
    /// accept the program as it is then.
    pub(super) fn text_after(&self, num_rewrites: u64) -> Option<String> {
        let limit = RewriteLimit::new(num_rewrites);
        self.run(&limit, None, &mut SourceMap::default()).0
    }

    /// What the last of some rewrites does.
    ///
    /// # Errors
    ///
    /// A line of the trace is invalid, or missing, which is a bug of ours.
    pub(super) fn step(&self, number: u64) -> Result<Step, String> {
        let limit = RewriteLimit::new(number);
        let mut last = None;
        let mut invalid = None;
        let sink = TraceSink::new(|line| match Step::read(line) {
            Ok(step) => last = step.or(last.take()),
            Err(error) => invalid = Some(error),
        });
        self.run(&limit, Some(&sink), &mut SourceMap::default());
        sink.finish()?;
        if let Some(error) = invalid {
            return Err(format!("a line of the trace is invalid: {error}"));
        }
        last.ok_or_else(|| format!("the trace has no rewrite {number}"))
    }

    /// Returns the rewritten program, and messages.
    fn run(
        &self,
        limit: &RewriteLimit,
        trace: Option<&TraceSink<'_>>,
        sources: &mut SourceMap,
    ) -> (Option<String>, Vec<Diagnostic>) {
        let catcher = Catcher::of_all_threads(self.context);
        let copy = Operation::clone(&self.module.as_operation());
        let mut copy = Module::from_operation(copy).expect("a copy is what the original is");
        let manager = self
            .pipeline
            .instantiate_limited(self.context, trace, limit);
        let text = manager.run(&mut copy).is_ok().then(|| self.print(&copy));
        drop(manager);
        (text, catcher.finish(sources, &Disk))
    }

    fn print(&self, module: &Module<'_>) -> String {
        let options = PrintOptions {
            locations: false,
            generic: self.is_generic,
        };
        let mut text = String::new();
        print::print(module.as_operation(), options, &mut text);
        text
    }
}

impl Step {
    /// Reads a line of a trace, if it is about a rewrite.
    fn read(line: &str) -> serde_json::Result<Option<Self>> {
        let json: Value = serde_json::from_str(line)?;
        Ok(match serde_json::from_str(line)? {
            Line::Rewritten(rewrite) => Some(Step { json, rewrite }),
            _ => None,
        })
    }
}
