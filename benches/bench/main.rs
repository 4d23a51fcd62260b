//! `make bench` compares the speed of pdll with that of MLIR's tools.
//!
//! The programs that are compared run alternately, so that changes in the speed of
//! the machine affect all of them. `cargo bench --bench bench -- apply threads` runs
//! only these groups. `docs/benchmarks.md` describes the groups.

#![allow(
    clippy::print_stdout,
    missing_docs,
    reason = "a benchmark prints tables and has no public interface"
)]

mod apply;
mod check;
mod compile;
mod conversion;
mod create;
mod headers;
mod inside;
mod lsp;
mod measure;
mod migrate;
mod native;
mod ods;
mod peers;
mod plot;
mod programs;
mod regions;
mod rules;
mod startup;
mod threads;
mod types;
mod usage;
mod verify;

use measure::Tools;

/// The name of a group, and the function that prints its table.
type Group = (&'static str, fn(&Tools));

/// The groups, in running order.
const GROUPS: [Group; 17] = [
    ("compile", compile::run),
    ("check", check::run),
    ("ods", ods::run),
    ("rules", rules::run_group),
    ("migrate", migrate::run),
    ("startup", startup::run),
    ("inside", inside::run),
    ("apply", apply::run),
    ("conversion", conversion::run),
    ("native", native::run_group),
    ("threads", threads::run),
    ("create", create::run),
    ("headers", headers::run_group),
    ("types", types::run),
    ("regions", regions::run),
    ("verify", verify::run),
    ("lsp", lsp::run),
];

fn main() {
    // Ignore the flags that cargo passes.
    let wanted: Vec<_> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with('-'))
        .collect();
    for name in &wanted {
        assert!(
            GROUPS.iter().any(|(group, _)| group == name),
            "there is no group `{name}`; the groups are {}",
            GROUPS.map(|(group, _)| group).join(", ")
        );
    }
    let tools = Tools::find(peers::build());
    for (name, run) in GROUPS {
        if wanted.is_empty() || wanted.iter().any(|group| group == name) {
            run(&tools);
        }
    }
}
