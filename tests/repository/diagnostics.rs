//! Diagnostics are data with a name: nothing recognizes one by its words, and none
//! travels in an attribute of the IR.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use crate::structure::source_texts;
use std::fs;

/// It reads what C++ compilers print, who give no names.
const READS_COMPILERS: &str = "src/library/compile/messages.rs";

/// What asks for the words of a text.
const ASKS: [&str; 8] = [
    "starts_with(",
    "ends_with(",
    "contains(",
    "strip_prefix(",
    "strip_suffix(",
    "split_once(",
    "rsplit_once(",
    "find(",
];

#[test]
fn no_code_recognizes_diagnostics_by_their_words() {
    for (path, text) in source_texts() {
        let is_test = path.contains("/tests/") || path.ends_with("/tests.rs");
        if is_test || path == READS_COMPILERS {
            continue;
        }
        let asked = asked_of_messages(&text);
        assert!(asked.is_empty(), "{path}: compare names, not {asked:?}");
    }
}

#[test]
fn no_attribute_carries_diagnostics() {
    let names = fs::read_to_string("cpp-shim/shim/contract/Names.h").expect("it is there");
    let attributes = names.lines().filter(|line| line.contains(" PDLL_ATTR_"));
    let attributes: Vec<_> = attributes.collect();
    assert!(!attributes.is_empty(), "attributes are spelt there");
    for attribute in attributes {
        for word in ["WARNING", "MESSAGE", "DIAGNOSTIC", "LINT"] {
            assert!(!attribute.contains(word), "{attribute}");
        }
    }
}

#[test]
fn what_is_asked_of_messages_is_found() {
    let text = "if one.message\n    .starts_with(START) || note.message.find('x') {}\n\
                #[cfg(test)]\nmod tests { message.contains(\"y\") }";
    assert_eq!(
        asked_of_messages(text),
        ["message.starts_with(", "message.find("]
    );
}

/// The calls outside of unit tests that ask for the words of something that is called
/// a message.
fn asked_of_messages(text: &str) -> Vec<String> {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let dense: String = code.split_whitespace().collect();
    let calls = dense.match_indices("message.").map(|(at, _)| &dense[at..]);
    calls
        .filter_map(|call| {
            let method = &call["message.".len()..];
            let asked = ASKS.iter().find(|ask| method.starts_with(**ask))?;
            Some(format!("message.{asked}"))
        })
        .collect()
}
