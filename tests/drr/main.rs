//! Rewrite rules of `.td` files against the patterns that mlir-tblgen makes of them,
//! on the same programs.
//!
//! The programs are printed in the generic form, with locations. The order of the
//! locations in fused ones is not compared.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

mod peer;
#[path = "../precompiled/mod.rs"]
mod precompiled;
#[path = "../support/mod.rs"]
mod support;

use peer::{Peer, Rules};
use std::{
    fs,
    path::{Path, PathBuf},
};
use support::{process::scratch, workers::parallel};

/// The rules that a person wrote, one subject a file, beside their programs.
const WRITTEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/drr/rules");

/// The options of both passes. A limit, so that rules that undo each other end.
const DRIVERS: [&str; 2] = ["driver=walk", "driver=greedy max-num-rewrites=200"];

#[test]
fn written_rules_do_what_generated_patterns_do() {
    let rules = written();
    let peer = Peer::build(&scratch("drr-written"), &rules);
    let reports = parallel(&rules, || (), |(), rules| reports(&peer, rules));
    let reports = reports.concat();
    assert!(reports.is_empty(), "{}", reports.join("\n"));
}

/// The differences between the programs that both make with some rules.
fn reports(peer: &Peer, rules: &Rules) -> Vec<String> {
    let program = rules.path.with_extension("mlir");
    let before = peer.untouched(&program);
    let report = |driver: &&str| {
        let theirs = peer.theirs(rules, &program, driver);
        assert_ne!(theirs, before, "no rule of {} matches", rules.name);
        let ours = peer.ours(rules, &program, driver);
        (ours != theirs).then(|| difference(rules, driver, &ours, &theirs))
    };
    DRIVERS.iter().filter_map(report).collect()
}

fn difference(rules: &Rules, driver: &str, ours: &str, theirs: &str) -> String {
    format!(
        "{} with {driver}\n--- mlir-tblgen\n{theirs}\n--- pdll\n{ours}",
        rules.path.display()
    )
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
