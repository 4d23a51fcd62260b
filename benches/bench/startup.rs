//! Measures the time that the plugin adds to `mlir-opt` on a small file.

use crate::measure::{Tools, command, compare, line, milliseconds};
use std::{path::PathBuf, process::Command};

/// Prints the times with and without the plugin, and their difference.
pub(crate) fn run(tools: &Tools) {
    println!("startup: mlir-opt with the plugin and one pattern | mlir-opt alone");
    let (patterns, input) = small_files(tools);
    let (with, without) = compare(
        41,
        &mut with_plugin(tools, &patterns, &input),
        &mut command(&tools.mlir_opt, [input.as_str()]),
    );
    line("small file", with, without);
    println!(
        "    the plugin and the pattern add {:.1} ms",
        milliseconds(with) - milliseconds(without)
    );
}

/// Writes a pattern, and a program that it matches.
pub(crate) fn small_files(tools: &Tools) -> (String, String) {
    let patterns = tools.input(
        "one.pdll",
        "Pattern => replace op<arith.addi>(x: Value, x) with op<arith.muli>(x, x);\n",
    );
    let input = tools.input(
        "small.mlir",
        "func.func @f(%a: i32) -> i32 {\n  %0 = arith.addi %a, %a : i32\n  return %0 : i32\n}\n",
    );
    let text = |path: PathBuf| path.to_string_lossy().into_owned();
    (text(patterns), text(input))
}

/// `mlir-opt`, which applies the patterns with the plugin.
pub(crate) fn with_plugin(tools: &Tools, patterns: &str, input: &str) -> Command {
    let plugin = format!("--load-pass-plugin={}", tools.plugin.display());
    let pipeline = format!("--pass-pipeline=builtin.module(apply-pdll{{patterns={patterns}}})");
    command(&tools.mlir_opt, [plugin.as_str(), &pipeline, input])
}
