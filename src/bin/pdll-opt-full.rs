//! `pdll-opt` with all of MLIR. See `pdll-opt.rs`, which users run.

#[path = "common/full.rs"]
mod full;
#[path = "common/streams.rs"]
mod streams;

use pdll::internals::driver::command_line;
use std::{env, process::ExitCode};

fn main() -> ExitCode {
    command_line::main(env::args_os(), |options| full::run(&options)).into()
}
