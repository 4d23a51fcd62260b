//! Compares many functions on all threads with one thread.

use crate::{
    measure::{Tools, milliseconds},
    peers::{self, Comparison},
    programs::{self, Shape},
};
use std::{path::Path, time::Duration};

const FUNCTIONS: usize = 1000;
const OPERATIONS: usize = 200;
const PATTERNS: usize = 10;

/// Prints a line for pdll, for MLIR with the same pdl, and for the patterns in C++,
/// whose speedup is the limit on this machine.
pub(crate) fn run(tools: &Tools) {
    println!(
        "threads: {FUNCTIONS} functions of {OPERATIONS} operations: time on one thread | \
         on all {} threads",
        std::thread::available_parallelism().map_or(1, usize::from)
    );
    let patterns = tools.input(
        "threads.pdll",
        &programs::patterns(Shape::OwnRoots, PATTERNS),
    );
    let mut input = String::new();
    for i in 0..FUNCTIONS {
        input += &programs::function(&format!("f{i}"), PATTERNS, OPERATIONS, 2);
    }
    let input = tools.input("threads.mlir", &input);
    let pdl = tools.compiled(&patterns);
    let pipelines = ["greedy", "walk"].map(|driver| {
        let is_walk = driver == "walk";
        [
            format!(
                "apply-pdll{{patterns={} driver={driver}}}",
                patterns.display()
            ),
            format!("bench-peer{{pdl={} walk={is_walk}}}", pdl.display()),
            format!("bench-peer{{count={PATTERNS} walk={is_walk}}}"),
        ]
        .map(|pass| format!("func.func({pass})"))
    });
    let pipelines = pipelines.concat();
    let [one, all] = measure(tools, &input, &pipelines, "wall", 2);
    // This is the CPU time, which includes spinning in waiting threads.
    let [one_work, all_work] = measure(tools, &input, &pipelines, "", 1);
    let names = [
        "greedy",
        "greedy, MLIR with the same pdl",
        "greedy, C++ patterns",
        "walk",
        "walk, MLIR with the same pdl",
        "walk, C++ patterns",
    ];
    for (index, name) in names.iter().enumerate() {
        println!(
            "  {name:<44} {:>9.1} ms {:>9.1} ms   {:.2} times as fast, {:.2} times the CPU time",
            milliseconds(one[index]),
            milliseconds(all[index]),
            one[index].as_secs_f64() / all[index].as_secs_f64(),
            all_work[index].as_secs_f64() / one_work[index].as_secs_f64(),
        );
    }
}

/// Returns the shortest times without and with threads, from alternating runs.
fn measure(
    tools: &Tools,
    input: &Path,
    pipelines: &[String],
    options: &str,
    rounds: usize,
) -> [Vec<Duration>; 2] {
    let mut best = [(); 2].map(|()| vec![Duration::MAX; pipelines.len()]);
    for _ in 0..rounds {
        for (flags, best) in [&["--mlir-disable-threading"][..], &[]]
            .iter()
            .zip(&mut best)
        {
            let comparison = Comparison {
                input,
                pipelines,
                runs: 3,
                options,
                flags,
            };
            let all = peers::compare(tools, &comparison);
            for (best, measured) in best.iter_mut().zip(all) {
                *best = measured.time.min(*best);
            }
        }
    }
    best
}
