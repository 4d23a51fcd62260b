//! Rewrite rules of `.td` files against the patterns that mlir-tblgen makes of them,
//! on the same programs.
//!
//! The programs are printed in the generic form, with locations. The order of the
//! locations in fused ones is not compared.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#[path = "../effort/mod.rs"]
mod effort;
mod peer;
#[path = "../precompiled/mod.rs"]
mod precompiled;
mod random;
#[path = "../support/mod.rs"]
mod support;

use peer::{Outcome, Peer, Rules};
use std::{
    fs,
    iter::zip,
    path::{Path, PathBuf},
    slice,
};
use support::{
    process::scratch,
    random::{Random, seed},
    say,
    workers::parallel,
};

/// The rules that a person wrote, one subject a file, beside their programs.
const WRITTEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/drr/rules");

/// The options of both passes. A limit, so that rules that undo each other end.
const DRIVERS: [&str; 2] = ["driver=walk", "driver=greedy max-num-rewrites=200"];

#[test]
fn written_rules_do_what_generated_patterns_do() {
    let rules = written();
    let peer = Peer::build(&scratch("drr-written"), &rules);
    let reports = parallel(
        &rules,
        || (),
        |(), rules| {
            let program = rules.path.with_extension("mlir");
            let same = DRIVERS.map(|driver| compare(&peer, rules, &program, driver));
            let is_wrong = |same: Result<Same, String>| match same {
                Ok(Same::Program) => None,
                Ok(Same::Failure) => Some(format!("{} makes an invalid program", rules.name)),
                Err(difference) => Some(difference),
            };
            same.into_iter().filter_map(is_wrong).collect::<Vec<_>>()
        },
    );
    let reports = reports.concat();
    assert!(reports.is_empty(), "{}", reports.join("\n"));
}

/// Rules in a run, so that they also compete.
const GROUP: usize = 10;

#[test]
fn random_rules_do_what_generated_patterns_do() {
    let (seed, folder) = (seed(), scratch("drr-random"));
    let mut random = Random::new(seed, 0xD44);
    let names: Vec<_> = (0..effort::share(300))
        .map(|number| format!("R{number:03}"))
        .collect();
    let rules: Vec<_> = names
        .iter()
        .map(|name| random::rule(name, &mut random))
        .collect();
    let path = folder.join("random_rules.td");
    fs::write(&path, random::file(&rules)).expect("the folder is ours");
    let file = Rules::new(&path);
    let peer = Peer::build(&folder, slice::from_ref(&file));
    let groups = zip(names.chunks(GROUP), rules.chunks(GROUP)).enumerate();
    let groups: Vec<_> = groups.collect();
    let outcomes = parallel(
        &groups,
        || (),
        |(), (number, (names, rules))| {
            let program = folder.join(format!("{}.mlir", names[0]));
            let text = random::program(rules, &mut Random::new(seed, *number as u64));
            fs::write(&program, text).expect("the folder is ours");
            let options = format!("{} enable-patterns={}", DRIVERS[0], names.join(","));
            compare(&peer, &file, &program, &options)
        },
    );
    let rewritten = outcomes
        .iter()
        .filter(|outcome| matches!(outcome, Ok(Same::Program)));
    let rewritten = rewritten.count();
    let reports: Vec<_> = outcomes
        .iter()
        .filter_map(|outcome| outcome.as_ref().err().cloned())
        .collect();
    say(&format!(
        "{rewritten} of {} groups of rules give the same program",
        groups.len()
    ));
    assert!(
        reports.is_empty(),
        "{}",
        reports[..reports.len().min(3)].join("\n")
    );
    assert!(
        rewritten * 10 > groups.len() * 9,
        "too few groups have valid results"
    );
}

/// What two passes have in common.
#[derive(Debug)]
enum Same {
    /// The rewritten program.
    Program,
    /// Both fail, because a rule makes an invalid program.
    Failure,
}

/// Compares what both do with the rules, and returns the difference if there is one.
fn compare(peer: &Peer, rules: &Rules, program: &Path, options: &str) -> Result<Same, String> {
    let theirs = peer.theirs(rules, program, options);
    let ours = peer.ours(rules, program, options);
    match (theirs, ours) {
        (Ok(theirs), Ok(ours)) if theirs == ours => {
            assert_ne!(
                Ok(theirs),
                peer.untouched(program),
                "no rule of {} matches",
                rules.name
            );
            Ok(Same::Program)
        }
        (Err(_), Err(_)) => Ok(Same::Failure),
        (theirs, ours) => Err(format!(
            "{} with {options} on {}\n--- mlir-tblgen\n{}\n--- pdll\n{}",
            rules.path.display(),
            program.display(),
            text(theirs),
            text(ours),
        )),
    }
}

fn text(outcome: Outcome) -> String {
    outcome.unwrap_or_else(|error| format!("fails: {error}"))
}

fn written() -> Vec<Rules> {
    let files = fs::read_dir(WRITTEN).expect("the rules are part of the repository");
    let paths = files.map(|file| file.expect("the folder is readable").path());
    let is_rules = |path: &PathBuf| path.extension().is_some_and(|end| end == "td");
    let mut rules: Vec<_> = paths
        .filter(is_rules)
        .map(|path| Rules::new(&path))
        .collect();
    rules.sort_by(|a, b| a.name.cmp(&b.name));
    rules
}
