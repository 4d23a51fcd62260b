//! Applying patterns to 100 000 operations, driver against driver.

use crate::measure::{Tools, command, median, milliseconds, run as time};
use std::fmt::Write;

const OPERATIONS: usize = 100_000;

/// Prints the time of each driver over that of the empty pattern set.
pub(crate) fn run(tools: &Tools) {
    println!(
        "apply: {OPERATIONS} operations, without the time that mlir-opt takes to read and print them"
    );
    let patterns = tools.input(
        "mul.pdll",
        "Pattern => replace op<arith.addi>(x: Value, y: Value) with op<arith.muli>(x, y);\n",
    );
    let wide = tools.input("wide.mlir", &independent());
    let chain = tools.input("chain.mlir", &dependent());
    let shapes = [
        ("independent operations", wide, OPERATIONS / 2),
        ("one chain", chain, OPERATIONS),
    ];
    for (shape, input, rewrites) in shapes {
        let input = input.to_string_lossy().into_owned();
        let run = |pipeline: &str| {
            let plugin = format!("--load-pass-plugin={}", tools.plugin.display());
            let pipeline = format!("--pass-pipeline=builtin.module({pipeline})");
            let mut command = command(&tools.mlir_opt, [plugin.as_str(), &pipeline, &input]);
            milliseconds(median((0..5).map(|_| time(&mut command)).collect()))
        };
        let floor = run("");
        for (name, options) in [
            ("greedy, top-down", "driver=greedy top-down=true"),
            ("greedy, bottom-up", "driver=greedy top-down=false"),
            ("walk", "driver=walk"),
        ] {
            let all = run(&format!(
                "apply-pdll{{patterns={} {options}}}",
                patterns.display()
            ));
            let own = all - floor;
            let rate = rewrites as f64 / own;
            println!(
                "  {:<44} {own:>9.1} ms  {rate:>8.0} rewrites/ms",
                format!("{shape}: {name}")
            );
        }
    }
}

/// Additions of two arguments.
fn independent() -> String {
    function(
        |text, i| {
            let _ = writeln!(text, "  %{i} = arith.addi %a, %b : i32");
            let _ = writeln!(text, "  \"test.use\"(%{i}) : (i32) -> ()");
        },
        OPERATIONS / 2,
    )
}

/// Additions of which each needs the one before.
fn dependent() -> String {
    function(
        |text, i| {
            let before = if i == 0 {
                "a".to_owned()
            } else {
                (i - 1).to_string()
            };
            let _ = writeln!(text, "  %{i} = arith.addi %{before}, %b : i32");
        },
        OPERATIONS,
    )
}

fn function(operation: impl Fn(&mut String, usize), count: usize) -> String {
    let mut text = String::from("func.func @f(%a: i32, %b: i32) -> i32 {\n");
    for i in 0..count {
        operation(&mut text, i);
    }
    let _ = writeln!(text, "  return %{} : i32\n}}", count - 1);
    text
}
