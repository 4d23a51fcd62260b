//! Compares `apply-pdll` with MLIR and the same patterns.

use crate::{
    measure::{Tools, milliseconds},
    peers::{self, Comparison},
    plot::Plot,
    programs::{self, Pairs, Renamed, Shape},
};

const OPERATIONS: usize = 200_000;

/// Prints a line for each driver, each number of patterns, and each share of
/// matching operations.
pub(crate) fn run(tools: &Tools) {
    println!(
        "apply: CPU time for {OPERATIONS} operations: apply-pdll | MLIR with the same pdl | \
         MLIR with the same patterns in C++ | the same by the least code | MLIR without patterns\n  \
         (the ratios are the first time to the second, third and fourth)"
    );
    let mut plots = Plots {
        walk: Plot::new(
            "walk.svg",
            "A walk over 200 000 operations that all match",
            "patterns",
        ),
        greedy: Plot::new(
            "greedy.svg",
            "The greedy driver on 200 000 operations that all match",
            "patterns",
        ),
    };
    for kind in [
        Renamed::Unregistered(1),
        Renamed::Unregistered(10),
        Renamed::Unregistered(100),
        Renamed::Unregistered(1000),
        Renamed::Registered(programs::ARITH),
        Renamed::Registered(programs::LINALG_BODIES),
    ] {
        run_kind(tools, kind, &mut plots);
    }
    plots.walk.write();
    plots.greedy.write();
    run_one_root(tools);
    run_chains(tools);
}

/// How the time grows with the number of patterns.
struct Plots {
    walk: Plot,
    greedy: Plot,
}

fn run_kind(tools: &Tools, kind: Renamed, plots: &mut Plots) {
    let name = kind.name();
    let ours = tools.input(
        &format!("apply-{}.pdll", name.replace(' ', "-")),
        &kind.patterns(),
    );
    let pdl = tools.compiled(&ours);
    let peer = kind.peer_option();
    for step in [10, 1] {
        let input = tools.input("apply.mlir", &kind.program(OPERATIONS, step));
        for driver in ["greedy", "walk"] {
            let is_walk = driver == "walk";
            let pipelines = [
                format!("apply-pdll{{patterns={} driver={driver}}}", ours.display()),
                format!("bench-peer{{pdl={} walk={is_walk}}}", pdl.display()),
                format!("bench-peer{{{peer} walk={is_walk}}}"),
                format!("bench-bare{{{peer} confirm={}}}", !is_walk),
                format!("bench-peer{{walk={is_walk}}}"),
            ];
            let comparison = Comparison::new(&input, &pipelines, 6);
            let all = peers::compare(tools, &comparison);
            assert!(
                all[..4].iter().all(|measured| measured.is_same) && !all[4].is_same,
                "the pipelines must produce the same module"
            );
            if let (Renamed::Unregistered(count), 1) = (kind, step) {
                let plot = if is_walk {
                    &mut plots.walk
                } else {
                    &mut plots.greedy
                };
                for (name, measured) in LINES.iter().zip(&all) {
                    plot.add(name, count, milliseconds(measured.time));
                }
            }
            let share = if step == 1 { "all match" } else { "1 in 10" };
            print!("  {:<36}", format!("{driver}, {name}, {share}"));
            for measured in &all {
                print!(" {:>8.1}", milliseconds(measured.time));
            }
            let ratio = |peer: usize| all[0].time.as_secs_f64() / all[peer].time.as_secs_f64();
            println!("   {:.2} {:.2} {:.2}", ratio(1), ratio(2), ratio(3));
        }
    }
}

/// What the lines of a plot show, in the order of the pipelines.
const LINES: [&str; 4] = [
    "apply-pdll",
    "MLIR, same pdl",
    "MLIR, C++ patterns",
    "bare loop",
];

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
            let comparison = Comparison::new(&input, &pipelines, 3);
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

/// Pairs that a pattern removes.
const PAIRS: usize = 8_000;

/// Prints how long each driver takes where each rewrite is at the end of the one before.
fn run_chains(tools: &Tools) {
    println!("apply, chains of {PAIRS} pairs:");
    for pairs in Pairs::ALL {
        run_chain(tools, pairs);
    }
}

fn run_chain(tools: &Tools, pairs: Pairs) {
    let name = pairs.name();
    let ours = tools.input(&format!("chain-{name}.pdll"), pairs.pattern());
    let pdl = tools.compiled(&ours);
    let input = tools.input("chain.mlir", &pairs.chain(PAIRS));
    let mut options = vec!["walk", "greedy"];
    // From the bottom up, each rewrite replaces the uses by the dead operations of all
    // pairs before it, in any driver.
    if !matches!(pairs, Pairs::Forwards) {
        options.push("greedy top-down=false");
    }
    let own = options
        .iter()
        .map(|driver| format!("apply-pdll{{patterns={} driver={driver}}}", ours.display()));
    let peer = format!("bench-peer{{pdl={} walk=false}}", pdl.display());
    let pipelines: Vec<_> = own.chain([peer]).collect();
    let comparison = Comparison::new(&input, &pipelines, 20);
    let all = peers::compare(tools, &comparison);
    let [walk, greedy, .., peer] = all.as_slice() else {
        panic!("these are measured");
    };
    assert!(
        walk.is_same && greedy.is_same && peer.is_same,
        "the drivers must produce the same module"
    );
    let time = |index: usize| milliseconds(all[index].time);
    print!("  {name:<9} walk {:.2} ms", time(0));
    for (index, driver) in options.iter().enumerate().skip(1) {
        let ratio = time(index) / time(0);
        print!(", {driver} {:.2} ms ({ratio:.2} times)", time(index));
    }
    println!(", MLIR with the same pdl {:.2} ms", time(options.len()));
}
