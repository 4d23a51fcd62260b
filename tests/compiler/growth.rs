//! The time to compile and to format grows with the size of one pattern, in each dimension,
//! and with the number of patterns and of rules that become PDLL, and not with their squares.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use crate::support::process::scratch;
use clap::Parser;
use melior::Context;
use pdll::{
    internals::{
        dialects::AllDialects,
        driver::{
            Outcome, Status, Stdin, check, compile, fmt, migrate,
            options::{Command, Options},
        },
    },
    pattern_set::PatternSet,
};
use rustix::time::{ClockId, clock_gettime};
use std::{fmt::Write, fs, path::Path};

/// Of the time as a power of the size. It is 1 where work is linear, some more for sorting
/// and for caches that are too small, and 2 where all is compared with all.
const MAX_EXPONENT: f64 = 1.3;

/// How much of it may come from memory alone.
const MAX_EXPONENT_OF_MEMORY: f64 = 0.1;

/// How much larger the large size is.
const FACTOR: usize = 8;

/// How often each size is run, at least and at most.
const MIN_ROUNDS: usize = 3;
const MAX_ROUNDS: usize = 12;

#[test]
fn branches() {
    check_pattern("branches", 2_000, |size| {
        let branches = list(size, " or ", |i| format!("IntegerType(t, {})", i + 1));
        format!(
            "{TYPES}Pattern {{ let root = op<t.a>(x: Value<t: Type>); {branches}; erase root; }}"
        )
    });
}

#[test]
fn disjunctions() {
    check_pattern("disjunctions", 500, |size| {
        let operands = list(size, ", ", |i| format!("x{i}: Value<t{i}: Type>"));
        let conditions = list(size, " ", |i| format!("I8(t{i}) or I16(t{i});"));
        format!("{TYPES}Pattern {{ let root = op<t.a>({operands}); {conditions} erase root; }}")
    });
}

#[test]
fn conditions() {
    check_pattern("conditions", 1_000, |size| {
        let operands = list(size, ", ", |i| format!("x{i}: Value<t{i}: Type>"));
        let conditions = list(size, " ", |i| format!("IntegerType(t{i}, {});", i + 1));
        format!("{TYPES}Pattern {{ let root = op<t.a>({operands}); {conditions} erase root; }}")
    });
}

#[test]
fn creations() {
    check_pattern("creations", 1_000, |size| {
        let creations = list(size, " ", |i| {
            format!("let b{} = op<t.b>(b{i}) -> (t);", i + 1)
        });
        format!(
            "Pattern {{ let root = op<t.a>(b0: Value) -> (t: Type); \
             rewrite root with {{ {creations} replace root with b{size}; }}; }}"
        )
    });
}

#[test]
fn attributes() {
    check_pattern("attributes", 2_000, |size| {
        let matched = list(size, ", ", |i| format!("n{i} = a{i}: Attr"));
        let created = list(size, ", ", |i| format!("m{i} = a{i}"));
        format!(
            "Pattern => replace op<t.a>(x: Value) {{ {matched} }} -> (t: Type) \
             with op<t.b>(x) {{ {created} }} -> (t);"
        )
    });
}

#[test]
fn operands_and_results() {
    check_pattern("lists", 2_000, |size| {
        let operands = list(size, ", ", |i| format!("x{i}: Value"));
        let types = list(size, ", ", |i| format!("t{i}: Type"));
        format!("Pattern => erase op<t.a>({operands}) -> ({types});")
    });
}

#[test]
fn roots() {
    check_pattern("roots", 1_000, |size| {
        let roots = list(size, " ", |i| {
            format!("let r{i} = op<t.r{i}>(x, _: Value);")
        });
        format!("Pattern {{ let root = op<t.a>(x: Value); {roots} erase root; }}")
    });
}

#[test]
fn patterns() {
    check_pattern("patterns", 500, small_patterns);
}

#[test]
fn migrated_rules() {
    let folder = scratch("growth-rules");
    let (input, output) = (folder.join("rules.td"), folder.join("rules.pdll"));
    let include = format!("-I{}/include", env!("PDLL_LLVM_PREFIX"));
    let seconds = |size| {
        let mut text = "include \"mlir/Dialect/Arith/IR/ArithOps.td\"\n\
                        include \"mlir/IR/PatternBase.td\"\n"
            .to_owned();
        for i in 0..size {
            writeln!(
                text,
                "// Rule {i}.\ndef R{i} : Pat<(Arith_AddIOp (Arith_MulIOp $x, $y, $f), \
                 (Arith_ConstantOp ConstantAttr<I32Attr, \"{i}\">), $o), \
                 (Arith_MulIOp $y, $x, $f)>;"
            )
            .expect("a string takes it");
        }
        fs::write(&input, text).expect("the folder can be written to");
        let arguments = [
            "migrate",
            &include,
            &text_of(&input),
            "-o",
            &text_of(&output),
        ];
        let options = options(&arguments);
        time(|| run(&options.command))
    };
    check_growth(500, seconds, load_small_patterns);
}

