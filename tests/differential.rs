//! Every pattern file of the repository, through our compiler and through the
//! oracle, MLIR's own: both accept it and give the same module, or both reject
//! it at the same line. What is not the same is listed, with reasons, in
//! `support/differences.rs`.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

mod support;

use pdll::internals::source::Disk;
use std::{collections::BTreeSet, path::Path};
use support::{
    compare::{Strictness, judge},
    corpus::{self, Chunk},
    differences::{DIFFERENCES, Difference},
    oracle, ours,
    ours::Input,
    say,
    workers::parallel,
};

fn check(input: Input<'_>) -> Result<Vec<&'static str>, String> {
    let theirs = oracle::ask(input.text, input.include_dirs);
    let context = ours::context();
    let ours = ours::compile(&context, &Disk, input, ours::all_dialects());
    judge(&context, input.text, &theirs, &ours, Strictness::Lines)
}

fn check_chunk(chunk: &Chunk) -> Result<Vec<&'static str>, String> {
    let input = Input {
        path: &chunk.path,
        text: &chunk.text,
        include_dirs: &chunk.include_dirs,
    };
    check(input).map_err(|report| {
        let Chunk {
            origin, first_line, ..
        } = chunk;
        format!("{origin}, from line {}: {report}", first_line + 1)
    })
}

#[test]
fn pattern_files_are_compiled_as_the_oracle_does() {
    let chunks = corpus::chunks("differential");
    say(&format!("{} parts of pattern files", chunks.len()));
    let results = parallel(&chunks, || (), |(), chunk| check_chunk(chunk));
    let reports: Vec<_> = results.into_iter().filter_map(Result::err).collect();
    assert!(
        reports.is_empty(),
        "{} of {} differ\n\n{}",
        reports.len(),
        chunks.len(),
        reports.join("\n")
    );
}

/// Every listed difference exists, and is the reason that the list gives.
#[test]
fn listed_differences_exist() {
    let names: BTreeSet<_> = DIFFERENCES.iter().map(|one| one.name).collect();
    assert_eq!(names.len(), DIFFERENCES.len(), "names are unique");
    let include_dirs = [Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support")];
    let failures: Vec<_> = DIFFERENCES
        .iter()
        .filter_map(|difference| exists(difference, &include_dirs).err())
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn exists(difference: &Difference, include_dirs: &[std::path::PathBuf]) -> Result<(), String> {
    let Difference { name, example, .. } = difference;
    let excuses = check(Input {
        path: Path::new("example.pdll"),
        text: example,
        include_dirs,
    })
    .map_err(|report| format!("{name}: {report}"))?;
    match excuses.iter().all(|excuse| excuse == name) && !excuses.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "{name}: its example is excused by {excuses:?} instead"
        )),
    }
}
