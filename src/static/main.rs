//! `pdll-opt` with MLIR inside. It needs no other program and no library of LLVM.

#[path = "../bin/common/mod.rs"]
mod common;
#[path = "../bin/common/full.rs"]
mod full;

use pdll::internals::driver::{TABLEGEN_HELPER, serve_tablegen};
use pdll_static as _;
use std::{env, process::ExitCode};

fn main() -> ExitCode {
    if env::args_os().skip(1).eq([TABLEGEN_HELPER]) {
        // Whoever started this has no use for a message.
        return serve_tablegen().map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS);
    }
    common::main(|options| full::run(&options))
}
