//! Random valid patterns. Each is compiled by us and by the oracle, with the
//! same result, and applied to a program that it matches.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use crate::{
    effort,
    support::{
        compare::{Compared, Strictness, compare_all},
        generator::{
            Generated, Lists, generate,
            program::{Program, damage, generate_program},
        },
        oracle::Verdict,
        ours,
        ours::Input,
        process::{Ending, Run, llvm_tool, plugin, run, scratch},
        random::{Random, command, numbers, seed},
        say,
        workers::parallel,
    },
};
use melior::{
    Context,
    ir::{Module, operation::OperationLike},
};
use std::{
    collections::BTreeSet,
    fs,
    iter::zip,
    path::{Path, PathBuf},
};

/// Patterns in a file.
const BATCH: usize = 25;

/// The numbers of the first patterns of a share of `batches` files.
fn batches(batches: usize) -> Vec<usize> {
    numbers(effort::share(batches))
        .map(|batch| batch as usize * BATCH)
        .collect()
}

/// The text of a file with some patterns. Half of several are in another file,
/// in `folder`, that the first includes.
fn write_patterns(patterns: &[String], folder: &Path, id: usize) -> String {
    let (included, direct) = match patterns.len() {
        1 => (&patterns[..0], patterns),
        count => patterns.split_at(count / 2),
    };
    if included.is_empty() {
        return direct.concat();
    }
    let name = format!("included-{id}.pdll");
    fs::write(folder.join(&name), included.concat())
        .expect("the folder for temporary files is writable");
    format!("#include \"{name}\"\n{}", direct.concat())
}

/// Compares what the oracle and we make of valid texts.
fn compare(texts: &[String], folder: &Path) -> Vec<Result<(), String>> {
    let include_dirs = [folder.to_owned()];
    let input = |text| generated_input(text, &include_dirs);
    let inputs: Vec<_> = texts.iter().map(|text| input(text.as_bytes())).collect();
    let compared = compare_all(&inputs, Strictness::Lines).into_iter();
    compared
        .map(|compared| {
            if let Some(error) = compared.ours.errors.first() {
                return Err(format!("we reject a valid pattern: {}", error.message));
            }
            if let Verdict::Rejects(error) = compared.theirs {
                return Err(format!("the oracle rejects it: {}", error.message));
            }
            compared.judgement.map(|_| ())
        })
        .collect()
}

fn generated_input<'a>(text: &'a [u8], include_dirs: &'a [PathBuf]) -> Input<'a> {
    Input {
        path: Path::new("generated.pdll"),
        text,
        include_dirs,
    }
}

#[test]
fn generated_patterns_are_compiled_as_the_oracle_does() {
    let seed = seed();
    let folder = scratch("generated-compile");
    let batches = batches(240);
    let patterns = |first: usize| -> Vec<_> {
        (first..first + BATCH)
            .map(|number| generate(seed, number, Lists::Any).pattern)
            .collect()
    };
    let texts: Vec<_> = batches
        .iter()
        .map(|first| write_patterns(&patterns(*first), &folder, *first))
        .collect();
    let compared = zip(&batches, compare(&texts, &folder));
    let reports: Vec<_> = compared
        .filter(|(_, result)| result.is_err())
        .map(|(first, _)| single_report(*first, &patterns(*first), &folder))
        .collect();
    assert!(
        reports.is_empty(),
        "PDLL_TEST_SEED={seed}: {} of {} files of {BATCH} patterns differ\n\n{}",
        reports.len(),
        batches.len(),
        reports[..reports.len().min(20)].join("\n")
    );
}

/// A report about patterns that differ: which one of them it is.
fn single_report(first: usize, patterns: &[String], folder: &Path) -> String {
    let results = zip(patterns, compare(patterns, folder)).enumerate();
    let mut reports = results.filter_map(|(index, (pattern, result))| {
        let report = result.err()?;
        Some(format!("pattern {}: {report}\n{pattern}", first + index))
    });
    reports
        .next()
        .unwrap_or_else(|| format!("patterns {first} and following: together, not one by one"))
}

/// Programs that are compiled.
const PROGRAMS: usize = 2500;

/// Programs with a mistake, and the number of the first, which no valid one has.
const BROKEN: usize = 800;
const FIRST_BROKEN: usize = 10_000_000;

/// What came of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Accepted,
    Rejected,
    /// By one of the two only, as listed, or the oracle does not survive it.
    Unlike,
}

impl Outcome {
    fn of(compared: &Compared) -> Self {
        match (&compared.theirs, &compared.ours.module) {
            (Verdict::Accepts(_), Some(_)) => Self::Accepted,
            (Verdict::Rejects(_), None) => Self::Rejected,
            _ => Self::Unlike,
        }
    }
}

