//! What `--portable` accepts, the oracle accepts; and it accepts what both compilers
//! compile to the same module.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use super::compared_files;
use crate::support::{
    corpus::Chunk,
    differences::{DIFFERENCES, Kind},
    oracle::{self, Verdict},
    ours::{self, Compiled, Input},
    process::scratch,
    say,
    workers::parallel,
};
use pdll::internals::{builtin_files::DIALECT_CONVERSION, source::Disk};
use std::{fs, iter::zip, path::Path};

/// What errors about forms that the oracle does not have contain.
const NOT_PORTABLE: &str = " not portable: ";

/// Of these forms, only the run time notices the difference: both compilers accept them.
const SAME_MODULE: &[&str] = &[
    // The oracle drops C++ code.
    "a `\\` in a block",
    // It takes files in the order of its folders, and finds these in one of them.
    "an `#include` beside the including file",
];

#[test]
fn the_oracle_accepts_what_is_portable() {
    let (chunks, compared) = compared_files();
    let portable = compile_all(&chunks.iter().map(Chunk::input).collect::<Vec<_>>());
    let accepted = portable.iter().filter(|one| one.module.is_some()).count();
    say(&format!("{accepted} parts of pattern files are portable"));
    assert!(accepted > 400, "only {accepted} parts are portable");
    let reports: Vec<_> = zip(chunks, zip(compared, &portable))
        .filter(|(_, (_, portable))| portable.module.is_some())
        .filter_map(
            |(chunk, (compared, _))| match with_sources(chunk, &compared.theirs) {
                Verdict::Accepts(_) => None,
                Verdict::Rejects(error) => Some(format!("{}: {}", chunk.name(), error.message)),
                Verdict::Fails => Some(format!("{}: the oracle crashes", chunk.name())),
            },
        )
        .collect();
    assert!(reports.is_empty(), "{}", reports.join("\n"));
}

/// What the oracle says if it finds the pattern file of MLIR's sources, which is not
/// installed everywhere.
fn with_sources(chunk: &Chunk, verdict: &Verdict) -> Verdict {
    match verdict {
        Verdict::Rejects(error) if error.message.contains(DIALECT_CONVERSION.path) => {
            let folder = scratch("portable-sources");
            let path = folder.join(DIALECT_CONVERSION.path);
            fs::create_dir_all(path.parent().expect("it is in a folder"))
                .and_then(|()| fs::write(path, DIALECT_CONVERSION.text))
                .expect("the folder is ours");
            let mut include_dirs = chunk.include_dirs.clone();
            include_dirs.push(folder);
            oracle::ask(&chunk.text, &include_dirs)
        }
        other => other.clone(),
    }
}

#[test]
fn what_both_compile_alike_is_portable() {
    let (chunks, compared) = compared_files();
    let alike: Vec<_> = zip(chunks, compared)
        .filter(|(_, compared)| {
            let are_valid =
                matches!(compared.theirs, Verdict::Accepts(_)) && compared.ours.module.is_some();
            are_valid && matches!(compared.judgement.as_deref(), Ok([]))
        })
        .map(|(chunk, _)| chunk)
        .collect();
    let inputs: Vec<_> = alike.iter().map(|chunk| chunk.input()).collect();
    let reports: Vec<_> = zip(alike, compile_all(&inputs))
        .filter_map(|(chunk, compiled)| {
            let is_listed =
                |message: &str| SAME_MODULE.iter().any(|form| message.starts_with(form));
            let mut errors = compiled.errors.iter().map(|error| &*error.message);
            let error = errors.find(|message| !is_listed(message))?;
            Some(format!("{}: {error}", chunk.name()))
        })
        .collect();
    assert!(reports.is_empty(), "{}", reports.join("\n"));
}

/// The list of differences and the table of forms are about the same.
#[test]
fn what_only_we_accept_is_not_portable() {
    let include_dirs = [Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support")];
    let differences: Vec<_> = DIFFERENCES
        .iter()
        .filter(|difference| matches!(difference.kind, Kind::OnlyWeAccept { .. }))
        .collect();
    // The folder of a file that nobody has written is not where its includes are.
    let beside = include_dirs[0].join("example.pdll");
    let input = |example| Input {
        path: &beside,
        text: example,
        include_dirs: &[],
    };
    let examples: Vec<_> = differences.iter().map(|one| input(one.example)).collect();
    for (difference, compiled) in zip(differences, compile_all(&examples)) {
        let mut errors = compiled.errors.iter();
        let is_refused = errors.any(|error| error.message.contains(NOT_PORTABLE));
        assert!(is_refused, "{}: {:?}", difference.name, compiled.errors);
    }
}

fn compile_all(inputs: &[Input<'_>]) -> Vec<Compiled> {
    parallel(
        inputs,
        || (),
        |(), input| {
            let context = ours::context();
            ours::compile_portable(&context, &Disk, *input, ours::all_dialects())
        },
    )
}
