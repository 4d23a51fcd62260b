//! The page about the verifier lists the operations that have a meaning.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use pdll_verify::meanings;
use std::fs;

#[test]
fn the_page_lists_all_operations_with_a_meaning() {
    let page = fs::read_to_string("docs/verify.md").expect("the page exists");
    let mut table: Vec<(&str, Vec<&str>)> = Vec::new();
    for meaning in meanings::all() {
        let (dialect, name) = meaning.name.split_once('.').expect("it has a dialect");
        match table.iter_mut().find(|(own, _)| *own == dialect) {
            Some((_, names)) => names.push(name),
            None => table.push((dialect, vec![name])),
        }
    }
    for (dialect, names) in table {
        let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
        let row = format!("| `{dialect}` | {} |", names.join(", "));
        assert!(page.contains(&row), "docs/verify.md needs the row\n{row}");
    }
}
