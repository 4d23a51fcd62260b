//! Compares compiling patterns with mlir-pdll.

use crate::measure::{Tools, command, compare, line, median, milliseconds};
use melior::Context;
use pdll::internals::{
    LinkedTableGen,
    diagnostic::Diagnostics,
    host::HiddenNatives,
    lints,
    lower::{self, DialectAccess, MlirHost},
    ods,
    program::{self, Program},
    sema,
    source::{Disk, FileId, SourceMap},
};
use std::{
    fmt::Write,
    path::Path,
    time::{Duration, Instant},
};

/// Prints a line for each number of patterns, and the time of each phase for the
/// largest number.
pub(crate) fn run(tools: &Tools) {
    println!("compile: pdll-opt compile | mlir-pdll -x mlir");
    let mut file = None;
    for count in [1, 100, 10_000] {
        let path = tools.input(&format!("{count}.pdll"), &patterns(count));
        let text = path.to_string_lossy().into_owned();
        let runs = if count > 1000 { 7 } else { 41 };
        let (ours, theirs) = compare(
            runs,
            &mut command(&tools.pdll_opt, ["compile", &text]),
            &mut command(&tools.mlir_pdll, ["-x", "mlir", &text]),
        );
        line(&format!("{count} patterns"), ours, theirs);
        file = Some(path);
    }
    if let Some(path) = file {
        phases(&path);
    }
}

/// Returns patterns with different names, like those of a real dialect.
fn patterns(count: usize) -> String {
    let mut text = String::new();
    for i in 0..count {
        let _ = write!(
            text,
            r#"Pattern P{i} with benefit({benefit}) {{
  let t: Type;
  let inner = op<test.inner{kind}>(a: Value<t>, b: Value);
  let root = op<test.root{i}>(inner, c: Value) {{mode = attr<"{i} : i32">, fast}} -> (t);
  rewrite root with {{
    let sum = op<test.sum>(a, c) {{k = attr<"\"s\"">}} -> (t);
    replace root with op<test.out>(sum, b) -> (type<"i64">);
  }};
}}
"#,
            benefit = i % 50 + 1,
            kind = i % 97,
        );
    }
    text
}

/// Prints the time of each phase of a compilation, inside one process.
fn phases(path: &Path) {
    let rounds: Vec<_> = (0..5).map(|_| phase_times(path)).collect();
    let names = ["parse", "analyze", "warn", "print"];
    let times: Vec<_> = (0..names.len())
        .map(|phase| median(rounds.iter().map(|round| round[phase]).collect()))
        .collect();
    let total: Duration = times.iter().sum();
    for (name, time) in names.iter().zip(times) {
        let share = 100.0 * time.as_secs_f64() / total.as_secs_f64();
        println!(
            "    {name:<42} {:>9.1} ms  {share:>5.1} %",
            milliseconds(time)
        );
    }
}

fn phase_times(path: &Path) -> [Duration; 4] {
    let text = std::fs::read_to_string(path).expect("the input was just written");
    let context = Context::new_with_threading(false);
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let mut clock = Instant::now();
    let mut lap = || std::mem::replace(&mut clock, Instant::now()).elapsed();

    let (file, program) = load(path, text, &mut sources, &mut diagnostics);
    let parse = lap();
    let mut host = MlirHost::new(&context, DialectAccess::Available);
    let meaning = sema::analyze(&program, &mut host, &mut diagnostics);
    let analyze = lap();
    lints::check_source(&program, &mut diagnostics);
    lints::check(&meaning, &mut diagnostics);
    let warn = lap();
    let text = lower::print(
        &context,
        &meaning.patterns,
        &host.into_literals(),
        HiddenNatives::Allowed,
        (&sources, sources.whole(file)),
    );
    let print = lap();
    assert!(!text.is_empty() && !diagnostics.has_errors());
    [parse, analyze, warn, print]
}

/// Parses a file.
pub(crate) fn load(
    path: &Path,
    text: String,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> (FileId, Program) {
    let file = sources.add(path.to_string_lossy(), text, None);
    let settings = ods::Settings::new(&LinkedTableGen);
    let program = program::load(file, None, &[], &Disk, &settings, sources, diagnostics);
    (file, program)
}
