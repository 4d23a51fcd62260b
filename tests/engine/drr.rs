//! Rewrite rules of `.td` files against the patterns that mlir-tblgen makes of them,
//! and against the PDLL that pdll makes of them, on the same programs.
//!
//! The programs are printed in the generic form, with locations. The order of the
//! locations in fused ones is not compared.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

pub(crate) mod generated;
mod peer;
mod random;

use crate::{
    effort,
    support::{
        process::scratch,
        random::{Random, seed},
        workers::parallel,
    },
};
use peer::{Outcome, Peer, Rules};
use std::{
    fs,
    path::{Path, PathBuf},
    sync::LazyLock,
};

/// The rules that a person wrote, one subject a file, beside their programs.
const WRITTEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engine/drr/rules");

/// The options of both passes. A limit, so that rules that undo each other end.
const DRIVERS: [&str; 2] = ["driver=walk", "driver=greedy max-num-rewrites=200"];

/// The rules, and one library for both kinds, which both need the C++ of the dialect.
struct Suite {
    written: Vec<Rules>,
    random: Vec<random::Rule>,
    random_file: Rules,
    peer: Peer,
    folder: PathBuf,
}

static SUITE: LazyLock<Suite> = LazyLock::new(|| {
    let (folder, random) = (scratch("drr"), random_rules(seed()));
    let path = folder.join("random_rules.td");
    fs::write(&path, random::file(&random)).expect("the folder is ours");
    let (written, random_file) = (written(), Rules::new(&path));
    let peer = Peer::build(&folder, written.iter().chain([&random_file]));
    Suite {
        written,
        random,
        random_file,
        peer,
        folder,
    }
});

#[test]
fn written_rules_do_what_generated_patterns_do() {
    let Suite {
        written,
        peer,
        folder,
        ..
    } = &*SUITE;
    let reports = parallel(
        written,
        || (),
        |(), rules| {
            let program = rules.path.with_extension("mlir");
            let migrated = rules.migrate(folder);
            let same = DRIVERS.map(|driver| compare(peer, rules, &migrated, &program, driver));
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
    let Suite {
        random: rules,
        random_file: file,
        peer,
        folder,
        ..
    } = &*SUITE;
    let (seed, migrated) = (seed(), file.migrate(folder));
    let groups: Vec<_> = rules.chunks(GROUP).enumerate().collect();
    let compare_group = |(number, rules): &(usize, &[random::Rule])| {
        let program = folder.join(format!("{number}.mlir"));
        let text = random::program(rules, &mut Random::new(seed, *number as u64));
        fs::write(&program, text).expect("the folder is ours");
        let names: Vec<_> = rules.iter().map(|rule| rule.name.as_str()).collect();
        let options = format!("{} enable-patterns={}", DRIVERS[0], names.join(","));
        compare(peer, file, &migrated, &program, &options)
    };
    let outcomes = parallel(&groups, || (), |(), group| compare_group(group));
    let is_valid = |outcome: &&Result<Same, String>| matches!(outcome, Ok(Same::Program));
    let valid = outcomes.iter().filter(is_valid).count();
    let reports: Vec<_> = outcomes.into_iter().filter_map(Result::err).collect();
    let (some, count) = (&reports[..reports.len().min(3)], reports.len());
    assert!(
        reports.is_empty(),
        "{count} groups differ\n{}",
        some.join("\n")
    );
    assert!(
        valid * 10 > groups.len() * 9,
        "{valid} of {} groups of rules make valid programs",
        groups.len()
    );
}

fn random_rules(seed: u64) -> Vec<random::Rule> {
    let mut random = Random::new(seed, 0xD44);
    // Most of the time goes to the compilation of what mlir-tblgen makes of each rule. More
    // of `PDLL_TEST_EFFORT` draws more.
    let numbers = 0..effort::share(120);
    numbers
        .map(|number| random::rule(format!("R{number:03}"), &mut random))
        .collect()
}

/// What two passes have in common.
#[derive(Debug)]
enum Same {
    /// The rewritten program.
    Program,
    /// Both fail, because a rule makes an invalid program.
    Failure,
}

/// Compares what both do with the rules, and what the migrated rules do, and returns
/// the difference if there is one.
fn compare(
    peer: &Peer,
    rules: &Rules,
    migrated: &Path,
    program: &Path,
    options: &str,
) -> Result<Same, String> {
    let theirs = peer.theirs(rules, program, options);
    let ours = peer.ours(&rules.path, program, options);
    let migrated_ours = peer.ours(migrated, program, options);
    if ours.as_ref().ok() != migrated_ours.as_ref().ok() {
        return Err(format!(
            "{} with {options} on {}\n--- the rules\n{}\n--- as PDLL\n{}",
            rules.path.display(),
            program.display(),
            text(ours),
            text(migrated_ours),
        ));
    }
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
