//! Patterns and programs for the benchmarks that apply patterns.

use std::fmt::Write;

/// Returns `count` patterns, each for an operation name of its own.
/// `benches/peers/Peer.cpp` contains the same patterns in C++.
pub(crate) fn patterns(count: usize) -> String {
    let mut text = String::new();
    for i in 0..count {
        let _ = writeln!(
            text,
            "Pattern P{i} => replace op<t.a{i}>(x: Value, y: Value) -> (t: Type) \
             with op<t.b{i}>(y, x) -> (t);"
        );
    }
    text
}

/// Returns a function with `operations` operations. Each operation uses the one
/// before it. One in `step` operations matches a pattern, and all patterns match
/// equally often.
pub(crate) fn function(name: &str, patterns: usize, operations: usize, step: usize) -> String {
    let mut text = format!("func.func @{name}(%a: i32, %b: i32) {{\n");
    let mut operand = "%a".to_owned();
    for i in 0..operations {
        let name = match i % step {
            0 => format!("a{}", i / step % patterns),
            _ => format!("other{}", i % 7),
        };
        let _ = writeln!(
            text,
            "  %{i} = \"t.{name}\"({operand}, %b) : (i32, i32) -> i32"
        );
        operand = format!("%{i}");
    }
    text + "  return\n}\n"
}
