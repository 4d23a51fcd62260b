//! Rewrite rules of MLIR's own sources, against the patterns that mlir-tblgen makes
//! of them.
//!
//! They are not part of this repository: `PDLL_UPSTREAM_TESTS` names a copy of LLVM's
//! folder `mlir`. It may be that of another version; what the installed MLIR does not
//! accept is left out, and the table says so.
//!
//! Each rule runs by itself on the programs of MLIR's own tests of these rules, and on
//! our own ones in `programs`, with both drivers, with and without a C++ compiler.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

mod files;
mod fit;
mod outcome;
mod peer;
mod programs;

use crate::support;
use files::{FILES, Host, RuleFile};
use outcome::Outcome;
use std::{env, path::PathBuf};

const FOLDER: &str = "PDLL_UPSTREAM_TESTS";
/// The name of the only file to test.
const ONLY: &str = "PDLL_UPSTREAM_RULES";

#[test]
#[ignore = "needs LLVM's folder `mlir`, which is not part of this repository"]
fn upstream_rules_do_what_generated_patterns_do() {
    let upstream = env::var_os(FOLDER).map(PathBuf::from);
    let upstream = upstream
        .filter(|folder| folder.join("lib/Dialect/Arith/IR").exists())
        .expect("PDLL_UPSTREAM_TESTS names LLVM's folder `mlir`");
    let only = env::var(ONLY).ok();
    let outcomes: Vec<_> = FILES
        .iter()
        .filter(|file| only.as_deref().is_none_or(|only| file.name == only))
        .filter(|file| upstream.join(file.rules).exists())
        .map(|file| outcome::of(file, &upstream))
        .collect();
    support::say(&outcome::table(&outcomes));
    let wrong: Vec<_> = outcomes.iter().flat_map(Outcome::wrong).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
