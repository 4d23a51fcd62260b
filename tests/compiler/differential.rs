//! Every pattern file of the repository, through our compiler and through the
//! oracle, MLIR's own: both accept it and give the same module, or both reject
//! it at the same line. What is not the same is listed, with reasons, in
//! `support/differences.rs`.
//!
//! | module | subject |
//! |---|---|
//! | `portable` | what `--portable` accepts |
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

mod portable;

use crate::{
    effort,
    support::{
        compare::{Compared, Strictness, compare_all},
        corpus::{self, Chunk},
        differences::{DIFFERENCES, Difference},
        oracle::{self, Guess, Verdict},
        ours,
        ours::Input,
        say,
        workers::parallel,
    },
};
use std::{
    collections::BTreeSet,
    iter::zip,
    path::{Path, PathBuf},
    sync::OnceLock,
};

#[test]
fn pattern_files_are_compiled_as_the_oracle_does() {
    let (chunks, compared) = compared_files();
    let reports: Vec<_> = zip(chunks, compared)
        .filter_map(|(chunk, compared)| {
            let report = compared.judgement.as_ref().err()?;
            Some(format!("{}: {report}", chunk.name()))
        })
        .collect();
    assert!(
        reports.is_empty(),
        "{} of {} differ\n\n{}",
        reports.len(),
        chunks.len(),
        reports.join("\n")
    );
}

/// The parts of all pattern files, and what the two compilers make of them.
fn compared_files() -> &'static (Vec<Chunk>, Vec<Compared>) {
    static COMPARED: OnceLock<(Vec<Chunk>, Vec<Compared>)> = OnceLock::new();
    COMPARED.get_or_init(|| {
        let chunks = corpus::chunks("differential");
        say(&format!("{} parts of pattern files", chunks.len()));
        let inputs: Vec<_> = chunks.iter().map(Chunk::input).collect();
        let compared = compare_all(&inputs, Strictness::Lines);
        (chunks, compared)
    })
}

/// The oracle says the same of inputs that it is asked about together, and of
/// each alone.
#[test]
fn together_and_alone_the_oracle_says_the_same() {
    let chunks = effort::sample(corpus::chunks("oracle"));
    let chosen: Vec<_> = chunks.iter().map(Chunk::input).collect();
    let guesses = [Guess::Accepts, Guess::Rejects].into_iter().cycle();
    let questions: Vec<_> = zip(chosen.iter().copied(), guesses).collect();
    let alone = parallel(
        &chosen,
        || (),
        |(), input| oracle::ask(input.text, input.include_dirs),
    );
    let context = ours::context_with_dialects();
    // Their locations are not the same. The oracle prints modules that are not
    // valid, too.
    let plain = |verdict: Verdict| match verdict {
        Verdict::Accepts(module) => {
            let module = ours::reprint(&context, &module);
            Verdict::Accepts(module.unwrap_or_else(|| "an invalid module".to_owned()))
        }
        other => other,
    };
    for (input, (together, alone)) in zip(&chosen, zip(oracle::ask_all(&questions), alone)) {
        let text = String::from_utf8_lossy(input.text);
        // Where it crashes, it may have printed an error before, or not.
        if alone == Verdict::Fails {
            assert!(!matches!(together, Verdict::Accepts(_)), "{text}");
            continue;
        }
        assert_eq!(plain(together), plain(alone), "{text}");
    }
}

/// Every listed difference exists, and is the reason that the list gives.
#[test]
fn listed_differences_exist() {
    let names: BTreeSet<_> = DIFFERENCES.iter().map(|one| one.name).collect();
    assert_eq!(names.len(), DIFFERENCES.len(), "names are unique");
    let include_dirs = [Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support")];
    let examples: Vec<_> = DIFFERENCES
        .iter()
        .map(|difference| Input {
            path: Path::new("example.pdll"),
            text: difference.example,
            include_dirs: &include_dirs,
        })
        .collect();
    let compared = compare_all(&examples, Strictness::Lines);
    let failures: Vec<_> = zip(DIFFERENCES, compared)
        .filter(|(difference, _)| !ends_at_an_assertion(difference, &include_dirs))
        .filter_map(|(difference, compared)| excused(difference, compared.judgement).err())
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Whether LLVM's assertions end the oracle, where it says something without them. It goes on
/// with attributes that MLIR refuses, and one of its assertions is that there are none.
fn ends_at_an_assertion(difference: &Difference, include_dirs: &[PathBuf]) -> bool {
    oracle::HAS_ASSERTIONS && oracle::ask(difference.example, include_dirs) == Verdict::Fails
}

/// Fails if anything but the difference excuses its example.
fn excused(
    difference: &Difference,
    judgement: Result<Vec<&'static str>, String>,
) -> Result<(), String> {
    let name = difference.name;
    let excuses = judgement.map_err(|report| format!("{name}: {report}"))?;
    match excuses.iter().all(|excuse| *excuse == name) && !excuses.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "{name}: its example is excused by {excuses:?} instead"
        )),
    }
}
