//! `pdll-opt` with MLIR inside. It needs no other program and no library of LLVM.

#[path = "../bin/common/full.rs"]
mod full;
#[path = "../bin/common/streams.rs"]
mod streams;

use pdll::internals::driver::{TABLEGEN_HELPER, command_line, serve_tablegen};
use pdll_static as _;
use std::{env, process::ExitCode};

fn main() -> ExitCode {
    if env::args_os().skip(1).eq([TABLEGEN_HELPER]) {
        // Whoever started this has no use for a message.
        return serve_tablegen().map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS);
    }
    command_line::main(env::args_os(), |options| full::run(&options)).into()
}
