//! Compares creating pattern sets from files with MLIR.

use crate::{
    measure::{Tools, milliseconds},
    peers::{self, Comparison},
    programs,
};

/// Prints a line for each number of patterns.
pub(crate) fn run(tools: &Tools) {
    println!(
        "create: CPU time to create a pattern set from a file: apply-pdll from .pdll | \
         apply-pdll from .mlir | MLIR from the same .mlir\n  \
         (microseconds for each pattern; the ratios are the first two times to the third)"
    );
    let input = tools.input("empty.mlir", "");
    for (count, rounds) in [(1, 9), (10, 9), (100, 7), (1000, 3), (4000, 2)] {
        let patterns = tools.input(&format!("create{count}.pdll"), &programs::patterns(count));
        let pdl = tools.compiled(&patterns);
        let pipelines = [
            format!("apply-pdll{{patterns={}}}", patterns.display()),
            format!("apply-pdll{{patterns={}}}", pdl.display()),
            format!("bench-peer{{pdl={}}}", pdl.display()),
        ];
        // A context caches types, attributes and dialects, so each run gets a new one.
        let mut times = [f64::MAX; 3];
        for _ in 0..rounds {
            for (pipeline, time) in pipelines.iter().zip(&mut times) {
                let comparison = Comparison {
                    input: &input,
                    pipelines: std::slice::from_ref(pipeline),
                    runs: 1,
                    options: "preparation",
                    flags: &["--mlir-disable-threading"],
                };
                let measured = peers::compare(tools, &comparison)[0];
                *time = time.min(milliseconds(measured.time));
            }
        }
        let [ours, ours_pdl, theirs] = times.map(|time| time * 1e3 / count as f64);
        println!(
            "  {:<44} {ours:>8.1} us {ours_pdl:>8.1} us {theirs:>8.1} us   ratios {:.2} {:.2}",
            format!("{count} patterns"),
            ours / theirs,
            ours_pdl / theirs
        );
    }
}
