//! Code on pages of the documentation.
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// The first block of code of a language.
pub(crate) fn block<'a>(page: &'a str, language: &str) -> &'a str {
    let start = format!("\n```{language}\n");
    let (_, rest) = page.split_once(&start).expect("the page has such a block");
    let end = rest.find("```\n").expect("a block has an end");
    &rest[..end]
}
