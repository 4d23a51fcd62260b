//! The syntax tree for people ([`tree`]) and for programs (the module `json`).
//!
//! Both print the nodes of the private module `node`, so they cannot disagree.
//! `docs/ast-json.md` lists the kinds of nodes and their fields.

mod json;
mod node;
mod text;

use super::ast::Module;
use crate::base::source::SourceMap;

/// The trees of a program's files as an indented list.
pub fn tree(modules: &[Module], sources: &SourceMap) -> String {
    let mut out = String::new();
    for module in modules {
        text::print(module, sources, &mut out);
    }
    out
}

/// The trees of a program's files as JSON objects. In their document, `first` is the
/// index of the first of them.
pub fn json(modules: &[Module], first: usize, sources: &SourceMap) -> Vec<String> {
    json::files(modules, first, sources)
}

/// One JSON document on one line, from the objects for its files.
pub fn document(files: &[String]) -> String {
    json::document(files)
}
