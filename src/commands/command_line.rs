//! The command line of `pdll-opt`, `pdll-opt-full`, and of each other way to run the
//! commands: arguments, outputs, exit codes.
//!
//! Exit codes: 0 success; 1 errors in the input; 2 usage; 3 internal error.
//! Under the name `mlir-pdll`, usage is 1 too, as with that tool.

use super::{
    Outcome, Status, lsp,
    mlir_pdll::{self, Request},
    options::{Command, Options},
    play,
};
use crate::{
    base::source::io_reason,
    mlir::ffi::guard::{internal_error, keep_place},
};
use clap::{CommandFactory, Error, Parser, error::ErrorKind};
use std::{
    ffi::{OsStr, OsString},
    fs::File,
    io::{self, Write},
    os::fd::AsFd,
    panic::{self, UnwindSafe},
    path::Path,
};

const SUCCESS: u8 = 0;

/// The exit code of errors in the input.
pub const INPUT_ERROR: u8 = 1;

/// The exit code of an error in the arguments.
const USAGE_ERROR: u8 = 2;

const INTERNAL_ERROR: u8 = 3;

/// Reads the arguments, the first of which is the name of the program, runs the command,
/// and returns the exit code. A panic is an internal error.
pub fn main(
    arguments: impl IntoIterator<Item = OsString>,
    run: impl FnOnce(Options) -> u8 + UnwindSafe,
) -> u8 {
    let options = match options(arguments) {
        Ok(options) => options,
        Err(code) => return code,
    };
    play::respect_fence();
    // We print the message ourselves, once.
    panic::set_hook(Box::new(keep_place));
    panic::catch_unwind(|| run(options)).unwrap_or_else(|payload| {
        print_error(&format!("error: {}\n", internal_error(&*payload)));
        INTERNAL_ERROR
    })
}

/// Returns the options, or the exit code if there is nothing to run.
fn options(arguments: impl IntoIterator<Item = OsString>) -> Result<Options, u8> {
    let mut arguments = arguments.into_iter();
    let name = arguments.next().unwrap_or_default();
    if lsp::is_called(&name) {
        return parse(lsp::arguments(arguments));
    }
    if !mlir_pdll::is_called(&name) {
        return parse([name].into_iter().chain(arguments));
    }
    match mlir_pdll::parse(arguments) {
        Ok(Request::Compile(options)) => Ok(Options {
            help: None,
            command: Command::Compile(*options),
        }),
        Ok(Request::Print(text)) => Err(report(&Outcome {
            output: text.into_bytes(),
            ..Outcome::default()
        })),
        Err(message) => {
            print_error(&format!(
                "error: {message}\nnote: `mlir-pdll --help` lists the options\n"
            ));
            Err(INPUT_ERROR)
        }
    }
}

fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Options, u8> {
    let parsed = Options::try_parse_from(with_blanks(arguments.into_iter().collect()));
    let options = parsed.and_then(|options| match problem(&options) {
        Some(error) => Err(error),
        None => Ok(options),
    });
    options.map_err(|error| {
        // As clap does it: without a place for the message, the code has to do.
        let _ = error.print();
        if error.use_stderr() {
            USAGE_ERROR
        } else {
            SUCCESS
        }
    })
}

/// The arguments with `--fold false` as `--fold=false`. An option that may stand alone takes
/// its value after a `=` only, because a file may follow it; but its own values name no file.
fn with_blanks(arguments: Vec<OsString>) -> Vec<OsString> {
    // To list all options takes longer than to read a small file.
    let is_word = |argument: &OsString| {
        let word = argument.to_str().unwrap_or_default();
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphabetic())
    };
    let follows =
        |pair: &[OsString]| pair[0].as_encoded_bytes().starts_with(b"--") && is_word(&pair[1]);
    if !arguments.windows(2).any(follows) {
        return arguments;
    }
    let all = Options::command();
    let mut names = arguments.iter().skip(1).filter_map(|name| name.to_str());
    let Some(command) = names.find_map(|name| all.find_subcommand(name)) else {
        return arguments;
    };
    let mut joined: Vec<OsString> = Vec::with_capacity(arguments.len());
    for argument in arguments {
        let option = joined.last().and_then(|last| last.to_str());
        let option = option.and_then(|last| last.strip_prefix("--"));
        if option.is_some_and(|option| is_value(command, option, &argument))
            && let Some(last) = joined.last_mut()
        {
            last.push("=");
            last.push(&argument);
        } else {
            joined.push(argument);
        }
    }
    joined
}

/// Whether an option that may stand alone has that value.
fn is_value(command: &clap::Command, option: &str, value: &OsStr) -> bool {
    let mut arguments = command.get_arguments();
    let option = arguments.find(|argument| argument.get_long() == Some(option));
    option.is_some_and(|option| {
        option.is_require_equals_set()
            && option
                .get_possible_values()
                .iter()
                .any(|known| value == known.get_name())
    })
}

/// What is wrong that clap cannot check.
fn problem(options: &Options) -> Option<Error> {
    let (command, problem) = match &options.command {
        Command::Compile(options)
            if options.dependencies.is_some()
                && options.output.as_deref() == Some(Path::new("-")) =>
        {
            let problem = "`-d` needs an output file that a rule can name: add `-o FILE`";
            ("compile", problem.to_owned())
        }
        Command::Compile(options) => ("compile", options.problem()?.to_owned()),
        Command::Apply(options) => ("apply", options.problem()?),
        Command::Explain(options) => ("explain", options.problem()?),
        Command::Bisect(options) => ("bisect", options.problem()?),
        Command::Test(options) => ("test", options.problem()?),
        Command::Play(options) => ("play", options.problem()?),
        _ => return None,
    };
    let mut all = Options::command();
    all.build();
    let command = all.find_subcommand_mut(command)?;
    Some(command.error(ErrorKind::ArgumentConflict, problem))
}

/// Prints the outcome of a command, and returns the exit code.
pub fn report(outcome: &Outcome) -> u8 {
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

/// Writes to standard output. Rust's own handle would drop all output without an
/// error if standard output is closed.
pub(super) fn print(output: &[u8]) -> io::Result<()> {
    if output.is_empty() {
        return Ok(());
    }
    File::from(io::stdout().as_fd().try_clone_to_owned()?).write_all(output)
}

/// Prints to standard error.
pub fn print_error(text: &str) {
    // If standard error is closed, there is no place for a message.
    let _ = io::stderr().write_all(text.as_bytes());
}
