//! Compares `apply-pdll` with MLIR and the same patterns.

use crate::{
    measure::{Tools, milliseconds},
    peers::{self, Comparison},
    programs::{self, Shape},
};

const OPERATIONS: usize = 200_000;

/// Prints a line for each driver, each number of patterns, and each share of
/// matching operations.
pub(crate) fn run(tools: &Tools) {
    println!(
        "apply: CPU time for {OPERATIONS} operations: apply-pdll | MLIR with the same pdl | \
         MLIR with the same patterns in C++ | MLIR without patterns\n  \
         (the ratio is the first time to the second)"
    );
    for count in [1, 10, 100, 1000] {
        let ours = tools.input(
            &format!("apply{count}.pdll"),
            &programs::patterns(Shape::OwnRoots, count),
        );
        let pdl = tools.compiled(&ours);
        for step in [10, 1] {
            let input = programs::function("f", count, OPERATIONS, step);
            let input = tools.input("apply.mlir", &input);
            for driver in ["greedy", "walk"] {
                let is_walk = driver == "walk";
                let pipelines = [
                    format!("apply-pdll{{patterns={} driver={driver}}}", ours.display()),
                    format!("bench-peer{{pdl={} walk={is_walk}}}", pdl.display()),
                    format!("bench-peer{{count={count} walk={is_walk}}}"),
                    format!("bench-peer{{walk={is_walk}}}"),
                ];
                let comparison = Comparison {
                    input: &input,
                    pipelines: &pipelines,
                    runs: 4,
                    options: "",
                    flags: &["--mlir-disable-threading"],
                };
                let all = peers::compare(tools, &comparison);
                assert!(
                    all[1].is_same && all[2].is_same && !all[3].is_same,
                    "the pipelines must produce the same module"
                );
                let share = if step == 1 { "all match" } else { "1 in 10" };
                print!("  {:<36}", format!("{driver}, {count} patterns, {share}"));
                for measured in &all {
                    print!(" {:>9.1} ms", milliseconds(measured.time));
                }
                let ratio = all[0].time.as_secs_f64() / all[1].time.as_secs_f64();
                println!("   ratio {ratio:.2}");
            }
        }
    }
    run_one_root(tools);
    run_chain(tools);
}

/// As many operations as C++ patterns can be tried on in a second.
const OPERATIONS_OF_ONE_ROOT: usize = 20_000;

/// Prints a line for each number of patterns on one root that differ in an
/// attribute, where all operations match or none do.
fn run_one_root(tools: &Tools) {
    println!("apply, one root, {OPERATIONS_OF_ONE_ROOT} operations: the same, without the last");
    for count in [100, 1000] {
        let patterns = programs::patterns(Shape::Attributes, count);
        let ours = tools.input(&format!("one-root{count}.pdll"), &patterns);
        let pdl = tools.compiled(&ours);
        for (share, first) in [("all match", 0), ("none match", count)] {
            let input = programs::attributes(first, count, OPERATIONS_OF_ONE_ROOT);
            let input = tools.input("one-root.mlir", &input);
            let pipelines = [
                format!("apply-pdll{{patterns={} driver=walk}}", ours.display()),
                format!("bench-peer{{pdl={} walk=true}}", pdl.display()),
                format!("bench-peer{{count={count} attributes=true walk=true}}"),
            ];
            let comparison = Comparison {
                input: &input,
                pipelines: &pipelines,
                runs: 3,
                options: "",
                flags: &["--mlir-disable-threading"],
            };
            let all = peers::compare(tools, &comparison);
            assert!(
                all.iter().all(|measured| measured.is_same),
                "the pipelines must produce the same module"
            );
            print!("  {:<36}", format!("walk, {count} patterns, {share}"));
            for measured in &all {
                print!(" {:>9.1} ms", milliseconds(measured.time));
            }
            let ratio = |index: usize| all[index].time.as_secs_f64() / all[0].time.as_secs_f64();
            println!("   {:.1} and {:.1} times as fast", ratio(1), ratio(2));
        }
    }
}

/// Operations whose pairs a pattern removes. Each uses the one before it.
const CHAIN: usize = 16_000;

/// Prints how long each driver takes where each rewrite is at the end of the one before.
fn run_chain(tools: &Tools) {
    let ours = tools.input("chain.pdll", programs::PAIR);
    let pdl = tools.compiled(&ours);
    let input = tools.input("chain.mlir", &programs::chain(CHAIN));
    let options = ["walk", "greedy", "greedy top-down=false"];
    let own =
        options.map(|driver| format!("apply-pdll{{patterns={} driver={driver}}}", ours.display()));
    let peer = format!("bench-peer{{pdl={} walk=false}}", pdl.display());
    let pipelines: Vec<_> = own.into_iter().chain([peer]).collect();
    let comparison = Comparison {
        input: &input,
        pipelines: &pipelines,
        runs: 8,
        options: "",
        flags: &["--mlir-disable-threading"],
    };
    let all = peers::compare(tools, &comparison);
    assert!(
        all[0].is_same == all[1].is_same && all[1].is_same == all[3].is_same,
        "walk and greedy must produce the same module"
    );
    let times: Vec<_> = all.iter().map(|measured| measured.time).collect();
    let ratio = |index: usize| times[index].as_secs_f64() / times[0].as_secs_f64();
    println!("apply, a chain of {} pairs:", CHAIN / 2);
    println!(
        "  walk {:.1} ms, greedy {:.1} ms ({:.1} times), bottom-up {:.1} ms ({:.1} times), \
         MLIR with the same pdl {:.1} ms",
        milliseconds(times[0]),
        milliseconds(times[1]),
        ratio(1),
        milliseconds(times[2]),
        ratio(2),
        milliseconds(times[3]),
    );
}
