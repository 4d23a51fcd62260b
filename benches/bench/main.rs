//! `make bench`: how fast we are, as ratios to the real peers in one run.
//!
//! Each figure is the median of several runs. Two commands that are compared
//! run in turn, so that a machine whose speed drifts treats them alike.

#![allow(
    clippy::print_stdout,
    missing_docs,
    reason = "a benchmark prints its table, and exports nothing"
)]

mod apply;
mod compile;
mod measure;
mod ods;
mod startup;

fn main() {
    // Cargo passes flags of its own, which say nothing to us.
    let tools = measure::Tools::find();
    compile::run(&tools);
    ods::run(&tools);
    startup::run(&tools);
    apply::run(&tools);
}
