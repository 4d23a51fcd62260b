//! The runs of the tests of a file.

use super::file::Piece;
use crate::{
    base::diagnostic::{Diagnostic, Severity},
    base::source::{Disk, SourceMap},
    commands::apply::pipeline::Pipeline,
    mlir::diagnostics::Catcher,
    mlir::ffi::{
        ir,
        print::{self, PrintOptions},
    },
};
use melior::{
    Context,
    ir::{Module, Operation},
    pass::PassManager,
};

/// What rewrites the programs of a file.
pub(super) struct Trials<'c> {
    context: &'c Context,
    manager: PassManager<'c>,
    /// The name of the file.
    name: String,
}

/// What became of something, and what was reported.
pub(super) struct Ran<T> {
    /// Without it, there is an error among the messages.
    pub(super) result: Option<T>,
    pub(super) messages: Vec<Diagnostic>,
}

/// A program before and after the patterns are applied.
pub(super) struct Rewritten<'c> {
    pub(super) before: Module<'c>,
    pub(super) after: Module<'c>,
}

impl<'c> Trials<'c> {
    pub(super) fn new(context: &'c Context, pipeline: &Pipeline<'_>, name: &str) -> Self {
        Trials {
            context,
            manager: pipeline.instantiate(context, None),
            name: name.to_owned(),
        }
    }

    /// Compiles the patterns, which is done once for all programs.
    pub(super) fn prepare(&self, sources: &mut SourceMap) -> Ran<()> {
        let empty = Piece {
            text: "",
            range: 0..0,
            line: 1,
        };
        let Ran { result, messages } = self.rewrite(&empty, sources);
        Ran {
            result: result.map(|_| ()),
            messages,
        }
    }

    /// Rewrites a program.
    pub(super) fn rewrite(
        &self,
        program: &Piece<'_>,
        sources: &mut SourceMap,
    ) -> Ran<Rewritten<'c>> {
        self.run(program, sources, |mut module| {
            let before = Operation::clone(&module.as_operation());
            self.manager.run(&mut module).ok()?;
            Some(Rewritten {
                before: Module::from_operation(before)?,
                after: module,
            })
        })
    }

    /// Prints a program that somebody has written as MLIR does.
    pub(super) fn reprint(&self, program: &Piece<'_>, sources: &mut SourceMap) -> Ran<String> {
        self.run(program, sources, |module| Some(printed(&module)))
    }

    fn run<T>(
        &self,
        program: &Piece<'_>,
        sources: &mut SourceMap,
        use_module: impl FnOnce(Module<'c>) -> Option<T>,
    ) -> Ran<T> {
        let catcher = Catcher::of_all_threads(self.context);
        let module = ir::parse_module(self.context, program.text.as_bytes(), &self.name);
        let result = module.and_then(use_module);
        let mut messages = catcher.finish_part(&self.name, program.line, sources, &Disk);
        let has_reason = messages.iter().any(|one| one.severity == Severity::Error);
        if result.is_none() && !has_reason {
            let message = "the pass pipeline failed, and no pass reported a reason";
            messages.push(Diagnostic::error_without_place(message));
        }
        Ran { result, messages }
    }
}

/// A program as MLIR prints it.
pub(super) fn printed(module: &Module<'_>) -> String {
    let mut text = String::new();
    print::print(module.as_operation(), PrintOptions::default(), &mut text);
    text
}

/// The text of a program without the module around it, unless that says something.
pub(super) fn without_module(text: &str) -> String {
    let inner = text.strip_prefix("module {\n");
    let Some(inner) = inner.and_then(|inner| inner.trim_end().strip_suffix('}')) else {
        return text.to_owned();
    };
    let lines = inner.split_inclusive('\n');
    lines
        .map(|line| line.strip_prefix("  ").unwrap_or(line))
        .collect()
}
