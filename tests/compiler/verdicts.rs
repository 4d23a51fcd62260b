//! `pdll-opt check` says what `pdll-opt apply` does: over all pattern files of the
//! repository, and over random ones, half of which are damaged.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use crate::{
    effort,
    support::{
        corpus,
        generator::{
            Lists, generate,
            program::{damage, generate_program},
        },
        process::{Ending, run, scratch},
        random::{Random, numbers, seed},
        workers::parallel,
    },
};
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// A reason why one command reports an error that the other one does not.
struct Meant {
    by: Command,
    /// A part of the error.
    error: &'static str,
    why: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Command {
    Check,
    Apply,
}

use Command::{Apply, Check};

/// Every difference that is meant.
const MEANT: &[Meant] = &[
    Meant {
        by: Apply,
        error: "is not registered",
        why: "another program may register the function",
    },
    Meant {
        by: Apply,
        error: "cannot run without a compiler",
        why: "the option --native-code=compile tells, in both commands",
    },
    Meant {
        by: Apply,
        error: "cannot be checked: pdll does not know the C++ code",
        why: "the option --native-code=compile tells, in both commands",
    },
    Meant {
        by: Apply,
        error: "contains no pattern",
        why: "others may include the file",
    },
    Meant {
        by: Apply,
        error: "cannot infer the result types of",
        why: "another program may know the operation",
    },
    Meant {
        by: Apply,
        error: "cannot tell where one",
        why: "another program may know the operation",
    },
    Meant {
        by: Check,
        error: "[-Wunknown-operation]",
        why: "apply has a warning, because the name may be written with a purpose",
    },
    Meant {
        by: Check,
        error: "is not registered; did you mean",
        why: "apply may allow unregistered dialects, whatever they are called",
    },
];

#[test]
fn check_and_apply_agree_about_the_files_of_the_repository() {
    let folder = scratch("verdicts-corpus");
    let chunks = effort::sample(corpus::chunks("verdicts"));
    let inputs: Vec<_> = chunks
        .iter()
        .enumerate()
        .map(|(number, chunk)| Input {
            name: chunk.name(),
            path: write(&folder, number, &chunk.text),
            include_dirs: chunk.include_dirs.clone(),
        })
        .collect();
    let used = agree(&inputs).used;
    if effort::samples_all() {
        let unused = MEANT.iter().filter(|meant| !used.contains(meant.error));
        let unused: Vec<_> = unused.map(|meant| (meant.error, meant.why)).collect();
        assert!(unused.is_empty(), "nothing needs {unused:#?}");
    }
}

#[test]
fn check_and_apply_agree_about_random_files() {
    let folder = scratch("verdicts-random");
    // Two processes a file. A quarter of so many files is of each kind of `random_text`,
    // and `PDLL_RANDOM_CASES` takes more.
    let inputs: Vec<_> = numbers(effort::share(300))
        .map(|number| number as usize)
        .map(|number| Input {
            name: format!("random file {number}"),
            path: write(&folder, number, random_text(number).as_bytes()),
            include_dirs: Vec::new(),
        })
        .collect();
    let agreement = agree(&inputs);
    // Files that are all refused, or all accepted, would prove little. About a quarter is
    // accepted, and a few less in a small share.
    assert!(agreement.accepted * 5 > inputs.len(), "{agreement:?}");
    assert!(agreement.refused * 5 > inputs.len(), "{agreement:?}");
}

/// Patterns that are valid, or any declarations, both whole and damaged.
pub(crate) fn random_text(number: usize) -> String {
    let text = match number % 4 / 2 {
        0 => generate(seed(), number, Lists::Any).pattern,
        _ => {
            // Without the definitions, their operations are unknown ones.
            let program = generate_program(seed(), number);
            program.included.unwrap_or_default() + &program.main
        }
    };
    match number % 2 {
        0 => text,
        _ => damage(&text, &mut Random::new(seed(), 0x7E5_0000 + number as u64)),
    }
}

/// A file with patterns.
struct Input {
    name: String,
    path: PathBuf,
    include_dirs: Vec<PathBuf>,
}

fn write(folder: &Path, number: usize, text: &[u8]) -> PathBuf {
    let path = folder.join(format!("{number}.pdll"));
    fs::write(&path, text).expect("the folder for temporary files is writable");
    path
}

/// What both commands say of all files.
#[derive(Debug, Default)]
struct Agreement {
    /// The parts of errors that were needed to explain differences.
    used: BTreeSet<&'static str>,
    /// The numbers of files that both commands accept and refuse.
    accepted: usize,
    refused: usize,
}

/// Asks both commands about each file.
fn agree(inputs: &[Input]) -> Agreement {
    let mut agreement = Agreement::default();
    let mut problems = Vec::new();
    for (input, verdict) in inputs
        .iter()
        .zip(parallel(inputs, || (), |(), one| compare(one)))
    {
        match verdict {
            Verdict::BothAccept => agreement.accepted += 1,
            Verdict::BothRefuse => agreement.refused += 1,
            Verdict::Meant(errors) => agreement.used.extend(errors),
            Verdict::Differs(problem) => problems.push(format!("{}: {problem}", input.name)),
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    agreement
}

/// What both commands say of a file.
enum Verdict {
    BothAccept,
    /// With the same errors.
    BothRefuse,
    /// Their differences have these parts of errors as reasons.
    Meant(BTreeSet<&'static str>),
    Differs(String),
}

/// Compares the errors about one file. An error of one command alone hides what comes
/// later, so they are compared in full only where there is none.
fn compare(input: &Input) -> Verdict {
    let (checked, applied) = (errors(Check, input), errors(Apply, input));
    let is_meant = |by: Command, error: &String| {
        let mut all = MEANT.iter().filter(|meant| meant.by == by);
        all.find(|meant| error.contains(meant.error))
    };
    let by_check = checked.iter().filter_map(|error| is_meant(Check, error));
    let by_apply = applied.iter().filter_map(|error| is_meant(Apply, error));
    let meant: BTreeSet<_> = by_check.chain(by_apply).map(|one| one.error).collect();
    // Each refusal has a reason that the other command shares, or that is meant.
    let explains = |own: &BTreeSet<String>, other: &BTreeSet<String>, by| {
        own.is_empty() || !other.is_empty() || own.iter().any(|error| is_meant(by, error).is_some())
    };
    match (meant.is_empty(), checked == applied) {
        (true, true) if checked.is_empty() => Verdict::BothAccept,
        (true, true) => Verdict::BothRefuse,
        (false, _)
            if explains(&checked, &applied, Check) && explains(&applied, &checked, Apply) =>
        {
            Verdict::Meant(meant)
        }
        _ => Verdict::Differs(format!(
            "`check` reports {checked:#?}, and `apply` reports {applied:#?}"
        )),
    }
}

/// The errors of a command, in the order of their texts. None if the command succeeds.
fn errors(command: Command, input: &Input) -> BTreeSet<String> {
    let path = input.path.display().to_string();
    let mut arguments: Vec<String> = match command {
        Check => vec!["check".into(), path],
        Apply => vec![
            "apply".into(),
            "--allow-unregistered-dialect".into(),
            format!("--patterns={path}"),
            "-".into(),
        ],
    };
    for folder in &input.include_dirs {
        arguments.push(format!("-I{}", folder.display()));
    }
    let program = Path::new(env!("CARGO_BIN_EXE_pdll-opt"));
    let done = run(program, &arguments, b"module {}\n");
    let lines = done.stderr.lines();
    let errors: BTreeSet<_> = lines
        .filter(|line| line.starts_with("error: ") || line.contains(": error: "))
        .map(str::to_owned)
        .collect();
    let name = &input.name;
    match done.ending {
        Ending::Exit(0) => assert!(
            errors.is_empty(),
            "{name}: {command:?} succeeds with errors"
        ),
        Ending::Exit(1) => assert!(!errors.is_empty(), "{name}: {command:?} fails silently"),
        ending => panic!("{name}: {command:?} ends by {ending:?}: {}", done.stderr),
    }
    errors
}