/// What some of the patterns above include.
const TYPES: &str = "#include \"pdll/types.pdll\"\n";

fn list(size: usize, separator: &str, item: impl Fn(usize) -> String) -> String {
    (0..size).map(item).collect::<Vec<_>>().join(separator)
}

/// Compiles and checks a pattern of a size, and makes it ready to be applied.
fn check_pattern(name: &str, size: usize, pattern: impl Fn(usize) -> String) {
    let path = scratch(&format!("growth-{name}")).join("p.pdll");
    let path_text = text_of(&path);
    let output = text_of(&path.with_extension("mlir"));
    let compile = ["compile", "-q", "-o", &output, &path_text];
    for arguments in [
        &compile[..],
        &["check", "-q", &path_text],
        &["fmt", &path_text],
    ] {
        let options = options(arguments);
        let seconds = |text: String| {
            fs::write(&path, text).expect("the folder can be written to");
            time(|| run(&options.command))
        };
        check_growth(
            size,
            |size| seconds(pattern(size)),
            |size| seconds(small_patterns(size)),
        );
    }
    check_growth(
        size,
        |size| seconds_to_load(pattern(size)),
        load_small_patterns,
    );
}

fn seconds_to_load(text: String) -> f64 {
    time(|| {
        let context = Context::new();
        context.set_allow_unregistered_dialects(true);
        let set = PatternSet::builder(&context).text("p.pdll", text).build();
        set.expect("the patterns are valid");
        Outcome::default()
    })
}

fn load_small_patterns(number: usize) -> f64 {
    seconds_to_load(small_patterns(number))
}

/// Patterns that have nothing to do with each other: each takes the same work.
fn small_patterns(number: usize) -> String {
    list(number, "\n", |i| {
        format!("Pattern => replace op<t.a{i}>(x: Value) {{ n = a: Attr }} -> (t: Type) with x;")
    })
}

fn run(command: &Command) -> Outcome {
    let (dialects, stdin) = (AllDialects::new(&[]), Stdin::default());
    match command {
        Command::Check(options) => check::run(options, &dialects, &stdin),
        Command::Compile(options) => compile::run(options, &dialects, &stdin),
        Command::Fmt(options) => fmt::run(options, &stdin),
        Command::Migrate(options) => migrate::run(options, &dialects, &stdin),
        _ => unreachable!("no test asks for it"),
    }
}

/// Other programs, and the first use of a cache, only make a run slower, so the fastest of
/// some runs counts. Where work is quadratic, every run shows it. Large amounts of memory take
/// longer to use than small ones, by as much as the machine decides: that is seen in `linear`.
fn check_growth(size: usize, run: impl Fn(usize) -> f64, linear: impl Fn(usize) -> f64) {
    let mut found = Vec::new();
    for size in [size, size * 2, size * 4] {
        let exponent = exponent_of(size, &run);
        if exponent < MAX_EXPONENT {
            return;
        }
        let of_memory = (exponent_of(size, &linear) - 1.0).clamp(0.0, MAX_EXPONENT_OF_MEMORY);
        if exponent - of_memory < MAX_EXPONENT {
            return;
        }
        found.push((size, exponent, of_memory));
    }
    panic!("sizes, exponents, and how much of each comes from memory: {found:?}");
}

#[test]
#[should_panic(expected = "sizes, exponents")]
fn work_that_is_not_linear_fails() {
    let seconds = |exponent: f64| move |size: usize| 1e-6 * (size as f64).powf(exponent);
    check_growth(100, seconds(1.45), seconds(1.3));
}

/// With which power of the size the seconds of a run grow. Where that seems to be too much,
/// runs go on for a while: one of them will have the caches for itself.
fn exponent_of(size: usize, run: &impl Fn(usize) -> f64) -> f64 {
    let mut least = [f64::INFINITY; 3];
    let mut exponent = f64::INFINITY;
    for round in 1..=MAX_ROUNDS {
        for (least, size) in least.iter_mut().zip([1, size, size * FACTOR]) {
            *least = least.min(run(size));
        }
        let [none, small, large] = least;
        let growth = (large - none) / (small - none).max(1e-6);
        exponent = growth.ln() / (FACTOR as f64).ln();
        if round >= MIN_ROUNDS && exponent < MAX_EXPONENT {
            break;
        }
    }
    exponent
}

/// The seconds that this thread computes meanwhile. Others do not count. What Linux keeps in
/// `/proc` would not do: it grows in steps of 4 ms, and small sizes take less.
fn time(run: impl FnOnce() -> Outcome) -> f64 {
    let before = clock_gettime(ClockId::ThreadCPUTime);
    let outcome = run();
    let after = clock_gettime(ClockId::ThreadCPUTime);
    assert_eq!(outcome.status, Status::Success, "{}", outcome.messages);
    let elapsed = after - before;
    elapsed.tv_sec as f64 + elapsed.tv_nsec as f64 / 1e9
}

fn options(arguments: &[&str]) -> Options {
    Options::parse_from(["pdll-opt"].iter().chain(arguments))
}

fn text_of(path: &Path) -> String {
    path.display().to_string()
}
