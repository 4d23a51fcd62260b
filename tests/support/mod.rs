//! What the tests of whole programs share.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#![allow(dead_code, reason = "each test uses a part of it")]

pub(crate) mod compare;
pub(crate) mod corpus;
pub(crate) mod differences;
pub(crate) mod forms;
pub(crate) mod generator;
pub(crate) mod mutate;
pub(crate) mod oracle;
pub(crate) mod ours;
pub(crate) mod pdl;
pub(crate) mod process;
pub(crate) mod random;
pub(crate) mod workers;

/// Prints a line of progress.
#[expect(clippy::print_stderr, reason = "tests talk to people")]
pub(crate) fn say(line: &str) {
    eprintln!("{line}");
}
