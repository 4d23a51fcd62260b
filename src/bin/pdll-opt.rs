//! The command `pdll-opt`: compile, apply and check MLIR pattern files.
//!
//! This program contains the core of MLIR and the dialects of most patterns, linked
//! statically, and so starts ten times as fast as one that loads the shared library with
//! all of MLIR. It hands the rest (`apply`, `opt`, and literals and checks of patterns
//! that mention another dialect of MLIR) over to `pdll-opt-full`, which stands beside it.

#[path = "common/streams.rs"]
mod streams;

use pdll::internals::{
    dialects::FewDialects,
    driver::{
        Stdin, TABLEGEN_HELPER, check, command_line, compile, doctor, fmt,
        options::{Command, Options},
        serve_tablegen,
    },
};
use std::{
    env,
    io::{self, Seek, Write},
    os::unix::process::CommandExt,
    path::Path,
    process::{self, ExitCode},
};

// The linker finds the archives of this name before the shared library, and
// takes all of MLIR that this program uses from them. See `build.rs`.
#[expect(unsafe_code, reason = "the block names a library and declares nothing")]
#[link(name = "pdll-mlir-core")]
unsafe extern "C" {}

fn main() -> ExitCode {
    if env::args_os().skip(1).eq([TABLEGEN_HELPER]) {
        // Whoever started this has no use for a message.
        return serve_tablegen().map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS);
    }
    command_line::main(env::args_os(), |options| run(&options)).into()
}

fn run(options: &Options) -> u8 {
    let (dialects, stdin) = (FewDialects::default(), Stdin::default());
    let outcome = match &options.command {
        Command::Compile(options)
            if !compile::needs_more(options) && can_be_read_again(&options.input) =>
        {
            compile::run_light(options, &dialects, &stdin)
        }
        Command::Check(options) if options.inputs.iter().all(|path| can_be_read_again(path)) => {
            match check::run_light(options, &stdin) {
                Some(outcome) => outcome,
                None => return hand_over(stdin.into_read()),
            }
        }
        Command::Fmt(options) => fmt::run(options, &stdin),
        // The other program may be what is missing.
        Command::Doctor(options) => doctor::run(options, doctor::Mlir::Core),
        _ => return hand_over(None),
    };
    if dialects.missed_any() {
        return hand_over(stdin.into_read());
    }
    command_line::report(&outcome)
}

/// Whether `pdll-opt-full` can read the same from a path after us. A pipe, such as
/// `/dev/stdin` or what a shell makes of `<(…)`, can be read only once; what we
/// read from standard input as `-` is handed over.
fn can_be_read_again(path: &Path) -> bool {
    // A file that does not exist is an error here as there.
    path == Path::new("-") || path.metadata().map_or(true, |found| found.is_file())
}

/// Runs `pdll-opt-full` with our arguments, and with the part of standard input
/// that we have read, if any.
fn hand_over(stdin: Option<Vec<u8>>) -> u8 {
    let program = match env::current_exe() {
        Ok(own) => own.with_file_name("pdll-opt-full"),
        Err(_) => "pdll-opt-full".into(),
    };
    let mut command = process::Command::new(&program);
    let mut arguments = env::args_os();
    // The name of the program decides what the arguments mean.
    if let Some(name) = arguments.next() {
        command.arg0(name);
    }
    command.args(arguments);
    // A process of its own would outlive this one if somebody kills this one.
    let restored = stdin.map_or(Ok(()), |bytes| restore_stdin(&bytes));
    let error = restored.err().unwrap_or_else(|| command.exec());
    let program = program.display();
    command_line::print_error(&format!(
        "error: cannot run `{program}`, which should be next to this program: {error}\n"
    ));
    command_line::INPUT_ERROR
}

/// Makes standard input begin again with what was read from it, which is all.
fn restore_stdin(bytes: &[u8]) -> io::Result<()> {
    let mut file = tempfile::tempfile()?;
    file.write_all(bytes)?;
    file.rewind()?;
    Ok(rustix::stdio::dup2_stdin(file)?)
}
