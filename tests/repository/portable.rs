//! The forms that MLIR's `mlir-pdll` does not have: the table in the documentation, and a lit
//! test for each.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use pdll::internals::portable::FORMS;
use std::{collections::BTreeSet, env, fmt::Write, fs, path::Path};

const PAGE: &str = "docs/mlir-pdll.md";

/// The head of the table.
const HEAD: &str = "| name | form | portable way |\n|---|---|---|\n";

#[test]
fn the_page_lists_all_forms() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(PAGE);
    let page = fs::read_to_string(&path).expect("the page is readable");
    let (before, rest) = page.split_once(HEAD).expect("the page has the table");
    // The table ends with an empty line.
    let end = rest.lines().take_while(|line| !line.is_empty());
    let end: usize = end.map(|line| line.len() + 1).sum();
    let (found, after) = rest.split_at(end);
    let expected = rows();
    if env::var_os("UPDATE_EXPECT").is_some() && found != expected {
        let page = format!("{before}{HEAD}{expected}{after}");
        return fs::write(path, page).expect("the page is writable");
    }
    assert_eq!(
        found, expected,
        "{PAGE} is not in step: run with UPDATE_EXPECT=1"
    );
}

fn rows() -> String {
    let mut text = String::new();
    for form in FORMS {
        let instead = form.instead.unwrap_or("none");
        let _ = writeln!(text, "| `{}` | {} | {instead} |", form.name, form.about);
    }
    text
}

#[test]
fn each_form_has_a_lit_test() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("lit-tests/Portable");
    let entries = fs::read_dir(folder).expect("the folder is readable");
    let tests: BTreeSet<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path().file_stem()?.to_str()?.to_owned()))
        .collect();
    let untested: Vec<_> = FORMS
        .iter()
        .map(|form| form.name)
        .filter(|name| !tests.contains(*name))
        .collect();
    assert!(untested.is_empty(), "{untested:?}");
}
