//! Compares creating pattern sets from files with MLIR, and measures what sets keep.

use crate::{
    measure::{Tools, milliseconds},
    peers::{self, Comparison},
    programs::{self, Shape},
};
use melior::Context;
use pdll::pattern_set::PatternSet;
use std::path::Path;

/// The memory is that of sets with so many patterns.
const MANY: usize = 10_000;

/// Prints a line for each shape and number of patterns.
pub(crate) fn run(tools: &Tools) {
    times(tools);
    println!(
        "  memory that a set keeps, with what its context keeps for it (bytes for each of \
         {MANY} patterns)"
    );
    for shape in [Shape::OwnRoots, Shape::Attributes, Shape::Leaves] {
        let name = format!("{shape:?}");
        println!("  {name:<44} {:>8.0} bytes", kept(tools, shape));
    }
}

fn times(tools: &Tools) {
    println!(
        "create: CPU time to create a pattern set from a file: apply-pdll from .pdll | \
         apply-pdll from .mlir | MLIR from the same .mlir\n  \
         (microseconds for each pattern; the ratios are the first two times to the third)"
    );
    let input = tools.input("empty.mlir", "");
    let own_roots = [(1, 9), (10, 9), (100, 7), (1000, 3), (4000, 2)];
    let own_roots = own_roots.map(|(count, rounds)| (Shape::OwnRoots, count, rounds));
    let shared = [
        Shape::Attributes,
        Shape::Leaves,
        Shape::FiveRoots,
        Shape::Prefix,
    ];
    let shared = shared.map(|shape| [(shape, 250, 2), (shape, 1000, 1), (shape, 2000, 1)]);
    for (shape, count, rounds) in own_roots.into_iter().chain(shared.into_iter().flatten()) {
        let patterns = programs::patterns(shape, count);
        let patterns = tools.input(&format!("create{shape:?}{count}.pdll"), &patterns);
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
            format!("{shape:?}, {count} patterns"),
            ours / theirs,
            ours_pdl / theirs
        );
    }
}

fn kept(tools: &Tools, shape: Shape) -> f64 {
    let context = Context::new();
    context.set_allow_unregistered_dialects(true);
    let file = |count| {
        let patterns = programs::patterns(shape, count);
        tools.input(&format!("kept{shape:?}{count}.pdll"), &patterns)
    };
    let build = |path: &Path| {
        let set = PatternSet::builder(&context).file(path.display().to_string());
        set.build().expect("the patterns are valid")
    };
    // What the first set loads is there for all others, too.
    let first = build(&file(1));
    let before = allocated();
    let set = build(&file(MANY));
    let bytes = allocated() - before;
    drop((first, set));
    bytes as f64 / MANY as f64
}

/// The bytes that this process has allocated and not freed.
#[expect(unsafe_code, reason = "only C counts what MLIR allocates")]
fn allocated() -> usize {
    // SAFETY: it asks the allocator for numbers.
    let info = unsafe { libc::mallinfo2() };
    info.uordblks + info.hblkhd
}
