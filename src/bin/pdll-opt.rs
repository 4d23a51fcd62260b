//! The command `pdll-opt`: compile, apply and check MLIR pattern files.
//!
//! Exit codes: 0 success; 1 errors in the input; 2 usage; 3 internal error.

use clap::{CommandFactory, Parser, error::ErrorKind};
use pdll::{
    driver::{
        self, Outcome, apply, compile,
        options::{Command, Options},
    },
    ffi, plugin,
};
use std::{
    io::{self, Write},
    panic,
    path::Path,
    process::ExitCode,
};

const INPUT_ERROR: u8 = 1;
const INTERNAL_ERROR: u8 = 3;

fn main() -> ExitCode {
    let options = Options::parse();
    validate(&options);
    // The message is ours to give, once.
    panic::set_hook(Box::new(|_| {}));
    panic::catch_unwind(|| run(&options)).unwrap_or_else(|payload| {
        print_error(&format!("error: {}\n", plugin::internal_error(&*payload)));
        ExitCode::from(INTERNAL_ERROR)
    })
}

fn run(options: &Options) -> ExitCode {
    let outcome = match &options.command {
        Command::Compile(options) => compile::run(options),
        Command::Apply(options) => apply::run(options),
        Command::Check(options) => driver::check(options),
        Command::Opt { arguments } => {
            let arguments: Vec<_> = std::iter::once("mlir-opt")
                .map(String::from)
                .chain(arguments.clone())
                .collect();
            return ExitCode::from(ffi::opt_main(&arguments) as u8);
        }
    };
    finish(&outcome)
}

/// What clap cannot check by itself.
fn validate(options: &Options) {
    let problem = match &options.command {
        Command::Compile(options)
            if options.dependencies.is_some()
                && options.output.as_deref() == Some(Path::new("-")) =>
        {
            "`-d` needs an output file that a rule can name: give one with `-o`"
        }
        Command::Apply(options) if !apply::mentions_pass(&options.pass_pipeline) => {
            "the pass pipeline has no `apply-pdll`, so the patterns would not be used"
        }
        _ => return,
    };
    Options::command()
        .error(ErrorKind::ArgumentConflict, problem)
        .exit();
}

fn finish(outcome: &Outcome) -> ExitCode {
    print_error(&outcome.messages);
    let mut stdout = io::stdout().lock();
    if let Err(error) = stdout
        .write_all(&outcome.output)
        .and_then(|()| stdout.flush())
    {
        // A reader that has seen enough, such as `head`, is no error.
        if error.kind() != io::ErrorKind::BrokenPipe {
            print_error(&format!(
                "error: cannot write to standard output: {error}\n"
            ));
            return ExitCode::from(INPUT_ERROR);
        }
    }
    if outcome.success {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(INPUT_ERROR)
    }
}

fn print_error(text: &str) {
    // Nobody is left to tell when standard error is closed.
    let _ = io::stderr().write_all(text.as_bytes());
}
