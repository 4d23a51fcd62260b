//! What `pdll-opt` and `pdll-opt-full` share: options, outputs, exit codes.
//!
//! Exit codes: 0 success; 1 errors in the input; 2 usage; 3 internal error.
//! Under the name `mlir-pdll`, usage is 1 too, as with that tool.

mod streams;

use clap::{CommandFactory, Parser, error::ErrorKind};
use pdll::internals::{
    driver::{
        Outcome, Status, internal_error, keep_place, lsp,
        mlir_pdll::{self, Request},
        options::{Command, Options},
    },
    source::io_reason,
};
use std::{
    env,
    fs::File,
    io::{self, Write},
    os::fd::AsFd,
    panic::{self, UnwindSafe},
    path::Path,
    process::ExitCode,
};

const SUCCESS: u8 = 0;

/// The exit code of errors in the input.
pub(crate) const INPUT_ERROR: u8 = 1;

// The code that clap uses.
const USAGE_ERROR: u8 = 2;

const INTERNAL_ERROR: u8 = 3;

/// Parses the command line, and runs the command. A panic is an internal
/// error.
pub(crate) fn main(run: impl FnOnce(Options) -> ExitCode + UnwindSafe) -> ExitCode {
    let options = match options() {
        Ok(options) => options,
        Err(code) => return code,
    };
    // We print the message ourselves, once.
    panic::set_hook(Box::new(keep_place));
    panic::catch_unwind(|| run(options)).unwrap_or_else(|payload| {
        print_error(&format!("error: {}\n", internal_error(&*payload)));
        ExitCode::from(INTERNAL_ERROR)
    })
}

/// Returns the options, or the exit code if there is nothing to run.
fn options() -> Result<Options, ExitCode> {
    let mut arguments = env::args_os();
    let name = arguments.next().unwrap_or_default();
    if lsp::is_called(&name) {
        return Ok(Options::parse_from(lsp::arguments(arguments)));
    }
    if !mlir_pdll::is_called(&name) {
        let options = Options::parse();
        validate(&options);
        return Ok(options);
    }
    match mlir_pdll::parse(arguments) {
        Ok(Request::Compile(options)) => Ok(Options {
            help: None,
            command: Command::Compile(*options),
        }),
        Ok(Request::Print(text)) => Err(finish(&Outcome {
            output: text.into_bytes(),
            ..Outcome::default()
        })),
        Err(message) => {
            print_error(&format!(
                "error: {message}\nnote: `mlir-pdll --help` lists the options\n"
            ));
            Err(ExitCode::from(INPUT_ERROR))
        }
    }
}

/// Checks what clap cannot check.
fn validate(options: &Options) {
    let (command, problem) = match &options.command {
        Command::Compile(options)
            if options.dependencies.is_some()
                && options.output.as_deref() == Some(Path::new("-")) =>
        {
            let problem = "`-d` needs an output file that a rule can name: add `-o FILE`";
            ("compile", problem.to_owned())
        }
        Command::Compile(options) => match options.problem() {
            Some(problem) => ("compile", problem.to_owned()),
            None => return,
        },
        Command::Apply(options) => match options.problem() {
            Some(problem) => ("apply", problem),
            None => return,
        },
        Command::Explain(options) => match options.problem() {
            Some(problem) => ("explain", problem),
            None => return,
        },
        _ => return,
    };
    let mut all = Options::command();
    all.build();
    let command = all.find_subcommand_mut(command);
    if let Some(command) = command {
        command.error(ErrorKind::ArgumentConflict, problem).exit();
    }
}

/// Writes to standard output. Rust's own handle would drop all output without an
/// error if standard output is closed.
fn print(output: &[u8]) -> io::Result<()> {
    if output.is_empty() {
        return Ok(());
    }
    File::from(io::stdout().as_fd().try_clone_to_owned()?).write_all(output)
}

/// Prints the outcome of a command.
pub(crate) fn finish(outcome: &Outcome) -> ExitCode {
    ExitCode::from(report(outcome))
}

/// Prints the outcome of a command, and returns the exit code.
pub(crate) fn report(outcome: &Outcome) -> u8 {
    print_error(&outcome.messages);
    match print(&outcome.output) {
        // A reader that stops early, such as `head`, is not an error.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let reason = io_reason(&error);
            print_error(&format!(
                "error: cannot write to standard output: {reason}\n"
            ));
            INPUT_ERROR
        }
        _ => match outcome.status {
            Status::Success => SUCCESS,
            Status::InputError => INPUT_ERROR,
            Status::UsageError => USAGE_ERROR,
        },
    }
}

/// Prints to standard error.
pub(crate) fn print_error(text: &str) {
    // If standard error is closed, there is no place for a message.
    let _ = io::stderr().write_all(text.as_bytes());
}
