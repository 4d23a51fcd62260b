//! Random pattern sets on random programs, for all drivers.
//!
//! The driver `walk` must do exactly what a reference does, which executes the
//! same patterns on a model of its own. The other drivers must end with a valid
//! program, or with an error that names a pattern. Rules for types must find what trying
//! all types finds.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

mod apply;
mod cases;
mod check;
mod children;
mod compiled;
mod conditions;
mod creations;
mod definitions;
mod growths;
mod legality;
mod mutants;
mod patterns;
mod programs;
mod reduce;
mod reference;
mod type_rules;

use crate::{
    effort,
    support::{
        process::scratch,
        random::{numbers, seed},
        say,
        workers::parallel,
    },
};
use children::{Answer, Finding, Job, Subject};
use std::{ops::Range, path::Path};

/// Seconds that a run may take.
const DEADLINE: u64 = 60;

#[test]
fn drivers_do_what_the_reference_does() {
    let (seed, folder) = (seed(), scratch("random"));
    let numbers = numbers(effort::share(2500));
    let answer = check_all(&Subject::Patterns, seed, numbers, 250, &folder);
    say(&format!(
        "{} sets of patterns: {} runs succeed, {} end with an error; {} sets are refused, {} runs \
         are wrong",
        answer.sets,
        answer.rewritten,
        answer.failed,
        answer.refused.len(),
        answer.findings.len(),
    ));
    let findings = different(&answer.findings).into_iter().take(5).enumerate();
    let reports: Vec<_> = findings
        .map(|(index, finding)| {
            reduce::report(
                &Subject::Patterns,
                seed,
                finding,
                &scratch(&format!("random-finding-{index}")),
            )
        })
        .collect();
    let count = answer.findings.len();
    assert!(
        reports.is_empty(),
        "{count} runs are wrong:\n\n{}",
        reports.join("\n")
    );
    assert!(
        answer.refused.len() * 20 < answer.sets,
        "too many sets are refused: {:#?}",
        answer.refused
    );
}

/// Each operation of MLIR, created by patterns with operands, results and regions
/// that it may not expect.
#[test]
fn creations_of_all_operations_end_as_they_should() {
    let (seed, folder) = (seed(), scratch("random-creations"));
    let names = effort::sample(creations::names());
    let chunks: Vec<_> = names.chunks(50).enumerate().collect();
    let reports = parallel(
        &chunks,
        || (),
        |(), (index, names)| {
            let subject = Subject::Creations(names.to_vec());
            let answer = children::check(Job {
                subject: subject.clone(),
                seed,
                first: 0,
                end: creations::count(names),
                part: None,
                deadline: DEADLINE,
                answer: folder.join(format!("{index}.jsonl")),
            });
            let findings = different(&answer.findings).into_iter().take(2).enumerate();
            findings
                .map(|(number, finding)| {
                    let folder = scratch(&format!("random-creation-{index}-{number}"));
                    reduce::report(&subject, seed, finding, &folder)
                })
                .collect::<Vec<_>>()
        },
    );
    let reports = reports.concat();
    assert!(reports.is_empty(), "{}", reports.join("\n"));
}

/// Patterns that make attributes, ranges and operations grow end in time, and before
/// they have taken all memory.
#[test]
fn growth_ends() {
    let (seed, folder) = (seed(), scratch("random-growths"));
    // Few things can grow, and in few ways, so that these have all. `PDLL_RANDOM_CASES`
    // takes more.
    let numbers = numbers(effort::share(100));
    let whole = check_all(&Subject::Growths, seed, numbers, 20, &folder);
    say(&format!(
        "{} sets of patterns: {} runs succeed, {} end with an error",
        whole.sets, whole.rewritten, whole.failed
    ));
    let findings = different(&whole.findings).into_iter().take(5).enumerate();
    let reports: Vec<_> = findings
        .map(|(number, finding)| {
            let folder = scratch(&format!("random-growth-{number}"));
            reduce::report(&Subject::Growths, seed, finding, &folder)
        })
        .collect();
    assert!(reports.is_empty(), "{}", reports.join("\n"));
    assert!(whole.refused.is_empty(), "{:#?}", whole.refused);
    assert!(whole.failed > 0, "nothing grows");
}

/// The body of the processes that the tests above start.
#[test]
#[ignore = "it needs the job that another test has for it"]
fn child() {
    children::work();
}

/// The first one of the findings that may have the same cause.
fn different(findings: &[Finding]) -> Vec<&Finding> {
    let mut different: Vec<&Finding> = vec![];
    for finding in findings {
        if !different
            .iter()
            .any(|other| other.what.is_like(&finding.what))
        {
            different.push(finding);
        }
    }
    different
}

/// Checks chunks of cases in children.
fn check_all(
    subject: &Subject,
    seed: u64,
    numbers: Range<u64>,
    chunk: usize,
    folder: &Path,
) -> Answer {
    let end = numbers.end;
    let chunks: Vec<_> = numbers.step_by(chunk).collect();
    let answers = parallel(
        &chunks,
        || (),
        |(), &first| {
            children::check(Job {
                subject: subject.clone(),
                seed,
                first,
                end: (first + chunk as u64).min(end),
                part: None,
                deadline: DEADLINE,
                answer: folder.join(format!("{first}.jsonl")),
            })
        },
    );
    let mut whole = Answer::default();
    answers.into_iter().for_each(|answer| whole.add(answer));
    whole
}
