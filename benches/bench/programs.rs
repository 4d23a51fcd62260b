//! Patterns and programs that run-time benchmarks share.

use std::fmt::Write;

/// `count` patterns, each for an operation of its own. `benches/peers/Peer.cpp`
/// has them in C++.
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

/// A function of `operations` operations, each of which uses the one before.
/// One in `step` matches a pattern, and all patterns have their turn.
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
