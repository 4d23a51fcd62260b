//! `pdll-opt` with all of MLIR. See `pdll-opt.rs`, which users run.

mod common;
#[path = "common/full.rs"]
mod full;

use std::process::ExitCode;

fn main() -> ExitCode {
    common::main(|options| full::run(&options))
}
