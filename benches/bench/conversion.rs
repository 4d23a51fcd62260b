//! Compares `driver=conversion` with MLIR's conversion driver.

use crate::{
    measure::{Tools, milliseconds},
    peers::{self, Comparison},
    programs::{self, Shape},
};
use std::fmt::Write;

const OPERATIONS: usize = 200_000;

/// Prints a line for each number of patterns and each share of matching operations, and
/// one for chains of replacements.
pub(crate) fn run(tools: &Tools) {
    println!(
        "conversion: CPU time for {OPERATIONS} operations: apply-pdll | MLIR's driver with C++ \
         patterns | the same without rollback\n  (the ratio is the first time to the second)"
    );
    for count in [1, 100] {
        let text = programs::patterns(Shape::OwnRoots, count);
        let ours = tools.input(&format!("conversion{count}.pdll"), &text);
        let names = |letter| {
            let names = (0..count).map(|i| format!("t.{letter}{i}"));
            names.collect::<Vec<_>>().join(",")
        };
        for (share, step) in [("1 in 10", 10), ("all match", 1)] {
            let input = programs::function("f", count, OPERATIONS, step);
            let pipelines = [
                format!(
                    "apply-pdll{{patterns={} driver=conversion illegal-ops={} legal-ops={}}}",
                    ours.display(),
                    names('a'),
                    names('b')
                ),
                format!("bench-conversion-peer{{count={count}}}"),
                format!("bench-conversion-peer{{count={count} rollback=false}}"),
            ];
            compare(
                tools,
                &format!("{count} patterns, {share}"),
                &input,
                &pipelines,
            );
        }
    }
    run_chain(tools);
}

/// Operations of a chain, and users of its end.
const CHAIN: usize = 8_000;

/// Each operation is replaced by its operand, which is the result of the one before.
fn run_chain(tools: &Tools) {
    let pattern = "Pattern => replace op<t.n>(x: Value, y: Value) -> (t: Type) with x;\n";
    let ours = tools.input("conversion-chain.pdll", pattern);
    let mut input = "func.func @f(%a: i32, %b: i32) {\n".to_owned();
    let mut operand = "%a".to_owned();
    for i in 0..CHAIN {
        let _ = writeln!(input, "  %{i} = \"t.n\"({operand}, %b) : (i32, i32) -> i32");
        operand = format!("%{i}");
    }
    for _ in 0..CHAIN {
        let _ = writeln!(input, "  \"t.u\"({operand}) : (i32) -> ()");
    }
    input += "  return\n}\n";
    let pipelines = [
        format!(
            "apply-pdll{{patterns={} driver=conversion illegal-ops=t.n legal-ops=t.u}}",
            ours.display()
        ),
        "bench-conversion-peer".to_owned(),
        "bench-conversion-peer{rollback=false}".to_owned(),
    ];
    compare(tools, &format!("a chain of {CHAIN}"), &input, &pipelines);
}

fn compare(tools: &Tools, name: &str, input: &str, pipelines: &[String]) {
    let input = tools.input("conversion.mlir", input);
    let all = peers::compare(tools, &Comparison::new(&input, pipelines, 4));
    assert!(
        all.iter().all(|measured| measured.is_same),
        "the pipelines must produce the same module"
    );
    let times: Vec<_> = all.iter().map(|one| milliseconds(one.time)).collect();
    println!(
        "  {name:<36} {:>9.1} ms {:>9.1} ms {:>9.1} ms   ratio {:.2}",
        times[0],
        times[1],
        times[2],
        times[0] / times[1]
    );
}
