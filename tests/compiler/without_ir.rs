//! Patterns are checked without IR where that is enough. What is said of them is the same
//! as when their IR is checked, and they are the same patterns: over all pattern files of
//! the repository, and over random ones, half of which are damaged.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use crate::{
    effort,
    support::{
        corpus,
        ours::{Input, context_with_dialects},
        random::numbers,
        workers::parallel,
    },
    verdicts::random_text,
};
use melior::Context;
use pdll::internals::{program::Program, session::Session, source::Disk, source::FileId};
use std::path::Path;

#[test]
fn files_of_the_repository() {
    let chunks = effort::sample(corpus::chunks("without-ir"));
    let inputs: Vec<_> = chunks.iter().map(corpus::Chunk::input).collect();
    check(&inputs);
}

#[test]
fn random_files() {
    let numbers: Vec<_> = numbers(effort::share(1000)).collect();
    let texts: Vec<_> = numbers
        .into_iter()
        .map(|number| random_text(number as usize))
        .collect();
    let inputs: Vec<_> = texts
        .iter()
        .map(|text| Input {
            path: Path::new("random.pdll"),
            text: text.as_bytes(),
            include_dirs: &[],
        })
        .collect();
    check(&inputs);
}

fn check(inputs: &[Input<'_>]) {
    let compared = parallel(inputs, context_with_dialects, |context, input| {
        compare(context, *input)
    });
    let mut num_patterns = 0;
    let mut differences = Vec::new();
    for one in compared {
        match one {
            Ok(count) => num_patterns += count,
            Err(difference) => differences.push(difference),
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    assert!(num_patterns > inputs.len() / 4, "only {num_patterns}");
}

/// Returns the number of patterns.
///
/// # Errors
///
/// How the two ways differ.
fn compare(context: &Context, input: Input<'_>) -> Result<usize, String> {
    let quick = said(input, |session, file, program| {
        session.check(context, file, program);
    });
    let thorough = said(input, |session, file, program| {
        session.check_in_detail(context, file, program);
    });
    if quick != thorough {
        return Err(report(input, &quick, &thorough));
    }
    let mut graphs = None;
    said(input, |session, file, program| {
        graphs = session.graphs_as_text(context, file, program);
    });
    match graphs {
        None => Ok(0),
        Some([built, read]) if built == read => Ok(built.lines().count()),
        Some([built, read]) => Err(report(input, &built, &read)),
    }
}

/// What is said of an input.
fn said(input: Input<'_>, run: impl FnOnce(&mut Session<'_>, FileId, &Program)) -> String {
    let mut session = Session::new(&Disk, input.include_dirs.to_vec());
    let file = session.add(&input.path.display().to_string(), input.text.to_vec());
    let program = session.parse(file);
    run(&mut session, file, &program);
    format!("{:#?}", session.diagnostics.take_sorted())
}

fn report(input: Input<'_>, without: &str, with: &str) -> String {
    let text = String::from_utf8_lossy(input.text);
    let path = input.path.display();
    format!("{path}\n{text}\nwithout IR: {without}\nwith IR: {with}\n")
}
