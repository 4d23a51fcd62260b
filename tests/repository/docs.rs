//! The documentation: what its pages show is what the programs print, and its links
//! lead somewhere.
//!
//! | module | subject |
//! |---|---|
//! | `examples` | the examples of the pages |
//! | `tour` | the tour of the README |
//! | `first_screen` | the picture on its first screen |
//! | `pictures` | the pictures of the cookbook |
//! | `links` | links, and the order of the pages |
//! | `desk` | a folder in which a reader follows a page |
//! | `markdown` | the syntax of the pages |
//!
//! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

mod desk;
mod examples;
mod first_screen;
mod links;
mod markdown;
mod pictures;
mod tour;

use std::{fs, path::Path};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The text of a page, whose path is relative to the repository.
pub(crate) fn read(page: &str) -> String {
    let path = Path::new(ROOT).join(page);
    fs::read_to_string(path).unwrap_or_else(|error| panic!("cannot read {page}: {error}"))
}
