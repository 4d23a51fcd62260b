//! The table of upstream's bugs in `lit-tests/README.md`: every entry is there,
//! and the tests that it names exist.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// How many entries there are of each kind.
const ENTRIES: [(char, usize); 4] = [('M', 27), ('N', 8), ('C', 11), ('W', 6)];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("lit-tests")
}

/// The rows of all tables, cut into cells.
fn rows() -> Vec<Vec<String>> {
    let text = fs::read_to_string(folder().join("README.md")).expect("the table is readable");
    text.lines()
        .filter_map(|line| line.strip_prefix('|')?.strip_suffix('|'))
        .map(|row| row.split('|').map(|cell| cell.trim().to_owned()).collect())
        .collect()
}

fn is_entry(name: &str) -> bool {
    let mut letters = name.chars();
    let kind = letters.next();
    ENTRIES.iter().any(|(known, _)| kind == Some(*known))
        && !letters.as_str().is_empty()
        && letters.all(|letter| letter.is_ascii_digit())
}

/// What stands between backquotes.
fn quoted(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

#[test]
fn every_bug_has_one_row() {
    let rows = rows();
    let entries: Vec<_> = rows
        .iter()
        .map(|cells| cells[0].as_str())
        .filter(|name| is_entry(name))
        .collect();
    let expected: Vec<_> = ENTRIES
        .iter()
        .flat_map(|(kind, count)| (1..=*count).map(move |number| format!("{kind}{number}")))
        .collect();
    assert_eq!(entries, expected);
}

#[test]
fn every_row_is_filled_in() {
    for cells in rows().iter().filter(|cells| is_entry(&cells[0])) {
        assert_eq!(cells.len(), 4, "{cells:?}");
        assert!(cells.iter().all(|cell| !cell.is_empty()), "{cells:?}");
        assert!(quoted(&cells[3]).next().is_some(), "{cells:?} names a test");
    }
}

#[test]
fn no_bug_waits() {
    let mut rows = rows().into_iter();
    let waiting = rows.find(|cells| cells.iter().any(|cell| cell.contains("not applicable")));
    assert_eq!(waiting, None);
}

#[test]
fn the_tests_that_are_named_exist() {
    let rows = rows();
    let tests: BTreeSet<_> = rows
        .iter()
        .filter_map(|cells| cells.last())
        .flat_map(|cell| quoted(cell))
        .filter(|name| name.contains('/'))
        .collect();
    assert!(tests.len() > 40, "the tables name tests: {tests:?}");
    for test in tests {
        let text = fs::read_to_string(folder().join(test));
        let text = text.unwrap_or_else(|error| panic!("{test} exists: {error}"));
        assert!(text.contains("RUN: "), "{test} is a test");
    }
}

/// What is tested because of a bug is in a table.
#[test]
fn the_tests_of_bugs_are_named() {
    let text = fs::read_to_string(folder().join("README.md")).expect("the table is readable");
    let files = fs::read_dir(folder().join("Bugs")).expect("the folder is readable");
    for file in files {
        let path = file.expect("the folder is readable").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        assert!(
            path.is_dir() || text.contains(&format!("`Bugs/{name}`")),
            "{name} is in a table"
        );
    }
}
