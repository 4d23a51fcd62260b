//! Compares patterns that pdll writes as C++ with the same patterns by hand.

use crate::{
    measure::{Tools, command, milliseconds, run},
    peers::{self, Comparison, Measured},
    programs::{self, Shape},
};
use std::path::{Path, PathBuf};

/// Prints a line for each number of patterns, and each share of operations that
/// match.
pub(crate) fn run_group(tools: &Tools) {
    println!("native: generated C++ | the same with dispatchers | C++ by hand");
    let plugin = build(tools, "native1", Shape::OwnRoots, 1);
    for (share, step) in [("1 in 10", 10), ("all match", 1)] {
        let input = programs::function("f", 1, 200_000, step);
        let input = tools.input("native.mlir", &input);
        let all = compare(tools, &plugin, &input, "count=1");
        print(&format!("walk, 1 pattern, {share}"), &all);
    }
    let count = 100;
    let plugin = build(tools, "native100", Shape::Attributes, count);
    for (share, first) in [("all match", 0), ("none match", count)] {
        let input = programs::attributes(first, count, 20_000);
        let input = tools.input("native.mlir", &input);
        let all = compare(tools, &plugin, &input, "count=100 attributes=true");
        print(&format!("walk, 100 patterns on one root, {share}"), &all);
    }
}

/// Compiles a plugin with patterns.
fn build(tools: &Tools, name: &str, shape: Shape, count: usize) -> PathBuf {
    let patterns = tools.input(&format!("{name}.pdll"), &programs::patterns(shape, count));
    let header = patterns.with_extension("h.inc");
    let (input, output) = (patterns.to_string_lossy(), header.to_string_lossy());
    let arguments = ["compile", "-x", "cpp", &*input, "-o", &*output];
    run(&mut command(&tools.pdll_opt, arguments));
    let plugin = patterns.with_extension("so");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/peers/Native.cpp");
    run(peers::compiler()
        .args(["-shared", "-fPIC", "-fno-rtti", "-fno-exceptions"])
        .arg(format!("-DHEADER=\"{}\"", header.display()))
        .arg(source)
        .arg("-o")
        .arg(&plugin));
    plugin
}

/// Measures the three ways to apply the same patterns.
fn compare(tools: &Tools, plugin: &Path, input: &Path, by_hand: &str) -> Vec<Measured> {
    let pipelines = [
        "bench-native".to_owned(),
        "bench-native{dispatch=true}".to_owned(),
        format!("bench-peer{{{by_hand} walk=true}}"),
    ];
    let load = format!("--load-pass-plugin={}", plugin.display());
    let comparison = Comparison {
        input,
        pipelines: &pipelines,
        runs: 5,
        options: "",
        flags: &["--mlir-disable-threading", &load],
    };
    let all = peers::compare(tools, &comparison);
    assert!(
        all.iter().all(|measured| measured.is_same),
        "the pipelines must produce the same module"
    );
    all
}

fn print(what: &str, all: &[Measured]) {
    print!("  {what:<44}");
    for measured in all {
        print!(" {:>9.1} ms", milliseconds(measured.time));
    }
    let ratio = |index: usize| all[2].time.as_secs_f64() / all[index].time.as_secs_f64();
    println!("   {:.2} and {:.1} times as fast", ratio(0), ratio(1));
}
