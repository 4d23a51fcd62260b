//! Conversions without a way back against those of MLIR's driver.
//!
//! A run that writes a trace uses MLIR's driver, whatever its patterns are. Both must
//! agree on the program, its locations, and all diagnostics: where each conversion
//! succeeds, where a pattern fails half-way, and where an operation stays illegal.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

mod patterns;

use crate::{
    effort,
    greedy::program,
    support::{
        process::{llvm_tool, plugin, run, scratch},
        random::{Random, command, numbers, seed},
        workers::parallel,
    },
};
use std::{
    fs,
    iter::zip,
    path::Path,
    time::{Duration, Instant},
};

/// Programs that are converted by the same patterns, in one process.
const PROGRAMS: usize = 30;

/// What separates the programs of a file.
const SEPARATOR: &str = "// -----\n";

/// What became of the programs of a case.
#[derive(Default)]
struct Counts {
    converted: usize,
    failed: usize,
}

#[test]
fn results_and_errors_are_those_of_mlir() {
    let folder = scratch("conversion");
    let seed = seed();
    let cases: Vec<u64> = numbers(effort::share(300)).collect();
    let outcomes = parallel(&cases, || (), |(), &number| check(&folder, seed, number));
    let mut all = Counts::default();
    let mut differences = vec![];
    for outcome in outcomes {
        match outcome {
            Ok(counts) => {
                all.converted += counts.converted;
                all.failed += counts.failed;
            }
            Err(difference) => differences.push(difference),
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    // Otherwise the comparison would show little.
    if cases.len() > 20 {
        let total = all.converted + all.failed;
        assert!(all.converted * 5 > total, "{} of {total}", all.converted);
        assert!(all.failed * 20 > total, "{} of {total}", all.failed);
    }
}

/// MLIR's driver would take more than half a minute.
#[test]
fn chains_of_replacements_are_short_work() {
    const LENGTH: usize = 30_000;
    let folder = scratch("conversion-chain");
    let (pdll, input) = (folder.join("p.pdll"), folder.join("chain.mlir"));
    let pattern = "Pattern => replace op<t.n>(x: Value) -> (_: Type) with x;\n";
    let chain: String = (1..LENGTH)
        .map(|i| format!("%{i} = \"t.n\"(%{}) : (i32) -> i32\n", i - 1))
        .collect();
    let last = LENGTH - 1;
    let program = format!(
        "func.func @f() -> i32 {{\n%0 = arith.constant 1 : i32\n{chain}return %{last} : i32\n}}\n"
    );
    fs::write(&pdll, pattern).expect("the folder is ours");
    fs::write(&input, program).expect("the folder is ours");
    let patterns = pdll.display();
    let pass = format!(
        "apply-pdll{{patterns={patterns} driver=conversion illegal-ops=t.n legal-ops=t.u}}"
    );
    let clock = Instant::now();
    let printed = apply(&pass, &input);
    assert!(
        printed.texts[0].contains("return %c1_i32"),
        "{}",
        printed.errors
    );
    assert!(clock.elapsed() < Duration::from_secs(15));
}

fn check(folder: &Path, seed: u64, number: u64) -> Result<Counts, String> {
    let random = &mut Random::new(seed, number);
    let case = patterns::generate(random);
    let programs: Vec<_> = (0..PROGRAMS)
        .map(|_| program::generate_mixed(random))
        .collect();
    let path = |name: &str| folder.join(format!("{number}-{name}"));
    let (pdll, input) = (path("p.pdll"), path("programs.mlir"));
    fs::write(&pdll, &case.patterns).expect("the folder is ours");
    fs::write(&input, programs.join(SEPARATOR)).expect("the folder is ours");
    let convert = |more: &str| {
        let options = &case.options;
        let patterns = pdll.display();
        let pass = format!("apply-pdll{{patterns={patterns} driver=conversion {options}{more}}}");
        apply(&pass, &input)
    };
    let trace = format!(" trace={}", path("trace.json").display());
    let (ours, theirs) = (convert(""), convert(&trace));
    let difference = zip(&ours.texts, &theirs.texts).position(|(ours, theirs)| ours != theirs);
    if difference.is_some() || ours.errors != theirs.errors {
        return Err(format!(
            "{}: {} with {} and {}",
            command(seed, number),
            case.options,
            pdll.display(),
            input.display()
        ));
    }
    let failed = PROGRAMS - ours.texts.len();
    Ok(Counts {
        converted: ours.texts.len(),
        failed,
    })
}

/// What mlir-opt prints.
struct Printed {
    /// The programs whose conversion has succeeded.
    texts: Vec<String>,
    errors: String,
}

fn apply(pass: &str, input: &Path) -> Printed {
    let arguments = [
        format!("--load-pass-plugin={}", plugin().display()),
        format!("--pass-pipeline=builtin.module({pass})"),
        "--split-input-file".to_owned(),
        "--allow-unregistered-dialect".to_owned(),
        "--mlir-disable-threading".to_owned(),
        "--mlir-print-debuginfo".to_owned(),
        input.display().to_string(),
    ];
    let result = run(&llvm_tool("mlir-opt"), arguments, b"");
    let texts = result.stdout.split(SEPARATOR);
    Printed {
        texts: texts
            .filter(|text| !text.trim().is_empty())
            .map(str::to_owned)
            .collect(),
        errors: format!("{:?}\n{}", result.ending, settle(&result.stderr)),
    }
}

/// Errors without what is not the same in two runs of MLIR's driver: which of several
/// casts it reports depends on their addresses.
fn settle(errors: &str) -> String {
    const OF_CAST: &str = "failed to legalize unresolved materialization";
    let mut settled = String::new();
    let mut is_of_cast = false;
    for line in errors.lines() {
        if line.contains(": error: ") {
            is_of_cast = line.contains(OF_CAST);
            settled += if is_of_cast { "a cast stays\n" } else { "" };
        }
        if !is_of_cast {
            settled += line;
            settled.push('\n');
        }
    }
    settled
}