/// The main file of a program, whose other file is written to `folder`.
fn write_program(program: &Program, folder: &Path, number: usize) -> String {
    let mut text = String::new();
    if program.has_definitions {
        text += "#include \"includes/operations.td\"\n";
    }
    if let Some(included) = &program.included {
        let name = format!("included-{number}.pdll");
        fs::write(folder.join(&name), included)
            .expect("the folder for temporary files is writable");
        text += &format!("#include \"{name}\"\n");
    }
    text + &program.main
}

/// Compares what the oracle and we make of programs. A program is its text, and
/// that of the file that it includes.
fn compare_programs(
    name: &str,
    count: usize,
    strictness: Strictness,
    program: impl Fn(u64, usize, &Path) -> (String, String) + Sync,
) -> Vec<Outcome> {
    let seed = seed();
    let folder = scratch(name);
    let numbers: Vec<_> = numbers(effort::share(count)).collect();
    let programs = parallel(
        &numbers,
        || (),
        |(), number| program(seed, *number as usize, &folder),
    );
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support");
    let include_dirs = [folder, tests];
    let inputs = programs.iter();
    let inputs: Vec<_> = inputs
        .map(|(text, _)| generated_input(text.as_bytes(), &include_dirs))
        .collect();
    let compared = compare_all(&inputs, strictness);
    let reports: Vec<_> = zip(&numbers, zip(&programs, &compared))
        .filter_map(|(number, ((text, included), compared))| {
            let report = compared.judgement.as_ref().err()?;
            let command = command(seed, *number);
            Some(format!(
                "{command}: {report}{included}--- for ---\n{text}-----------"
            ))
        })
        .collect();
    assert!(
        reports.is_empty(),
        "{} of {} programs differ\n\n{}",
        reports.len(),
        numbers.len(),
        reports[..reports.len().min(20)].join("\n")
    );
    let outcomes: Vec<_> = compared.iter().map(Outcome::of).collect();
    let share = |what| outcomes.iter().filter(|one| **one == what).count();
    say(&format!(
        "{name}: both accept {}, both reject {}, {} are unlike",
        share(Outcome::Accepted),
        share(Outcome::Rejected),
        share(Outcome::Unlike)
    ));
    outcomes
}

#[test]
fn generated_programs_are_compiled_as_the_oracle_does() {
    let outcomes = compare_programs(
        "generated-programs",
        PROGRAMS,
        Strictness::Lines,
        |seed, number, folder| {
            let program = generate_program(seed, number);
            let text = write_program(&program, folder, number);
            (text, program.included.unwrap_or_default())
        },
    );
    // What is rejected was not compared.
    let accepted = outcomes.iter().filter(|one| **one == Outcome::Accepted);
    assert!(accepted.count() * 50 > outcomes.len() * 49);
}

#[test]
fn broken_programs_are_rejected_as_by_the_oracle() {
    let outcomes = compare_programs(
        "generated-broken",
        BROKEN,
        Strictness::Outcome,
        |seed, number, folder| {
            let mut program = generate_program(seed, FIRST_BROKEN + number);
            let mut random = Random::new(seed, 0xB20_0000 + number as u64);
            program.main = damage(&program.main, &mut random);
            let text = write_program(&program, folder, number);
            (text, program.included.unwrap_or_default())
        },
    );
    let rejected = outcomes.iter().filter(|one| **one == Outcome::Rejected);
    assert!(rejected.count() * 10 > outcomes.len() * 7);
}

/// What came of applying patterns.
enum Applied {
    /// They changed the program.
    Changed,
    /// They did not.
    Unchanged,
    /// There was this error.
    Refused(String),
}

/// A way to apply patterns.
#[derive(Clone, Copy)]
struct Way {
    name: &'static str,
    options: &'static str,
}

/// Everything is bounded, as random patterns need not come to an end. The bound
/// is low, as the time to match several operations that share a value grows
/// with a power of the number of its users.
const WAYS: [Way; 2] = [
    Way {
        name: "greedy",
        options: "driver=greedy max-num-rewrites=50 max-iterations=2",
    },
    Way {
        name: "walk",
        options: "driver=walk max-num-rewrites=50",
    },
];

