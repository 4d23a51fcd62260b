//! Functions that a pipeline of the user compiles, and that are run on some arguments. They
//! run in processes of `mlir-runner`, because what they do may be anything.

use super::trial::printed;
use crate::{
    back::verify::{Callee, Difference, ENTRY},
    base::source::{Disk, SourceMap, io_reason},
    commands::apply::pipeline::Pipeline,
    mlir::diagnostics::Catcher,
};
use melior::{
    Context,
    ir::{Module, Operation},
};
use pdll_verify::{command::communicate, search::Random, term::Constant};
use std::{
    os::unix::process::ExitStatusExt,
    path::{Path, PathBuf},
    process::{Command, ExitStatus, Stdio},
    time::Duration,
};

/// How many arguments are tried. If the process ends on the way, each of the first ones is
/// tried alone.
const NUM_TRIES: usize = 64;
const NUM_TRIES_ALONE: usize = 12;

/// How long a process may take.
const TIME_LIMIT: Duration = Duration::from_secs(20);

/// Compiles and runs functions.
pub(super) struct Compiled<'p> {
    pub(super) lowering: &'p Pipeline<'p>,
}

/// Why a process has not printed all results.
struct Ended(String);

impl Compiled<'_> {
    /// Compares a function before and after. Nothing if it returns the same for all
    /// arguments that are tried. Arguments for which it does not return before count as
    /// ones for which it may do anything.
    ///
    /// # Errors
    ///
    /// Why it cannot be compiled or run.
    pub(super) fn compare<'c>(
        &self,
        context: &'c Context,
        [before, after]: [&Module<'c>; 2],
        callee: &Callee<'c>,
    ) -> Result<Option<Difference>, String> {
        let mut random = Random(0x9E37_79B9_7F4A_7C15);
        let num_tries = if callee.inputs.is_empty() {
            1
        } else {
            NUM_TRIES
        };
        let tries: Vec<_> = (0..num_tries)
            .map(|_| callee.any_arguments(&mut random))
            .collect();
        let run = |module, tries: &[Vec<Constant>]| self.run(context, module, callee, tries);
        if let (Ok(old), Ok(new)) = (run(before, &tries)?, run(after, &tries)?) {
            let mut all = tries.iter().zip(old.iter().zip(&new));
            let different = all.find(|(_, (old, new))| old != new);
            return Ok(different.map(|(arguments, (old, new))| Difference {
                arguments: callee.show_arguments(arguments),
                results: old.iter().cloned().zip(new.iter().cloned()).collect(),
            }));
        }
        let mut last = None;
        for arguments in tries.iter().take(NUM_TRIES_ALONE) {
            let alone = std::slice::from_ref(arguments);
            let old = match run(before, alone)? {
                Ok(mut old) => old.remove(0),
                Err(Ended(how)) => {
                    last.get_or_insert(how);
                    continue;
                }
            };
            let new = match run(after, alone)? {
                Ok(mut new) => new.remove(0),
                Err(Ended(how)) => vec![how; old.len()],
            };
            if old != new {
                return Ok(Some(Difference {
                    arguments: callee.show_arguments(arguments),
                    results: old.into_iter().zip(new).collect(),
                }));
            }
            last = Some(String::new());
        }
        match last {
            Some(how) if !how.is_empty() => Err(format!("it does not return: {how}")),
            _ => Ok(None),
        }
    }

    /// Runs a function on arguments. Returns the results for each.
    fn run<'c>(
        &self,
        context: &'c Context,
        module: &Module<'c>,
        callee: &Callee<'c>,
        tries: &[Vec<Constant>],
    ) -> Result<Result<Vec<Vec<String>>, Ended>, String> {
        let program = self.lower(context, module, callee, tries)?;
        let printed = match execute(&program)? {
            Ok(printed) => printed,
            Err(ended) => return Ok(Err(ended)),
        };
        let mut lines = printed.lines();
        let mut all = Vec::new();
        for _ in tries {
            let results = (0..callee.results.len()).map(|index| {
                let line = lines.next();
                line.and_then(|line| callee.show_result(index, line))
                    .ok_or_else(|| "its output is not what it should print".to_owned())
            });
            all.push(results.collect::<Result<Vec<_>, _>>()?);
        }
        Ok(Ok(all))
    }

    /// The compiled program with the calls.
    fn lower<'c>(
        &self,
        context: &'c Context,
        module: &Module<'c>,
        callee: &Callee<'c>,
        tries: &[Vec<Constant>],
    ) -> Result<String, String> {
        let copy = Operation::clone(&module.as_operation());
        let mut copy = Module::from_operation(copy).expect("a copy is what the original is");
        callee
            .add_calls(context, &copy, tries)
            .map_err(|error| error.to_string())?;
        let catcher = Catcher::of_all_threads(context);
        let lowered = self.lowering.instantiate(context, None).run(&mut copy);
        let messages = catcher.finish(&mut SourceMap::default(), &Disk);
        match lowered {
            Ok(()) => Ok(printed(&copy)),
            Err(_) => {
                let reason = messages.first().map_or("no reason", |first| &first.message);
                Err(format!("the pipeline of --lower fails: {reason}"))
            }
        }
    }
}

/// Runs a compiled program. Returns what it prints.
fn execute(program: &str) -> Result<Result<String, Ended>, String> {
    let runner = runner();
    let utilities = utilities();
    let mut child = Command::new(&runner)
        .args(["-e", ENTRY, "--entry-point-result=void"])
        .arg(format!("--shared-libs={}", utilities.display()))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| {
            let (runner, reason) = (runner.display(), io_reason(&error));
            format!("cannot run `{runner}`: {reason}")
        })?;
    let communicated = communicate(&mut child, program, Some(TIME_LIMIT));
    if communicated.is_none() {
        // It may have ended in the meantime.
        let _ = child.kill();
    }
    let status = child.wait().map_err(|error| io_reason(&error))?;
    let Some([output, errors]) = communicated else {
        let seconds = TIME_LIMIT.as_secs();
        return Ok(Err(Ended(format!("it takes more than {seconds} s"))));
    };
    if status.success() {
        return Ok(Ok(output));
    }
    match status.signal() {
        Some(signal) => Ok(Err(Ended(format!("it ends with signal {signal}")))),
        None => Err(refused(status, &errors)),
    }
}

/// Why a program was not run at all.
fn refused(status: ExitStatus, errors: &str) -> String {
    let mut lines = errors
        .lines()
        .filter(|line| line.to_lowercase().contains("error"));
    match lines.next() {
        Some(line) => {
            format!("mlir-runner does not run what the pipeline of --lower makes: {line}")
        }
        None => format!("mlir-runner ends with {status}"),
    }
}

/// MLIR's program that runs others: the one of the MLIR that this is linked to, or else the
/// one that a shell would find.
fn runner() -> PathBuf {
    let own = Path::new(env!("PDLL_LLVM_PREFIX")).join("bin/mlir-runner");
    match own.is_file() {
        true => own,
        false => PathBuf::from("mlir-runner"),
    }
}

/// MLIR's library of functions that print.
fn utilities() -> PathBuf {
    Path::new(env!("PDLL_LLVM_PREFIX")).join("lib/libmlir_c_runner_utils.so")
}
