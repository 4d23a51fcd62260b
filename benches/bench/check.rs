//! Compares checking patterns with compiling them, and with mlir-pdll.

use crate::{
    measure::{Tools, line},
    programs::{self, Shape},
    usage::{Usage, least},
};

/// Prints the CPU times, and the memory that checking takes.
pub(crate) fn run(tools: &Tools) {
    println!("check: pdll-opt check | mlir-pdll, and pdll-opt compile");
    // `pdll-opt` contains the first of these dialects, and loads the second one.
    let arith = "Pattern => replace op<arith.addi>(x: Value, x) with op<arith.muli>(x, x);\n";
    let gpu = "Pattern => erase op<gpu.barrier>;\n";
    for (what, text) in [
        ("1 pattern", programs::patterns(Shape::OwnRoots, 1)),
        ("1 pattern on arith", arith.to_owned()),
        ("1 pattern on gpu", gpu.to_owned()),
        (
            "10 000 patterns",
            programs::patterns(Shape::OwnRoots, 10_000),
        ),
        ("10 000 patterns on arith", on_arith(10_000)),
    ] {
        let path = tools.input("check.pdll", &text);
        let path = &*path.to_string_lossy();
        let runs = if text.len() > 10_000 { 5 } else { 21 };
        let [check, peer, compile] = least(
            runs,
            [
                (&tools.pdll_opt, &["check", path]),
                (&tools.mlir_pdll, &["-x", "mlir", path]),
                (&tools.pdll_opt, &["compile", path]),
            ],
        );
        line(&format!("{what}, to mlir-pdll"), check.time, peer.time);
        line(&format!("{what}, to compile"), check.time, compile.time);
        let [check, peer, compile] = [check, peer, compile].map(megabytes);
        println!("    memory: {check:.0} MB | {peer:.0} MB, and {compile:.0} MB");
    }
}

/// Patterns that match and create registered operations, and differ in an attribute.
fn on_arith(count: usize) -> String {
    let pattern = |number| {
        format!(
            "Pattern P{number} => \
               replace op<arith.addi>(x: Value, y: Value) {{n = attr<\"{number} : i32\">}} \
               with op<arith.muli>(y, x);\n"
        )
    };
    (0..count).map(pattern).collect()
}

fn megabytes(usage: Usage) -> f64 {
    usage.memory as f64 / 1e6
}