/// Applies patterns to a program.
fn apply(generated: &[Generated], way: Way, folder: &Path, id: &str) -> Result<Applied, String> {
    let file = |end: &str| folder.join(format!("{}-{id}.{end}", way.name));
    let (patterns, program) = (file("pdll"), file("mlir"));
    let text: String = generated.iter().map(|one| one.pattern.as_str()).collect();
    let input: String = generated.iter().map(|one| one.program.as_str()).collect();
    let input = format!("module {{\n{input}}}\n");
    fs::write(&patterns, text)
        .and_then(|()| fs::write(&program, &input))
        .expect("the folder for temporary files is writable");
    let context = program_context();
    let before = print_program(&context, &input).ok_or("the generated program is not valid")?;
    let run = run_opt(&patterns, &program, way);
    let stderr = &run.stderr;
    match run.ending {
        Ending::Exit(0) => {}
        Ending::Exit(code) => {
            let mut lines = stderr.lines();
            let error = lines.find_map(|line| line.split_once("error: "));
            return match error {
                Some((_, message)) => Ok(Applied::Refused(message.to_owned())),
                None => Err(format!("exit code {code} without an error: {stderr}")),
            };
        }
        ending => return Err(format!("{ending:?}: {stderr}")),
    }
    match print_program(&context, &run.stdout) {
        None => Err(format!("the result is not valid:\n{}", run.stdout)),
        Some(after) if after == before => Ok(Applied::Unchanged),
        Some(_) => Ok(Applied::Changed),
    }
}

fn run_opt(patterns: &Path, program: &Path, way: Way) -> Run {
    let pipeline = format!(
        "builtin.module(apply-pdll{{patterns=\"{}\" {}}})",
        patterns.display(),
        way.options
    );
    let arguments = [
        "--allow-unregistered-dialect".to_owned(),
        format!("--load-pass-plugin={}", plugin().display()),
        format!("--pass-pipeline={pipeline}"),
        program.display().to_string(),
    ];
    run(&llvm_tool("mlir-opt"), arguments, &[])
}

fn program_context() -> Context {
    let context = ours::context();
    context.set_allow_unregistered_dialects(true);
    context
}

fn print_program(context: &Context, text: &str) -> Option<String> {
    let module = Module::parse(context, text)?;
    module.as_operation().verify().then(|| ours::print(&module))
}

/// Applies patterns, and one by one those of a file in which something fails.
fn apply_batch(
    seed: u64,
    first: usize,
    way: Way,
    folder: &Path,
) -> Result<(usize, Vec<String>), Vec<String>> {
    let generated: Vec<_> = (first..first + BATCH)
        .map(|number| generate(seed, number, Lists::Clear))
        .collect();
    let together = apply(&generated, way, folder, &first.to_string());
    if let Ok(Applied::Changed | Applied::Unchanged) = together {
        return Ok((1, Vec::new()));
    }
    let mut reports = Vec::new();
    let mut refused = Vec::new();
    for (index, one) in generated.iter().enumerate() {
        let Generated { pattern, program } = one;
        let number = first + index;
        match apply(
            std::slice::from_ref(one),
            way,
            folder,
            &format!("{first}-single"),
        ) {
            Ok(Applied::Refused(message)) => refused.push(message),
            Ok(_) => {}
            Err(report) => reports.push(format!(
                "{}, pattern {number}: {report}\n{pattern}{program}",
                way.name
            )),
        }
    }
    match together {
        Err(report) if reports.is_empty() => {
            let way = way.name;
            Err(vec![format!(
                "{way}, patterns {first} and following, together: {report}"
            )])
        }
        _ if !reports.is_empty() => Err(reports),
        _ => Ok((0, refused)),
    }
}

#[test]
fn generated_patterns_apply() {
    let seed = seed();
    let folder: PathBuf = scratch("generated-apply");
    let work: Vec<_> = batches(80)
        .into_iter()
        .flat_map(|first| WAYS.map(|way| (first, way)))
        .collect();
    let results = parallel(
        &work,
        || (),
        |(), (first, way)| apply_batch(seed, *first, *way, &folder),
    );
    let mut reports = Vec::new();
    let (mut fine, mut refused) = (0, Vec::new());
    for result in results {
        match result {
            Ok((batches, patterns)) => {
                fine += batches;
                refused.extend(patterns);
            }
            Err(mut report) => reports.append(&mut report),
        }
    }
    say(&format!(
        "{fine} of {} files of {BATCH} patterns applied; in the others, {} patterns were refused with an error",
        work.len(),
        refused.len()
    ));
    let kinds: BTreeSet<_> = refused.iter().collect();
    for kind in kinds {
        let count = refused.iter().filter(|message| *message == kind).count();
        say(&format!("{count} times: {kind}"));
    }
    // What is refused always was not tested.
    let patterns = work.len() * BATCH;
    assert!(
        refused.len() * 50 < patterns,
        "PDLL_TEST_SEED={seed}: of {patterns} patterns, {} were refused",
        refused.len()
    );
    assert!(
        reports.is_empty(),
        "PDLL_TEST_SEED={seed}: {} failures\n\n{}",
        reports.len(),
        reports[..reports.len().min(20)].join("\n")
    );
}
