//! Damaged pattern files: whatever the text, the compiler ends, does not panic,
//! and either gives a module and no error, or no module and an error. What the
//! oracle rejects is rejected.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

mod compiler;
mod definitions;
mod formatter;

use crate::{
    effort,
    support::{
        compare::{Strictness, compare_all},
        corpus,
        generator::program::{damage, generate_program},
        mutate::{Damage, Tokens, random_bytes, random_tokens},
        ours::{self, Input},
        process::scratch,
        random::{self, Case, Random, seed},
        say,
        workers::parallel,
    },
};
use compiler::Compiler;
use melior::Context;
use pdll::internals::{diagnostic::Diagnostics, source::SourceMap, syntax};
use std::{
    iter::zip,
    path::Path,
    time::{Duration, Instant},
};

fn check_all(
    user: &str,
    kind: u64,
    texts: usize,
    text: impl Fn(usize, &mut Random) -> Vec<u8> + Sync,
) {
    check_cases(
        user,
        ours::context,
        &random::cases(kind, texts),
        |compiler, _, number, random| compiler.check(&text(number, random)),
    );
}

/// Looks for problems in cases, with the compilers and the folder of some threads.
fn check_cases(
    user: &str,
    context: fn() -> Context,
    cases: &[Case],
    problem: impl Fn(&Compiler, &Path, usize, &mut Random) -> Option<String> + Sync,
) {
    let folder = scratch(&format!("robustness-{user}"));
    let problems = parallel(
        cases,
        || Compiler::new(context(), &folder),
        |compiler, case| {
            let number = case.number as usize;
            let check = |random: &mut Random| {
                let problem = problem(compiler, &folder, number, random);
                problem.map_or(Ok(()), Err)
            };
            case.check(check).err()
        },
    );
    let problems: Vec<_> = problems.into_iter().flatten().collect();
    assert!(
        problems.is_empty(),
        "{} of {} inputs have a problem\n\n{}",
        problems.len(),
        cases.len(),
        problems[..problems.len().min(20)].join("\n")
    );
}

/// Every way in which a part of the corpus is damaged.
fn damages<'t>(
    tokens: &'t [Tokens<'_>],
    random: &mut Random,
    swaps: usize,
) -> Vec<(usize, &'t Tokens<'t>, Damage)> {
    let mut all = Vec::new();
    for (index, tokens) in tokens.iter().enumerate() {
        let damages = tokens.damages(random, swaps);
        all.extend(damages.into_iter().map(|damage| (index, tokens, damage)));
    }
    all
}

#[test]
fn damaged_files() {
    /// So that the test does not get slower with every file. There are more than a million,
    /// but of the same few kinds. The fuzz targets try more, and so does a larger
    /// `PDLL_TEST_EFFORT`.
    const MOST: usize = 50_000;
    let mut random = Random::new(seed(), 1);
    // Each damaged file that includes definitions would start TableGen in a
    // process of its own; those are sampled in the comparison below.
    let mut chunks = corpus::chunks("robustness");
    chunks.retain(|chunk| !chunk.text.windows(4).any(|text| text == b".td\""));
    let tokens: Vec<_> = chunks
        .iter()
        .map(|chunk| Tokens::new(&chunk.text))
        .collect();
    let mut damages = damages(&tokens, &mut random, effort::share(4).max(4));
    say(&format!("{} damaged files", damages.len()));
    while damages.len() > effort::share(MOST) {
        damages.swap_remove(random.below(damages.len()));
    }
    check_all("files", 0, damages.len(), |index, _| {
        let (_, tokens, damage) = damages[index];
        tokens.apply(damage)
    });
}

#[test]
fn random_texts() {
    check_all(
        "texts",
        1_000_000,
        effort::share(8000),
        |index, random| match index % 2 {
            0 => random_tokens(random),
            _ => random_bytes(random),
        },
    );
}

/// The text up to the error is read once, and the rest is skipped once. If the
/// time were quadratic, each of these texts would take many minutes.
#[test]
fn nesting_that_is_too_deep_takes_linear_time() {
    const SIZE: usize = 1_000_000;
    for part in [
        "(",
        "op<t.b>(",
        "op<t.b> {",
        "op<t.b> { a = ",
        "C(",
        "rewrite x with {",
        ".0",
    ] {
        let text = format!("Pattern {{ let x = {}", part.repeat(SIZE));
        let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
        let file = sources.add("a.pdll", text, None);
        let start = Instant::now();
        syntax::parse(&sources, file, &mut diagnostics);
        assert!(diagnostics.has_errors());
        let time = start.elapsed();
        assert!(time < Duration::from_secs(60), "`{part}`: {time:?}");
    }
}

/// Programs of the whole language with several mistakes.
#[test]
fn damaged_programs() {
    let seed = seed();
    check_all(
        "programs",
        0xDA0_0000,
        effort::share(8000),
        |index, random| {
            let program = generate_program(seed, 1_000_000 + index);
            let mut text = program.included.unwrap_or_default() + &program.main;
            for _ in 0..1 + random.below(4) {
                text = damage(&text, random);
            }
            text.into_bytes()
        },
    );
}

/// A sample goes to the oracle too: both accept it and give the same module,
/// or both reject it, or the difference is a listed one.
#[test]
fn damaged_files_are_accepted_as_by_the_oracle() {
    let seed = seed();
    let mut random = Random::new(seed, 2);
    let chunks = corpus::chunks("robustness-oracle");
    let tokens: Vec<_> = chunks
        .iter()
        .map(|chunk| Tokens::new(&chunk.text))
        .collect();
    let damages = damages(&tokens, &mut random, 4);
    // Cuts are most of the damages, and the least interesting.
    let (cuts, others): (Vec<_>, Vec<_>) = damages
        .into_iter()
        .partition(|(.., damage)| matches!(damage, Damage::Cut(_)));
    let sample: Vec<_> = (0..effort::share(1500))
        .map(|_| match random.chance(15) {
            true => *random.pick(&cuts),
            false => *random.pick(&others),
        })
        .collect();
    let texts: Vec<_> = sample
        .iter()
        .map(|(_, tokens, damage)| tokens.apply(*damage))
        .collect();
    let inputs: Vec<_> = zip(&sample, &texts)
        .map(|((index, ..), text)| Input {
            text,
            ..chunks[*index].input()
        })
        .collect();
    let compared = zip(
        zip(&sample, &texts),
        compare_all(&inputs, Strictness::Outcome),
    );
    let reports: Vec<_> = compared
        .filter_map(|(((index, _, damage), text), compared)| {
            let report = compared.judgement.err()?;
            let text = String::from_utf8_lossy(text);
            let origin = &chunks[*index].origin;
            Some(format!(
                "{origin}, {damage:?}: {report}--- for ---\n{text}\n-----------"
            ))
        })
        .collect();
    assert!(
        reports.is_empty(),
        "PDLL_TEST_SEED={seed}: {} of {} differ\n\n{}",
        reports.len(),
        sample.len(),
        reports.join("\n")
    );
}
