//! What the tests of features share: texts in which `$0` marks the offset.

#[path = "../../../tests/effort/mod.rs"]
pub(crate) mod effort;

use super::{Analysis, Source, analysis::sorted};
use crate::{
    base::diagnostic::Diagnostics,
    base::source::{Memory, SourceMap, Span},
    front::ods,
    front::program,
    front::sema,
    front::testing::{FakeHost, definitions, with_regions},
    library::session::Steps,
    mlir::ffi::ods::LinkedTableGen,
};
use std::{mem, path::Path};

/// Analyzes a text with the definitions of [`definitions`], which stand in `ops.td`.
/// Returns the offset of `$0` in it, which is not a part of the text.
pub(super) fn analyze(marked: &str) -> (Analysis, u32) {
    analyze_with(marked, &Memory::default())
}

/// As [`analyze`], with files to include.
pub(super) fn analyze_with(marked: &str, files: &Memory) -> (Analysis, u32) {
    let offset = marked.find(MARK).unwrap_or_default();
    let text = marked.replacen(MARK, "", 1);
    let mut sources = SourceMap::default();
    let mut diagnostics = Diagnostics::default();
    let file = sources.add("main.pdll", text, None);
    let mut program = program::load(
        file,
        Some(Path::new("main.pdll")),
        &[],
        files,
        &ods::Settings::new(&LinkedTableGen),
        &mut sources,
        &mut diagnostics,
    );
    let td = sources.add("ops.td", "def PairOp;\n", None);
    let span = Span {
        start: 4,
        end: 10,
        ..sources.whole(td)
    };
    let mut definitions = definitions(span);
    definitions.add_operation(with_regions(
        "test.if",
        &[("then", false), ("otherwise", false)],
        span,
    ));
    program.ods = definitions.into();
    let mut steps = Steps {
        parsed: diagnostics.len(),
        analyzed: 0,
    };
    let mut host = FakeHost::default();
    let (patterns, index) = sema::analyze_with_index(&program, &mut host, &mut diagnostics);
    steps.analyzed = diagnostics.len();
    if !diagnostics.has_errors() {
        crate::front::lints::check_source(&program, &mut diagnostics);
        crate::front::lints::check(&patterns, &mut diagnostics);
    }
    let (diagnostics, steps) = sorted(diagnostics.take(), steps);
    let analysis = Analysis {
        file,
        tokens: mem::take(&mut program.tokens),
        source: Source::Program(Box::new(program)),
        index,
        diagnostics,
        steps,
        words: Default::default(),
        excerpt: None,
        included_paths: Vec::new(),
        sources,
    };
    (analysis, offset as u32)
}

const MARK: &str = "$0";

/// A place as `file:line:column-line:column text`.
pub(super) fn shown(analysis: &Analysis, span: Span) -> String {
    let start = analysis.sources.position(span);
    let end = analysis.sources.position(span.at_end());
    format!(
        "{}:{}:{}-{}:{} {}",
        analysis.sources.file(span.file).name(),
        start.line,
        start.column,
        end.line,
        end.column,
        analysis.sources.text(span)
    )
}
