//! Measures how long it takes to verify patterns.

use crate::measure::{Tools, command, milliseconds};
use std::{
    fmt::Write,
    path::Path,
    process::Command,
    time::{Duration, Instant},
};

/// Rules on integers, with what they need of a solver.
const RULES: [(&str, &str); 6] = [
    (
        "a sum in another order, which needs no solver",
        "let root = op<arith.addi>(op<arith.subi>(x: Value, y: Value) -> (t: Type), y) -> (t);
         replace root with x;",
    ),
    (
        "bitwise operators",
        "let root = op<arith.ori>(op<arith.andi>(x: Value, y: Value) -> (t: Type), \
           op<arith.andi>(x, z: Value) -> (t)) -> (t);
         replace root with op<arith.andi>(x, op<arith.ori>(y, z) -> (t)) -> (t);",
    ),
    (
        "a comparison and a selection",
        "let root = op<arith.maxui>(x: Value, y: Value) -> (t: Type);
         replace root with op<arith.maxui>(y, x) -> (t);",
    ),
    (
        "a division",
        "let quotient = op<arith.divui>(x: Value, y: Value) -> (t: Type);
         let root = op<arith.subi>(x, op<arith.muli>(quotient, y) -> (t)) -> (t);
         replace root with op<arith.remui>(x, y) -> (t);",
    ),
    (
        "types of two widths",
        "let root = op<arith.andi>(op<arith.extui>(x: Value) -> (t: Type), \
           op<arith.extui>(y: Value) -> (t)) -> (t);
         replace root with op<arith.andi>(op<arith.extui>(y) -> (t), op<arith.extui>(x) -> (t)) \
           -> (t);",
    ),
    (
        "a wrong one",
        "let root = op<arith.shrsi>(x: Value, y: Value) -> (t: Type);
         replace root with op<arith.shrui>(x, y) -> (t);",
    ),
];

/// How often all rules are in a file.
const COPIES: [usize; 3] = [1, 2, 4];

/// Prints the time for each rule, and for many of them.
pub(crate) fn run(tools: &Tools) {
    println!("verify: milliseconds on one thread | on all threads");
    let [one, all] = measure(tools, &tools.input("none.pdll", ""));
    line("an empty file", one, all);
    for (index, (about, _)) in RULES.iter().enumerate() {
        let file = tools.input("rule.pdll", &pattern(index, 0));
        let [one, all] = measure(tools, &file);
        line(about, one, all);
    }
    for copies in COPIES {
        let rules = (0..copies).flat_map(|copy| (0..RULES.len()).map(move |rule| (rule, copy)));
        let text: String = rules.map(|(rule, copy)| pattern(rule, copy)).collect();
        let [one, all] = measure(tools, &tools.input("rules.pdll", &text));
        let count = copies * RULES.len();
        line(&format!("all of them, {count} patterns"), one, all);
        println!(
            "    {:.1} and {:.1} patterns a second",
            count as f64 / one.as_secs_f64(),
            count as f64 / all.as_secs_f64()
        );
    }
}

fn pattern(rule: usize, copy: usize) -> String {
    let mut text = String::new();
    let body = RULES[rule].1;
    let _ = writeln!(text, "Pattern Rule{rule}Copy{copy} {{\n{body}\n}}");
    text
}

fn line(about: &str, one: Duration, all: Duration) {
    println!(
        "  {about:<48} {:>9.1} {:>9.1}",
        milliseconds(one),
        milliseconds(all)
    );
}

/// The shortest of three times on one thread and on all.
fn measure(tools: &Tools, file: &Path) -> [Duration; 2] {
    let file = file.to_string_lossy();
    let verify = ["verify", &*file];
    let mut commands = [
        command(&tools.pdll_opt, [&verify[..], &["--threads", "1"]].concat()),
        command(&tools.pdll_opt, verify),
    ];
    let mut best = [Duration::MAX; 2];
    for _ in 0..3 {
        for (command, best) in commands.iter_mut().zip(&mut best) {
            *best = (*best).min(time(command));
        }
    }
    best
}

/// The time of a run that has no verdicts of earlier ones.
fn time(command: &mut Command) -> Duration {
    let start = Instant::now();
    let status = command.env("PDLL_CACHE_DIR", "").status();
    let code = status.expect("the command can be run").code();
    assert!(matches!(code, Some(0 | 1)), "pdll-opt verify fails");
    start.elapsed()
}
