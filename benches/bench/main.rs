//! `make bench`: how fast we are, as ratios to the real peers in one run.
//!
//! What is compared runs in turn, so that a machine whose speed drifts treats
//! all alike. `cargo bench --bench bench -- apply threads` runs these groups
//! only.

#![allow(
    clippy::print_stdout,
    missing_docs,
    reason = "a benchmark prints its table, and exports nothing"
)]

mod apply;
mod compile;
mod create;
mod headers;
mod measure;
mod ods;
mod peers;
mod programs;
mod startup;
mod threads;

use measure::Tools;

/// A name, and what prints the table.
type Group = (&'static str, fn(&Tools));

/// The groups, in the order in which they run.
const GROUPS: [Group; 7] = [
    ("compile", compile::run),
    ("ods", ods::run),
    ("startup", startup::run),
    ("apply", apply::run),
    ("threads", threads::run),
    ("create", create::run),
    ("headers", headers::run_group),
];

fn main() {
    // Cargo passes flags of its own, which say nothing to us.
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
    let tools = Tools::find();
    for (name, run) in GROUPS {
        if wanted.is_empty() || wanted.iter().any(|group| group == name) {
            run(&tools);
        }
    }
}
