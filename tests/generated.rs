//! Random valid patterns. Each is compiled by us and by the oracle, with the
//! same result, and applied to a program that it matches.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

mod support;

use melior::{
    Context,
    ir::{Module, operation::OperationLike},
};
use pdll::internals::source::Disk;
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};
use support::{
    compare::{Strictness, judge},
    generator::{
        Generated, Lists, generate,
        program::{Program, damage, generate_program},
    },
    oracle, ours,
    ours::Input,
    process::{Ending, Run, llvm_tool, plugin, run, scratch},
    random::{Random, effort, seed},
    say,
    workers::parallel,
};

/// Patterns in a file.
const BATCH: usize = 25;

/// The numbers of the first patterns of `batches` files.
fn batches(batches: usize) -> Vec<usize> {
    (0..batches * effort()).map(|batch| batch * BATCH).collect()
}

/// Compares what the oracle and we make of some patterns, all in one file. Half
/// of them may be in another file that the first includes.
fn compare(patterns: &[String], folder: &Path, id: usize) -> Result<(), String> {
    let (included, direct) = match patterns.len() {
        1 => (&patterns[..0], patterns),
        count => patterns.split_at(count / 2),
    };
    let name = format!("included-{id}.pdll");
    fs::write(folder.join(&name), included.concat())
        .expect("the folder for temporary files is writable");
    let text = match included.is_empty() {
        true => direct.concat(),
        false => format!("#include \"{name}\"\n{}", direct.concat()),
    };
    let include_dirs = [folder.to_owned()];
    let input = Input {
        path: Path::new("generated.pdll"),
        text: text.as_bytes(),
        include_dirs: &include_dirs,
    };
    let context = ours::context();
    let ours = ours::compile(&context, &Disk, input, ours::all_dialects());
    if let Some(error) = ours.errors.first() {
        return Err(format!("we reject a valid pattern: {}", error.message));
    }
    let theirs = oracle::ask(input.text, input.include_dirs);
    if let oracle::Verdict::Rejects(error) = theirs {
        return Err(format!("the oracle rejects it: {}", error.message));
    }
    judge(&context, input.text, &theirs, &ours, Strictness::Lines).map(|_| ())
}

#[test]
fn generated_patterns_are_compiled_as_the_oracle_does() {
    let seed = seed();
    let folder = scratch("generated-compile");
    let batches = batches(240);
    let reports = parallel(
        &batches,
        || (),
        |(), first| {
            let patterns: Vec<_> = (*first..first + BATCH)
                .map(|number| generate(seed, number, Lists::Any).pattern)
                .collect();
            compare(&patterns, &folder, *first).err()?;
            // One by one, to see which of them it is.
            let single = patterns.iter().enumerate().find_map(|(index, pattern)| {
                let report = compare(std::slice::from_ref(pattern), &folder, *first).err()?;
                Some(format!("pattern {}: {report}\n{pattern}", first + index))
            });
            Some(single.unwrap_or_else(|| {
                format!("patterns {first} and following: together, not one by one")
            }))
        },
    );
    let reports: Vec<_> = reports.into_iter().flatten().collect();
    assert!(
        reports.is_empty(),
        "PDLL_TEST_SEED={seed}: {} of {} files of {BATCH} patterns differ\n\n{}",
        reports.len(),
        batches.len(),
        reports[..reports.len().min(20)].join("\n")
    );
}

/// Programs that are compiled.
const PROGRAMS: usize = 2500;

/// Programs with a mistake.
const BROKEN: usize = 800;

/// What came of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Compared {
    Accepted,
    Rejected,
    /// By one of the two only, as listed, or the oracle does not survive it.
    Unlike,
}

/// Compares what the oracle and we make of a program.
fn compare_program(text: &[u8], folder: &Path, strictness: Strictness) -> Result<Compared, String> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support");
    let include_dirs = [folder.to_owned(), tests];
    let input = Input {
        path: Path::new("generated.pdll"),
        text,
        include_dirs: &include_dirs,
    };
    let context = ours::context();
    let ours = ours::compile(&context, &Disk, input, ours::all_dialects());
    let theirs = oracle::ask(input.text, input.include_dirs);
    judge(&context, input.text, &theirs, &ours, strictness)?;
    Ok(match (&theirs, &ours.module) {
        (oracle::Verdict::Accepts(_), Some(_)) => Compared::Accepted,
        (oracle::Verdict::Rejects(_), None) => Compared::Rejected,
        _ => Compared::Unlike,
    })
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

/// Compares programs; gives how many came to what, and reports.
fn compare_programs(
    name: &str,
    count: usize,
    strictness: Strictness,
    text: impl Fn(u64, usize, &Path) -> (Vec<u8>, String) + Sync,
) -> Vec<Compared> {
    let seed = seed();
    let folder = scratch(name);
    let numbers: Vec<_> = (0..count * effort()).collect();
    let results = parallel(
        &numbers,
        || (),
        |(), number| {
            let (text, included) = text(seed, *number, &folder);
            compare_program(&text, &folder, strictness).map_err(|report| {
                let text = String::from_utf8_lossy(&text);
                format!("program {number}: {report}{included}--- for ---\n{text}-----------")
            })
        },
    );
    let (fine, reports): (Vec<_>, Vec<_>) = results.into_iter().partition(Result::is_ok);
    let reports: Vec<_> = reports.into_iter().filter_map(Result::err).collect();
    assert!(
        reports.is_empty(),
        "PDLL_TEST_SEED={seed}: {} of {} programs differ\n\n{}",
        reports.len(),
        numbers.len(),
        reports[..reports.len().min(20)].join("\n")
    );
    let compared: Vec<_> = fine.into_iter().filter_map(Result::ok).collect();
    let share = |what| compared.iter().filter(|one| **one == what).count();
    say(&format!(
        "{name}: both accept {}, both reject {}, {} are unlike",
        share(Compared::Accepted),
        share(Compared::Rejected),
        share(Compared::Unlike)
    ));
    compared
}

#[test]
fn generated_programs_are_compiled_as_the_oracle_does() {
    let compared = compare_programs(
        "generated-programs",
        PROGRAMS,
        Strictness::Lines,
        |seed, number, folder| {
            let program = generate_program(seed, number);
            let text = write_program(&program, folder, number);
            (text.into_bytes(), program.included.unwrap_or_default())
        },
    );
    // What is rejected was not compared.
    let accepted = compared.iter().filter(|one| **one == Compared::Accepted);
    assert!(accepted.count() * 50 > compared.len() * 49);
}

#[test]
fn broken_programs_are_rejected_as_by_the_oracle() {
    let compared = compare_programs(
        "generated-broken",
        BROKEN,
        Strictness::Outcome,
        |seed, number, folder| {
            let mut program = generate_program(seed, PROGRAMS * effort() + number);
            let mut random = Random::new(seed, 0xB20_0000 + number as u64);
            program.main = damage(&program.main, &mut random);
            let text = write_program(&program, folder, PROGRAMS + number);
            (text.into_bytes(), program.included.unwrap_or_default())
        },
    );
    let rejected = compared.iter().filter(|one| **one == Compared::Rejected);
    assert!(rejected.count() * 10 > compared.len() * 7);
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
